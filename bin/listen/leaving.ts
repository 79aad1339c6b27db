import { NoAnswer, NoCredentials, Refused } from '../client.ts';
import type { Ending } from './delivery.ts';

/** Why a listener left the stream, and so whether it comes back. */
export type Left =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'enough' }
  /** `not-let-in`: the credentials are wrong, or late after a new start of the sandbox. `refused`: nothing helps. */
  | { readonly kind: 'lost' | 'not-let-in' | 'gone' | 'replaced' | 'refused'; readonly reason: string };

/** What an end that the sandbox announced means. */
export function leftAfter({ code, reason }: Ending, destinationId: string): Left {
  if (code === 'replaced')
    return { kind: 'replaced', reason: `Another listener took over ${destinationId}; this one ends.` };
  if (code === 'gone') return goneFrom(destinationId);
  return { kind: 'lost', reason };
}

/** What an error on the way means. Throws what is no answer of the sandbox or the network. */
export function leftBecauseOf(error: unknown, destinationId: string): Left {
  if (error instanceof NoCredentials)
    return { kind: 'lost', reason: 'The sandbox has stopped, it seems: its token is not kept here any more.' };
  if (!(error instanceof NoAnswer)) throw error;
  const { message: reason } = error;
  if (!(error instanceof Refused)) return { kind: 'lost', reason };
  const { status } = error;
  if (status === 404) return goneFrom(destinationId);
  if (status === 401 || status === 403) return { kind: 'not-let-in', reason };
  const isPassing = status < 400 || status === 429 || status >= 500;
  return { kind: isPassing ? 'lost' : 'refused', reason };
}

const goneFrom = (destinationId: string): Left => ({
  kind: 'gone',
  reason: `${destinationId} is gone: it was deleted, or the sandbox began anew.`,
});
