import { createHmac } from 'node:crypto';

/*
 * Test vectors for signers and verifiers of deliveries (gap events.signature). `npm run generate` writes them to
 * `spec/webhook-vectors.json`, for programs in any language; the package exports the file. The signatures are computed here, not by the signer of the
 * server, so that the tests of the signer are independent.
 */

/** The result of verifying a delivery. Every result except `ok` is a rejection. */
export type ExpectedVerdict =
  | 'ok'
  | 'missing-header'
  | 'malformed-timestamp'
  | 'too-old'
  | 'too-new'
  | 'malformed-signature'
  | 'no-match';

export interface WebhookVector {
  readonly name: string;
  /** Present if a signer must return exactly `headers`: the content to sign, and the secrets, newest first. */
  readonly signer?: {
    readonly id: string;
    readonly timestamp_seconds: number;
    readonly body: string;
    readonly secrets: readonly string[];
  };
  readonly headers: Readonly<Record<string, string>>;
  /** The received body; its UTF-8 bytes. */
  readonly body: string;
  /** The same bytes in base64, for programs that cannot read every text exactly. */
  readonly body_base64: string;
  /** The secret of the receiver. */
  readonly secret: string;
  /** The clock of the receiver. It tolerates 300 seconds in both directions. */
  readonly now_seconds: number;
  readonly expected: ExpectedVerdict;
  /** Why, as a sentence. */
  readonly reason: string;
}

const REASONS: Readonly<Record<ExpectedVerdict, string>> = {
  ok: 'A signature matches the content and the secret, and the timestamp is at most 300 seconds away.',
  'missing-header': 'A header is missing or empty.',
  'malformed-timestamp': 'The timestamp is not a whole number of seconds.',
  'too-old': 'The timestamp is more than 300 seconds in the past.',
  'too-new': 'The timestamp is more than 300 seconds in the future.',
  'malformed-signature': 'No entry is "v1," and the base64 of 32 bytes.',
  'no-match': 'No signature matches the content and the secret.',
};

const encodeSecret = (text: string): string => `whsec_${Buffer.from(text).toString('base64')}`;

const NORTH = encodeSecret('a made-up secret of thirty-two b');
const OLDER = encodeSecret('made up as well, but for sparrow');
const OLDEST = encodeSecret('the third made-up one, long gone');
const STRANGER = encodeSecret('another destination, made up too');
const SHORTEST = encodeSecret('made up, 24 bytes long!!');
const LONGEST = encodeSecret('made up, and as long as a secret may be, which is 64 bytes, done');

const ID = 'evt_01HF5ZVQ3M8TJ7K2RWX4YB6CDE';
const AT = 1_793_631_600;
const BODY = '{"id":"evt_01HF5ZVQ3M8TJ7K2RWX4YB6CDE","type":"cash_low","data":{"notes_remaining":3}}';

const decodeSecret = (secret: string): Buffer => Buffer.from(secret.slice('whsec_'.length), 'base64');

const sign = (body: string, secret: string): string =>
  createHmac('sha256', decodeSecret(secret)).update(`${ID}.${AT}.${body}`).digest('base64');

/** Creates an unchanged delivery of a correct signer, for a receiver with the newest secret. */
function createSentVector(name: string, changes: Partial<Sent> = {}): WebhookVector {
  const { body = BODY, secrets = [NORTH], secret = secrets[0] ?? NORTH, now = AT } = changes;
  const signatures = secrets.map((one) => `v1,${sign(body, one)}`).join(' ');
  return {
    name,
    signer: { id: ID, timestamp_seconds: AT, body, secrets },
    headers: { 'webhook-id': ID, 'webhook-timestamp': `${AT}`, 'webhook-signature': signatures },
    ...encodeBody(body),
    secret,
    now_seconds: now,
    ...explain('ok'),
  };
}

const encodeBody = (body: string) => ({ body, body_base64: Buffer.from(body).toString('base64') });

const explain = (expected: ExpectedVerdict) => ({ expected, reason: REASONS[expected] });

interface Sent {
  readonly body: string;
  /** The secrets that sign, newest first. */
  readonly secrets: readonly string[];
  /** The secret of the receiver. */
  readonly secret: string;
  /** The clock of the receiver, in seconds. */
  readonly now: number;
}

/** The received values that differ from the sent ones, and the sent ones that differ from the usual. */
interface Arriving {
  readonly headers?: Headers;
  readonly body?: string;
  readonly sent?: Partial<Sent>;
}

/** By name; undefined for a missing header. */
type Headers = Readonly<Partial<Record<`webhook-${'id' | 'timestamp' | 'signature'}`, string | undefined>>>;

