import { SCHEMES } from '../../../../conformance/webhooks/scheme.ts';
import { type SignatureVerdict, verdictInWords, verify } from '../../../../conformance/webhooks/signature.ts';

/** The result of verifying a delivery as a receiver would. */
export interface ListenSignatureVerdict {
  readonly isVerified: boolean;
  /** For programs. */
  readonly code: SignatureVerdict['kind'];
  /** For people. */
  readonly message: string;
}

export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The tolerance of the reference libraries. */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies a delivery with `secrets`, newest first, at `nowMs` of the real clock. Uses the kit's verifier, which shares no
 * code with the signer.
 */
export function verifySignature(
  { headers, body }: SignedRequest,
  secrets: readonly string[],
  nowMs: number,
): ListenSignatureVerdict {
  const judged = verify(SCHEMES['standard-webhooks'], {
    headers: Object.entries(headers),
    body,
    secrets,
    nowMs,
    toleranceSeconds: TOLERANCE_SECONDS,
  });
  return { isVerified: judged.kind === 'valid', code: judged.kind, message: formatVerdict(judged) };
}

function formatVerdict(judged: SignatureVerdict): string {
  if (judged.kind === 'too-old' || judged.kind === 'too-new')
    return `SIGNATURE REFUSED: ${verdictInWords(judged)}, according to this machine's clock`;
  if (judged.kind !== 'valid') return `SIGNATURE WRONG: ${verdictInWords(judged)}`;
  const which = judged.secret === 0 ? '' : ' previous secret,';
  return `signature ok (v1,${which} age ${judged.ageSeconds ?? 0} s)`;
}
