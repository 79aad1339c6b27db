import { SCHEMES } from '../../../../conformance/webhooks/scheme.ts';
import {
  formatSignatureVerdict,
  type SignatureVerdict,
  verifySignature,
} from '../../../../conformance/webhooks/signature.ts';

/** The result of verifying a delivery as a receiver would. */
export interface ListenSignatureVerdict {
  readonly isVerified: boolean;
  /** For programs. */
  readonly code: SignatureVerdict['kind'];
  /** For people. */
  readonly message: string;
}

export interface ForwardedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The tolerance of the reference libraries. */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies a delivery with `secrets`, newest first, at `nowMs` of the real clock. Uses the kit's verifier, which shares no
 * code with the signer.
 */
export function verifyDelivery(
  { headers, body }: ForwardedRequest,
  secrets: readonly string[],
  nowMs: number,
): ListenSignatureVerdict {
  const judged = verifySignature(SCHEMES['standard-webhooks'], {
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
    return `SIGNATURE REFUSED: ${formatSignatureVerdict(judged)}, according to this machine's clock`;
  if (judged.kind !== 'valid') return `SIGNATURE WRONG: ${formatSignatureVerdict(judged)}`;
  const which = judged.secret === 0 ? '' : ' previous secret,';
  return `signature ok (v1,${which} age ${judged.ageSeconds ?? 0} s)`;
}
