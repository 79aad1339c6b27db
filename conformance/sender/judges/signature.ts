import { SCHEMES, type SignatureScheme } from '../../webhooks/scheme.ts';
import { decodeSecret } from '../../webhooks/secret.ts';
import { formatSignatureVerdict, type SignatureVerdict, verifySignature } from '../../webhooks/signature.ts';
import { type Delivery, valuesOf } from '../delivery.ts';
import { each, type Hearing, type Judge, notApplicable, untestable } from '../judge.ts';

/** The two documented rules of signing, and what is assumed of a secret that is being replaced. */
export const signatureJudges: readonly Judge[] = [
  {
    id: 'signature/present',
    title: 'Every delivery carries a signature',
    level: 'must',
    rule: 'events.signed_push',
    judge: ({ deliveries, scheme }) =>
      each(deliveries, `a signature in the header ${scheme.signatureHeader}`, (delivery) => {
        const values = valuesOf(delivery, scheme.signatureHeader).filter((value) => value !== '');
        if (values.length === 0) return `the header ${scheme.signatureHeader} is missing or empty`;
        return values.some((value) => partsOf(scheme, value).some((part) => part.startsWith(scheme.prefix)))
          ? undefined
          : `no signature in ${scheme.signatureHeader} begins with "${scheme.prefix}"`;
      }),
  },
  {
    id: 'signature/verifies',
    title: 'The signature of every delivery is made of its bytes with the secret of the destination',
    level: 'must',
    rule: 'events.signed_push',
    judge(hearing) {
      const { deliveries, scheme, secrets } = hearing;
      if (secrets.length === 0) return untestable('no secret was given; give the one of the destination with --secret');
      return each(deliveries, `a signature by the scheme ${scheme.name} that a given secret verifies`, (delivery) => {
        const verdict = verdictOf(delivery, hearing);
        return verdict.kind === 'valid' ? undefined : formatSignatureVerdict(verdict) + hintFor(delivery, hearing);
      });
    },
  },
  {
    id: 'signature/rotation',
    title: 'While a secret is being replaced, every delivery is signed with both',
    level: 'advice',
    rule: 'events.signature',
    judge(hearing) {
      const { deliveries, scheme, secrets } = hearing;
      if (scheme.separator === null) return notApplicable(`the scheme ${scheme.name} has room for one signature`);
      if (secrets.length < 2) return notApplicable('one secret was given; during a rotation, give both');
      return each(deliveries, 'a signature with each of the secrets that were given', (delivery) => {
        const missing = secrets.flatMap((secret, index) =>
          verdictOf(delivery, { ...hearing, secrets: [secret] }).kind === 'valid' ? [] : [index + 1],
        );
        return missing.length === 0 ? undefined : `no signature with secret ${missing.join(' and ')}`;
      });
    },
  },
];

/** The verdict on a signature whatever its time; that is another question. */
function verdictOf(delivery: Delivery, { scheme, secrets }: Pick<Hearing, 'scheme' | 'secrets'>): SignatureVerdict {
  const { headers, body, receivedAtMs: nowMs } = delivery;
  return verifySignature(scheme, { headers, body, secrets, nowMs, toleranceSeconds: Number.POSITIVE_INFINITY });
}

const partsOf = ({ separator }: SignatureScheme, value: string): readonly string[] =>
  (separator === null ? [value] : value.split(separator)).map((part) => part.trim());

/** Other ways of signing that would have verified, as the end of a sentence. */
function hintFor(delivery: Delivery, { scheme, secrets }: Hearing): string {
  const guesses: readonly (readonly [words: string, scheme: SignatureScheme])[] = [
    ['with the secret taken as text, undecoded', { ...scheme, secretForm: 'text' }],
    ['over the body alone', { ...scheme, signedContent: '{body}' }],
    ['over time and body, without the id', { ...scheme, signedContent: '{timestamp}.{body}' }],
    ['written in hexadecimal', { ...scheme, encoding: 'hex' }],
    ...Object.values(SCHEMES).map((one) => [`by the scheme ${one.name}`, one] as const),
  ];
  const right = guesses.find(([, guess]) => {
    const usable = secrets.filter((secret) => isOfForm(guess, secret));
    return usable.length > 0 && verdictOf(delivery, { scheme: guess, secrets: usable }).kind === 'valid';
  });
  return right === undefined ? '' : `; it would be right ${right[0]}`;
}

function isOfForm({ secretForm }: SignatureScheme, secret: string): boolean {
  try {
    return decodeSecret(secretForm, secret).length > 0;
  } catch {
    return false;
  }
}
