import { EventEmitter } from 'node:events';
import type { Server } from 'node:net';
import { expect, test } from 'vitest';
import { setImmediate, yieldToOthers } from '../../../base/real-time.ts';
import { yieldToNewConnections } from './new-connections.ts';

/** A server that accepts `count` connections, one in each iteration of the event loop. */
function createServer(count: number) {
  const emitter = new EventEmitter();
  let accepted = 0;
  const accept = (): void => {
    if (accepted === count) return;
    accepted += 1;
    emitter.emit('connection');
    setImmediate(accept);
  };
  const server = emitter as unknown as Pick<Server, 'on'>; // only `on` is called
  return { server, accept, readAccepted: () => accepted };
}

test('calls back when no connection waits any more', async () => {
  const { server, accept, readAccepted } = createServer(10);
  const yieldTo = yieldToNewConnections(server);
  accept();
  await new Promise<void>((resolve) => yieldTo(resolve));
  expect(readAccepted()).toBe(10);
});

test('calls back although clients connect all the time', async () => {
  const { server, accept, readAccepted } = createServer(10_000);
  const yieldTo = yieldToNewConnections(server);
  accept();
  await new Promise<void>((resolve) => yieldTo(resolve));
  expect(readAccepted()).toBeLessThan(40);
});

test('calls back after two iterations without connections', async () => {
  let isDone = false;
  yieldToNewConnections(createServer(0).server)(() => {
    isDone = true;
  });
  for (let n = 0; n < 3; n += 1) await yieldToOthers();
  expect(isDone).toBe(true);
});
