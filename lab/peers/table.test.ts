import { describe, expect, it } from 'vitest';
import { formatPeerTables, replaceTables } from './table.ts';

describe('formatPeerTables', () => {
  const results = [
    { id: 'b', area: 'sort', kit: true, prism: false },
    { id: 'a', area: 'limit', kit: true, prism: true, specmatic: false },
    { id: 'c', area: 'limit', kit: false, prism: true, specmatic: true },
  ];

  it('counts detected faults by area and in total', () => {
    const lines = formatPeerTables(results.slice(0, 1)).split('\n');
    expect(lines).toContain("Of 1 faulty targets, fleetkit detected 1 and Prism's proxy 0:");
    expect(formatPeerTables(results).split('\n')).toEqual(
      expect.arrayContaining(['| limit | 2 | 1 | 2 |', '| all | 3 | 2 | 2 |']),
    );
  });

  it('counts Specmatic only in its sample', () => {
    expect(formatPeerTables(results).split('\n')).toEqual(
      expect.arrayContaining([
        "Of 2 of these, Specmatic detected 1, while fleetkit detected 1 and Prism's proxy 2:",
        '| all | 2 | 1 | 2 | 1 |',
      ]),
    );
    expect(formatPeerTables(results.slice(0, 1))).not.toContain('Specmatic');
  });
});

describe('replaceTables', () => {
  it('replaces the text between the markers, and throws for a document without them', () => {
    const document = 'a\n<!-- table of npm run bench:peers -->\nold\n<!-- end of table -->\nb';
    const written = replaceTables(document, 'new $1');
    expect(written).toBe('a\n<!-- table of npm run bench:peers -->\n\nnew $1\n\n<!-- end of table -->\nb');
    expect(replaceTables(written, 'new $1')).toBe(written);
    expect(() => replaceTables('a', 'new')).toThrow('no block');
  });
});
