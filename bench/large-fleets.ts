import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { formatTables } from './large/format-table.ts';
import { type FleetResult, measureFleet } from './large/measure-fleet.ts';
import { drawGrowth } from './large/plot.ts';

/*
 * Measures lists of large fleets, each size in its own process. Prints JSON and Markdown tables.
 * Usage: node bench/large-fleets.ts [--terminals 20,200,2000,20000] [--minutes 10] [--event-seconds 60] [--svg FILE]
 */

const { values } = parseArgs({
  options: {
    terminals: { type: 'string', default: '20,200,2000,20000' },
    minutes: { type: 'string', default: '10' },
    'event-seconds': { type: 'string', default: '60' },
    svg: { type: 'string' },
    child: { type: 'boolean', default: false },
  },
});

const sizes = values.terminals.split(',').map(Number);
const eventLimitMs = 1000 * Number(values['event-seconds']);

if (values.child) {
  const [size = 0] = sizes;
  process.stdout.write(JSON.stringify(await measureFleet(size, eventLimitMs)), () => process.exit());
} else {
  const results: FleetResult[] = [];
  for (const size of sizes) {
    try {
      results.push(await measureInChild(size));
    } catch (error) {
      process.stderr.write(`${size} terminals: ${(error as Error).message.slice(0, 500)}\n`);
    }
    process.stderr.write(`${JSON.stringify(results.at(-1))}\n`);
  }
  if (values.svg !== undefined) writeFileSync(values.svg, drawGrowth(results));
  process.stdout.write(`${JSON.stringify(results)}\n\n${formatTables(results)}\n`);
}

async function measureInChild(size: number): Promise<FleetResult> {
  const script = fileURLToPath(import.meta.url);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', script, '--child', '--terminals', String(size), '--event-seconds', values['event-seconds']],
    { timeout: 60_000 * Number(values.minutes), maxBuffer: 2 ** 26 },
  );
  return JSON.parse(stdout) as FleetResult; // printed by measureFleet in the child
}
