import { MissingCredentials, RequestFailure, RequestRefused } from '../../shared/client.ts';
import type { StreamEnd } from './stream-events.ts';

/** Why a listener left the stream. Decides whether it reconnects. */
export type Disconnect =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'enough' }
  /** `not-let-in`: the credentials are wrong, or not yet available after a restart. `refused`: permanent. */
  | { readonly kind: 'lost' | 'not-let-in' | 'gone' | 'replaced' | 'refused'; readonly reason: string };

/** Converts an end announced by the sandbox. */
export function disconnectFromEnd({ code, reason }: StreamEnd, destinationId: string): Disconnect {
  if (code === 'replaced')
    return { kind: 'replaced', reason: `Another listener took over ${destinationId}; this one stops.` };
  if (code === 'gone') return createGone(destinationId);
  return { kind: 'lost', reason };
}

/** Converts an error. Rethrows an error that did not come from the sandbox or the network. */
export function disconnectFromError(error: unknown, destinationId: string): Disconnect {
  if (error instanceof MissingCredentials)
    return { kind: 'lost', reason: 'The sandbox has probably stopped: its token file is gone.' };
  if (!(error instanceof RequestFailure)) throw error;
  const { message: reason } = error;
  if (!(error instanceof RequestRefused)) return { kind: 'lost', reason };
  const { status } = error;
  if (status === 404) return createGone(destinationId);
  if (status === 401 || status === 403) return { kind: 'not-let-in', reason };
  const isPassing = status < 400 || status === 429 || status >= 500;
  return { kind: isPassing ? 'lost' : 'refused', reason };
}

const createGone = (destinationId: string): Disconnect => ({
  kind: 'gone',
  reason: `${destinationId} no longer exists: it was deleted, or the sandbox was reset.`,
});
