import fc, { constant, constantFrom, integer, property, record, string, uint8Array } from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, test } from 'vitest';
import type { HeaderPair } from '../http/client.ts';
import { hasTimestamp, SCHEMES, type SignatureScheme } from './scheme.ts';
import { formatSignatureVerdict, type SignedDelivery, signDelivery, verifySignature } from './signature.ts';

const NOW = 1_793_631_600;
const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another one of thirty-two bytes.').toString('base64')}`;
const THIRD = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
const STANDARD = SCHEMES['standard-webhooks'];
const EVENT = { id: 'evt_01', timestampSeconds: NOW, body: '{"name":"Ämpersand & Söns \u{1f3e7}","data":{}}' };
const schemes = Object.values(SCHEMES) as readonly SignatureScheme[];

/** Returns a delivery of the event with `headers`, received 2.5 seconds after it was sent. */
const createDelivery = (headers: readonly HeaderPair[], change: Partial<SignedDelivery> = {}): SignedDelivery => ({
  headers,
  body: EVENT.body,
  secrets: [SECRET],
  nowMs: NOW * 1000 + 2_500,
  toleranceSeconds: 300,
  ...change,
});

const signEvent = (secrets: readonly string[] = [SECRET], seconds = NOW) =>
  signDelivery(STANDARD, { ...EVENT, timestampSeconds: seconds, secrets });

const replaceHeader = (headers: readonly HeaderPair[], name: string, value: string): HeaderPair[] =>
  headers.map((header) => (header[0] === name ? [name, value] : header));

describe('known schemes', () => {
  test.each(schemes.map((scheme) => [scheme.name, scheme] as const))('%s verifies what it signs', (_, scheme) => {
    const headers = signDelivery(scheme, { ...EVENT, secrets: [SECRET] });
    expect(verifySignature(scheme, createDelivery(headers))).toEqual({
      kind: 'valid',
      secret: 0,
      signature: 0,
      ageSeconds: hasTimestamp(scheme) ? 2 : null,
    });
    expect(verifySignature(scheme, createDelivery(headers, { body: `${EVENT.body} ` }))).toEqual({
      kind: 'no-match',
      tried: 1,
    });
    expect(verifySignature(scheme, createDelivery(headers, { secrets: [OTHER] }))).toEqual({
      kind: 'no-match',
      tried: 1,
    });
  });

  test('accept their own signature of any body, and reject it for a changed body', () => {
    const cases = record({
      scheme: constantFrom(...schemes),
      body: uint8Array({ maxLength: 200 }),
      id: string({ minLength: 1, unit: constantFrom(...'abcXYZ019_-') }),
      seconds: integer({ min: 0, max: 4_000_000_000 }),
      before: constant([OTHER]),
      flip: integer({ min: 0, max: 199 }),
    });
    fc.assert(
      property(cases, ({ scheme, body, id, seconds, before, flip }) => {
        const secrets = scheme.separator === null ? [SECRET] : [...before, SECRET];
        const headers = signDelivery(scheme, { id, timestampSeconds: seconds, body, secrets });
        const there = createDelivery(headers, { body, nowMs: seconds * 1000 });
        expect(verifySignature(scheme, there).kind).toBe('valid');
        const longer = Buffer.concat([body, Buffer.of(0)]);
        const at = flip % longer.length;
        longer[at] = (longer[at] ?? 0) ^ 1;
        expect(verifySignature(scheme, { ...there, body: longer }).kind).toBe('no-match');
      }),
    );
  });

  test('write the headers of their namesakes', () => {
    const of = (name: keyof typeof SCHEMES) => signDelivery(SCHEMES[name], { ...EVENT, secrets: [SECRET] });
    expect(of('svix').map(([name]) => name)).toEqual(['svix-id', 'svix-timestamp', 'svix-signature']);
    expect(of('stripe')).toEqual([['stripe-signature', expect.stringMatching(/^t=1793631600,v1=[0-9a-f]{64}$/)]]);
    expect(of('github')[1]).toEqual(['x-hub-signature-256', expect.stringMatching(/^sha256=[0-9a-f]{64}$/)]);
    expect(of('convoy')).toEqual([['x-convoy-signature', expect.stringMatching(/^[0-9a-f]{64}$/)]]);
  });

  test('reproduce the signature of the example in the documentation of GitHub', () => {
    const [, signature] = signDelivery(SCHEMES.github, {
      ...EVENT,
      body: 'Hello, World!',
      secrets: ["It's a Secret to Everybody"],
    });
    expect(signature?.[1]).toBe('sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17');
  });
});

