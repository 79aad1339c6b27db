import { fingerprintSigningSecret, parseSecret, revealSecret, type Secret } from '../signing/signer.ts';
import type { Finding } from './finding.ts';

/** A secret that did not sign this delivery, with its owner: `the destination "Shop"`, or `this destination`. */
export interface OtherSecret {
  readonly secret: Secret;
  readonly owner: string;
  /** For a secret of this destination: when it expired, RFC 3339. */
  readonly expiredAt?: string;
}

/** The secrets of a delivery's signatures. */
export interface SigningSecrets {
  /** Those that were not deleted. */
  readonly secrets: readonly Secret[];
  /** Fingerprints of all of them. */
  readonly fingerprints: readonly string[];
}

/** Explains what is wrong with the receiver's secret. Messages contain fingerprints, never a secret. */
export function explainSecret(
  text: string,
  signing: SigningSecrets,
  others: readonly OtherSecret[],
): readonly Finding[] {
  const bare = extractSecret(text);
  const surrounded: readonly Finding[] = bare === text ? [] : [SURROUNDED];
  return [...surrounded, ...explainUnquotedSecret(bare, signing, others)];
}

const SURROUNDED: Finding = {
  code: 'secret-surrounded',
  message:
    'The secret has spaces, line breaks or quotes in it or around it, or v1, before it, which belongs to signatures. Remove them.',
};

/** Returns a secret as it was before it was pasted with quotes, white space, or the prefix of a signature. */
export const extractSecret = (text: string): string => text.replace(/[\s"']+/g, '').replace(/^v1[,=](?=whsec_)/, '');

function explainUnquotedSecret(
  text: string,
  signing: SigningSecrets,
  others: readonly OtherSecret[],
): readonly Finding[] {
  const { secrets, fingerprints } = signing;
  const signers = describeSigners(signing);
  const parsed = parseSecret(text);
  const isSecret = !('fault' in parsed);
  if (isSecret && fingerprints.includes(fingerprintSigningSecret(parsed))) return [];
  if (text.length > 'whsec_'.length && secrets.some((secret) => revealSecret(secret).startsWith(text)))
    return [{ code: 'secret-cut', message: `The end of the secret is missing: ${signers}.` }];
  if (secrets.some((secret) => listOtherForms(secret).includes(text))) {
    const message = 'The secret is right, but in another form. Write it as whsec_ and standard base64.';
    return [{ code: 'secret-encoding', message }];
  }
  if (!isSecret)
    return [{ code: 'secret-unknown', message: `This is not a secret of this sandbox: ${signers}. ${parsed.fault}` }];
  const other = others.find(({ secret }) => secret.equals(parsed));
  const name = `The secret ${fingerprintSigningSecret(parsed)}`;
  return other === undefined
    ? [{ code: 'secret-unknown', message: `${name} is unknown to this sandbox: ${signers}.` }]
    : [explainOtherSecret(name, other, signers)];
}

/** Explains why a receiver may have a secret that did not sign. */
export function explainOtherSecret(name: string, { owner, expiredAt }: OtherSecret, signers: string): Finding {
  if (expiredAt === undefined)
    return { code: 'secret-of-another', message: `${name} belongs to ${owner}: ${signers}.` };
  const message = `${name} of ${owner} expired at ${expiredAt}: ${signers}. Give the receiver the new one.`;
  return { code: 'secret-expired', message };
}

export const describeSigners = ({ fingerprints }: SigningSecrets): string =>
  `this delivery was signed with ${fingerprints.join(' and ')}`;

/** Returns the same bytes in forms that users write by mistake. */
function listOtherForms(secret: Secret): readonly string[] {
  const bytes = secret.export();
  const base64 = bytes.toString('base64');
  const unpadded = base64.replace(/(?<!=)=+$/, '');
  const url = unpadded.replaceAll('+', '-').replaceAll('/', '_'); // browsers share this code and have no base64url
  const hex = bytes.toString('hex');
  return [base64, unpadded, url, `whsec_${url}`, hex, `whsec_${hex}`];
}
