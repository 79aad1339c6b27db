import type { IncomingMessage } from 'node:http';
import type { ReceiverFaultName } from './faults.ts';

/** Whether a fault is switched on. */
export type HasReceiverFault = (fault: ReceiverFaultName) => boolean;

/** The time limit for the rest of a body with the fault `body-must-hurry`, in milliseconds. */
const HURRY_MS = 15;

/** Reads the body of a request. Returns a status instead if it gives up. `shared` is common to all requests. */
export async function readRequestBody(
  incoming: IncomingMessage,
  hasFault: HasReceiverFault,
  shared: { chunks: Buffer[] },
): Promise<Buffer | number> {
  if (hasFault('body-shared')) shared.chunks = [];
  const pieces: Buffer[] = [];
  const announced = Number(incoming.headers['content-length'] ?? 0);
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  for await (const piece of incoming) {
    pieces.push(Buffer.from(piece));
    shared.chunks.push(Buffer.from(piece));
    const isWhole = pieces.reduce((sum, { length }) => sum + length, 0) >= announced;
    timer ??= isWhole
      ? undefined
      : setTimeout(() => {
          isLate = true;
        }, HURRY_MS);
  }
  clearTimeout(timer);
  if (hasFault('body-must-hurry') && isLate) return 408;
  if (hasFault('length-needed') && incoming.headers['content-length'] === undefined) return Buffer.of();
  const body = Buffer.concat(hasFault('body-shared') ? shared.chunks : pieces);
  if (hasFault('body-limit') && body.length > 10_000) return 413;
  if (hasFault('body-limit-of-frameworks') && body.length > 65_536) return 413;
  if (hasFault('body-in-texts')) return Buffer.from(pieces.map(String).join(''));
  if (hasFault('body-trimmed')) return Buffer.from(body.toString().trim());
  return hasFault('body-from-latin1') ? Buffer.from(body.toString('latin1')) : body;
}