describe('compatibility with libraries', () => {
  const libraries = [
    ['standardwebhooks', STANDARD, new Webhook(SECRET)],
    ['svix', SCHEMES.svix, new SvixWebhook(SECRET)],
  ] as const;

  test.each(libraries)('%s verifies signatures of the kit', (_, scheme, library) => {
    const seconds = Math.floor(Date.now() / 1000);
    const bodies = [EVENT.body, '{}', '{ "a" :\n "\\u00e9" }', JSON.stringify({ data: 'x'.repeat(20_000) })];
    for (const body of bodies)
      for (const secrets of [[SECRET], [OTHER, SECRET], [SECRET, OTHER], [OTHER, OTHER, SECRET]]) {
        const headers = signDelivery(scheme, { id: 'evt_01', timestampSeconds: seconds, body, secrets });
        expect(() => library.verify(body, Object.fromEntries(headers))).not.toThrow();
        expect(() => library.verify(`${body} `, Object.fromEntries(headers))).toThrow();
      }
  });

  test.each(libraries)('the kit verifies signatures of %s', (_, scheme, library) => {
    const signature = library.sign('evt_01', new Date(NOW * 1000), EVENT.body);
    const headers = replaceHeader(
      signDelivery(scheme, { ...EVENT, secrets: [OTHER] }),
      scheme.signatureHeader,
      signature,
    );
    expect(verifySignature(scheme, createDelivery(headers)).kind).toBe('valid');
  });
});

