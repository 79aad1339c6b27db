import type { Answer } from './answer.ts';
import type { Attempt, AttemptError, AttemptResponse, AttemptTimings, Due, Now } from './delivery.ts';
import type { Send, SendOutcome } from './sender.ts';
import { type Signable, signRequest } from './signed-request.ts';

/** An attempt as it was made, before it is known what follows. */
export type MadeAttempt = Omit<Attempt, 'n' | 'next'>;

/** What an attempt is made of. */
export interface Attemptable extends Omit<Signable, 'now'> {
  readonly trigger: Attempt['trigger'];
  /** When it was due; absent where no schedule asked for it. */
  readonly due?: Due;
  readonly now: () => Now;
  readonly send: Send;
}

/**
 * Signs a delivery for now, posts it to its target and says what came of it. Throws for a listener, which has no address,
 * and for headers that HTTP cannot carry.
 */
export async function makeAttempt({ due, now, send, trigger, ...signable }: Attemptable): Promise<MadeAttempt> {
  const { url } = signable.target;
  if (url === null) throw new TypeError('a listener has no address: it fetches its deliveries');
  const started = now();
  const { headers, attempted } = signRequest({ ...signable, now: started });
  const outcome = await send({ url, headers, body: signable.body });
  return {
    trigger,
    atMs: due?.clock === 'sandbox' ? due.atMs : started.sandboxMs,
    sentAtMs: started.realMs,
    request: attempted,
    response: responseOf(outcome.answer),
    error: errorOf(outcome),
    timings: timingsOf(outcome.timings),
  };
}

/** Why it counts as a failure; null for a status that means success. */
function errorOf(outcome: SendOutcome): AttemptError | null {
  if (outcome.kind === 'failed') return { code: outcome.error, message: outcome.message };
  return statusError(outcome.answer.status);
}

/** What a status means for a delivery: null where it was taken. Redirects are not followed. @see gap events.retries */
export function statusError(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) {
    return { code: 'redirect', message: `It answered ${status}; deliveries do not follow redirects.` };
  }
  if (status === 410) return { code: 'status', message: 'It answered 410: it wants no more deliveries.' };
  return { code: 'status', message: `It answered ${status} where 2xx was expected.` };
}

function responseOf(answer: Answer | undefined): AttemptResponse | null {
  if (answer === undefined) return null;
  const { status, statusText, headers, body, isTruncated } = answer;
  return { status, statusText, headers, body, isTruncated };
}

function timingsOf({ dnsMs, connectMs, tlsMs, firstByteMs, totalMs }: SendOutcome['timings']): AttemptTimings {
  return {
    dns: dnsMs ?? null,
    connect: connectMs ?? null,
    tls: tlsMs ?? null,
    firstByte: firstByteMs ?? null,
    total: totalMs,
  };
}
