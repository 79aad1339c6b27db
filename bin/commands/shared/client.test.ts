import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { ControlRequest } from '../../control/control-request.ts';
import { createRequestSender, limitRequestTime } from './client.ts';

/* The shared client of the commands, with a server that is not ready at first. */

interface Refusal {
  readonly status: number;
  readonly retryAfter?: string;
}

let server: Server | undefined;
let methods: string[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  server?.close();
  server?.closeAllConnections();
});

/** Starts a server that refuses with these replies, one after another, and then answers with its data. */
async function startServer(refusals: readonly Refusal[]): Promise<string> {
  methods = [];
  const left = [...refusals];
  const started = createServer((request, response) => {
    methods.push(request.method ?? '');
    const refusal = left.shift();
    const headers = refusal?.retryAfter === undefined ? {} : { 'Retry-After': refusal.retryAfter };
    response.writeHead(refusal?.status ?? 200, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(refusal === undefined ? { data: [] } : { detail: 'The data is being prepared.' }));
  });
  server = started;
  await new Promise<void>((resolve) => void started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`; // listens on TCP
}

const READ: ControlRequest = { method: 'GET', path: 'events' };

test('sends a read again after Retry-After, and reports that once on standard error', async () => {
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const notReady = { status: 503, retryAfter: '0' };
  const url = await startServer([notReady, notReady, notReady]);
  const send = limitRequestTime(createRequestSender({ url, token: 'opr-test' }));
  expect(await send(READ)).toEqual({ data: [] });
  expect(methods).toEqual(['GET', 'GET', 'GET', 'GET']);
  expect(printed.mock.calls.map(([text]) => text)).toEqual([
    'The data is being prepared.\nThe command waits and repeats the request, for at most 5 minutes.\n',
  ]);
});

test.each<[string, ControlRequest, Refusal]>([
  [
    'a write, which may have been recorded',
    { method: 'POST', path: 'causes', body: {} },
    { status: 503, retryAfter: '0' },
  ],
  ['a read without Retry-After', READ, { status: 503 }],
  ['a read that would have to wait too long', READ, { status: 503, retryAfter: '301' }],
  ['a read that got another status', READ, { status: 429, retryAfter: '0' }],
])('does not send again %s', async (_, question, refusal) => {
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const url = await startServer([refusal]);
  await expect(createRequestSender({ url, token: 'opr-test' })(question)).rejects.toMatchObject({
    exitCode: 1,
    status: refusal.status,
  });
  expect(methods).toHaveLength(1);
  expect(printed).not.toHaveBeenCalled();
});

test('stops waiting when the command is stopped', async () => {
  const stop = new AbortController();
  vi.spyOn(process.stderr, 'write').mockImplementation(() => {
    stop.abort();
    return true;
  });
  const url = await startServer([{ status: 503, retryAfter: '300' }]);
  const send = limitRequestTime(createRequestSender({ url, token: 'opr-test' }), stop.signal);
  await expect(send(READ)).rejects.toMatchObject({ status: 503 });
  expect(methods).toHaveLength(1);
});