/** Creates a delivery that was changed in transit, or that no correct signer sends. */
function createAlteredVector(name: string, arriving: Arriving, expected: ExpectedVerdict): WebhookVector {
  const { signer: _, ...vector } = createSentVector(name, arriving.sent);
  const headers = Object.entries({ ...vector.headers, ...arriving.headers }).filter(
    (header): header is [string, string] => header[1] !== undefined,
  );
  return {
    ...vector,
    headers: Object.fromEntries(headers),
    ...encodeBody(arriving.body ?? vector.body),
    ...explain(expected),
  };
}

const createSignatureHeader = (entry: string): Arriving => ({ headers: { 'webhook-signature': entry } });
const RIGHT = sign(BODY, NORTH);
const computeDigest = (algorithm: string, key: Buffer | string, content = `${ID}.${AT}.${BODY}`): string =>
  createHmac(algorithm, key).update(content).digest('base64');

/** Returns other base64 of the same 32 bytes: the last character before the padding has two bits that decoders ignore. */
const changeUnusedBits = (text: string): string =>
  text.replace(/.(?==$)/, (last) => String.fromCharCode(last.charCodeAt(0) + 1));

const accepted: readonly WebhookVector[] = [
  createSentVector('plain'),
  createSentVector('an empty data member', { body: `{"id":"${ID}","type":"cash_out","data":{}}` }),
  createSentVector('an empty body', { body: '' }),
  createSentVector('an empty object', { body: '{}' }),
  createSentVector('letters outside ASCII', { body: '{"location":"Café Zürich, naïve façade"}' }),
  createSentVector('Greek, Cyrillic and Chinese letters', { body: '{"location":"Αθήνα Москва 北京"}' }),
  createSentVector('emoji, outside the first plane of Unicode', { body: '{"note":"🏧 out of cash 💸"}' }),
  createSentVector('letters written as escapes', { body: '{"location":"Caf\\u00e9","note":"\\ud83c\\udfe7"}' }),
  createSentVector('solidus and line break written as escapes', {
    body: '{"url":"https:\\/\\/example.com\\/a","note":"a\\nb"}',
  }),
  createSentVector('spaces after colons and commas', { body: '{ "id": "x",  "data" : { "n": [1, 2,  3] } }' }),
  createSentVector('line breaks and indentation', { body: '{\n  "id": "x",\n  "data": {}\n}\n' }),
  createSentVector('carriage returns', { body: '{\r\n  "id": "x"\r\n}\r\n' }),
  createSentVector('numbers that a parser would write otherwise', {
    body: '{"a":1.0,"b":1e3,"c":60.00,"d":12345678901234567890}',
  }),
  createSentVector('a member that occurs twice', { body: '{"a":1,"a":2}' }),
  createSentVector('full stops in the body', { body: '{"a":"1.2.3"}' }),
  createSentVector('a big body, 20 KiB', { body: `{"note":"${'cash '.repeat(4096)}"}` }),
  createSentVector('a secret without padding', { secrets: [NORTH.replace(/(?<!=)=+$/, '')] }),
  createSentVector('the shortest secret, 24 bytes', { secrets: [SHORTEST] }),
  createSentVector('the longest secret, 64 bytes', { secrets: [LONGEST] }),
  createSentVector('two signatures, the receiver has the new secret', { secrets: [NORTH, OLDER] }),
  createSentVector('two signatures, the receiver has the old secret', { secrets: [NORTH, OLDER], secret: OLDER }),
  createSentVector('three signatures, the receiver has the second secret', {
    secrets: [NORTH, OLDER, OLDEST],
    secret: OLDER,
  }),
  createSentVector('three signatures, the receiver has the oldest secret', {
    secrets: [NORTH, OLDER, OLDEST],
    secret: OLDEST,
  }),
  createSentVector('as old as is tolerated', { now: AT + 300 }),
  createSentVector('as far ahead as is tolerated', { now: AT - 300 }),
  createAlteredVector('an unknown version first', createSignatureHeader(`v1a,${'A'.repeat(86)}== v1,${RIGHT}`), 'ok'),
  createAlteredVector('an unknown version last', createSignatureHeader(`v1,${RIGHT} v2,bm90IGtub3duIHlldA==`), 'ok'),
  createAlteredVector('a malformed entry before the valid one', createSignatureHeader(`v1,AAAA v1,${RIGHT}`), 'ok'),
];

