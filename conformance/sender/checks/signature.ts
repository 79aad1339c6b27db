import { SCHEMES, type SignatureScheme } from '../../webhooks/scheme.ts';
import { decodeSecret } from '../../webhooks/secret.ts';
import { formatSignatureVerdict, type SignatureVerdict, verifySignature } from '../../webhooks/signature.ts';
import { checkEach, notApplicable, type SenderCheck, type SenderCheckInput, untestable } from '../core/check.ts';
import { listHeaderValues, type ReceivedDelivery } from '../core/received-delivery.ts';

/** Checks of signatures: two documented rules, and an assumed rule for secret rotation. */
export const signatureChecks: readonly SenderCheck[] = [
  {
    id: 'signature/present',
    title: 'Every delivery has a signature',
    level: 'must',
    rule: 'events.signed_push',
    evaluate: ({ deliveries, scheme }) =>
      checkEach(deliveries, `a signature in the header ${scheme.signatureHeader}`, (delivery) => {
        const values = listHeaderValues(delivery, scheme.signatureHeader).filter((value) => value !== '');
        if (values.length === 0) return `the header ${scheme.signatureHeader} is missing or empty`;
        return values.some((value) => splitValue(scheme, value).some((part) => part.startsWith(scheme.prefix)))
          ? undefined
          : `no signature in ${scheme.signatureHeader} starts with "${scheme.prefix}"`;
      }),
  },
  {
    id: 'signature/verifies',
    title: 'The signature of every delivery verifies with the secret of the destination',
    level: 'must',
    rule: 'events.signed_push',
    evaluate(input) {
      const { deliveries, scheme, secrets } = input;
      if (secrets.length === 0) return untestable('no secret given; give the secret of the destination with --secret');
      return checkEach(
        deliveries,
        `a signature by the scheme ${scheme.name} that a given secret verifies`,
        (delivery) => {
          const verdict = verifyDelivery(delivery, input);
          return verdict.kind === 'valid'
            ? undefined
            : formatSignatureVerdict(verdict) + describeValidVariant(delivery, input);
        },
      );
    },
  },
  {
    id: 'signature/rotation',
    title: 'During a secret rotation, every delivery is signed with both secrets',
    level: 'advice',
    rule: 'events.signature',
    evaluate(input) {
      const { deliveries, scheme, secrets } = input;
      if (scheme.separator === null) return notApplicable(`the scheme ${scheme.name} allows only one signature`);
      if (secrets.length < 2) return notApplicable('only checked with two secrets, during a rotation');
      return checkEach(deliveries, 'a signature with each given secret', (delivery) => {
        const missing = secrets.flatMap((secret, index) =>
          verifyDelivery(delivery, { ...input, secrets: [secret] }).kind === 'valid' ? [] : [index + 1],
        );
        return missing.length === 0 ? undefined : `no signature with secret ${missing.join(' and ')}`;
      });
    },
  },
];

/** Verifies a signature regardless of its timestamp, which another check covers. */
function verifyDelivery(
  delivery: ReceivedDelivery,
  { scheme, secrets }: Pick<SenderCheckInput, 'scheme' | 'secrets'>,
): SignatureVerdict {
  const { headers, body, receivedAtMs: nowMs } = delivery;
  return verifySignature(scheme, { headers, body, secrets, nowMs, toleranceSeconds: Number.POSITIVE_INFINITY });
}

const splitValue = ({ separator }: SignatureScheme, value: string): readonly string[] =>
  (separator === null ? [value] : value.split(separator)).map((part) => part.trim());

/** Describes another way of signing that verifies, as the end of a sentence. */
function describeValidVariant(delivery: ReceivedDelivery, { scheme, secrets }: SenderCheckInput): string {
  const guesses: readonly (readonly [words: string, scheme: SignatureScheme])[] = [
    ['with the secret as text, not decoded', { ...scheme, secretForm: 'text' }],
    ['over the body alone', { ...scheme, signedContent: '{body}' }],
    ['over timestamp and body, without the id', { ...scheme, signedContent: '{timestamp}.{body}' }],
    ['written in hexadecimal', { ...scheme, encoding: 'hex' }],
    ...Object.values(SCHEMES).map((one) => [`by the scheme ${one.name}`, one] as const),
  ];
  const right = guesses.find(([, guess]) => {
    const usable = secrets.filter((secret) => isOfForm(guess, secret));
    return usable.length > 0 && verifyDelivery(delivery, { scheme: guess, secrets: usable }).kind === 'valid';
  });
  return right === undefined ? '' : `; it verifies ${right[0]}`;
}

function isOfForm({ secretForm }: SignatureScheme, secret: string): boolean {
  try {
    return decodeSecret(secretForm, secret).length > 0;
  } catch {
    return false;
  }
}
