import type { Server } from 'node:net';
import { setImmediate } from '../../../base/real-time.ts';

/** At most this many iterations of the event loop before waiting work runs, however many clients connect. */
const MOST_ITERATIONS = 32;

/**
 * Returns a function that calls back when the event loop has accepted all waiting connections. An iteration of the loop accepts only one
 * connection. A computation that continued in each iteration would delay the tenth waiting connection by ten of its parts.
 */
export function yieldToNewConnections(server: Pick<Server, 'on'>): (next: () => void) => void {
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  return (next) => {
    let before: number | undefined; // the present iteration may have accepted one already
    let iterations = 0;
    const check = (): void => {
      iterations += 1;
      if (accepted === before || iterations === MOST_ITERATIONS) {
        next();
        return;
      }
      before = accepted;
      setImmediate(check);
    };
    setImmediate(check);
  };
}
