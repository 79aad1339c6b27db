import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseRuns } from '../../base/testing/depth.ts';
import { findCardNumbers, findForbiddenData, findLongIdsOfAll, maskCardData } from './card-data.ts';

/** Test numbers published by card schemes. */
const TEST_CARDS = [
  '4111111111111111',
  '4222222222222',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '6011111111111117',
  '3530111333300000',
  '30569309025904',
  '6200000000000005',
  '6304000000000000',
  '4000000000000000006',
];

const groupDigits = (digits: string, separator: string): string =>
  digits.replaceAll(/(\d{4})(?=\d)/g, `$1${separator}`);

describe('finds the card number', () => {
  test.each(TEST_CARDS)('%s, alone, in a sentence, in JSON and as a number', (digits) => {
    for (const text of [
      digits,
      `card ${digits}, thanks`,
      `{"a":"${digits}"}`,
      `{"a":${digits}}`,
      `pan=${digits};`,
      `<b>${digits}</b>`,
    ]) {
      expect(findCardNumbers(text), text).toEqual([digits]);
    }
  });

  test.each(['4111111111111111', '5555555555554444', '4000000000000000006'])(
    '%s in groups of four digits',
    (digits) => {
      for (const separator of [' ', '-', '.']) {
        expect(findCardNumbers(`on ${groupDigits(digits, separator)} today`)).toEqual([digits]);
      }
    },
  );

  test('grouped as by American Express, and right after a date', () => {
    expect(findCardNumbers('3782 822463 10005')).toEqual(['378282246310005']);
    expect(findCardNumbers('2026-11-02 4111 1111 1111 1111')).toEqual(['4111111111111111']);
  });
});

describe('ignores', () => {
  test.each([
    ['a number that fails the Luhn check', '4111111111111112'],
    ['a number outside the issued ranges', '9111111111111111'],
    ['a length that its scheme does not issue', '411111111111116'],
    ['a part of a longer number', '14111111111111111199999'],
    ['a decimal', '0.4111111111111111'],
    ['digits before a decimal point', '4111111111111111.5'],
    ['a part of an identifier', 'txn_4111111111111111'],
    ['a part of a hash', 'a4111111111111111f'],
    ['a telephone number', '+4111111111111111'],
    ['a UUID of digits', '41111111-1111-4111-8111-111111111111'],
    ['a millisecond timestamp', '1793631600000'],
    ['a trace number', '999999990000117'],
  ])('%s', (_, text) => {
    expect(findCardNumbers(text)).toEqual([]);
  });

  test('random timestamps, amounts, coordinates, hashes and ids', () => {
    const upTo = (max: number) => fc.integer({ min: 0, max });
    const texts = fc.oneof(
      fc.integer({ min: 1.6e12, max: 1.9e12 }).map(String),
      fc.bigInt(1_600_000_000_000_000n, 1_900_000_000_000_000n).map(String),
      fc.bigInt(1_600_000_000_000_000_000n, 1_900_000_000_000_000_000n).map(String),
      fc.double({ min: -180, max: 180, noNaN: true }).map(String),
      fc.tuple(upTo(1e12), upTo(99)).map(([units, cents]) => `${units}.${String(cents).padStart(2, '0')}`),
      fc.uuid(),
      fc.stringMatching(/^[0-9a-f]{64}$/),
      fc.stringMatching(/^[0-9A-F]{40}$/),
      fc.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
      fc.stringMatching(/^txn_[0-9A-HJKMNP-TV-Z]{26}$/),
      upTo(999_999_999_999).map((id) => String(id).padStart(12, '0')),
    );
    const numRuns = chooseRuns(4000, 60_000);
    const sample = fc.sample(texts, { numRuns, seed: 7 });
    expect(sample).toHaveLength(numRuns);
    expect(sample.filter((text) => findForbiddenData(text, undefined).length > 0)).toEqual([]);
  });
});

