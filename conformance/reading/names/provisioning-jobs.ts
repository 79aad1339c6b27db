import { listObjects } from './response-words.ts';

const NAMES_JOB = /job|trabajo|tarea|auftr[aä]g|t[aâ]che|tarefa|taak|lavoro/i;

/** Returns the objects in members that are named after jobs, at any depth, such as those of a provisioning export. */
export const listProvisioningJobs = (value: unknown): object[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, one]) =>
        NAMES_JOB.test(name) ? [one, ...listObjects(one)].filter(isObject) : listProvisioningJobs(one),
      );

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
