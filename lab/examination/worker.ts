import { examine } from './examine.ts';
import type { Job, JobResult } from './pool.ts';

/** Examines the services that the parent process names, one at a time. */
process.on('message', async (job: Job) => {
  const result = await examine(job.options).then(
    (examination): JobResult => ({ at: job.at, examination }),
    (error: unknown): JobResult => ({
      at: job.at,
      error: error instanceof Error ? String(error.stack) : String(error),
    }),
  );
  process.send?.(result);
});