describe('long numbers in one member', () => {
  const rows = (references: readonly string[]) => ({ rows: references.map((reference) => ({ reference })) });
  const found = (json: unknown) => findForbiddenData(JSON.stringify(json), json).map(({ masked }) => masked);
  const references = Array.from({ length: 30 }, (_, index) => String(4_111_111_111_111_100n + BigInt(index)));

  test('are ids if most of them are not possible card numbers', () => {
    expect(findCardNumbers(references.join(' ')).length).toBeGreaterThan(0);
    expect(found(rows(references))).toEqual([]);
  });

  test('are card numbers if all of them are possible ones', () => {
    expect(found(rows(findCardNumbers(references.join(' '))))).not.toEqual([]);
  });

  test('are ids among hexadecimal numbers with letters', () => {
    const hex = Array.from({ length: 20 }, (_, index) => `${(index + 1) * 7919}c8df215229227e41`.slice(0, 16));
    const ids = [...hex, '5555555555554444'];
    const inXml = ids.map((id) => `<guid>${id}</guid>`).join('');
    expect(found(rows(ids))).toEqual([]);
    expect(findForbiddenData(inXml, undefined)).toEqual([]);
    expect(found(rows([...hex.slice(0, 4), '5555555555554444']))).not.toEqual([]);
  });

  test('are ids also in elements of XML of one name', () => {
    const toXml = (name: string) => references.map((one) => `<${name} isPermaLink="false">${one}</${name}>`).join('');
    const findIn = (text: string) => findForbiddenData(`<rss>${text}</rss>`, undefined).map(({ masked }) => masked);
    expect(findIn(toXml('guid'))).toEqual([]);
    expect(findIn(`${toXml('guid')}<title>5555555555554444</title>`)).toEqual(['555555******4444']);
  });

  test('do not hide a card in another member, and need at least eight values', () => {
    expect(found({ ...rows(references), note: '5555555555554444' })).toEqual(['555555******4444']);
    expect(found(rows(references.slice(8, 14)))).toEqual(['411111******1111']);
  });
});

describe('partly masked numbers', () => {
  test.each(['411111111***1111', '4111111111**1111', '411111*****11111', '5555555555xx4444'])(
    'reports %s, which masks too little',
    (shown) => {
      expect(findForbiddenData(`card ${shown}`, undefined).map(({ kind }) => kind)).toEqual(['card number']);
    },
  );
  test.each(['411111******1111', '41111111****1111', '************1111', '4111xxxxxxxx1111', '911111111***1111'])(
    'accepts %s, which masks enough or is not a card',
    (shown) => {
      expect(findForbiddenData(`card ${shown}`, undefined)).toEqual([]);
    },
  );
});

describe('separators of query strings and of print', () => {
  test.each(['+', '\u00a0', '\u2009', '\u2011', '\u2013'])('accepts "%s" between groups of digits', (separator) => {
    expect(findCardNumbers(`card ${groupDigits('4111111111111111', separator)}`)).toEqual(['4111111111111111']);
  });
});

