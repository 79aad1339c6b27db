import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startHosted } from './testing/serve-process.ts';

/* Clients that open event streams and do not read them, with the heap that Node chooses in a container of 768 MB. */

const STREAMS = 115;
const REQUESTS = 4000;
const CONCURRENCY = 8;
const OPERATOR_TOKEN = 'operator-of-the-server-0123456789';
const AS_OPERATOR = { Authorization: `Bearer ${OPERATOR_TOKEN}` };

test(`${STREAMS} unread event streams and ${REQUESTS} requests without a key do not end a server`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-unread-'));
  const { child, url } = await startHosted(folder, { operatorToken: OPERATOR_TOKEN, heapMb: 450 });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => openUnread(Number(new URL(url).port))));
  let closed = 0;
  for (const stream of streams) stream.once('close', () => (closed += 1));

  const statuses = new Map<number, number>();
  let sent = 0;
  const sendInTurn = async (): Promise<void> => {
    while (sent < REQUESTS) {
      sent += 1;
      // Each client may send 60,000 requests a minute. The operator sees all of them.
      const { status } = await fetch(`${url}/v1/${'x'.repeat(8000)}${sent}`, {
        headers: { 'X-Forwarded-For': `203.0.113.${sent % 8}` },
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sendInTurn));
  expect([...statuses]).toEqual([[404, REQUESTS]]);

  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/sandbox/clock`, { headers: AS_OPERATOR })).status).toBe(200);
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  for (const stream of streams) stream.resume();
  await expect.poll(() => closed, { timeout: 20_000 }).toBeGreaterThan(STREAMS / 2); // the server has ended them
});

/** Opens an event stream of the operator, and reads only the head of the response. */
async function openUnread(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined); // the server may reset the connection; 'close' follows
  socket.write(`GET /sandbox/activity HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${OPERATOR_TOKEN}\r\n\r\n`);
  const [head] = await once(socket, 'data');
  socket.pause();
  expect(String(head)).toMatch(/^HTTP\/1.1 200 /);
  return socket;
}
