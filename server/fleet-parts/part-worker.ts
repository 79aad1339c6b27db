import { parentPort, workerData } from 'node:worker_threads';
import { computePart, type GivenFleets, type PartJob } from './part.ts';

/*
 * The entry point of a worker. It receives jobs, and answers each with its part. An exception ends the worker.
 */

parentPort?.on('message', (job: PartJob) => {
  const part = computePart(job, workerData as GivenFleets); // by `PartWorkers`
  const buffers = [
    ...(part.rows?.rows.flatMap(({ columns }) => Object.values(columns).map(({ buffer }) => buffer)) ?? []),
    ...part.terminals.flatMap(({ shares }) => shares?.values.buffer ?? []),
  ];
  parentPort?.postMessage(part, buffers as ArrayBuffer[]);
});
