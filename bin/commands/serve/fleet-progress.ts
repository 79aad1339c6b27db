import { performance } from '../../../base/real-time.ts';
import type { Progress } from '../../../base/slices.ts';

const WIDTH = 24;
/** Times per second would only flicker. */
const LEAST_PAUSE_MS = 200;

/** The parts of a terminal that the line needs. */
export type ProgressScreen = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/**
 * Returns a function that shows the progress of a computation in one line of a terminal, and removes the line when the computation
 * is done. Undefined if the output is no terminal.
 */
export function createFleetProgress(
  screen: ProgressScreen,
  now: () => number = () => performance.now(),
): ((progress: Progress | undefined) => void) | undefined {
  if (screen.isTTY !== true) return undefined;
  let shownMs = Number.NEGATIVE_INFINITY;
  let isShown = false;
  return (progress) => {
    if (progress === undefined || progress.total === 0) {
      if (isShown) screen.write('\r\u001b[K');
      isShown = false;
      return;
    }
    if (now() - shownMs < LEAST_PAUSE_MS) return;
    shownMs = now();
    isShown = true;
    const share = progress.done / progress.total;
    const bar = '#'.repeat(Math.round(WIDTH * share)).padEnd(WIDTH, '.');
    screen.write(`\r\u001b[KComputing the fleet [${bar}] ${Math.floor(100 * share)} %`);
  };
}
