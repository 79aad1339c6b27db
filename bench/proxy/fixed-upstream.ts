import { createServer } from 'node:http';
import { startSandbox } from '../../bin/library/start-sandbox.ts';

/*
 * The upstream of the proxies: sends the responses of a sandbox to a page of transactions and, for every other path, to the list of
 * connectors. They keep the contract, so that judging them finds no violation. Argument: the port.
 */

const [port = ''] = process.argv.slice(2);
const sandbox = await startSandbox({ port: false });

async function read(path: string) {
  const request = new Request(`http://sandbox.invalid${path}`, { headers: { 'X-API-Key': 'sbx-northway-admin' } });
  const response = await sandbox.fetch(request);
  const body = Buffer.from(await response.arrayBuffer());
  return { body, headers: { ...Object.fromEntries(response.headers), 'content-length': String(body.length) } };
}

const [page, small] = [await read('/v1/transactions?limit=25'), await read('/v1/connectors')];
await sandbox.close();

createServer((request, response) => {
  const { body, headers } = request.url?.startsWith('/v1/transactions') === true ? page : small;
  response.writeHead(200, headers).end(body);
}).listen(Number(port), '127.0.0.1');
