import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // the flag defines it

/** Releases every value that nothing refers to, except those that the caller still has in variables. */
export async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setImmediate(resolve)); // a value that was read through a WeakRef is kept until the end of the job
    collect();
  }
}
