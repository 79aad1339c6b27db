import { createHash } from 'node:crypto';
import { SCHEMES, type SignatureScheme } from '../../webhooks/scheme.ts';
import { decodeSecret } from '../../webhooks/secret.ts';
import type { ProbeContext, UsualCause } from '../core/probe.ts';
import { formatAsForm, formatAsPython, serialiseForHtml, serialiseSorted, serialiseWithSpaces } from './serialisers.ts';

/** A usual mistake in a verification, with the way of signing that such a receiver accepts. */
export interface SigningMistake {
  readonly description: string;
  readonly fix: Pick<UsualCause, 'line' | 'instead'>;
  /** The check, not the receiver, is configured for another scheme. */
  readonly isConfiguration?: boolean;
  make(context: ProbeContext): Pick<ProbeContext, 'scheme' | 'secret'> & {
    /** Returns the text that is signed instead of the body. */
    readonly body?: (event: object) => string;
    /** Changes the digest. */
    readonly digest?: (digest: string) => string;
    /** Shifts the timestamp. */
    readonly aheadSeconds?: number;
  };
}

const KEY_FIX = {
  line: "createHmac('sha256', secret)",
  instead: "createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))",
};
const CONTENT_FIX = {
  line: 'hmac.update(body)',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an example of code
  instead: 'hmac.update(`${id}.${timestamp}.`).update(body)',
};
const DIGEST_FIX = { line: "hmac.digest('hex')", instead: "hmac.digest('base64')" };
const HASH_FIX = { line: "createHmac('sha1', key)", instead: "createHmac('sha256', key)" };
const TIME_FIX = {
  line: 'if (Math.abs(Date.now() - timestamp) > 300) reject()',
  instead: 'if (Math.abs(Date.now() / 1000 - timestamp) > 300) reject()',
};
const BODY_FIX = { line: 'hmac.update(JSON.stringify(req.body))', instead: 'hmac.update(raw)' };

type Make = SigningMistake['make'];

const changeScheme =
  (change: Partial<SignatureScheme>): Make =>
  ({ scheme, secret }) => ({ scheme: { ...scheme, ...change }, secret });

/** Changes the bytes of the key. The key of an unchanged result is the right one, so that the mistake does not show. */
const changeKey =
  (change: (key: Buffer) => Uint8Array): Make =>
  ({ scheme, secret }) => {
    const key = Buffer.from(change(decodeSecret(scheme.secretForm, secret)));
    return { scheme: { ...scheme, secretForm: 'base64' }, secret: key.toString('base64') };
  };

/** Decodes a changed secret to the key. */
const changeSecret =
  (change: (secret: string) => string): Make =>
  ({ scheme, secret }) => {
    const key = Buffer.from(change(secret), 'base64');
    return { scheme: { ...scheme, secretForm: 'base64' }, secret: key.toString('base64') };
  };

/** Changes the text after the prefix of the secret, which is decoded to the key. */
const changeKeyText = (change: (text: string) => string): Make =>
  changeSecret((secret) => change(secret.replace(/^whsec_/, '')));

const signBody =
  (body: (event: object) => string): Make =>
  ({ scheme, secret }) => ({ scheme, secret, body });

