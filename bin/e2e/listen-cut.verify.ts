import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { startCuttableProxy } from '../commands/listen/testing/cuttable-proxy.ts';
import {
  callSandbox,
  createTestFolder,
  KEY,
  listDeliveriesTo,
  startTestSandbox,
  triggerAtTerminal,
} from '../commands/listen/testing/listener.ts';
import { startTestReceiver } from '../commands/listen/testing/receiver.ts';

const CUT_MS = 60_000;
const STEPS = 20;
const EVENTS = 200;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

test(`forwards the ${EVENTS} events of an outage of ${CUT_MS / 1000} s in order, once each`, async () => {
  const { url } = await startTestSandbox();
  const proxy = await startCuttableProxy(Number(new URL(url).port));
  const receiver = await startTestReceiver();
  const given = ['listen', '--url', proxy.url, '--key', KEY, '-f', receiver.url.href];
  const child = spawn(process.execPath, [join(import.meta.dirname, '../cli.ts'), ...given], {
    env: { ...process.env, TMPDIR: createTestFolder() },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  let output = '';
  const connected = Array.from({ length: 2 }, () => Promise.withResolvers<number>());
  child.stderr.on('data', (text) => {
    output += String(text);
    connected[output.split('Connected to').length - 2]?.resolve(performance.now());
  });
  await connected[0]?.promise;
  await triggerAtTerminal(url);
  await receiver.untilGot(1);
  const [destination] = (await callSandbox<SandboxSchemas['DestinationList']>(url, 'GET destinations')).data;
  const id = destination?.destination_id ?? '';

  proxy.cut();
  let waiting = await listDeliveriesTo(url, id);
  for (let step = 0; step < STEPS; step += 1) {
    await wait(CUT_MS / STEPS);
    while (waiting.length < 1 + ((step + 1) * EVENTS) / STEPS) {
      await callSandbox(url, 'POST clock/advance', { by: 'PT6H' });
      waiting = await listDeliveriesTo(url, id);
    }
  }
  expect(receiver.got).toHaveLength(1);
  proxy.mend();
  const mendedAt = performance.now();
  const againAt = await connected[1]?.promise;
  await receiver.untilGot(waiting.length);
  const allAt = performance.now();
  child.kill('SIGINT');
  await closed;

  const ids = receiver.ids();
  print(
    `received of the ${waiting.length - 1} events of the cut: ${ids.length - 1}, twice: ${ids.length - new Set(ids).size}`,
  );
  print(
    `connected again after ${Math.round((againAt ?? 0) - mendedAt)} ms, all forwarded after ${Math.round(allAt - mendedAt)} ms`,
  );
  print(output.trimEnd());
  expect(waiting.length - 1).toBeGreaterThanOrEqual(EVENTS);
  expect(ids).toEqual(waiting.map(({ event_id }) => event_id));
});
