import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOwnCpuMs } from './machine/process-tree.ts';
import type { CommandSample, SandboxSample } from './samples.ts';

const ROUNDS = 5;

/** Runs that make one sample: Linux counts CPU time in hundredths of a second, which is a fifth of such a process. */
const RUNS = 6;

const command = fileURLToPath(new URL('../bin/fleetkit.js', import.meta.url));

/** The commands to measure. `BASE` is a program that only parses a command line with commander. */
const COMMANDS: readonly (readonly string[])[] = [
  ['--help'],
  ['clock', '--help'],
  ['trigger', '--help'],
  ['deliveries', '--help'],
  ['listen', '--help'],
  ['conform', '--help'],
];

export const BASE = 'a bare program with commander';

/** Measures the CPU time of commands that end at once. The runs alternate, and the first of each fills the compile cache. */
export function measureCommands(folder: string): readonly CommandSample[] {
  const bare = join(folder, 'bare-commander.mjs');
  const commander = import.meta.resolve('commander');
  writeFileSync(
    bare,
    `process.getBuiltinModule('node:module').enableCompileCache();
const { Command } = await import(${JSON.stringify(commander)});
new Command('bare').option('--port <n>', 'a port').parse();\n`,
  );
  const all = [
    { name: BASE, args: [bare, '--help'] },
    ...COMMANDS.map((words) => ({ name: `fleetkit ${words.join(' ')}`, args: [command, ...words] })),
  ];
  const samples: CommandSample[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { name, args } of all) {
      const before = { cpuMs: readOwnCpuMs(), wallMs: performance.now() };
      for (let run = 0; run < RUNS; run += 1) spawnSync(process.execPath, args, { stdio: 'ignore' });
      const [cpuMs, wallMs] = [readOwnCpuMs() - before.cpuMs, performance.now() - before.wallMs];
      if (round >= 0) samples.push({ command: name, round, cpuMs: cpuMs / RUNS, wallMs: wallMs / RUNS });
    }
  }
  return samples;
}

/** Measures the CPU time of each `startSandbox()` in one new process, of ten in parallel, and of the first uses of a sandbox. */
export function measureSandboxes(): SandboxSample {
  const library = new URL('../dist/bin/library/index.js', import.meta.url).href;
  const script = `
const { startSandbox } = await import(${JSON.stringify(library)});
const measure = async (work) => {
  const before = process.cpuUsage();
  const made = await work();
  const { user, system } = process.cpuUsage(before);
  return [made, (user + system) / 1000];
};
const firsts = [];
const all = [];
for (let count = 0; count < 6; count += 1) {
  const [sandbox, ms] = await measure(() => startSandbox());
  firsts.push(ms);
  all.push(sandbox);
}
const [ten, tenMs] = await measure(() => Promise.all(Array.from({ length: 10 }, () => startSandbox())));
const [sandbox] = all;
const read = async (path) => (await sandbox.fetch(path, { headers: { 'X-API-Key': sandbox.keys.usr_nw_admin } })).text();
const uses = [];
const use = async (title, work) => uses.push([title, (await measure(work))[1]]);
await use('first page of transactions', () => read('/v1/transactions'));
await use('first move of the clock', () => sandbox.clock.advance('2h'));
await use('first portal', () => read('/v1/portal'));
await use('first account feed', () => read('/v1/feeds/account.xml'));
await use('first triggered event', () => sandbox.trigger('cash_low', { terminalId: 'NW104310', advance: true }));
for (const one of [...all, ...ten]) await one.close();
process.stdout.write(JSON.stringify({ firstMs: firsts[0], laterMs: firsts.slice(1), tenMs, uses }));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  return JSON.parse(output) as SandboxSample; // printed by the script above
}
