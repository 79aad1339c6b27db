import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseRuns } from '../../../base/testing/depth.ts';
import { createSecret, createSignatureHeaders, fingerprintSigningSecret, revealSecret } from '../signing/signer.ts';
import { type ExplainedAttempt, explainMismatch, type FindingCode, type ReceiverValues } from './explain-mismatch.ts';

const secret = createSecret(Buffer.from('a made-up secret of thirty-two b'));
const older = createSecret(Buffer.from('made up as well, but for sparrow'));
const foreign = createSecret(Buffer.from('another destination, made up too'));
const BODY =
  '{"id":"evt_1","timestamp":"2026-11-02T15:01:00Z","type":"cash_low","data":{"place":"Zürich","url":"https://x.test/","notes":3}}';
const sent: ExplainedAttempt = {
  id: 'evt_1',
  timestampSeconds: 1_793_631_600,
  body: BODY,
  secrets: [secret],
  previousSeconds: [1_793_631_595],
  otherSecrets: [
    { secret: older, owner: 'this destination', expiredAt: '2026-11-02T15:00:00Z' },
    { secret: foreign, owner: 'dst_2' },
  ],
  deliveryId: 'dlv_7',
  incidentId: 'inc_3',
};
const text = revealSecret(secret);
const bare = text.slice('whsec_'.length);
const key = secret.export();

/** A second as a date two hours east of Greenwich. */
const formatInZone = (seconds: number): string =>
  new Date((seconds + 7200) * 1000).toISOString().replace('.000Z', '+02:00');

const listCodes = (values: ReceiverValues, attempt = sent): readonly FindingCode[] =>
  explainMismatch(attempt, values).map(({ code }) => code);

/** Computes a signature as a receiver does, correctly by default. */
function computeSignature({
  from = key as Buffer | string,
  content = `evt_1.1793631600.${BODY}` as Buffer | string,
  algorithm = 'sha256',
  encoding = 'base64' as 'base64' | 'base64url' | 'hex',
} = {}): string {
  return createHmac(algorithm, from).update(content).digest(encoding);
}

const createContent = (body: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from('evt_1.1793631600.'), Buffer.from(body)]);

