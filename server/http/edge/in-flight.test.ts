import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { InFlight } from './in-flight.ts';

/* Responses that are not complete when a server or a workspace closes. */

const createResponse = (): ServerResponse => new ServerResponse(new IncomingMessage(new Socket()));

function addTo(inFlight: InFlight): ServerResponse {
  const response = createResponse();
  inFlight.add(response);
  return response;
}

test('the wait ends with the last response', async () => {
  const inFlight = new InFlight();
  const [one, other] = [addTo(inFlight), addTo(inFlight)];
  let hasEnded = false;
  const end = inFlight.finish(60_000).then(() => {
    hasEnded = true;
  });
  one.emit('close');
  await new Promise(setImmediate);
  expect({ hasEnded, size: inFlight.size }).toEqual({ hasEnded: false, size: 1 });
  other.emit('close');
  await end;
  expect(inFlight.size).toBe(0);
});

test('the wait ends after the limit, and the responses that remain can be cut', async () => {
  const inFlight = new InFlight();
  const response = addTo(inFlight);
  await inFlight.finish(20);
  expect(inFlight.size).toBe(1);
  inFlight.destroyAll();
  expect(response.destroyed).toBe(true);
});

test('time in which the process computes does not use up the limit', async () => {
  const inFlight = new InFlight();
  const response = addTo(inFlight);
  const end = inFlight.finish(400);
  const until = performance.now() + 800;
  while (performance.now() < until); // a computation
  setTimeout(() => response.emit('close'), 20);
  await end;
  expect(inFlight.size).toBe(0);
});