describe('verify', () => {
  test('returns the indexes of the matching secret and signature', () => {
    const verdict = verifySignature(STANDARD, createDelivery(signEvent([OTHER, SECRET]), { secrets: [THIRD, SECRET] }));
    expect(verdict).toEqual({ kind: 'valid', secret: 1, signature: 1, ageSeconds: 2 });
  });

  test('finds the matching signature after signatures of other versions', () => {
    const [, , [, right] = ['', '']] = signEvent();
    const headers = replaceHeader(signEvent(), 'webhook-signature', `v1a,${right.slice(3)}  v2,zzz ${right}`);
    expect(verifySignature(STANDARD, createDelivery(headers))).toMatchObject({ kind: 'valid', signature: 2 });
  });

  test('ignores the case of header names', () => {
    const shouted = signEvent().map(([name, value]): HeaderPair => [name.toUpperCase(), value]);
    expect(verifySignature(STANDARD, createDelivery(shouted)).kind).toBe('valid');
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'reports a missing, empty or repeated %s',
    (header) => {
      const missing = { kind: 'missing-header', header };
      expect(verifySignature(STANDARD, createDelivery(signEvent().filter(([name]) => name !== header)))).toEqual(
        missing,
      );
      expect(verifySignature(STANDARD, createDelivery(replaceHeader(signEvent(), header, ' ')))).toEqual(missing);
      expect(verifySignature(STANDARD, createDelivery([...signEvent(), [header.toUpperCase(), 'x']]))).toEqual({
        kind: 'repeated-header',
        header,
      });
    },
  );

  test.each(['1e9', '-1', '1793631600.5', '0x10', '01', 'soon'])('rejects the timestamp %s', (value) => {
    const headers = replaceHeader(signEvent(), 'webhook-timestamp', value);
    expect(verifySignature(STANDARD, createDelivery(headers))).toEqual({ kind: 'unreadable-time', value });
  });

  test('reports a missing timestamp in the signature header', () => {
    const headers = signDelivery(SCHEMES.stripe, { ...EVENT, secrets: [SECRET] });
    const [[name, value] = ['', '']] = headers;
    expect(verifySignature(SCHEMES.stripe, createDelivery([[name, value.replace(/^t=\d+,/, '')]]))).toEqual({
      kind: 'unreadable-time',
      value: '',
    });
  });

  test('allows exactly the tolerance in both directions', () => {
    const at = (seconds: number) =>
      verifySignature(STANDARD, createDelivery(signEvent([SECRET], seconds), { nowMs: NOW * 1000 + 999 }));
    expect(at(NOW - 300)).toMatchObject({ kind: 'valid', ageSeconds: 300 });
    expect(at(NOW - 301)).toEqual({ kind: 'too-old', ageSeconds: 301, toleranceSeconds: 300 });
    expect(at(NOW + 300)).toMatchObject({ kind: 'valid', ageSeconds: -300 });
    expect(at(NOW + 301)).toEqual({ kind: 'too-new', ageSeconds: -301, toleranceSeconds: 300 });
  });

  test('does not judge the time if no signature matches', () => {
    expect(verifySignature(STANDARD, createDelivery(signEvent([OTHER], NOW - 10_000)))).toEqual({
      kind: 'no-match',
      tried: 1,
    });
  });

  test('distinguishes signatures of unknown versions from wrong ones', () => {
    const headers = replaceHeader(signEvent(), 'webhook-signature', 'v1a,abc v2,def');
    expect(verifySignature(STANDARD, createDelivery(headers))).toEqual({ kind: 'no-known-version', prefix: 'v1,' });
  });

  test('rejects an empty, shortened, extended or lower-case signature', () => {
    const [, , [, right] = ['', '']] = signEvent();
    for (const value of ['v1,', right.slice(0, -1), `${right}=`, `v1,${right.slice(3).toLowerCase()}`])
      expect(verifySignature(STANDARD, createDelivery(replaceHeader(signEvent(), 'webhook-signature', value)))).toEqual(
        {
          kind: 'no-match',
          tried: 1,
        },
      );
  });

  test('reads milliseconds if the scheme uses them', () => {
    const scheme: SignatureScheme = { ...STANDARD, timestampUnit: 'ms' };
    const headers = signDelivery(scheme, { ...EVENT, secrets: [SECRET] });
    expect(headers[1]).toEqual(['webhook-timestamp', '1793631600000']);
    expect(verifySignature(scheme, createDelivery(headers))).toMatchObject({ kind: 'valid', ageSeconds: 2 });
  });

  test('formatSignatureVerdict formats each kind', () => {
    const verdicts = [
      verifySignature(STANDARD, createDelivery(signEvent())),
      verifySignature(STANDARD, createDelivery([])),
      verifySignature(STANDARD, createDelivery([...signEvent(), ...signEvent()])),
      verifySignature(STANDARD, createDelivery(replaceHeader(signEvent(), 'webhook-timestamp', 'now'))),
      verifySignature(STANDARD, createDelivery(replaceHeader(signEvent(), 'webhook-signature', 'v9,x'))),
      verifySignature(STANDARD, createDelivery(signEvent(), { body: '{}' })),
      verifySignature(STANDARD, createDelivery(signEvent([SECRET], NOW - 600))),
      verifySignature(STANDARD, createDelivery(signEvent([SECRET], NOW + 600))),
    ];
    expect(verdicts.map(formatSignatureVerdict)).toEqual([
      'the signature is valid, age 2 s',
      'the header webhook-id is missing or empty',
      'the header webhook-id occurs more than once',
      'the timestamp is not an integer: "now"',
      'no signature begins with "v1,"',
      'no signature matches (1 tried): the secret differs, or the body was changed after signing',
      'the signature matches, but the delivery is 602 s old; at most 300 s are allowed',
      'the signature matches, but the timestamp is 598 s in the future; at most 300 s are allowed',
    ]);
  });
});

describe('a secret', () => {
  const withSecret = (scheme: SignatureScheme, secret: string) => () =>
    signDelivery(scheme, { ...EVENT, secrets: [secret] });

  test('is accepted with or without whsec_, padded or not', () => {
    const bare = SECRET.slice('whsec_'.length);
    for (const secret of [bare, bare.replace(/=+$/, ''), SECRET.replace(/=+$/, '')])
      expect(verifySignature(STANDARD, createDelivery(signEvent(), { secrets: [secret] })).kind).toBe('valid');
  });

  test('in another format throws, without the secret in the message', () => {
    const cases = [
      [STANDARD, 'whsec_not/base64!'],
      [STANDARD, ''],
      [STANDARD, 'whsec_url-safe_base64'],
      [{ ...STANDARD, secretForm: 'hex' }, 'abc'],
      [SCHEMES.github, ''],
    ] as const;
    for (const [scheme, secret] of cases) {
      expect(withSecret(scheme, secret)).toThrow(/^the secret has the wrong format; expected /);
      if (secret.length > 6) expect(withSecret(scheme, secret)).not.toThrow(secret);
    }
  });

  test('is required, and only one is allowed without a separator', () => {
    expect(() => signEvent([])).toThrow('at least one secret');
    expect(() => signDelivery(SCHEMES.github, { ...EVENT, secrets: [SECRET, OTHER] })).toThrow(
      'room for one signature only',
    );
  });
});
