import { SCHEMES, type SignatureScheme } from '../webhooks/scheme.ts';
import { decodeSecret } from '../webhooks/secret.ts';
import type { Answer, Courier } from './courier.ts';
import { deliveryOf } from './delivery.ts';
import { inWords, isTaken } from './judge.ts';
import type { Bench } from './probe.ts';
import type { Diagnosis } from './result.ts';

/**
 * Finds out why an ordinary delivery was not taken: by what came back, and by deliveries that make the usual mistakes of
 * receivers themselves. The one that is taken names the mistake.
 */
export async function diagnosed(
  answer: Answer,
  bench: Bench,
  { send, nowMs, toleranceSeconds }: { send: Courier; nowMs: number; toleranceSeconds: number | undefined },
): Promise<Diagnosis> {
  if (answer.kind === 'unreachable') return { kind: 'unreachable', findings: [answer.words] };
  if (answer.kind !== 'answered') return { kind: 'silent', findings: [answer.words] };
  const came = `an ordinary delivery, signed with this secret, was answered with ${inWords(answer)}`;
  const plain = plainlyWrong(answer);
  const found = plain ?? (await mistake(bench, send)) ?? NOTHING;
  const clock = clockOff(answer, nowMs, toleranceSeconds);
  const findings = [came, found, ...(clock === undefined ? [] : [clock])];
  return { kind: 'refused', findings, ...(answer.text === '' ? {} : { said: answer.text }) };
}

const NOTHING =
  'whatever else was tried was refused as well: the receiver has another secret, or something before it refuses (a ' +
  'password, a list of addresses, a token; --header adds one)';

type Answered = Extract<Answer, { readonly kind: 'answered' }>;

/** What a status says without further questions. */
function plainlyWrong({ status, headers }: Answered): string | undefined {
  if (status >= 300 && status < 400) {
    const [, location = 'nowhere'] = headers.find(([name]) => name.toLowerCase() === 'location') ?? [];
    return `it leads on to ${location.slice(0, 200)}: senders do not follow, so give the address where it ends`;
  }
  return PLAIN[status];
}

const PLAIN: Readonly<Record<number, string>> = {
  404: 'nothing is at this path: is the path of the handler in the URL?',
  405: 'nothing takes a POST there: is the path of the handler in the URL?',
  410: 'it says that it is gone for good: is this the address of an old handler?',
  413: 'a body of 1 KB is too large for it: the limit of the body has to be at least 20 KB',
  415: 'it does not take the media type application/json',
  429: 'it limits how fast it is asked: wait, or leave the address of deliveries out of the limit',
  501: 'nothing takes a POST there: is the path of the handler in the URL?',
};

/** A way in which receivers go wrong, as a sender would have to sign to please them. */
interface Variant {
  readonly says: string;
  make(bench: Bench): Pick<Bench, 'scheme' | 'secret'> & { readonly body?: (event: object) => string };
}

/** The first mistake whose delivery is taken, in words. */
async function mistake(bench: Bench, send: Courier): Promise<string | undefined> {
  for (const { says, make } of [...VARIANTS, ...otherSchemes(bench.scheme)]) {
    const { body, ...changed } = make(bench);
    if (!canSign(changed)) continue;
    const event = bench.event(says);
    const written = JSON.stringify(event);
    const twist = body === undefined ? {} : { body: body(event), sentBody: written };
    if (isTaken(await send(deliveryOf({ ...bench, ...changed }, event, twist)))) return `found: ${says}`;
  }
  for (const event of bench.everyType('diagnosis'))
    if (isTaken(await send(deliveryOf(bench, event))))
      return `found: it takes ${event.type} and refuses ${bench.event('valid').type}; acknowledge types that you do not use`;
  return undefined;
}

const otherwise =
  (change: Partial<SignatureScheme>) =>
  ({ scheme, secret }: Bench) => ({ scheme: { ...scheme, ...change }, secret });

