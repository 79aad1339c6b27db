import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { InboxAnswer } from '../../world/state/destinations.ts';

/** The configured response of an inbox in the form of the contract. @see gap inbox.answers */
type Given = SandboxSchemas['InboxAnswer'];

export function parseInboxAnswer({
  never,
  status = 200,
  delay_ms: delayMs = 0,
  retry_after_seconds: retryAfterSeconds,
}: Given): InboxAnswer {
  if (never === true) return { status: 'never' };
  return { status, delayMs, retryAfterSeconds: retryAfterSeconds ?? null };
}

export function presentInboxAnswer(answer: InboxAnswer): Given {
  if (answer.status === 'never') return { never: true };
  const { status, delayMs, retryAfterSeconds } = answer;
  return {
    status,
    ...(delayMs === 0 ? {} : { delay_ms: delayMs }),
    ...(retryAfterSeconds === null ? {} : { retry_after_seconds: retryAfterSeconds }),
  };
}
