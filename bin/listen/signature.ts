import { SCHEMES } from '../../conformance/webhooks/scheme.ts';
import { type SignatureVerdict as Judged, verdictInWords, verify } from '../../conformance/webhooks/signature.ts';

/** What a receiver with this destination's secret finds when it verifies a delivery. */
export interface SignatureVerdict {
  readonly isVerified: boolean;
  /** For programs. */
  readonly code: Judged['kind'];
  /** For people. */
  readonly message: string;
}

export interface Verifiable {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** As the reference libraries have it. */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies a delivery as a receiver does that has one of `secrets`, newest first, at `nowMs` of the real clock: with the
 * kit's verifier, which shares nothing with the signer.
 */
export function judgeSignature(
  { headers, body }: Verifiable,
  secrets: readonly string[],
  nowMs: number,
): SignatureVerdict {
  const judged = verify(SCHEMES['standard-webhooks'], {
    headers: Object.entries(headers),
    body,
    secrets,
    nowMs,
    toleranceSeconds: TOLERANCE_SECONDS,
  });
  return { isVerified: judged.kind === 'valid', code: judged.kind, message: messageOf(judged) };
}

function messageOf(judged: Judged): string {
  if (judged.kind === 'too-old' || judged.kind === 'too-new')
    return `SIGNATURE REFUSED: ${verdictInWords(judged)}, by this machine's clock`;
  if (judged.kind !== 'valid') return `SIGNATURE WRONG: ${verdictInWords(judged)}`;
  const which = judged.secret === 0 ? '' : ' by an older secret,';
  return `signature ok (v1,${which} age ${judged.ageSeconds ?? 0} s)`;
}
