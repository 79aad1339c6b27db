import { type ChildProcess, fork } from 'node:child_process';
import type { Examination, ExaminationOptions } from './examine.ts';

/** One run of the kit for a process of the pool. */
export interface Job {
  readonly at: number;
  readonly options: ExaminationOptions;
}

/** The result of a job, or the error that ended it. */
export type JobResult =
  | { readonly at: number; readonly examination: Examination }
  | { readonly at: number; readonly error: string };

/** A process is replaced after this many jobs, so that its memory does not grow over long samples. */
const JOBS_PER_PROCESS = 40;

/**
 * Runs the kit against many services, in `processes` processes. Calls `onResult` in the order in which the runs end.
 * @param jobs the options of each run
 */
export async function examineAll(
  jobs: readonly ExaminationOptions[],
  { processes, onResult }: { readonly processes: number; readonly onResult: (result: JobResult) => void },
): Promise<void> {
  const queue = jobs.map((options, at): Job => ({ at, options }));
  const work = async (): Promise<void> => {
    while (queue.length > 0) {
      const child = fork(new URL('worker.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      try {
        for (let done = 0; done < JOBS_PER_PROCESS; done += 1) {
          const job = queue.shift();
          if (job === undefined) break;
          onResult(await perform(child, job));
        }
      } finally {
        child.disconnect();
        child.kill();
      }
    }
  };
  await Promise.all(Array.from({ length: processes }, work));
}

function perform(child: ChildProcess, job: Job): Promise<JobResult> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void =>
      reject(new Error(`The process of an examination ended with ${code}.`));
    child.once('exit', onExit);
    child.once('message', (result: JobResult) => {
      child.off('exit', onExit);
      resolve(result);
    });
    child.send(job);
  });
}
