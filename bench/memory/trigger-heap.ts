/*
 * Measures the heap of a sandbox while causes are added.
 *
 *   node --expose-gc bench/memory/trigger-heap.ts [--triggers 188] [--most-mb 10]
 *
 * Triggers an event at one terminal after the other, each followed by two reads that need its rows and incidents. Prints the heap
 * after a full collection at the beginning and eight more times. Ends with status 1 if the heap grew by more than `--most-mb`.
 */
import { parseArgs } from 'node:util';
import { startSandbox } from '../../bin/library/index.ts';

const MB = 1024 * 1024;
const READS = ['/v1/transactions?limit=50', '/v1/portal'];

const { values } = parseArgs({
  options: { triggers: { type: 'string', default: '188' }, 'most-mb': { type: 'string', default: '10' } },
});
const { gc } = globalThis;
if (gc === undefined) throw new Error('Run it with: node --expose-gc bench/memory/trigger-heap.ts');
const triggers = Number(values.triggers);

await using sandbox = await startSandbox({ port: false });
const headers = { 'X-API-Key': sandbox.keys.usr_nw_admin ?? '' };
const terminalIds = await listTerminalIds();
const events = ['cash_low', 'cash_out', 'dispenser_fault', 'heartbeat_stale'] as const;

await trigger(0);
const startMb = measureHeapMb();
print(1, startMb);
let added = 1;
for (let attempt = 1; added < triggers && attempt < 4 * triggers; attempt += 1) {
  if (!(await trigger(attempt))) continue;
  added += 1;
  if (added % Math.ceil(triggers / 8) === 0) print(added, measureHeapMb());
}
const endMb = measureHeapMb();
print(added, endMb);
if (endMb - startMb > Number(values['most-mb'])) process.exitCode = 1;

/** Triggers an event and reads. Returns false if the state of the terminal does not allow the event. */
async function trigger(attempt: number): Promise<boolean> {
  const event = events[Math.floor(attempt / terminalIds.length) % events.length] ?? 'cash_low';
  const terminalId = terminalIds[attempt % terminalIds.length] ?? '';
  try {
    await sandbox.trigger(event, { terminalId });
  } catch {
    return false;
  }
  for (const path of READS) {
    const response = await sandbox.fetch(path, { headers });
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}`);
    await response.arrayBuffer();
  }
  return true;
}

async function listTerminalIds(): Promise<readonly string[]> {
  const response = await sandbox.fetch('/v1/locations?limit=500', { headers });
  const { data } = (await response.json()) as {
    readonly data: readonly { readonly terminal_ids: readonly string[] }[];
  }; // validated by the sandbox
  return data.flatMap(({ terminal_ids }) => terminal_ids);
}

function measureHeapMb(): number {
  gc?.();
  gc?.();
  return process.memoryUsage().heapUsed / MB;
}

function print(count: number, heapMb: number): void {
  process.stdout.write(`${String(count).padStart(5)} triggers: ${heapMb.toFixed(1)} MB\n`);
}
