import { createHmac } from 'node:crypto';

/*
 * Test vectors for signers and verifiers of deliveries (gap events.signature). `npm run generate` writes them to
 * `spec/webhook-vectors.json`, for programs in any language. The signatures are computed here, not by the signer of the
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
  /** The secret of the receiver. */
  readonly secret: string;
  /** The clock of the receiver. It tolerates 300 seconds in both directions. */
  readonly now_seconds: number;
  readonly expected: ExpectedVerdict;
}

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
function sent(name: string, changes: Partial<Sent> = {}): WebhookVector {
  const { body = BODY, secrets = [NORTH], secret = secrets[0] ?? NORTH, now = AT } = changes;
  const signatures = secrets.map((one) => `v1,${sign(body, one)}`).join(' ');
  return {
    name,
    signer: { id: ID, timestamp_seconds: AT, body, secrets },
    headers: { 'webhook-id': ID, 'webhook-timestamp': `${AT}`, 'webhook-signature': signatures },
    body,
    secret,
    now_seconds: now,
    expected: 'ok',
  };
}

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
function altered(name: string, arriving: Arriving, expected: ExpectedVerdict): WebhookVector {
  const { signer: _, ...vector } = sent(name, arriving.sent);
  const headers = Object.entries({ ...vector.headers, ...arriving.headers }).filter(
    (header): header is [string, string] => header[1] !== undefined,
  );
  return { ...vector, headers: Object.fromEntries(headers), body: arriving.body ?? vector.body, expected };
}

const signed = (entry: string): Arriving => ({ headers: { 'webhook-signature': entry } });
const RIGHT = sign(BODY, NORTH);
const withDigest = (algorithm: string, key: Buffer | string, content = `${ID}.${AT}.${BODY}`): string =>
  createHmac(algorithm, key).update(content).digest('base64');

const accepted: readonly WebhookVector[] = [
  sent('plain'),
  sent('an empty data member', { body: `{"id":"${ID}","type":"cash_out","data":{}}` }),
  sent('an empty object', { body: '{}' }),
  sent('letters outside ASCII', { body: '{"location":"Café Zürich, naïve façade"}' }),
  sent('Greek, Cyrillic and Chinese letters', { body: '{"location":"Αθήνα Москва 北京"}' }),
  sent('emoji, outside the first plane of Unicode', { body: '{"note":"🏧 out of cash 💸"}' }),
  sent('letters written as escapes', { body: '{"location":"Caf\\u00e9","note":"\\ud83c\\udfe7"}' }),
  sent('solidus and line break written as escapes', { body: '{"url":"https:\\/\\/example.com\\/a","note":"a\\nb"}' }),
  sent('spaces after colons and commas', { body: '{ "id": "x",  "data" : { "n": [1, 2,  3] } }' }),
  sent('line breaks and indentation', { body: '{\n  "id": "x",\n  "data": {}\n}\n' }),
  sent('carriage returns', { body: '{\r\n  "id": "x"\r\n}\r\n' }),
  sent('numbers that a parser would write otherwise', { body: '{"a":1.0,"b":1e3,"c":60.00,"d":12345678901234567890}' }),
  sent('a member that occurs twice', { body: '{"a":1,"a":2}' }),
  sent('full stops in the body', { body: '{"a":"1.2.3"}' }),
  sent('a big body, 20 KiB', { body: `{"note":"${'cash '.repeat(4096)}"}` }),
  sent('a secret without padding', { secrets: [NORTH.replace(/(?<!=)=+$/, '')] }),
  sent('the shortest secret, 24 bytes', { secrets: [SHORTEST] }),
  sent('the longest secret, 64 bytes', { secrets: [LONGEST] }),
  sent('two signatures, the receiver has the new secret', { secrets: [NORTH, OLDER] }),
  sent('two signatures, the receiver has the old secret', { secrets: [NORTH, OLDER], secret: OLDER }),
  sent('three signatures, the receiver has the second secret', { secrets: [NORTH, OLDER, OLDEST], secret: OLDER }),
  sent('three signatures, the receiver has the oldest secret', { secrets: [NORTH, OLDER, OLDEST], secret: OLDEST }),
  sent('as old as is tolerated', { now: AT + 300 }),
  sent('as far ahead as is tolerated', { now: AT - 300 }),
  altered('an unknown version first', signed(`v1a,${'A'.repeat(86)}== v1,${RIGHT}`), 'ok'),
  altered('an unknown version last', signed(`v1,${RIGHT} v2,bm90IGtub3duIHlldA==`), 'ok'),
  altered('a malformed entry before the valid one', signed(`v1,AAAA v1,${RIGHT}`), 'ok'),
];

