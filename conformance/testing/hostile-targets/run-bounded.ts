import { spawn } from 'node:child_process';
import { findLargest } from '../../../base/large-lists.ts';
import { HONEST_KEYS } from '../../../lab/targets/honest-target.ts';

/** The result of a run in a separate process. */
export interface BoundedRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly tookMs: number;
  /** The maximum resident memory of the process, in MiB. */
  readonly maxRssMib: number;
}

/** Reads the peak from `/proc` where there is one: `maxRSS` also counts the process that started this one. */
const MEASURE = `data:text/javascript,process.on('exit',()=>{let kib=process.resourceUsage().maxRSS;try{kib=/VmHWM:\\s*(\\d+)/.exec(process.getBuiltinModule('fs').readFileSync('/proc/self/status','utf8'))[1]}catch{}process.stderr.write('\\nmax-rss '+kib+'\\n')})`;
const CLI = new URL('../../../bin/cli.ts', import.meta.url).pathname;

/** Runs `fleetkit conform` against a target in a child process and measures its memory. Kills it after `killAfterMs`. */
export async function runBounded(target: string, args: readonly string[], killAfterMs: number): Promise<BoundedRun> {
  const keys = [...HONEST_KEYS].flatMap(([name, key]) => ['--key', `${name}=${key}`]);
  const startedMs = Date.now();
  const child = spawn(process.execPath, ['--import', MEASURE, CLI, 'conform', target, ...keys, ...args]);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (text: Buffer) => {
    output.stdout += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    output.stderr += text.toString();
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  const sizes = [...output.stderr.matchAll(/max-rss (\d+)/g)].map(([, kib]) => Number(kib));
  return {
    exitCode,
    ...output,
    tookMs: Date.now() - startedMs,
    maxRssMib: sizes.length === 0 ? Number.NaN : findLargest(sizes) / 1024,
  };
}