const refused: readonly WebhookVector[] = [
  createAlteredVector('a body changed in one letter', { body: BODY.replace('cash_low', 'cash_lov') }, 'no-match'),
  createAlteredVector('a body parsed and written again with spaces', { body: BODY.replaceAll(':', ': ') }, 'no-match'),
  createAlteredVector('a body with a line break added', { body: `${BODY}\n` }, 'no-match'),
  createAlteredVector(
    'a body whose escapes became letters',
    { body: '{"a":"é"}', sent: { body: '{"a":"\\u00e9"}' } },
    'no-match',
  ),
  createAlteredVector(
    'a body decoded in another encoding',
    { body: '{"location":"CafÃ©"}', sent: { body: '{"location":"Café"}' } },
    'no-match',
  ),
  createAlteredVector('a body that is lost', { body: '' }, 'no-match'),
  createAlteredVector('another id', { headers: { 'webhook-id': ID.replace('E', 'F') } }, 'no-match'),
  createAlteredVector('another timestamp, not too old', { headers: { 'webhook-timestamp': `${AT + 1}` } }, 'no-match'),
  createAlteredVector('the secret of another destination', { sent: { secret: STRANGER } }, 'no-match'),
  createAlteredVector('a secret whose overlap has ended', { sent: { secret: OLDER } }, 'no-match'),
  createAlteredVector(
    'two signatures, none with the secret of the receiver',
    {
      sent: {
        secrets: [NORTH, OLDER],
        secret: STRANGER,
      },
    },
    'no-match',
  ),
  createAlteredVector(
    'keyed with the text of the secret',
    createSignatureHeader(`v1,${computeDigest('sha256', NORTH)}`),
    'no-match',
  ),
  createAlteredVector(
    'the body signed alone',
    createSignatureHeader(`v1,${computeDigest('sha256', decodeSecret(NORTH), BODY)}`),
    'no-match',
  ),
  createAlteredVector(
    'signed without the id',
    createSignatureHeader(`v1,${computeDigest('sha256', decodeSecret(NORTH), `${AT}.${BODY}`)}`),
    'no-match',
  ),
  createAlteredVector('one second too old', { sent: { now: AT + 301 } }, 'too-old'),
  createAlteredVector('ten minutes too old', { sent: { now: AT + 600 } }, 'too-old'),
  createAlteredVector('one second too far ahead', { sent: { now: AT - 301 } }, 'too-new'),
  createAlteredVector('a timestamp in milliseconds', { headers: { 'webhook-timestamp': `${AT}000` } }, 'too-new'),
  createAlteredVector('a timestamp in words', { headers: { 'webhook-timestamp': 'yesterday' } }, 'malformed-timestamp'),
  createAlteredVector('a negative timestamp', { headers: { 'webhook-timestamp': `-${AT}` } }, 'malformed-timestamp'),
  createAlteredVector('no id', { headers: { 'webhook-id': undefined } }, 'missing-header'),
  createAlteredVector('no timestamp', { headers: { 'webhook-timestamp': undefined } }, 'missing-header'),
  createAlteredVector('no signature', { headers: { 'webhook-signature': undefined } }, 'missing-header'),
  createAlteredVector('an empty signature', createSignatureHeader(''), 'missing-header'),
  createAlteredVector(
    'hex instead of base64',
    createSignatureHeader(`v1,${Buffer.from(RIGHT, 'base64').toString('hex')}`),
    'malformed-signature',
  ),
  createAlteredVector('a signature without its version', createSignatureHeader(RIGHT), 'malformed-signature'),
  createAlteredVector(
    'base64url instead of base64',
    createSignatureHeader(`v1,${Buffer.from(RIGHT, 'base64').toString('base64url')}`),
    'malformed-signature',
  ),
  createAlteredVector(
    'base64 without its padding',
    createSignatureHeader(`v1,${RIGHT.replace(/=+$/, '')}`),
    'malformed-signature',
  ),
  createAlteredVector(
    'base64 with other unused bits',
    createSignatureHeader(`v1,${changeUnusedBits(RIGHT)}`),
    'malformed-signature',
  ),
  createAlteredVector('a version in capitals', createSignatureHeader(`V1,${RIGHT}`), 'malformed-signature'),
  createAlteredVector(
    'signatures separated by commas',
    createSignatureHeader(`v1,${sign(BODY, OLDER)},v1,${RIGHT}`),
    'malformed-signature',
  ),
  createAlteredVector('a version alone', createSignatureHeader('v1'), 'malformed-signature'),
  createAlteredVector('an unknown version alone', createSignatureHeader(`v1a,${RIGHT}`), 'malformed-signature'),
  createAlteredVector(
    'a signature cut short',
    createSignatureHeader(`v1,${RIGHT.slice(0, 20)}`),
    'malformed-signature',
  ),
  createAlteredVector(
    'SHA-1',
    createSignatureHeader(`v1,${computeDigest('sha1', decodeSecret(NORTH))}`),
    'malformed-signature',
  ),
  createAlteredVector(
    'SHA-512',
    createSignatureHeader(`v1,${computeDigest('sha512', decodeSecret(NORTH))}`),
    'malformed-signature',
  ),
];

export const webhookVectors: readonly WebhookVector[] = [...accepted, ...refused];
