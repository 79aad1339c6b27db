import { createConnection, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../../testing/listen.ts';
import { createTestApp, keys } from '../../testing/test-app.ts';
import { PageBuffers } from './page-buffers.ts';

test('returns each buffer to one user at a time, and keeps few', () => {
  const buffers = new PageBuffers();
  const taken = Array.from({ length: 40 }, () => buffers.take(50_000));
  expect(new Set(taken).size).toBe(40);
  for (const buffer of taken) if (buffer !== undefined) buffers.giveBack(buffer);
  const again = Array.from({ length: 40 }, () => buffers.take(50_000));
  expect(new Set(again).size).toBe(40);
  expect(again.filter((buffer) => taken.includes(buffer))).toHaveLength(16);
  expect(buffers.take(65_537)).toBeUndefined();
});

/** Requests of two tenants for pages of different lengths. Most of the pages are sent from a buffer. */
const REQUESTS = [keys.admin, keys.redline].flatMap((key) =>
  ['terminal_datetime', 'amt_comp', 'sur_comp'].flatMap((sortBy) =>
    [1, 9, 23, 50, 77, 99, 130, 200].map((limit) => ({
      path: `/v1/transactions?limit=${limit}&sort_by=${sortBy}`,
      key,
    })),
  ),
);

type PageRequest = (typeof REQUESTS)[number];

const format = ({ path, key }: PageRequest): string =>
  `GET ${path} HTTP/1.1\r\nHost: sandbox.example\r\nX-API-Key: ${key}\r\n\r\n`;

/** Splits the bytes of a connection into the bodies of its responses; the last one may be incomplete. */
function splitBodies(bytes: Buffer): readonly string[] {
  const bodies: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const headEnd = bytes.indexOf('\r\n\r\n', at);
    const [, length] = /\r\nContent-Length: (\d+)/.exec(bytes.toString('latin1', at, headEnd)) ?? [];
    if (headEnd < 0 || length === undefined) break;
    at = headEnd + 4 + Number(length);
    if (at <= bytes.length) bodies.push(bytes.toString('utf8', headEnd + 4, at));
  }
  return bodies;
}

test('clients that read slowly, pipeline or disconnect get the right bytes', async () => {
  const { app } = createTestApp();
  const { port, close } = await listenOnLoopback(app);
  onTestFinished(close);

  const expected = new Map<PageRequest, string>();
  for (const request of REQUESTS) {
    const url = `http://127.0.0.1:${port}${request.path}`;
    expected.set(request, await (await fetch(url, { headers: { 'X-API-Key': request.key } })).text());
  }
  expect(new Set(expected.values()).size).toBeGreaterThan(40);

  /** Sends all requests of a connection at once, and reads with pauses; `leavesAfter` is the number of bytes. */
  const converse = async (requests: readonly PageRequest[], leavesAfter = Number.POSITIVE_INFINITY) => {
    const socket: Socket = createConnection({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.write(requests.map(format).join(''));
    const wanted = requests.reduce((sum, request) => sum + Buffer.byteLength(expected.get(request) ?? ''), 0);
    const chunks: Buffer[] = [];
    let received = 0;
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      received += chunk.length;
      if (chunks.length % 8 === 0) await delay(1);
      if (received > Math.min(leavesAfter, wanted) && splitBodies(Buffer.concat(chunks)).length === requests.length)
        break;
      if (received > leavesAfter) break;
    }
    socket.destroy();
    const bodies = splitBodies(Buffer.concat(chunks));
    expect(bodies).toEqual(requests.slice(0, bodies.length).map((request) => expected.get(request)));
    return bodies.length;
  };

  // Each connection begins at another request, so that the sizes of simultaneous pages differ.
  const connections = Array.from({ length: 24 }, (_, index) => {
    const requests = Array.from({ length: 30 }, (_, at) => REQUESTS[(index * 7 + at * 5) % REQUESTS.length]);
    return converse(requests as PageRequest[], index % 3 === 0 ? 30_000 + index * 9000 : undefined);
  });
  const counts = await Promise.all(connections);
  expect(counts.filter((count) => count === 30)).toHaveLength(16);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(16 * 30);
});
