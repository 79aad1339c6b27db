import type { Workload } from './workloads.ts';

/** One start of a contender. */
export interface StartSample {
  readonly contender: string;
  readonly round: number;
  /** Time from spawn to the first reply with status 200, a page of transactions. */
  readonly wallMs: number;
  /** User and system time of all its processes in that time. */
  readonly cpuMs: number;
  /** CPU use of other processes in that time, in cores. */
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
  /** User and system time of all its processes per request, in microseconds. */
  readonly cpuUs: number;
  readonly bytesPerReply: number;
  readonly failures: number;
  readonly foreignCores: number;
}

/** Resident memory of a contender after the start, and after all its runs of a round. */
export interface MemorySample {
  readonly contender: string;
  readonly round: number;
  readonly idleMb: number;
  readonly loadedMb: number;
}

/** One run of a command that ends at once. */
export interface CommandSample {
  readonly command: string;
  readonly round: number;
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** The CPU time of sandboxes that start in one process, in milliseconds. */
export interface SandboxSample {
  readonly firstMs: number;
  readonly laterMs: readonly number[];
  /** Ten in parallel, after the others. */
  readonly tenMs: number;
  /** The first uses of the first sandbox, each with its title. */
  readonly uses: readonly (readonly [title: string, cpuMs: number])[];
}

/** A run of the kit, or of a bare client that sends as many requests. */
export interface KitSample {
  readonly title: string;
  readonly round: number;
  readonly requests: number;
  readonly cpuMs: number;
  readonly serverCpuMs: number;
  readonly wallMs: number;
}

/** All samples of a benchmark. */
export interface Samples {
  readonly starts: readonly StartSample[];
  readonly loads: readonly LoadSample[];
  readonly memory: readonly MemorySample[];
  readonly commands: readonly CommandSample[];
  readonly sandboxes: readonly SandboxSample[];
  readonly kit: readonly KitSample[];
}
