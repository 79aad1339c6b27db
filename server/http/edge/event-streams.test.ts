import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HttpResponse } from '../exchange/middleware.ts';
import { EventStreams, HEARTBEAT_MS } from './event-streams.ts';

vi.mock(import('../../../base/real-time.ts'), async (load) => {
  const { useGlobalTimers } = await import('../../testing/global-timers.ts');
  return useGlobalTimers(load);
});

const MIB = 1_048_576;

afterEach(() => {
  vi.useRealTimers();
});

/** A response whose client reads only when the test sets `writableLength`. */
class FakeResponse extends EventEmitter {
  writableLength = 0;
  destroyed = false;
  statusCode = 0;
  written: string[] = [];

  setHeader(): void {}

  write(part: string | Buffer): boolean {
    this.written.push(String(part));
    this.writableLength += Buffer.byteLength(part);
    return false;
  }

  end(): void {
    this.destroy();
  }

  destroy(): void {
    this.destroyed = true;
    this.writableLength = 0;
    this.emit('close');
  }
}

function openStream(streams: EventStreams, response = new FakeResponse()) {
  const onClose = vi.fn();
  const stream = streams.open(response as unknown as HttpResponse, { onHeartbeat: () => undefined, onClose }); // has what a stream uses
  response.writableLength = 0; // the client has read the head
  return { stream, response, onClose };
}

describe('an event stream', () => {
  it('is cut when its client has not read a megabyte, without the last event', () => {
    const streams = new EventStreams(100 * MIB);
    const { stream, response, onClose } = openStream(streams);
    stream.write('x'.repeat(MIB));
    expect(response.destroyed).toBe(false); // just written: no client could have read it
    stream.write('y');
    expect([response.destroyed, response.written.at(-1)]).toEqual([false, 'y']);
    stream.write('z');
    expect([response.destroyed, response.written.at(-1), onClose.mock.calls.length]).toEqual([true, 'y', 1]);
    expect([streams.count, streams.cuts, streams.measureUnreadBytes()]).toEqual([0, 1, 0]);
    stream.write('more');
    stream.end('last');
    expect(response.written.at(-1)).toBe('y');
  });

  it('is cut when its client reads nothing from one heartbeat to the next but one', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const streams = new EventStreams(MIB);
    const [reading, idle] = [openStream(streams), openStream(streams)];
    for (let beat = 0; beat < 3; beat += 1) {
      vi.advanceTimersByTime(HEARTBEAT_MS);
      reading.response.writableLength = 0;
    }
    expect([reading.response.destroyed, idle.response.destroyed, streams.cuts]).toEqual([false, true, 1]);
    reading.response.destroy();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is over at once if its client has left before', () => {
    const streams = new EventStreams(MIB);
    const response = new FakeResponse();
    response.destroyed = true;
    const { stream, onClose } = openStream(streams, response);
    expect([stream.isOver, response.written, onClose.mock.calls.length]).toEqual([true, [], 1]);
    expect(streams.count).toBe(0);
  });
});

describe('the event streams of a server', () => {
  it('share a budget: beyond it, those with the most unread bytes are cut', async () => {
    const streams = new EventStreams(MIB);
    const [small, large, middle] = [openStream(streams), openStream(streams), openStream(streams)];
    small.stream.write('x'.repeat(100_000));
    large.stream.write('x'.repeat(900_000));
    middle.stream.write('x'.repeat(500_000));
    for (const { stream } of [small, large, middle]) stream.write('.');
    await new Promise((resolve) => setImmediate(resolve));
    expect([small, large, middle].map(({ response }) => response.destroyed)).toEqual([false, true, false]);
    expect(streams.measureUnreadBytes()).toBeLessThanOrEqual(MIB);
  });

  it('keep little memory for clients that do not read, and go on for the others', async () => {
    const streams = new EventStreams(2 * MIB);
    const open: ReturnType<typeof openReal>[] = [];
    const server = createServer(
      (_request, response) => void open.push(openReal(streams, response as HttpResponse)),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo; // it listens on TCP
    const clients = Array.from({ length: 8 }, () => connect(port, '127.0.0.1'));
    onTestFinished(() => {
      for (const client of clients) client.destroy();
    });
    for (const client of clients) client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await vi.waitUntil(() => streams.count === 8, { timeout: 30_000 });
    const [reader, ...others] = clients;
    for (const client of others) client.pause();
    reader?.resume();
    const readAll = (): number => reader?.bytesRead ?? 0;
    const batch = Buffer.alloc(256 * 1024, '.');
    let sent = 0;
    while (streams.count > 1 && sent < 512) {
      for (const stream of open) stream.write(batch);
      sent += 1;
      await vi.waitUntil(() => readAll() >= sent * batch.length, { timeout: 30_000 });
      await new Promise((resolve) => setImmediate(resolve));
      expect(streams.measureUnreadBytes()).toBeLessThanOrEqual(2 * MIB + 8 * batch.length); // and the last batch
    }
    expect([streams.count, streams.cuts]).toEqual([1, 7]);
  });
});

const openReal = (streams: EventStreams, response: HttpResponse) =>
  streams.open(response, { onHeartbeat: () => undefined, onClose: () => undefined });
