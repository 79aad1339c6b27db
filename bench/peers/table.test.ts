import { describe, expect, it } from 'vitest';
import { tablesOf, withTables } from './table.ts';

describe('tablesOf', () => {
  const fared = [
    { id: 'b', area: 'sort', kit: true, prism: false },
    { id: 'a', area: 'limit', kit: true, prism: true, specmatic: false },
    { id: 'c', area: 'limit', kit: false, prism: true, specmatic: true },
  ];

  it('counts what each found, by area and in all', () => {
    const lines = tablesOf(fared.slice(0, 1)).split('\n');
    expect(lines).toContain("Of 1 broken services, fleetkit found 1 and Prism's proxy 0:");
    expect(tablesOf(fared).split('\n')).toEqual(
      expect.arrayContaining(['| limit | 2 | 1 | 2 |', '| all | 3 | 2 | 2 |']),
    );
  });

  it('counts Specmatic among those alone that it was asked about', () => {
    expect(tablesOf(fared).split('\n')).toEqual(
      expect.arrayContaining([
        "Of 2 of these, Specmatic found 1, where fleetkit found 1 and Prism's proxy 2:",
        '| all | 2 | 1 | 2 | 1 |',
      ]),
    );
    expect(tablesOf(fared.slice(0, 1))).not.toContain('Specmatic');
  });
});

describe('withTables', () => {
  it('replaces what stands between the marks, and refuses a document without them', () => {
    const document = 'a\n<!-- table of npm run bench:peers -->\nold\n<!-- end of table -->\nb';
    const written = withTables(document, 'new $1');
    expect(written).toBe('a\n<!-- table of npm run bench:peers -->\n\nnew $1\n\n<!-- end of table -->\nb');
    expect(withTables(written, 'new $1')).toBe(written);
    expect(() => withTables('a', 'new')).toThrow('no block');
  });
});
