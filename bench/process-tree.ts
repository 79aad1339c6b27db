import { readdirSync, readFileSync } from 'node:fs';

/*
 * CPU time and memory as Linux tells them in /proc. Elsewhere there is no /proc: a tree is then its root alone, and each
 * figure is NaN, which the report shows as a dash.
 */

const MS_PER_TICK = 10; // /proc counts in hundredths of a second

/** The process and everything it started, as long as it lives. */
export function treeOf(root: number): readonly number[] {
  const tree = [root];
  const parents = parentsByPid();
  // A process met in the walk is appended, so that its own children are found later in the same walk.
  for (const parent of tree) tree.push(...[...parents].filter(([, of]) => of === parent).map(([pid]) => pid));
  return tree;
}

/** User and system time that the processes have used, in milliseconds. */
export const cpuMsOf = (pids: readonly number[]): number =>
  sum(pids.map((pid) => sum(statOf(pid).slice(11, 13)) * MS_PER_TICK));

/** Resident memory of the processes, in megabytes of 10^6 bytes. */
export const rssMbOf = (pids: readonly number[]): number => sum(pids.map((pid) => megabytesOf(pid, 'VmRSS')));

/** The highest resident memory of each process since it started, added up, in megabytes of 10^6 bytes. */
export const peakRssMbOf = (pids: readonly number[]): number => sum(pids.map((pid) => megabytesOf(pid, 'VmHWM')));

/** CPU time of this process and of the children that it has waited for, in milliseconds. */
export const ownCpuMs = (): number => sum(statOf(process.pid).slice(11, 15)) * MS_PER_TICK;

/** Time that all cores together were not idle since the machine started, in milliseconds. */
export function machineBusyMs(): number {
  const [user, nice, system, , , irq, softirq, steal] = read('/proc/stat').split(/\s+/, 9).slice(1).map(Number);
  return sum([user, nice, system, irq, softirq, steal].map((ticks) => ticks ?? Number.NaN)) * MS_PER_TICK;
}

function parentsByPid(): ReadonlyMap<number, number> {
  const pids = readdirOrNothing('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(pids.map((pid) => [Number(pid), statOf(Number(pid))[1] ?? Number.NaN]));
}

/** The fields of /proc/PID/stat after the name, which may hold anything, spaces and brackets included. */
function statOf(pid: number): readonly number[] {
  const text = read(`/proc/${pid}/stat`);
  if (text === '') return Array<number>(15).fill(Number.NaN);
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

const megabytesOf = (pid: number, name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(read(`/proc/${pid}/status`))?.[1] ?? Number.NaN) * 0.001_024;

/** A process may end between being listed and being read. */
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