/** The mistakes by what they change. */
const BY_FIX: readonly (readonly [SigningMistake['fix'], Readonly<Record<string, Make>>])[] = [
  [
    KEY_FIX,
    {
      'it uses the secret as text for the HMAC key; decode the base64 after whsec_ first': changeScheme({
        secretForm: 'text',
      }),
      'it uses the text after whsec_ as the HMAC key; that text is base64, decode it first': ({ scheme, secret }) => ({
        scheme: { ...scheme, secretForm: 'text' },
        secret: secret.replace(/^whsec_/, ''),
      }),
      'it decodes the key to UTF-8 text, which damages bytes above 127; keep the bytes': changeKey((key) =>
        Buffer.from(key.toString('utf8')),
      ),
      'it encodes the bytes of the key as UTF-8, one character per byte; keep the bytes': changeKey((key) =>
        Buffer.from(key.toString('latin1'), 'utf8'),
      ),
      'it uses the key as ASCII text, which loses the highest bit of each byte; keep the bytes': changeKey((key) =>
        Buffer.from(key.map((byte) => byte & 127)),
      ),
      'it replaces or drops bytes of the key that are not ASCII text; keep the bytes': changeKey((key) =>
        Buffer.from([...key].filter((byte) => byte < 128)),
      ),
      'it ends the key at its first zero byte; keep all bytes': changeKey((key) =>
        key.subarray(0, key.includes(0) ? key.indexOf(0) : key.length),
      ),
      'it trims the decoded key; keep all bytes': changeKey((key) =>
        Buffer.from(key.toString('latin1').trim(), 'latin1'),
      ),
      'it uses the hexadecimal text of the key as the key; use the bytes': changeKey((key) =>
        Buffer.from(key.toString('hex')),
      ),
      'it decodes the secret twice; decode it once': changeKey((key) => Buffer.from(key.toString('latin1'), 'base64')),
      'it decodes the secret together with whsec_; remove the prefix first': changeSecret((secret) => secret),
      'it decodes the secret together with whsec_, and skips the _; remove the prefix first': changeSecret((secret) =>
        secret.replaceAll('_', ''),
      ),
      'it removes the letters w, h, s, e, c and _ from the beginning of the secret, as a set; remove the prefix as a text':
        changeKeyText((text) => text.replace(/^[whsec_]+/, '')),
      'it removes the letters w, h, s, e, c and _ from both ends of the secret, as a set; remove the prefix as a text':
        changeKeyText((text) => text.replace(/^[whsec_]+|[whsec_]+$/g, '')),
      'it replaces + in the secret by a space, like a form; read the secret unchanged': changeKeyText((text) =>
        text.replaceAll('+', ' '),
      ),
      'it drops + and / from the secret; read the secret unchanged': changeKeyText((text) =>
        text.replaceAll(/[+/]/g, ''),
      ),
      'it drops + from the secret; read the secret unchanged': changeKeyText((text) => text.replaceAll('+', '')),
      'it drops / from the secret; read the secret unchanged': changeKeyText((text) => text.replaceAll('/', '')),
      'it cuts the secret at a + or /; read the secret unchanged': changeKeyText((text) => text.split(/[+/]/)[0] ?? ''),
      'it changes the secret to lower case; read the secret unchanged': changeKeyText((text) => text.toLowerCase()),
      'it changes the secret to upper case; read the secret unchanged': changeKeyText((text) => text.toUpperCase()),
      'it cuts the secret at =, which loses the last bytes of the key; read the secret unchanged': changeKeyText(
        (text) => text.replace(/.{0,3}=+$/, ''),
      ),
      'it uses only the first 16 bytes of the key; use all': changeKey((key) => key.subarray(0, 16)),
      'it uses only the first 24 bytes of the key; use all': changeKey((key) => key.subarray(0, 24)),
      'it uses only the first 32 bytes of the key; use all': changeKey((key) => key.subarray(0, 32)),
      'it uses the SHA-256 of the key as the key; use the key': ({ scheme, secret }) => ({
        scheme: { ...scheme, secretForm: 'base64' },
        secret: hashKey(decodeSecret(scheme.secretForm, secret)),
      }),
    },
  ],
  [
    CONTENT_FIX,
    {
      'it signs the body alone; prepend id and timestamp, as the scheme requires': changeScheme({
        signedContent: '{body}',
      }),
      'it signs timestamp and body, without the id': changeScheme({ signedContent: '{timestamp}.{body}' }),
      'it signs id and body, without the timestamp': changeScheme({ signedContent: '{id}.{body}' }),
      'it signs id and timestamp, without the body': changeScheme({ signedContent: '{id}.{timestamp}' }),
      'it signs the timestamp before the id; the id comes first': changeScheme({
        signedContent: '{timestamp}.{id}.{body}',
      }),
      'it signs the body first; the id and the timestamp come first': changeScheme({
        signedContent: '{body}.{timestamp}.{id}',
      }),
      'it signs id, timestamp and body without dots between them': changeScheme({
        signedContent: '{id}{timestamp}{body}',
      }),
      'it signs id, timestamp and body with colons between them; the scheme uses dots': changeScheme({
        signedContent: '{id}:{timestamp}:{body}',
      }),
      'it signs id, timestamp and body with line breaks between them; the scheme uses dots': changeScheme({
        signedContent: '{id}\n{timestamp}\n{body}',
      }),
      'it signs a line break after the body': changeScheme({ signedContent: '{id}.{timestamp}.{body}\n' }),
      'it signs the version before the id; the scheme does not': changeScheme({
        signedContent: 'v1.{id}.{timestamp}.{body}',
      }),
      'it signs a dot before the id; the scheme does not': changeScheme({ signedContent: '.{id}.{timestamp}.{body}' }),
    },
  ],
  [
    DIGEST_FIX,
    {
      'it compares with a hexadecimal digest; the scheme uses base64': changeScheme({ encoding: 'hex' }),
      'it compares with a base64 digest; the scheme uses hexadecimal': changeScheme({ encoding: 'base64' }),
      'it compares with a base64url digest (- and _); the scheme uses base64 with + and /': changeScheme({
        encoding: 'base64url',
      }),
      'it compares the whole header with the digest; remove the prefix first': changeScheme({ prefix: '' }),
      'it expects v1= before a signature; the scheme uses v1, with a comma': changeScheme({ prefix: 'v1=' }),
      'it expects sha256= before a signature; the scheme uses v1,': changeScheme({ prefix: 'sha256=' }),
      'it compares with a digest without padding; keep the = at its end': ({ scheme, secret }) => ({
        scheme,
        secret,
        digest: (digest) => digest.replace(/=+$/, ''),
      }),
      'it encodes the hexadecimal text of the digest in base64; encode its bytes': ({ scheme, secret }) => ({
        scheme,
        secret,
        digest: (digest) => Buffer.from(Buffer.from(digest, scheme.encoding).toString('hex')).toString('base64'),
      }),
      'it expects a space instead of + in the digest; keep the digest unchanged': ({ scheme, secret }) => ({
        scheme,
        secret,
        digest: (digest) => digest.replaceAll('+', ' '),
      }),
    },
  ],
  [
    HASH_FIX,
    {
      'it uses SHA-1; the scheme uses another hash': changeScheme({ hash: 'sha1' }),
      'it uses SHA-512; the scheme uses another hash': changeScheme({ hash: 'sha512' }),
      'it uses SHA-256; the scheme uses another hash': changeScheme({ hash: 'sha256' }),
    },
  ],
  [
    TIME_FIX,
    {
      'it expects the timestamp in milliseconds; the scheme uses seconds': changeScheme({ timestampUnit: 'ms' }),
      'it expects the timestamp in seconds; the scheme uses milliseconds': changeScheme({ timestampUnit: 's' }),
      'it accepts only timestamps in the past: its tolerance is one-sided, or its clock is slow': shiftTime(-60),
      'it accepts only timestamps in the future: its tolerance is one-sided, or its clock is fast': shiftTime(60),
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 5.5, 6, 7, 8, 9, 10, 11, 12].flatMap((hours) => [
          [`it accepts timestamps ${hours} h ahead: it uses local time, or its clock is fast`, shiftTime(hours * 3600)],
          [`it accepts timestamps ${hours} h back: it uses local time, or its clock is slow`, shiftTime(-hours * 3600)],
        ]),
      ),
    },
  ],
  [
    BODY_FIX,
    {
      'it re-serialises the body before it computes the signature (as Python does); use the received bytes':
        signBody(serialiseWithSpaces),
      'it re-serialises the body with sorted members before it computes the signature; use the received bytes':
        signBody(serialiseSorted),
      'it re-serialises the body with sorted members and spaces before it computes the signature; use the received bytes':
        signBody((event) => serialiseWithSpaces(JSON.parse(serialiseSorted(event)))),
      'it re-serialises the body with indentation before it computes the signature; use the received bytes': signBody(
        (event) => JSON.stringify(event, null, 2),
      ),
      'it re-serialises the body with escaped slashes (as PHP does) before it computes the signature; use the received bytes':
        signBody((event) => JSON.stringify(event).replaceAll('/', '\\/')),
      'it re-serialises the body with escapes for HTML (as Go does) before it computes the signature; use the received bytes':
        signBody(serialiseForHtml),
      'it computes the signature of the printed dictionary of Python; use the received bytes': signBody(formatAsPython),
      'it computes the signature of the body as a form; use the received bytes': signBody(formatAsForm),
      'it changes the body to lower case before it computes the signature; use the received bytes': signBody((event) =>
        JSON.stringify(event).toLowerCase(),
      ),
      'it signs the data member alone; use the received bytes of the whole body': signBody((event) =>
        JSON.stringify(Object(event).data),
      ),
      'it computes the signature of an empty body: something read the body before; use the received bytes': signBody(
        () => '',
      ),
      'it computes the signature of the text [object Object]: the body was parsed before; use the received bytes':
        signBody(() => '[object Object]'),
      'it computes the signature of the base64 of the body; use the received bytes': signBody((event) =>
        Buffer.from(JSON.stringify(event)).toString('base64'),
      ),
    },
  ],
];

