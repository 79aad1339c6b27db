import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { DESTINATIONS, openDeliveries } from './testing/delivery-process.ts';

const root = mkdtempSync(join(tmpdir(), 'fleetkit-killed-'));
/** The number of times that each delivery was received. */
const received = new Map<string, number>();
const receiver = createServer((request, response) => {
  const key = `${request.headers['webhook-id']} ${request.url?.slice(1)}`;
  received.set(key, (received.get(key) ?? 0) + 1);
  request.resume().on('end', () => response.writeHead(204).end());
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
  rmSync(root, { recursive: true, force: true });
});

const ROUNDS = 20;
const AT_MOST_MS = 600;
/** Maximum number of deliveries in progress per destination when the process ends. */
const PER_DESTINATION = 8;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

test(`delivers all queued events in ${ROUNDS} rounds of kill -9`, async () => {
  const listening = once(receiver, 'listening');
  receiver.listen(0, '127.0.0.1');
  await listening;
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`; // it listens on TCP
  let queued = 0;
  let before = 0;
  print('| Round | Queued | Under way at the end | Never received | Received twice | Everything sent after ms |');
  print('|---|---|---|---|---|---|');
  for (let round = 1; round <= ROUNDS; round += 1) {
    const eventIds = await killWhileDelivering(root, url, `evt_${round}_`);
    const startedMs = performance.now();
    const left = await openDeliveries(root, url);
    await left.dispatcher.whenIdle();
    const resumedMs = performance.now() - startedMs;
    const { items } = await left.notDelivered();
    await left.close();

    const pairs = eventIds.flatMap((eventId) => DESTINATIONS.map((destinationId) => `${eventId} ${destinationId}`));
    const missing = pairs.filter((pair) => !received.has(pair));
    const twice = [...received.values()].reduce((sum, times) => sum + times - 1, 0);
    print(
      `| ${[round, pairs.length, left.wereUnderWay, missing.length, twice - before].join(' | ')} | ${Math.round(resumedMs)} |`,
    );
    expect(pairs.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
    expect(items).toEqual([]);
    expect(left.wereUnderWay).toBeLessThanOrEqual(PER_DESTINATION * DESTINATIONS.length);
    expect(twice - before).toBeLessThanOrEqual(left.wereUnderWay);
    before = twice;
    queued += pairs.length;
  }
  print(`${queued} queued, 0 never received, ${before} received twice`);
});

/** Runs a process that queues and sends, and kills it at a random instant. Returns the events that it reported as queued. */
async function killWhileDelivering(directory: string, url: string, prefix: string): Promise<readonly string[]> {
  const script = join(import.meta.dirname, 'testing/deliver-endlessly.ts');
  const child = spawn(process.execPath, [script, directory, url, prefix], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  await once(child.stdout, 'data');
  await wait(Math.random() * AT_MOST_MS);
  child.kill('SIGKILL');
  await closed;
  return output.slice(0, output.lastIndexOf('\n')).split('\n'); // the last line may have been cut
}