const refused: readonly WebhookVector[] = [
  altered('a body changed in one letter', { body: BODY.replace('cash_low', 'cash_lov') }, 'no-match'),
  altered('a body parsed and written again with spaces', { body: BODY.replaceAll(':', ': ') }, 'no-match'),
  altered('a body with a line break added', { body: `${BODY}\n` }, 'no-match'),
  altered('a body whose escapes became letters', { body: '{"a":"é"}', sent: { body: '{"a":"\\u00e9"}' } }, 'no-match'),
  altered('another id', { headers: { 'webhook-id': ID.replace('E', 'F') } }, 'no-match'),
  altered('another timestamp, not too old', { headers: { 'webhook-timestamp': `${AT + 1}` } }, 'no-match'),
  altered('the secret of another destination', { sent: { secret: STRANGER } }, 'no-match'),
  altered('a secret whose overlap has ended', { sent: { secret: OLDER } }, 'no-match'),
  altered(
    'two signatures, none with the secret of the receiver',
    {
      sent: {
        secrets: [NORTH, OLDER],
        secret: STRANGER,
      },
    },
    'no-match',
  ),
  altered('keyed with the text of the secret', signed(`v1,${withDigest('sha256', NORTH)}`), 'no-match'),
  altered('the body signed alone', signed(`v1,${withDigest('sha256', decodeSecret(NORTH), BODY)}`), 'no-match'),
  altered(
    'signed without the id',
    signed(`v1,${withDigest('sha256', decodeSecret(NORTH), `${AT}.${BODY}`)}`),
    'no-match',
  ),
  altered('one second too old', { sent: { now: AT + 301 } }, 'too-old'),
  altered('ten minutes too old', { sent: { now: AT + 600 } }, 'too-old'),
  altered('one second too far ahead', { sent: { now: AT - 301 } }, 'too-new'),
  altered('a timestamp in milliseconds', { headers: { 'webhook-timestamp': `${AT}000` } }, 'too-new'),
  altered('a timestamp in words', { headers: { 'webhook-timestamp': 'yesterday' } }, 'malformed-timestamp'),
  altered('no id', { headers: { 'webhook-id': undefined } }, 'missing-header'),
  altered('no timestamp', { headers: { 'webhook-timestamp': undefined } }, 'missing-header'),
  altered('no signature', { headers: { 'webhook-signature': undefined } }, 'missing-header'),
  altered('an empty signature', signed(''), 'missing-header'),
  altered('hex instead of base64', signed(`v1,${Buffer.from(RIGHT, 'base64').toString('hex')}`), 'malformed-signature'),
  altered('a signature without its version', signed(RIGHT), 'malformed-signature'),
  altered('a version alone', signed('v1'), 'malformed-signature'),
  altered('an unknown version alone', signed(`v1a,${RIGHT}`), 'malformed-signature'),
  altered('a signature cut short', signed(`v1,${RIGHT.slice(0, 20)}`), 'malformed-signature'),
  altered('SHA-1', signed(`v1,${withDigest('sha1', decodeSecret(NORTH))}`), 'malformed-signature'),
  altered('SHA-512', signed(`v1,${withDigest('sha512', decodeSecret(NORTH))}`), 'malformed-signature'),
];

export const webhookVectors: readonly WebhookVector[] = [...accepted, ...refused];