function shiftTime(aheadSeconds: number): Make {
  return ({ scheme, secret }) => ({ scheme, secret, aheadSeconds });
}

const hashKey = (key: Buffer): string => createHash('sha256').update(key).digest('base64');

/** Lists the mistakes, the most frequent first, and then the other built-in schemes. */
export const listSigningMistakes = (own: SignatureScheme): readonly SigningMistake[] => [
  ...BY_FIX.flatMap(([fix, mistakes]) =>
    Object.entries(mistakes).map(([description, make]) => ({ description, fix, make })),
  ),
  ...listOtherSchemes(own),
];

/** Every other built-in scheme, with the secret in that scheme's form and in the form of `own`. */
const listOtherSchemes = (own: SignatureScheme): SigningMistake[] =>
  Object.values<SignatureScheme>(SCHEMES)
    .filter(({ name }) => name !== own.name)
    .flatMap((scheme) => [
      {
        description: `it expects the scheme ${scheme.name}: --scheme ${scheme.name}`,
        fix: KEY_FIX,
        isConfiguration: true,
        make: ({ secret }) => ({ scheme, secret }),
      },
      {
        description: `it expects the headers of the scheme ${scheme.name}, with this secret decoded`,
        fix: KEY_FIX,
        isConfiguration: true,
        make: ({ secret }) => ({ scheme: { ...scheme, secretForm: own.secretForm }, secret }),
      },
    ]);
