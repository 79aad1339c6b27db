import { SCHEMES, type SignatureScheme } from '../webhooks/scheme.ts';
import { decodeSecret } from '../webhooks/secret.ts';
import { describeResponse, isAccepted } from './evaluate-probe.ts';
import { createProbeDelivery } from './outgoing-delivery.ts';
import type { ProbeContext } from './probe.ts';
import type { Diagnosis } from './result.ts';
import type { DeliveryResponse, SendDelivery } from './send-delivery.ts';

/**
 * Finds out why a receiver rejected an ordinary delivery: from the response, and with deliveries that contain the usual
 * mistakes of receivers. If the receiver accepts one of them, it makes that mistake.
 */
export async function diagnose(
  answer: DeliveryResponse,
  context: ProbeContext,
  { send, nowMs, toleranceSeconds }: { send: SendDelivery; nowMs: number; toleranceSeconds: number | undefined },
): Promise<Diagnosis> {
  if (answer.kind === 'unreachable') return { kind: 'unreachable', findings: [answer.words] };
  if (answer.kind !== 'answered') return { kind: 'silent', findings: [answer.words] };
  const came = `the response to an ordinary delivery, signed with this secret, was ${describeResponse(answer)}`;
  const plain = explainStatus(answer);
  const found = plain ?? (await findMistake(context, send)) ?? NO_MISTAKE_FOUND;
  const clock = describeClockError(answer, nowMs, toleranceSeconds);
  const findings = [came, found, ...(clock === undefined ? [] : [clock])];
  return { kind: 'refused', findings, ...(answer.text === '' ? {} : { responseBody: answer.text }) };
}

const NO_MISTAKE_FOUND =
  'the receiver also rejected all variants: it has another secret, or something in front of it rejects requests (a ' +
  'password, an IP allowlist, a token; --header adds one)';

type Answered = Extract<DeliveryResponse, { readonly kind: 'answered' }>;

/** Explains statuses that are clear without further deliveries. */
function explainStatus({ status, headers }: Answered): string | undefined {
  if (status >= 300 && status < 400) {
    const [, location = 'nowhere'] = headers.find(([name]) => name.toLowerCase() === 'location') ?? [];
    return `it redirects to ${location.slice(0, 200)}: senders do not follow redirects, so use the final URL`;
  }
  return STATUS_EXPLANATIONS[status];
}

const STATUS_EXPLANATIONS: Readonly<Record<number, string>> = {
  404: 'the path was not found: does the URL contain the path of the handler?',
  405: 'the path does not accept POST: does the URL contain the path of the handler?',
  410: 'the path is gone permanently: is this the URL of an old handler?',
  413: 'the receiver rejects a body of 1 KB as too large: allow at least 20 KB',
  415: 'the receiver does not accept the media type application/json',
  429: 'the receiver limits the request rate: wait, or exempt the webhook path from the limit',
  501: 'the path does not accept POST: does the URL contain the path of the handler?',
};

/** A usual mistake of receivers, with the way of signing that such a receiver accepts. */
interface Variant {
  readonly description: string;
  make(context: ProbeContext): Pick<ProbeContext, 'scheme' | 'secret'> & { readonly body?: (event: object) => string };
}

/** Describes the first mistake whose delivery the receiver accepts. */
async function findMistake(context: ProbeContext, send: SendDelivery): Promise<string | undefined> {
  for (const { description, make } of [...VARIANTS, ...listOtherSchemes(context.scheme)]) {
    const { body, ...changed } = make(context);
    if (!canSign(changed)) continue;
    const event = context.event(description);
    const written = JSON.stringify(event);
    const changes = body === undefined ? {} : { body: body(event), sentBody: written };
    if (isAccepted(await send(createProbeDelivery({ ...context, ...changed }, event, changes))))
      return `found: ${description}`;
  }
  for (const event of context.everyType('diagnosis'))
    if (isAccepted(await send(createProbeDelivery(context, event))))
      return `found: it accepts ${event.type} and rejects ${context.event('valid').type}; acknowledge types that you do not use`;
  return undefined;
}

const changeScheme =
  (change: Partial<SignatureScheme>) =>
  ({ scheme, secret }: ProbeContext) => ({ scheme: { ...scheme, ...change }, secret });

