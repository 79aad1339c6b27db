import { parseSecret, type Secret, type Verdict, verify } from '../../server/delivery/signer.ts';

/** What a receiver with this destination's secret finds when it verifies a delivery. */
export interface SignatureVerdict {
  readonly isVerified: boolean;
  /** For programs. */
  readonly code: Verdict['kind'];
  /** For people. */
  readonly message: string;
}

export interface Verifiable {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Verifies a delivery as a receiver does that has one of `secrets`, newest first, at `nowMs` of the real clock. */
export function judgeSignature(delivery: Verifiable, secrets: readonly string[], nowMs: number): SignatureVerdict {
  const verdict = verify({ ...delivery, secrets: secrets.flatMap(secretFrom), nowMs });
  return { isVerified: verdict.kind === 'ok', code: verdict.kind, message: messageOf(verdict) };
}

function secretFrom(text: string): readonly Secret[] {
  const secret = parseSecret(text);
  return 'fault' in secret ? [] : [secret];
}

function messageOf(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'ok': {
      const which = verdict.secret === 0 ? '' : ' by an older secret,';
      return `signature ok (v1,${which} age ${verdict.ageSeconds} s)`;
    }
    case 'missing-header':
      return `NOT SIGNED: ${verdict.header} is missing`;
    case 'malformed-timestamp':
      return 'SIGNATURE WRONG: webhook-timestamp is no whole number of seconds';
    case 'too-old':
      return `SIGNATURE TOO OLD: made ${verdict.ageSeconds} s ago by this machine's clock, where 300 s are tolerated`;
    case 'too-new':
      return `SIGNATURE TOO NEW: made ${-verdict.ageSeconds} s ahead of this machine's clock, where 300 s are tolerated`;
    case 'malformed-signature':
      return `SIGNATURE WRONG: ${verdict.reason}`;
    case 'no-match':
      return "SIGNATURE WRONG: not made with the destination's secret from these bytes";
    default:
      return unreachable(verdict);
  }
}

function unreachable(value: never): never {
  throw new Error(`an unknown verdict: ${JSON.stringify(value)}`);
}
