import { expect, test } from 'vitest';
import { serveRaw } from '../testing/serve.ts';
import { checkOne, listProbeIds } from './testing/check-one.ts';

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
