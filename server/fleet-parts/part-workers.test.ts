import { expect, it } from 'vitest';
import { EPOCH_MS } from '../../fixtures/time/epoch.ts';
import type { Part, PartJob } from './part.ts';
import { type JobSource, PartWorkers } from './part-workers.ts';

const JOB: PartJob = {
  kind: 'account',
  accountId: 'acct_atlas',
  seed: 1,
  daysLater: 0,
  terminalCount: 2,
  nowMs: EPOCH_MS,
};

/** Requests jobs, and returns what happens to each. */
function request(workers: PartWorkers, jobs: readonly PartJob[]) {
  const waiting = [...jobs];
  const entries: ReturnType<JobSource>[] = [];
  const results = jobs.map(() => Promise.withResolvers<Part>());
  workers.request(() => {
    const job = waiting.shift();
    const place = entries.length;
    const result = results[place];
    if (job === undefined || result === undefined) return undefined;
    const entry = { job, resolve: result.resolve, reject: result.reject };
    entries.push(entry);
    return entry;
  });
  return { results: results.map(({ promise }) => promise), entries };
}

it('computes parts in a thread', async () => {
  const workers = new PartWorkers(1, () => undefined);
  const { results } = request(workers, [JOB, JOB]);
  const [one, other] = await Promise.all(results);
  expect(one?.accounts[0]?.accountId).toBe('acct_atlas');
  expect(other).toEqual(one);
  await workers.close();
});

it('fails the jobs and starts no further ones after a thread failed', async () => {
  const failures: Error[] = [];
  const workers = new PartWorkers(1, (error) => failures.push(error));
  const { results, entries } = request(workers, [{ ...JOB, accountId: 'acct_unknown' }, JOB]);
  await expect(results[0]).rejects.toThrow();
  expect(entries).toHaveLength(1);
  expect(failures).toHaveLength(1);
  expect(request(workers, [JOB]).entries).toEqual([]);
});

it('fails the running jobs when it is closed', async () => {
  const workers = new PartWorkers(1, () => undefined);
  const { results } = request(workers, [JOB]);
  const failed = expect(results[0]).rejects.toThrow('the sandbox was closed');
  await workers.close();
  await failed;
});

it('fails if a part cannot be taken over', async () => {
  const failures: Error[] = [];
  const workers = new PartWorkers(1, (error) => failures.push(error));
  const { promise: rejected, resolve: reject } = Promise.withResolvers<Error>();
  let isTaken = false;
  workers.request(() => {
    if (isTaken) return undefined;
    isTaken = true;
    const resolve = (): void => {
      throw new Error('it does not fit');
    };
    return { job: JOB, resolve, reject };
  });
  expect((await rejected).message).toBe('it does not fit');
  expect(failures).toHaveLength(1);
});
