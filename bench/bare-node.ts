import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/*
 * The lower bound: a handler of node:http alone that sends the same rows as bare-express.ts, without an ETag. Arguments: the
 * port, and two files that test-data.ts wrote.
 */

interface ReferenceData {
  /** One page, as sent by fleetkit. */
  readonly page: Readonly<Record<string, unknown>>;
  readonly location: unknown;
}

const [port = '', referenceFile = '', rowsFile = ''] = process.argv.slice(2);
const { page, location } = JSON.parse(readFileSync(referenceFile, 'utf8')) as ReferenceData; // written by test-data.ts
let rows: readonly unknown[] | undefined;

createServer((request, response) => {
  const body = JSON.stringify(selectBody(request.url ?? ''));
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}).listen(Number(port), '127.0.0.1');

function selectBody(url: string): unknown {
  if (url.startsWith('/v1/locations/')) return location;
  const limit = url.includes('sort_by=') ? /[?&]limit=(\d+)/.exec(url)?.[1] : undefined;
  if (limit === undefined) return page;
  rows ??= JSON.parse(readFileSync(rowsFile, 'utf8')) as readonly unknown[]; // written by test-data.ts
  const count = Number(limit);
  const from = Math.floor(Math.random() * (rows.length - count));
  return { ...page, data: rows.slice(from, from + count) };
}
