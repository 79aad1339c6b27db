import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';

/*
 * A receiver of deliveries in a thread of its own: `/hang` never answers, `/fail` answers 500, everything else 204. It tells
 * its port first, and, whenever it is asked, what came since the last time: ids of events and when they came, in
 * nanoseconds of the clock that all threads share.
 */
if (parentPort === null) throw new Error('bench/webhooks/deliveries.ts starts this in a thread');
const port = parentPort;
let arrivals: [id: string, atNs: bigint][] = [];

const server = createServer((request, response) => {
  arrivals.push([String(request.headers['webhook-id']), process.hrtime.bigint()]);
  request.resume();
  request.on('end', () => {
    if (request.url !== '/hang') response.writeHead(request.url === '/fail' ? 500 : 204).end();
  });
});
server.listen(0, '127.0.0.1', () => port.postMessage((server.address() as AddressInfo).port)); // it listens on TCP

port.on('message', () => {
  port.postMessage(arrivals);
  arrivals = [];
});
