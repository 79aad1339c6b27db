import { createServer } from 'node:http';

/*
 * The upstream of the proxies: sends the responses of a sandbox to a page of transactions and, for every other path, to the list of
 * connectors. They keep the contract, so that judging them finds no violation. Arguments: the port, and the URL of the sandbox.
 */

const [port = '', sandbox = ''] = process.argv.slice(2);

async function read(path: string) {
  const response = await fetch(sandbox + path, {
    headers: { 'X-API-Key': 'sbx-northway-admin', 'Accept-Encoding': 'identity' },
  });
  const body = Buffer.from(await response.arrayBuffer());
  const { connection: _, 'keep-alive': __, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, body, headers: { ...headers, 'content-length': String(body.length) } };
}

const [page, small] = [await read('/v1/transactions?limit=25'), await read('/v1/connectors')];

createServer((request, response) => {
  const { status, body, headers } = request.url?.startsWith('/v1/transactions') === true ? page : small;
  response.writeHead(status, headers).end(body);
}).listen(Number(port), '127.0.0.1');
