/*
 * Measures the speed of webhook deliveries.
 *
 *   node bench/webhooks/deliveries.ts [--events 500] [--backlog 5000]
 *
 * Includes all steps of a delivery: it is queued, claimed, signed, posted over loopback to a receiver in another thread, and
 * its attempt is recorded, in memory or in a file. Asserts nothing.
 *
 *   --events   Number of events sent one by one, with an idle queue and while other destinations hang.
 *   --backlog  Number of queued events, over four destinations, for the measurement of the rate.
 *
 * `Trigger to receiver` is the time from before the event is queued to the first line of the receiver. The standard schedule
 * has ten attempts within 76 hours of sandbox time; one move of the clock makes them, each at its instant.
 */
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { environment } from '../machine/environment.ts';
import { type DeliverySetup, type StoreKind, withDeliverySetup } from './delivery-setup.ts';

const { values } = parseArgs({
  options: { events: { type: 'string', default: '500' }, backlog: { type: 'string', default: '5000' } },
});
const events = parseWholeNumber('--events', values.events);
const backlog = parseWholeNumber('--backlog', values.backlog);

const HEALTHY = ['dst_a', 'dst_b', 'dst_c', 'dst_d'];
const STEPS_S = [0, 5, 305, 2105, 9305, 27305, 63305, 113705, 185705, 272105];

const { fleetkit, node, date, cores, cpu, loadAverage } = environment;
const machine = `${cores} x ${cpu}, load average ${loadAverage.toFixed(2)} before`;
const lines = [
  `fleetkit ${fleetkit} on Node ${node}, ${date}`,
  machine,
  '',
  '| Measure | memory | SQLite |',
  '|---|---|---|',
];
const measures: readonly (readonly [title: string, measure: (keeping: StoreKind) => Promise<string>])[] = [
  ['trigger to receiver, idle: p50 / p95 ms', (keeping) => measureLatencies(keeping, 0)],
  ['the same while one destination hangs', (keeping) => measureLatencies(keeping, 1)],
  ['the same while twelve hang', (keeping) => measureLatencies(keeping, 12)],
  ['deliveries per second, attempts recorded; CPU of the sending thread, ms each', measureRate],
  ['ten standard attempts: real ms, exact instants', measureTenAttempts],
];
for (const [title, measure] of measures) {
  process.stderr.write(`${title}\n`);
  lines.push(`| ${title} | ${await measure('memory')} | ${await measure('SQLite')} |`);
}
process.stdout.write(`${lines.join('\n')}\n`);

/** Measures single events to a destination that responds immediately, while others have a backlog and never respond. */
function measureLatencies(keeping: StoreKind, hanging: number): Promise<string> {
  const stuck = Array.from({ length: hanging }, (_, n) => `dst_stuck_${n}`);
  const paths = { ...mapToPath(HEALTHY, '/take'), ...mapToPath(stuck, '/hang') };
  return withDeliverySetup(keeping, paths, async (setup) => {
    await setup.queue(stuck.flatMap((id) => Array.from({ length: 50 }, () => id)));
    setup.dispatcher.wake();
    await setTimeout(100);
    const sentAtNs = new Map<string, bigint>();
    for (let n = 0; n < events; n += 1) {
      const startNs = process.hrtime.bigint();
      const [id = ''] = await setup.queue([HEALTHY[n % HEALTHY.length] ?? '']);
      setup.dispatcher.wake();
      sentAtNs.set(id, startNs);
      await setTimeout(2);
    }
    await setTimeout(200);
    return formatPercentiles(sentAtNs, await setup.arrivals());
  });
}

function formatPercentiles(sentAtNs: ReadonlyMap<string, bigint>, arrivedAtNs: ReadonlyMap<string, bigint>): string {
  const waitsMs = [...sentAtNs].flatMap(([id, startNs]) => {
    const endNs = arrivedAtNs.get(id);
    return endNs === undefined ? [] : [Number(endNs - startNs) / 1e6];
  });
  waitsMs.sort((a, b) => a - b);
  const at = (share: number): string => (waitsMs[Math.floor(share * (waitsMs.length - 1))] ?? Number.NaN).toFixed(2);
  const missing = sentAtNs.size - waitsMs.length;
  return `${at(0.5)} / ${at(0.95)}${missing === 0 ? '' : `, ${missing} missing`}`;
}

function measureRate(keeping: StoreKind): Promise<string> {
  return withDeliverySetup(keeping, mapToPath(HEALTHY, '/take'), async (setup) => {
    await setup.queue(Array.from({ length: backlog }, (_, n) => HEALTHY[n % HEALTHY.length] ?? ''));
    const before = process.threadCpuUsage();
    const passedMs = await measureTimeToIdle(setup);
    const { user, system } = process.threadCpuUsage(before);
    const count = setup.attempts.length;
    return `${Math.round((count / passedMs) * 1000)}; ${((user + system) / 1000 / count).toFixed(2)}`;
  });
}

function measureTenAttempts(keeping: StoreKind): Promise<string> {
  return withDeliverySetup(keeping, mapToPath(['dst_down'], '/fail'), async (setup) => {
    await setup.queue(['dst_down']);
    await setup.dispatcher.whenIdle();
    setup.setClock(76 * 3_600_000);
    const passedMs = await measureTimeToIdle(setup);
    const seconds = setup.attempts.map(({ atMs }) => atMs / 1000);
    return `${passedMs.toFixed(0)}, ${seconds.join() === STEPS_S.join() ? 'yes' : `no: ${seconds.join(', ')}`}`;
  });
}

async function measureTimeToIdle({ dispatcher }: DeliverySetup): Promise<number> {
  const startMs = performance.now();
  await dispatcher.whenIdle();
  return performance.now() - startMs;
}

function mapToPath(destinationIds: readonly string[], path: string): Readonly<Record<string, string>> {
  return Object.fromEntries(destinationIds.map((id) => [id, path]));
}

function parseWholeNumber(flag: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  process.stderr.write(`${flag}: expected a whole number from 1; got ${text}\n`);
  process.exit(2);
}
