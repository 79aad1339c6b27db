import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatFirstReplies } from './format-first-replies.ts';
import { type FirstReplies, measureFirstReplies } from './measure-first-replies.ts';
import { drawMemory, drawTimes } from './plot-first-replies.ts';

/*
 * Measures the first replies about large fleets over HTTP, from the bundle, with a data directory: after the first start, after a
 * second one, and after a move of the clock by a day with a destination for all events. Prints JSON and Markdown tables.
 * Usage: node bench/large/first-replies.ts [--terminals 200,2000,20000] [--command FILE] [--no-advance] [--times FILE] [--memory FILE]
 */

const { values } = parseArgs({
  options: {
    terminals: { type: 'string', default: '200,600,2000,6000,20000' },
    command: { type: 'string' },
    'no-advance': { type: 'boolean', default: false },
    times: { type: 'string' },
    memory: { type: 'string' },
  },
});

const results: FirstReplies[] = [];
for (const terminals of values.terminals.split(',').map(Number)) {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-bench-'));
  try {
    const before = loadavg()[0];
    const options = { terminals, folder, command: values.command, isAdvanced: !values['no-advance'] };
    results.push(await measureFirstReplies(options));
    process.stderr.write(`${terminals} terminals, load average ${before} before, ${loadavg()[0]} after\n`);
    process.stderr.write(`${formatFirstReplies(results.slice(-1))}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
if (values.times !== undefined) writeFileSync(values.times, drawTimes(results));
if (values.memory !== undefined) writeFileSync(values.memory, drawMemory(results));
process.stdout.write(`${JSON.stringify(results)}\n\n${formatFirstReplies(results)}\n`);