const VARIANTS: readonly Variant[] = [
  {
    description: 'it uses the secret as text for the HMAC key; decode the base64 after whsec_ first',
    make: changeScheme({ secretForm: 'text' }),
  },
  {
    description: 'it uses the text after whsec_ as the HMAC key; that text is base64, decode it first',
    make: ({ scheme, secret }) => ({
      scheme: { ...scheme, secretForm: 'text' },
      secret: secret.replace(/^whsec_/, ''),
    }),
  },
  {
    description: 'it signs the body alone; prepend id and timestamp, as the scheme requires',
    make: changeScheme({ signedContent: '{body}' }),
  },
  {
    description: 'it signs timestamp and body, without the id',
    make: changeScheme({ signedContent: '{timestamp}.{body}' }),
  },
  {
    description: 'it signs id and body, without the timestamp',
    make: changeScheme({ signedContent: '{id}.{body}' }),
  },
  {
    description: 'it compares with a hexadecimal digest; the scheme uses base64',
    make: changeScheme({ encoding: 'hex' }),
  },
  {
    description: 'it compares with a base64 digest; the scheme uses hexadecimal',
    make: changeScheme({ encoding: 'base64' }),
  },
  {
    description: 'it compares with a base64url digest (- and _); the scheme uses base64 with + and /',
    make: changeScheme({ encoding: 'base64url' }),
  },
  {
    description: 'it compares the whole header with the digest; remove the prefix first',
    make: changeScheme({ prefix: '' }),
  },
  {
    description: 'it expects the timestamp in milliseconds; the scheme uses seconds',
    make: changeScheme({ timestampUnit: 'ms' }),
  },
  { description: 'it uses SHA-1; the scheme uses another hash', make: changeScheme({ hash: 'sha1' }) },
  { description: 'it uses SHA-512; the scheme uses another hash', make: changeScheme({ hash: 'sha512' }) },
  {
    description: 'it re-serialises the body before it computes the signature (as Python does); use the received bytes',
    make: ({ scheme, secret }) => ({ scheme, secret, body: serialiseWithSpaces }),
  },
  {
    description:
      'it re-serialises the body with sorted members before it computes the signature; use the received bytes',
    make: ({ scheme, secret }) => ({ scheme, secret, body: serialiseSorted }),
  },
];

/** Every other built-in scheme, with the secret in that scheme's form and in the form of `own`. */
const listOtherSchemes = (own: SignatureScheme): Variant[] =>
  Object.values<SignatureScheme>(SCHEMES)
    .filter(({ name }) => name !== own.name)
    .flatMap((scheme) => [
      {
        description: `it expects the scheme ${scheme.name}: --scheme ${scheme.name}`,
        make: ({ secret }) => ({ scheme, secret }),
      },
      {
        description: `it expects the headers of the scheme ${scheme.name}, with this secret decoded`,
        make: ({ secret }) => ({ scheme: { ...scheme, secretForm: own.secretForm }, secret }),
      },
    ]);

function canSign({ scheme, secret }: Pick<ProbeContext, 'scheme' | 'secret'>): boolean {
  try {
    return decodeSecret(scheme.secretForm, secret).length > 0;
  } catch {
    return false; // the secret is not valid in this form, so no receiver uses it this way
  }
}

/** Serialises JSON as Python does by default: with a space after commas and colons. Strings contain no line breaks. */
const serialiseWithSpaces = (event: object): string =>
  JSON.stringify(event, null, 1)
    .replaceAll(/(?<=[{[])\n */g, '')
    .replaceAll(/\n *(?=[}\]])/g, '')
    .replaceAll(/\n */g, ' ');

const serialiseSorted = (event: object): string =>
  JSON.stringify(event, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Reports a clock of the receiver that differs by more than its tolerance, usually 300 s. */
function describeClockError({ headers }: Answered, nowMs: number, toleranceSeconds = 300): string | undefined {
  const [, date = ''] = headers.find(([name]) => name.toLowerCase() === 'date') ?? [];
  const offSeconds = Math.round((Date.parse(date) - nowMs) / 1000);
  if (!(Math.abs(offSeconds) > toleranceSeconds - 2)) return undefined; // also where there is no date
  return `its clock is ${Math.abs(offSeconds)} s ${offSeconds > 0 ? 'fast' : 'slow'}, so every timestamp is too ${offSeconds > 0 ? 'old' : 'new'} for it`;
}