const VARIANTS: readonly Variant[] = [
  {
    says: 'it keys the HMAC with the secret as it is written; decode the base64 behind whsec_ first',
    make: otherwise({ secretForm: 'text' }),
  },
  {
    says: 'it keys the HMAC with the text behind whsec_; that is base64, decode it first',
    make: ({ scheme, secret }) => ({
      scheme: { ...scheme, secretForm: 'text' },
      secret: secret.replace(/^whsec_/, ''),
    }),
  },
  {
    says: 'it works the signature out from the body alone; put id and time before it, as the scheme says',
    make: otherwise({ signedContent: '{body}' }),
  },
  {
    says: 'it works the signature out from time and body, without the id',
    make: otherwise({ signedContent: '{timestamp}.{body}' }),
  },
  {
    says: 'it works the signature out from id and body, without the time',
    make: otherwise({ signedContent: '{id}.{body}' }),
  },
  { says: 'it compares with a digest in hexadecimal; the scheme has base64', make: otherwise({ encoding: 'hex' }) },
  { says: 'it compares with a digest in base64; the scheme has hexadecimal', make: otherwise({ encoding: 'base64' }) },
  {
    says: 'it compares with a digest in the base64 of URLs (- and _); the scheme has + and /',
    make: otherwise({ encoding: 'base64url' }),
  },
  {
    says: 'it compares the whole header with the digest; cut off what stands before the digest',
    make: otherwise({ prefix: '' }),
  },
  { says: 'it expects the time in milliseconds; the scheme has seconds', make: otherwise({ timestampUnit: 'ms' }) },
  { says: 'it uses SHA-1; the scheme has another hash', make: otherwise({ hash: 'sha1' }) },
  { says: 'it uses SHA-512; the scheme has another hash', make: otherwise({ hash: 'sha512' }) },
  {
    says: 'it parses the body and writes it again before it works the signature out (as Python does); use the bytes that came',
    make: ({ scheme, secret }) => ({ scheme, secret, body: respaced }),
  },
  {
    says: 'it parses the body and writes it again, members in the order of their names; use the bytes that came',
    make: ({ scheme, secret }) => ({ scheme, secret, body: reordered }),
  },
];

/** Each scheme that the kit knows, with the secret as that scheme reads it, and as text. */
const otherSchemes = (own: SignatureScheme): Variant[] =>
  Object.values<SignatureScheme>(SCHEMES)
    .filter(({ name }) => name !== own.name)
    .flatMap((scheme) => [
      {
        says: `it expects the scheme ${scheme.name}: --scheme ${scheme.name}`,
        make: ({ secret }) => ({ scheme, secret }),
      },
      {
        says: `it expects the headers of the scheme ${scheme.name}, with this secret decoded`,
        make: ({ secret }) => ({ scheme: { ...scheme, secretForm: own.secretForm }, secret }),
      },
    ]);

function canSign({ scheme, secret }: Pick<Bench, 'scheme' | 'secret'>): boolean {
  try {
    return decodeSecret(scheme.secretForm, secret).length > 0;
  } catch {
    return false; // this secret cannot be read so, hence nobody reads it so
  }
}

/** JSON as Python writes it by default: a space behind commas and colons. Within texts no line ends. */
const respaced = (event: object): string =>
  JSON.stringify(event, null, 1)
    .replaceAll(/(?<=[{[])\n */g, '')
    .replaceAll(/\n *(?=[}\]])/g, '')
    .replaceAll(/\n */g, ' ');

const reordered = (event: object): string =>
  JSON.stringify(event, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Reports a clock of the receiver that is further off than it allows others to be: usually 300 s. */
function clockOff({ headers }: Answered, nowMs: number, toleranceSeconds = 300): string | undefined {
  const [, date = ''] = headers.find(([name]) => name.toLowerCase() === 'date') ?? [];
  const offSeconds = Math.round((Date.parse(date) - nowMs) / 1000);
  if (!(Math.abs(offSeconds) > toleranceSeconds - 2)) return undefined; // also where there is no date
  return `its clock is ${Math.abs(offSeconds)} s ${offSeconds > 0 ? 'ahead' : 'behind'}: every delivery looks too ${offSeconds > 0 ? 'old' : 'new'} to it`;
}
