import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAtPointer } from '../../fixtures/scenarios/json-pointer.ts';
import { anything } from '../../fixtures/scenarios/scenario.ts';
import { compareFacts } from './compare-facts.ts';

const status = {
  state: 'in_service',
  cash: { left: '0.00', cassettes: [{ position: 'A', notes: 0 }] },
  alerts: [
    { type: 'cash_low', severity: 'medium', by: 'a/b~c' },
    { type: 'cash_out', severity: 'critical', by: null },
  ],
};

describe('readAtPointer', () => {
  test('returns members, list entries, and the first entry with a given member', () => {
    expect(readAtPointer(status, '/cash/cassettes/0/notes')).toBe(0);
    expect(readAtPointer(status, '/alerts/type=cash_out/severity')).toBe('critical');
    expect(readAtPointer(status, '/alerts/by=a~1b~0c/type')).toBe('cash_low');
    expect(readAtPointer(status, '/alerts/1/by')).toBeNull();
  });

  test('returns undefined for an absent value', () => {
    for (const pointer of [
      '/alerts/type=cash_gone/severity',
      '/cash/2',
      '/state/length',
      '/toString',
      '/a/b/c',
    ] as const)
      expect(readAtPointer(status, pointer)).toBeUndefined();
    expect(readAtPointer(undefined, '/a')).toBeUndefined();
  });

  test('agrees with JSON Pointer on any document', () => {
    const key = fc.string({ minLength: 1 }).filter((name) => !name.includes('='));
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 4 }), fc.jsonValue(), (keys, value) => {
        const document = keys.reduceRight<unknown>((inside, name) => ({ [name]: inside }), value);
        const pointer = keys.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
        const plain = keys.reduce<unknown>((inside, name) => Object(inside)[name], document);
        expect(readAtPointer(document, pointer as `/${string}`)).toEqual(plain);
      }),
    );
  });
});

describe('compareFacts', () => {
  const names = new Map([['type', 'cash_out']]);

  test('returns matching values in the order of the scenario', () => {
    const expected = { '/alerts/type={type}/type': '{type}', '/cash/left': /^0/, '/alerts/1/severity': anything };
    expect(compareFacts(status, expected, names)).toEqual({
      facts: [
        { at: '/alerts/type=cash_out/type', value: 'cash_out' },
        { at: '/cash/left', value: '0.00' },
        { at: '/alerts/1/severity', value: 'critical' },
      ],
      differences: [],
    });
  });

  test('reports different values, types and absent members', () => {
    const expected = {
      '/state': 'degraded',
      '/cash/cassettes/0/notes': '0',
      '/alerts/1/by': anything,
      '/gone': /x/,
    } as const;
    expect(compareFacts(status, expected, names).differences).toEqual([
      '/state: expected "degraded", found "in_service"',
      '/cash/cassettes/0/notes: expected "0", found 0',
      '/alerts/1/by: expected a value, found null',
      '/gone: expected /x/, found nothing',
    ]);
  });

  test('throws for an unknown placeholder', () => {
    expect(() => compareFacts(status, { '/state': '{unknown}' }, names)).toThrow(
      'the placeholder {unknown} has no value yet',
    );
  });
});
