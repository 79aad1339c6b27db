import type { Workload } from './workloads.ts';

/** One start of a contender. */
export interface StartSample {
  readonly contender: string;
  readonly round: number;
  /** From spawn to the first reply of status 200, a page of transactions. */
  readonly wallMs: number;
  /** User and system time of all its processes until then. */
  readonly cpuMs: number;
  /** CPU that anything else on the machine used meanwhile: 1 is a whole core. */
  readonly foreignCores: number;
}

/** One run of a workload against a contender. */
export interface LoadSample {
  readonly contender: string;
  readonly round: number;
  readonly workload: Workload['name'];
  readonly connections: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** User and system time of all its processes for each request. */
  readonly cpuUs: number;
  readonly bytesPerReply: number;
  readonly failures: number;
  readonly foreignCores: number;
}

/** Resident memory of a contender: just started, and after all its runs of a round. */
export interface MemorySample {
  readonly contender: string;
  readonly round: number;
  readonly idleMb: number;
  readonly loadedMb: number;
}

/** All that a benchmark found out. */
export interface Samples {
  readonly starts: readonly StartSample[];
  readonly loads: readonly LoadSample[];
  readonly memory: readonly MemorySample[];
}
