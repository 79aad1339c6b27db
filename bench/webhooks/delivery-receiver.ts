import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';

/*
 * A receiver in a separate thread: `/hang` never responds, `/fail` returns 500, any other path 204. Posts its port first.
 * Replies to each message with the deliveries since the previous one: event ids and arrival times, in nanoseconds of the
 * clock that all threads share.
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
