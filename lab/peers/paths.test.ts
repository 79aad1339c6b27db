import { describe, expect, it } from 'vitest';
import { listPathTemplates } from './paths.ts';

describe('listPathTemplates', () => {
  const templates = listPathTemplates({ paths: { '/v1/feeds/{terminal_id}.xml': {}, '/v1/feeds/account.xml': {} } });
  const findTemplate = (pathname: string) => templates.find((one) => one.match(pathname) !== undefined);

  it('prefers a path without parameters', () => {
    expect(findTemplate('/v1/feeds/account.xml')?.template).toBe('/v1/feeds/account.xml');
    expect(findTemplate('/v1/feeds/T-1.xml')?.template).toBe('/v1/feeds/{terminal_id}.xml');
  });

  it('returns the values of the parameters', () => {
    expect(findTemplate('/v1/feeds/T-1.xml')?.match('/v1/feeds/T-1.xml')).toEqual(new Map([['terminal_id', 'T-1']]));
  });

  it('does not match other paths', () => {
    expect(findTemplate('/v1/feeds/T-1')).toBeUndefined();
    expect(findTemplate('/v1/feeds/T-1.xml/more')).toBeUndefined();
    expect(listPathTemplates('nothing')).toEqual([]);
  });
});