describe('other secrets', () => {
  const kinds = (text: string) =>
    findForbiddenData(text, JSON.parse(text)).map(({ kind, where }) => `${kind} at ${where}`);

  test('finds track data by its sentinels, without a valid card number', () => {
    expect(kinds('{"raw":"%B1234567890123456^DOE/JANE^29121011000?"}')).toEqual(['track data at the text']);
    expect(kinds('{"raw":";1234567890123456=29121011000012345678?"}')).toEqual(['track data at the text']);
  });

  test('finds a card number in base64, and track 2 in the data of a chip', () => {
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const find = (value: unknown) => findForbiddenData(JSON.stringify(value), value).map(({ kind }) => kind);
    expect(find([{ blob: encode('4111111111111111') }])).toEqual(['card number']);
    expect(find([{ tags: '57114111111111111112D29121010000012300000F' }])).toEqual([]);
    expect(find([{ tags: '57114111111111111111D29121010000012300000F' }])).toEqual(['track data']);
    const ids = Array.from({ length: 12 }, (_, at) => ({ id: encode(String(9_000_000_000_000_000 + at * 7919)) }));
    expect(find(ids)).toEqual([]);
  });

  test('finds a PIN block or key by the name of its member, or by its label', () => {
    expect(kinds('{"a":{"pinBlock":"0412AC89ABCDEF67"}}')).toEqual(['PIN block or key material at /a/pinBlock']);
    expect(kinds('{"kcv":"08D7B4"}')).toEqual([]); // identifies a key without revealing it
    expect(kinds('{"items":[{"label":"Master key","value":"0123456789ABCDEFFEDCBA9876543210"}]}')).toEqual([
      'PIN block or key material at /items/0/value',
    ]);
  });

  test.each(['chaveSessao', 'clé_de_session', 'Sitzungsschlüssel', 'claveMaestra', 'bloquePin', 'pinblok'])(
    'finds a key or PIN block in the member %s',
    (name) => {
      expect(kinds(JSON.stringify({ [name]: '0412AC89ABCDEF67' }))).toEqual([`PIN block or key material at /${name}`]);
    },
  );

  test('finds a key by the end of the path that names a setting', () => {
    const find = (name: string) => findForbiddenData('', { settings: { [name]: '8F2A61C47B9D03E5A1B2C3D4E5F60718' } });
    expect(find('host.tmk').map(({ where }) => where)).toEqual(['/settings/host.tmk']);
    expect(find('host.version')).toEqual([]);
  });

  test('finds a PIN block or key in a text after the words that name it', () => {
    for (const text of ['PIN captured, block 0412AC89ABCDEF67', 'Working key 0123456789ABCDEFFEDCBA9876543210 loaded'])
      expect(kinds(JSON.stringify({ detail: text }))).toEqual(['PIN block or key material at the text']);
    for (const text of ['PIN captured in block 12', 'Working key exchanged, 0123456789ABCDEFFEDCBA9876543210'])
      expect(kinds(JSON.stringify({ detail: text }))).toEqual([]);
  });

  test('finds a key block and a private key by their format', () => {
    expect(kinds(`{"x":"B0096P0TE00N0000${'0123456789ABCDEF'.repeat(4)}"}`)).toEqual([
      'PIN block or key material at the text',
    ]);
    expect(findForbiddenData('-----BEGIN RSA PRIVATE KEY-----', undefined)).toHaveLength(1);
  });

  test('ignores text about keys', () => {
    const words = {
      keys: { load_method: 'remote', scheme: 'tr34', key_block_format: 'tr31', status: 'loaded' },
      items: [{ label: 'Master key', value: 'Loaded remotely (TR-34). Never written here.' }],
      checksum: 'sha256:9d1b8f0f2f5b0d0c6f4a2e8b7c3d1e5f9a0b2c4d6e8f1a3b5c7d9e0f2a4b6c8d',
      pin: null,
      capability: { pin: 'required' },
    };
    expect(kinds(JSON.stringify(words))).toEqual([]);
  });

  test('masks a finding except for its first six and last four characters', () => {
    expect(findForbiddenData('4111111111111111', undefined)[0]?.masked).toBe('411111******1111');
    expect(maskCardData('paid with 5555-5555-5555-4444.')).toBe('paid with 555555******4444.');
    expect(maskCardData('seq 1793631600000')).toBe('seq 1793631600000');
  });
});

test('the same member of several bodies shows that its long numbers are ids', () => {
  const [card, ...others] = ['5555555555554444', '5256722001300021', '5247275054400018'];
  const bodies = [card, ...others].map((ref) => ['timeline', { ref }] as const);
  expect(findLongIdsOfAll(bodies).ids).toContain(card);
  const cards = ['5555555555554444', '4111111111111111'].map((ref) => ['timeline', { ref }] as const);
  expect(findLongIdsOfAll(cards)).toEqual({ ids: new Set(), open: new Set() });
  expect(findLongIdsOfAll(cards.slice(0, 1)).open).toContain(card);
});
