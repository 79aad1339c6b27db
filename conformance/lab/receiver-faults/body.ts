import type { IncomingMessage } from 'node:http';
import type { FaultName } from './faults.ts';

/** Whether a fault is switched on. */
export type Broken = (fault: FaultName) => boolean;

/** How long the rest of a body may take, with the fault `body-must-hurry`. */
const HURRY_MS = 15;

/** The body of a request, or the status with which it is given up. */
export async function bodyOf(incoming: IncomingMessage, broken: Broken): Promise<Buffer | number> {
  const pieces: Buffer[] = [];
  const announced = Number(incoming.headers['content-length'] ?? 0);
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  for await (const piece of incoming) {
    pieces.push(Buffer.from(piece));
    const isWhole = pieces.reduce((sum, { length }) => sum + length, 0) >= announced;
    timer ??= isWhole
      ? undefined
      : setTimeout(() => {
          isLate = true;
        }, HURRY_MS);
  }
  clearTimeout(timer);
  if (broken('body-must-hurry') && isLate) return 408;
  const body = Buffer.concat(pieces);
  if (broken('body-limit') && body.length > 10_000) return 413;
  if (broken('body-in-texts')) return Buffer.from(pieces.map(String).join(''));
  return broken('body-from-latin1') ? Buffer.from(body.toString('latin1')) : body;
}