/** Bodies as receivers change them, with the code and a part of the message. */
const bodies: readonly (readonly [
  what: string,
  seen: Buffer | string,
  found: { readonly code: FindingCode; readonly expectedText: RegExp },
])[] = [
  [
    'spaces after colons',
    BODY.replaceAll('":', '": '),
    { code: 'spacing', expectedText: /byte 6: sent `"`, received a space \(a space after a colon was added/ },
  ],
  [
    'spaces after commas',
    BODY.replaceAll(',"', ', "'),
    { code: 'spacing', expectedText: /a space after a comma was added/ },
  ],
  [
    'indentation',
    JSON.stringify(JSON.parse(BODY), null, 2),
    { code: 'spacing', expectedText: /line breaks and indentation at its start|line breaks/ },
  ],
  [
    'a letter as an escape',
    BODY.replace('ü', '\\u00fc'),
    { code: 'escapes', expectedText: /became the escape \\u00fc/ },
  ],
  ['a solidus as an escape', BODY.replaceAll('/', '\\/'), { code: 'escapes', expectedText: /became the escape \\\// }],
  [
    'a number in another form',
    BODY.replace('3}', '3.0}'),
    { code: 'numbers', expectedText: /the number 3 became 3\.0/ },
  ],
  [
    'members in another order',
    BODY.replace('"id":"evt_1",', '').replace('"type":"cash_low"', '"type":"cash_low","id":"evt_1"'),
    { code: 'key-order', expectedText: /the order of members changed/ },
  ],
  [
    'a member twice',
    BODY.replace('"notes":3', '"notes":2,"notes":3'),
    { code: 'members', expectedText: /a repeated member/ },
  ],
  [
    'another value',
    BODY.replace('cash_low', 'cash_out'),
    { code: 'values', expectedText: /as JSON, \/type has another value/ },
  ],
  [
    'a member more',
    BODY.replace('"notes":3', '"notes":3,"more":1'),
    { code: 'values', expectedText: /\/data\/more was added/ },
  ],
  ['a member less', BODY.replace(',"notes":3', ''), { code: 'values', expectedText: /\/data\/notes is missing/ }],
  ['another kind of value', '[1]', { code: 'values', expectedText: /the whole has another value/ }],
  [
    'a line break at the end',
    `${BODY}\n`,
    { code: 'trailing-newline', expectedText: /received a line break \(a line break was added/ },
  ],
  ['CRLF at the end', `${BODY}\r\n`, { code: 'trailing-newline', expectedText: /received a carriage return/ }],
  ['a byte order mark', `\ufeff${BODY}`, { code: 'byte-order-mark', expectedText: /byte 0: sent `\{`, received 0xef/ }],
  ['nothing', '', { code: 'empty-body', expectedText: /byte 0: sent `\{`, received nothing/ }],
  ['half of it', BODY.slice(0, 40), { code: 'truncated', expectedText: /byte 40: .*received nothing \(it ends there/ }],
  ['more than it', `${BODY}{}`, { code: 'extended', expectedText: /sent nothing, received `\{`/ }],
  ['gzip', gzipSync(BODY), { code: 'compressed', expectedText: /received 0x1f \(it was compressed with gzip/ }],
  [
    'UTF-8 read as Latin-1',
    Buffer.from(Buffer.from(BODY).toString('latin1')),
    { code: 'charset', expectedText: /decoded as Latin-1/ },
  ],
  [
    'UTF-8 read as Windows-1252',
    new TextDecoder('windows-1252').decode(Buffer.from(BODY)),
    { code: 'charset', expectedText: /decoded as Latin-1/ },
  ],
  [
    'Latin-1',
    Buffer.from(BODY, 'latin1'),
    { code: 'charset', expectedText: /sent 0xc3, received 0xfc \(the text was encoded as Latin-1/ },
  ],
  ['UTF-16', Buffer.from(BODY, 'utf16le'), { code: 'charset', expectedText: /UTF-16/ }],
  ['question marks', BODY.replace('ü', '?'), { code: 'charset', expectedText: /were replaced/ }],
  ['replacement characters', BODY.replace('ü', '\ufffd\ufffd'), { code: 'charset', expectedText: /were replaced/ }],
  ['a JSON text in quotes', JSON.stringify(BODY), { code: 'quoted', expectedText: /as JSON twice/ }],
  ['an object as text', '[object Object]', { code: 'object-as-text', expectedText: /keep the raw body/ }],
  ['something else', 'id=evt_1', { code: 'bytes', expectedText: /as received from the connection/ }],
];

describe('the explanation of a body', () => {
  test.each(bodies)('explains %s with the place of the difference', (_, seen, { code, expectedText }) => {
    const [first, ...others] = explainMismatch(sent, { body: seen });
    expect(first).toMatchObject({ code, message: expect.stringMatching(expectedText) });
    expect(others).toEqual([]);
    expect(first?.message).toContain(`at byte ${first?.byte}`);
    expect(listCodes({ content: createContent(seen) })).toEqual([code]);
    expect(listCodes({ signature: computeSignature({ content: createContent(seen) }), body: seen })).toEqual([code]);
  });

  test.each([
    ['a line break that was trimmed', `${BODY}\n`, { seen: BODY, code: 'trailing-newline' }],
    ['a byte order mark that was dropped', `\ufeff${BODY}`, { seen: BODY, code: 'byte-order-mark' }],
    ['CRLF made into LF', '{\r\n"a":1\r\n}', { seen: '{\n"a":1\n}', code: 'line-ends' }],
    ['LF made into CRLF', '{\n"a":1\n}', { seen: '{\r\n"a":1\r\n}', code: 'line-ends' }],
    ['an escape that became a letter', '{"a":"\\u00e9"}', { seen: '{"a":"é"}', code: 'escapes' }],
    ['a number that lost its zeros', '{"a":60.00}', { seen: '{"a":60}', code: 'numbers' }],
    [
      'a number that lost its last digits',
      '{"a":12345678901234567890}',
      { seen: '{"a":12345678901234567000}', code: 'numbers' },
    ],
    ['spaces that were taken away', '{"a": 1}', { seen: '{"a":1}', code: 'spacing' }],
  ] as const)('recognises %s in the body', (_, body, { seen, code }) =>
    expect(listCodes({ body: seen }, { ...sent, body })).toEqual([code]),
  );

  test('returns one finding for each of several changes of the body', () => {
    const seen = BODY.replaceAll('":', '": ').replace('ü', '\\u00fc');
    expect(listCodes({ body: seen })).toEqual(['spacing', 'escapes']);
  });

  test('locates any single changed byte of the body', () => {
    const anyBody = fc.oneof(fc.json(), fc.string({ minLength: 1 })).filter((body) => body.length > 0);
    fc.assert(
      fc.property(anyBody, fc.nat(), fc.integer({ min: 1, max: 255 }), (body, place, change) => {
        const seen = Buffer.from(body);
        const at = place % seen.length;
        seen[at] = (seen[at] ?? 0) ^ change;
        const findings = explainMismatch({ ...sent, body }, { body: seen });
        expect(findings.length).toBeGreaterThan(0);
        for (const finding of findings) expect(finding.byte).toBe(at);
      }),
      { numRuns: chooseRuns(12, 500) },
    );
  });
});

describe('the explanation of a signature', () => {
  test.each<[what: string, signature: string, ...codes: FindingCode[]]>([
    [
      'that JSON was written again with spaces',
      computeSignature({
        content: createContent(
          BODY.replaceAll(':"', ': "').replaceAll(':{', ': {').replace(':3', ': 3').replaceAll(',"', ', "'),
        ),
      }),
      'spacing',
    ],
    [
      'that JSON was indented',
      computeSignature({ content: createContent(JSON.stringify(JSON.parse(BODY), null, 2)) }),
      'spacing',
    ],
    [
      'that letters became escapes',
      computeSignature({ content: createContent(BODY.replace('ü', '\\u00fc')) }),
      'escapes',
    ],
    [
      'that PHP wrote it',
      computeSignature({ content: createContent(BODY.replace('ü', '\\u00fc').replaceAll('/', '\\/')) }),
      'escapes',
    ],
    ['that a line break was added', computeSignature({ content: createContent(`${BODY}\n`) }), 'trailing-newline'],
    ['that the body was empty', computeSignature({ content: createContent('') }), 'empty-body'],
    ['that the body was an object', computeSignature({ content: createContent('[object Object]') }), 'object-as-text'],
    [
      'that the body was garbled',
      computeSignature({ content: createContent(Buffer.from(BODY).toString('latin1')) }),
      'charset',
    ],
    ['that the key was the whole text', computeSignature({ from: text }), 'secret-with-prefix'],
    [
      'that the key was the whole text without padding',
      computeSignature({ from: text.replace(/=+$/, '') }),
      'secret-with-prefix',
    ],
    ['that the prefix was decoded, too', computeSignature({ from: Buffer.from(text, 'base64') }), 'secret-with-prefix'],
    ['that the key was not decoded', computeSignature({ from: bare }), 'secret-not-decoded'],
    ['that the key was hex', computeSignature({ from: key.toString('hex') }), 'secret-encoding'],
    ['that the key was empty', computeSignature({ from: '' }), 'secret-unknown'],
    ['that the key was that of another', computeSignature({ from: foreign.export() }), 'secret-of-another'],
    ['that the key was an old one', computeSignature({ from: older.export() }), 'secret-expired'],
    [
      'that the timestamp was in milliseconds',
      computeSignature({ content: `evt_1.1793631600000.${BODY}` }),
      'milliseconds',
    ],
    [
      'that the timestamp was a date',
      computeSignature({ content: `evt_1.${new Date(1_793_631_600_000).toISOString()}.${BODY}` }),
      'timestamp-format',
    ],
    [
      'that the timestamp was a date without milliseconds',
      computeSignature({ content: `evt_1.${new Date(1_793_631_600_000).toISOString().replace('.000', '')}.${BODY}` }),
      'timestamp-format',
    ],
    [
      'that the timestamp was that of the event',
      computeSignature({ content: `evt_1.2026-11-02T15:01:00Z.${BODY}` }),
      'event-timestamp',
    ],
    [
      'that the timestamp was that of the event in seconds',
      computeSignature({ content: `evt_1.${Date.parse('2026-11-02T15:01:00Z') / 1000}.${BODY}` }),
      'event-timestamp',
    ],
    ['that the id was that of the delivery', computeSignature({ content: `dlv_7.1793631600.${BODY}` }), 'delivery-id'],
    ['that the id was that of the incident', computeSignature({ content: `inc_3.1793631600.${BODY}` }), 'incident-id'],
    [
      'that the id was that of the incident, and the timestamp in milliseconds',
      computeSignature({ content: `inc_3.1793631600000.${BODY}` }),
      'milliseconds',
      'incident-id',
    ],
    [
      'that the timestamp was of an earlier attempt',
      computeSignature({ content: `evt_1.1793631595.${BODY}` }),
      'previous-timestamp',
    ],
    ['that the body was signed alone', computeSignature({ content: BODY }), 'parts'],
    ['that the id was left out', computeSignature({ content: `1793631600.${BODY}` }), 'parts'],
    ['that the timestamp was left out', computeSignature({ content: `evt_1.${BODY}` }), 'parts'],
    ['that the parts changed places', computeSignature({ content: `1793631600.evt_1.${BODY}` }), 'parts'],
    ['that colons separated the parts', computeSignature({ content: `evt_1:1793631600:${BODY}` }), 'separator'],
    ['that nothing separated the parts', computeSignature({ content: `evt_11793631600${BODY}` }), 'separator'],
    ['that it was SHA-1', computeSignature({ algorithm: 'sha1' }), 'algorithm'],
    ['that it was SHA-512', computeSignature({ algorithm: 'sha512' }), 'algorithm'],
    ['that it was written in hex', computeSignature({ encoding: 'hex' }), 'signature-encoding'],
    ['that its padding is missing', computeSignature().replace(/=+$/, ''), 'signature-encoding'],
    ['that it was right', computeSignature(), 'comparison'],
    ['that it was right, with its version', `v1,${computeSignature()}`, 'comparison'],
    ['two mistakes at once', computeSignature({ from: text, content: BODY }), 'secret-with-prefix', 'parts'],
    [
      'two mistakes and hex',
      computeSignature({ from: bare, content: createContent(`${BODY}\n`), encoding: 'hex' }),
      'secret-not-decoded',
      'trailing-newline',
      'signature-encoding',
    ],
  ])('reports %s', (_, signature, ...codes) => expect(listCodes({ signature })).toEqual(codes));

  test('reports a signature in URL-safe base64', () => {
    const timestampSeconds = [...Array(50).keys()].find((at) =>
      /[+/]/.test(computeSignature({ content: `evt_1.${at}.${BODY}` })),
    );
    const attempt = { ...sent, timestampSeconds: timestampSeconds ?? expect.fail() };
    const signature = computeSignature({ content: `evt_1.${timestampSeconds}.${BODY}`, encoding: 'base64url' });
    expect(listCodes({ signature }, attempt)).toEqual(['signature-encoding']);
  });

  test('reports an unknown signature together with differences of other values', () => {
    const signature = computeSignature({ from: 'an unknown key' });
    expect(listCodes({ signature })).toEqual(['unexplained']);
    expect(listCodes({ signature: 'no encoding!' })).toEqual(['unexplained']);
    expect(listCodes({ signature, body: `${BODY}\n` })).toEqual(['trailing-newline']);
  });

  test('accepts signatures of either of two signing secrets', () => {
    const rotated = { ...sent, secrets: [older, secret] };
    expect(listCodes({ signature: computeSignature() }, rotated)).toEqual(['comparison']);
    expect(listCodes({ signature: computeSignature({ from: bare }) }, rotated)).toEqual(['secret-not-decoded']);
  });

  test('returns the cause that reproduces the signature first', () => {
    const body = `${BODY}\n`;
    expect(
      listCodes({ body, secret: bare, signature: computeSignature({ from: bare, content: createContent(body) }) }),
    ).toEqual(['secret-not-decoded', 'trailing-newline', 'secret-encoding']);
  });

  test('recognises any JSON body that another serialiser wrote', () => {
    const written = fc.json().filter((body) => JSON.stringify(JSON.parse(body), null, 2) !== body);
    fc.assert(
      fc.property(written, (body) => {
        const seen = JSON.stringify(JSON.parse(body), null, 2);
        const codes = listCodes({ signature: computeSignature({ content: createContent(seen) }) }, { ...sent, body });
        expect(codes).toEqual(listCodes({ body: seen }, { ...sent, body }));
        expect(codes).not.toContain('unexplained');
      }),
      { numRuns: chooseRuns(6, 50) },
    );
  });
});

describe('the explanation of a secret', () => {
  test.each<[what: string, receiverSecret: string, ...codes: FindingCode[]]>([
    ['nothing, if it is the right one', text],
    ['nothing, without padding', text.replace(/=+$/, '')],
    ['that it has a line break', `${text}\n`, 'secret-surrounded'],
    ['that it has quotes', `"${text}"`, 'secret-surrounded'],
    ['that a line break is inside', `${text.slice(0, 20)}\n${text.slice(20)}`, 'secret-surrounded'],
    [
      'that two lines and spaces are inside',
      ` ${text.slice(0, 9)}\r\n  ${text.slice(9, 30)}\r\n${text.slice(30)}`,
      'secret-surrounded',
    ],
    ['that it has the prefix of a signature', `v1,${text}`, 'secret-surrounded'],
    [
      'that it has that prefix, quotes and a line break',
      `"v1,${text.slice(0, 20)}\n${text.slice(20)}"`,
      'secret-surrounded',
    ],
    [
      'that a line break is inside, and its prefix is missing',
      `${bare.slice(0, 20)}\n${bare.slice(20)}`,
      'secret-surrounded',
      'secret-encoding',
    ],
    ['that only the prefix of a signature is present', 'v1,', 'secret-unknown'],
    ['that its end is missing', text.slice(0, -4), 'secret-cut'],
    ['that its prefix is missing', bare, 'secret-encoding'],
    ['that it is in hex', key.toString('hex'), 'secret-encoding'],
    ['that it is that of another', revealSecret(foreign), 'secret-of-another'],
    ['that it is unknown', revealSecret(createSecret(Buffer.alloc(32, 9))), 'secret-unknown'],
    ['that it is none', 'sk_test_123', 'secret-unknown'],
  ])('reports %s', (_, receiverSecret, ...codes) => expect(listCodes({ secret: receiverSecret })).toEqual(codes));

  test('names the owner of a wrong secret and the fingerprint of the right one', () => {
    const [finding] = explainMismatch(sent, { secret: revealSecret(older) });
    expect(finding?.code).toBe('secret-expired');
    expect(finding?.message).toContain('of this destination expired at 2026-11-02T15:00:00Z');
    expect(finding?.message).toContain(fingerprintSigningSecret(secret));
    expect(finding?.message).toContain(fingerprintSigningSecret(older));
  });

  test('never reveals a secret', () => {
    for (const receiverSecret of [text, bare, `${text} `, text.slice(0, -4), revealSecret(foreign), `x${text}`])
      for (const { message } of explainMismatch(sent, {
        secret: receiverSecret,
        signature: computeSignature({ from: receiverSecret }),
      }))
        for (const form of [receiverSecret.trim(), bare, bare.slice(0, 16), key.toString('hex'), key.toString()])
          expect(message).not.toContain(form);
  });
});

describe('the explanation of ids, timestamps and signed content', () => {
  test.each<[what: string, values: ReceiverValues, ...codes: FindingCode[]]>([
    ['nothing, if all agree', { id: 'evt_1', timestamp: 1_793_631_600, body: BODY, secret: text }],
    ['nothing, if nothing is known', {}],
    ['nothing, if what was signed is right', { content: createContent(BODY) }],
    ['that the timestamp is in milliseconds', { timestamp: 1_793_631_600_123 }, 'milliseconds'],
    ['that the timestamp is of an earlier attempt', { timestamp: '1793631595' }, 'previous-timestamp'],
    ['that the timestamp is a date in seconds', { timestamp: '2026-11-02T15:00:00Z' }, 'timestamp-format'],
    ['that the timestamp is another date', { timestamp: '2026-11-02T16:00:00Z' }, 'other-timestamp'],
    ['that the timestamp is a date', { timestamp: new Date(1_793_631_600_000).toISOString() }, 'timestamp-format'],
    ['that the timestamp is a date of another zone', { timestamp: formatInZone(1_793_631_600) }, 'timestamp-format'],
    ['that the timestamp is that of the event', { timestamp: '2026-11-02T15:01:00Z' }, 'event-timestamp'],
    ['that the id is that of the delivery', { id: 'dlv_7' }, 'delivery-id'],
    ['that the id is that of the incident', { id: 'inc_3' }, 'incident-id'],
    ['that the id is another', { id: 'dlv_9' }, 'other-id'],
    ['that the body was signed alone', { content: BODY }, 'parts'],
    ['that colons separate the parts', { content: `evt_1:1793631600:${BODY}` }, 'separator'],
    ['that milliseconds were signed', { content: `evt_1.1793631600000.${BODY}` }, 'milliseconds'],
    [
      'that id and body differ in what was signed',
      { content: `dlv_9.1793631600.${BODY}\n` },
      'other-id',
      'trailing-newline',
    ],
    ['that something else was signed', { content: 'hello' }, 'parts'],
  ])('reports %s', (_, values, ...codes) => expect(listCodes(values)).toEqual(codes));

  test('explains a signature with a wrong id and timestamp', () => {
    const values = { id: 'dlv_9', timestamp: 77, signature: computeSignature({ content: `dlv_9.77.${BODY}` }) };
    expect(listCodes(values)).toEqual(['other-timestamp', 'other-id']);
  });
});

test('returns nothing for the output of the signer', () => {
  const [entry = ''] = createSignatureHeaders(sent)['webhook-signature'].split(' ');
  expect(entry).toBe(`v1,${computeSignature()}`);
});

describe('the explanation after the signing secret was deleted', () => {
  const signature = createSignatureHeaders(sent)['webhook-signature'];
  const rotatedAway: ExplainedAttempt = {
    ...sent,
    secrets: [],
    signatures: [{ fingerprint: fingerprintSigningSecret(secret), signature }],
  };

  test('recognises the sent signature and the fingerprint of a deleted secret', () => {
    expect(listCodes({ signature }, rotatedAway)).toEqual(['comparison']);
    expect(listCodes({ signature: signature.slice('v1,'.length).replace(/=$/, '') }, rotatedAway)).toEqual([
      'signature-encoding',
    ]);
    expect(listCodes({ secret: text }, rotatedAway)).toEqual([]);
  });

  test('explains a signature with another secret or body, although the signing secret was deleted', () => {
    expect(listCodes({ signature: computeSignature({ from: foreign.export() }) }, rotatedAway)).toEqual([
      'secret-of-another',
    ]);
    const respaced = BODY.replace('":', '": ');
    expect(
      listCodes(
        { signature: computeSignature({ content: createContent(respaced) }), secret: text, body: respaced },
        rotatedAway,
      ),
    ).toEqual(['spacing']);
  });

  test('reports that the signing secret was deleted, and names it', () => {
    const [finding, ...others] = explainMismatch(rotatedAway, { signature: computeSignature({ algorithm: 'sha512' }) });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      code: 'unexplained',
      message: expect.stringContaining('the signing secret was deleted'),
    });
    const [stranger] = explainMismatch(rotatedAway, { secret: `whsec_${Buffer.alloc(32).toString('base64')}` });
    expect(stranger?.message).toContain(`was signed with ${fingerprintSigningSecret(secret)}.`);
  });
});

test.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
  ['data', '{"data":', '}'],
])('explains a body of nested %s as one with other bytes', (_, open, close) => {
  const body = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
  const signature = computeSignature({ content: createContent(body) });
  for (const values of [{ body: Buffer.from(body) }, { body: Buffer.from(body), signature }, { signature }])
    expect(explainMismatch(sent, values).length).toBeGreaterThan(0);
  expect(explainMismatch({ ...sent, body }, { body: Buffer.from(`${body} `), signature }).length).toBeGreaterThan(0);
});

describe('a signature of the member data alone', () => {
  const data = JSON.stringify(JSON.parse(BODY).data);
  test.each([
    ['as in the body', data],
    ['with spaces', data.replaceAll('":', '": ').replaceAll(',"', ', "')],
    ['indented', JSON.stringify(JSON.parse(BODY).data, null, 2)],
    ['with escapes', data.replace('ü', '\\u00fc')],
  ])('is explained if it was serialised %s', (_, content) => {
    const signature = computeSignature({ content: createContent(content) });
    expect(listCodes({ signature })).toEqual(['data-alone']);
    expect(listCodes({ signature: computeSignature({ content }) })).toEqual(
      expect.arrayContaining(['data-alone', 'parts']),
    );
  });

  test('is not assumed for a body without the member', () => {
    for (const body of ['[]', '7', '"data"', 'no json', '{"type":"x"}'])
      expect(listCodes({ signature: computeSignature({ content: 'other' }) }, { ...sent, body })).toEqual([
        'unexplained',
      ]);
  });
});

test('a secret with inserted white space and quotes is recognised, wherever they are', () => {
  const inserted = fc.array(fc.tuple(fc.nat(text.length), fc.constantFrom('\n', '\r\n', ' ', '\t', '"', "'")), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(inserted, fc.constantFrom('', 'v1,', 'v1='), (pieces, prefix) => {
      let pasted = text;
      for (const [at, piece] of pieces) pasted = pasted.slice(0, at) + piece + pasted.slice(at);
      expect(listCodes({ secret: prefix + pasted })).toEqual(['secret-surrounded']);
    }),
  );
});
