import { readdirSync, readFileSync } from 'node:fs';

/*
 * Reads CPU time and memory from /proc on Linux. On other systems, a tree contains only its root, and each figure is NaN,
 * which the report shows as a dash.
 */

const MS_PER_TICK = 10; // /proc counts in hundredths of a second

/** Returns the process and its living descendants. */
export function listTree(root: number): readonly number[] {
  const tree = [root];
  const parents = readParentsByPid();
  // Appends to the array during the iteration, so that the children of each child are found too.
  for (const parent of tree) tree.push(...[...parents].filter(([, of]) => of === parent).map(([pid]) => pid));
  return tree;
}

/** Returns the user and system time of the processes, in milliseconds. */
export const readCpuMs = (pids: readonly number[]): number =>
  sum(pids.map((pid) => sum(readStat(pid).slice(11, 13)) * MS_PER_TICK));

/** Returns the resident memory of the processes, in megabytes of 10^6 bytes. */
export const readRssMb = (pids: readonly number[]): number => sum(pids.map((pid) => readMegabytes(pid, 'VmRSS')));

/** Returns the number of open file descriptors of a process. */
export const countHandles = (pid: number): number => readdirOrNothing(`/proc/${pid}/fd`).length;

/** Returns the sum of the peak resident memory of each process, in megabytes of 10^6 bytes. */
export const readPeakRssMb = (pids: readonly number[]): number => sum(pids.map((pid) => readMegabytes(pid, 'VmHWM')));

/** Returns the CPU time of this process and its ended children, in milliseconds. */
export const readOwnCpuMs = (): number => sum(readStat(process.pid).slice(11, 15)) * MS_PER_TICK;

/** Returns the busy time of all cores since the machine started, in milliseconds. */
export function readMachineBusyMs(): number {
  const [user, nice, system, , , irq, softirq, steal] = read('/proc/stat').split(/\s+/, 9).slice(1).map(Number);
  return sum([user, nice, system, irq, softirq, steal].map((ticks) => ticks ?? Number.NaN)) * MS_PER_TICK;
}

function readParentsByPid(): ReadonlyMap<number, number> {
  const pids = readdirOrNothing('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(pids.map((pid) => [Number(pid), readStat(Number(pid))[1] ?? Number.NaN]));
}

/** Returns the fields of /proc/PID/stat after the name. The name may contain spaces and brackets. */
function readStat(pid: number): readonly number[] {
  const text = read(`/proc/${pid}/stat`);
  if (text === '') return Array<number>(15).fill(Number.NaN);
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

const readMegabytes = (pid: number, name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(read(`/proc/${pid}/status`))?.[1] ?? Number.NaN) * 0.001_024;

/** Returns an empty text if the process has ended since it was listed. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function readdirOrNothing(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
