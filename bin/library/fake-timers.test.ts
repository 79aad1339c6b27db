import { mock } from 'node:test';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startSandbox } from './index.ts';

/* A sandbox in a test that fakes time: each function that a test library can fake, alone and all together. */

/** The first sandbox of a process loads all modules. */
beforeAll(() => useSandbox(0), 240_000);

afterEach(() => {
  vi.useRealTimers();
  mock.timers.reset();
});

/** Starts a sandbox, uses its features that need timers, and closes it. With a faked timer, each of them would never end. */
async function useSandbox(port: 0 | false): Promise<void> {
  const sandbox = await startSandbox({ port });
  const headers = { 'X-API-Key': sandbox.keys.usr_nw_admin ?? '' };
  expect((await sandbox.fetch('/v1/portal', { headers })).status).toBe(200);
  expect((await sandbox.fetch('/v1/portal', { headers: { ...headers, Prefer: 'delay=5' } })).status).toBe(200);
  const { destination } = await sandbox.destinations.add({ inbox: true, accountId: 'acct_northway' });
  await sandbox.trigger('cash_out', { terminalId: 'NW104310', advance: true });
  await sandbox.settled({ timeoutMs: 60_000 });
  const [message] = await sandbox.inbox(destination);
  expect(message?.signature.verified).toBe(true);
  expect(Date.parse(message?.received_at ?? '')).toBeGreaterThan(Date.UTC(2020));
  await sandbox.close();
}

/** The functions that vitest can fake in a separate process; `nextTick` only in a thread, as Node.js itself needs it. */
const FAKEABLE = [
  ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'] as const),
  ...(['queueMicrotask', 'Date', 'performance', 'hrtime'] as const),
];

test.each(FAKEABLE)('works while vitest fakes %s', async (name) => {
  vi.useFakeTimers({ toFake: [name], now: 0 });
  await useSandbox(false);
});

test('works while vitest fakes everything, with a port', async () => {
  vi.useFakeTimers({ toFake: FAKEABLE, now: 0 });
  await useSandbox(0);
});

test('works while vitest fakes what it fakes by default', async () => {
  vi.useFakeTimers();
  await useSandbox(0);
});

test('works while node:test fakes everything', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'], now: 0 });
  await useSandbox(0);
});

test('closes a sandbox that was started before the timers were faked', async () => {
  const sandbox = await startSandbox();
  vi.useFakeTimers({ toFake: FAKEABLE });
  await sandbox.close();
});
