import { expect, test } from 'vitest';
import { serveRaw } from '../../testing/serve.ts';
import { checkOne, listProbeIds } from '../testing/check-one.ts';
import { createWireSender } from './wire.ts';

/** Serves requests whose headers are separated as `separate` does; responds with 204, or with 400 without an id. */
const serveLines = (separate: RegExp) =>
  serveRaw((socket, request) => {
    const names = request.split('\r\n').flatMap((line) => (separate.test(line) ? [line.split(separate)[0]] : []));
    socket.end(`HTTP/1.1 ${names.includes('webhook-id') ? 204 : 400} Status\r\nConnection: close\r\n\r\n`);
  });

test.each([
  { title: 'passes for a server that separates headers at a colon', separate: /:\s*/, outcome: 'pass' },
  { title: 'fails for a server that separates headers at a colon and a space', separate: /: /, outcome: 'fail' },
] as const)('the probe of header lines $title', async ({ separate, outcome }) => {
  const target = await serveLines(separate);
  const result = await checkOne(target.url, { only: ['header-spaces'] });
  await target.close();
  expect(listProbeIds(result, outcome)).toContain('header-spaces');
});

const DELIVERY = { method: 'POST', headers: [], pieces: [Buffer.from('{}')], wire: { isKept: true } };
const createSender = (url: string, timeoutMs = 300) =>
  createWireSender({ url, timeoutMs, pauseMs: 0, addedHeaders: [], clock: () => performance.now() });

const HEAD = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
const LARGE_CHUNK = `ffff\r\n${'x'.repeat(0xffff)}\r\n`;

test.each([
  { title: 'endless chunks', response: CHUNKED, more: LARGE_CHUNK, words: /larger than 65536 bytes/ },
  { title: 'a negative size of a chunk', response: `${CHUNKED}-5\r\nabc\r\n`, words: /not a response/ },
  { title: 'a chunk of 4 GB', response: `${CHUNKED}fffffff0\r\n`, words: /larger than/ },
  { title: 'a length that is no number', response: `${HEAD}Content-Length: many\r\n\r\n`, words: /not a response/ },
  { title: 'a length of 1 GB', response: `${HEAD}Content-Length: 1000000000\r\n\r\n`, words: /larger than/ },
  { title: 'an endless head', response: HEAD, more: `X-More: ${'x'.repeat(1000)}\r\n`, words: /not a response|larger/ },
  {
    title: 'endless interim responses',
    response: '',
    more: 'HTTP/1.1 100 Continue\r\n\r\n',
    words: /.+/,
    endsByItself: false,
  },
  {
    title: 'a response that never ends',
    response: `${HEAD}Content-Length: 5\r\n\r\nab`,
    words: /within 0.3 s/,
    endsByItself: false,
  },
])(
  'a delivery to a receiver with $title ends without a response',
  async ({ response, more, words, endsByItself = true }) => {
    const target = await serveRaw((socket) => {
      socket.write(response);
      const write = () => {
        while (more !== undefined && !socket.destroyed && socket.write(more));
      };
      socket.on('drain', write);
      write();
    });
    const send = createSender(target.url, endsByItself ? 30_000 : 300);
    expect(await send(DELIVERY)).toMatchObject({
      kind: expect.stringMatching(/^(dropped|timeout)$/),
      words: expect.stringMatching(words),
    });
    await target.close();
  },
);

test('a receiver that writes without end after its response does not hold the kept connection', async () => {
  const target = await serveRaw((socket) => {
    socket.write('HTTP/1.1 204 No Content\r\n\r\n', () => socket.write('x'.repeat(1_000_000)));
  });
  const send = createSender(target.url);
  expect(await send(DELIVERY)).toMatchObject({ kind: 'answered', status: 204 });
  expect((await send(DELIVERY)).kind).not.toBe('timeout');
  await target.close();
});
