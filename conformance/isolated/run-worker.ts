import { workerData } from 'node:worker_threads';
import { isKnownBy } from '../baseline/baseline.ts';
import { checks } from '../checks/index.ts';
import type { Check } from '../engine/check.ts';
import type { RunEvent, RunOptions } from '../engine/run-options.ts';
import { run } from '../engine/runner.ts';
import { createBindings } from '../slots/bindings.ts';
import type { RunWorkerData, RunWorkerMessage } from './run-worker-messages.ts';

/*
 * The entry point of a run worker: runs the checks against the target and sends the events to the thread that started it, which
 * limits its time and memory.
 */

const { options, checkIds, ownChecks, bindings, known, port } = workerData as RunWorkerData; // `runIsolated` is the only one to start it

const toMessage = (event: RunEvent): RunWorkerMessage =>
  event.type === 'started'
    ? { type: 'started', target: event.target, keys: event.keys, checkIds: event.checks.map(({ id }) => id) }
    : event;

const toBindings = (given: NonNullable<RunWorkerData['bindings']>): NonNullable<RunOptions['bindings']> =>
  given === 'infer' ? given : createBindings(given.entries, given.origin);

/** Returns the checks of the kit and those in a module, which the thread that started this one has validated. */
async function loadChecks(url: string | undefined): Promise<readonly Check[]> {
  if (url === undefined) return checks;
  const { default: own }: { readonly default: Check | readonly Check[] } = await import(url);
  return [...checks, ...[own].flat()];
}

const byId = new Map((await loadChecks(ownChecks)).map((one) => [one.id, one]));
await run({
  ...options,
  checks: checkIds.flatMap((id) => byId.get(id) ?? []),
  ...(bindings === undefined ? {} : { bindings: toBindings(bindings) }),
  ...(known === undefined ? {} : { isKnown: isKnownBy(known, Date.now()) }),
  onEvent: (event) => port.postMessage(toMessage(event)),
});
port.close();
