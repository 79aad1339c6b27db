import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/*
 * The upstream of the proxies: sends the page of transactions in the examples of the contract, and a small reply for
 * every other path. Argument: the port.
 */

const [port = ''] = process.argv.slice(2);
const example = JSON.parse(readFileSync(new URL('../../spec/examples/listTransactions.json', import.meta.url), 'utf8'));
const page = Buffer.from(JSON.stringify(example));
const small = Buffer.from('{"data":[],"next_cursor":null}');

createServer((request, response) => {
  const body = request.url?.startsWith('/v1/transactions') === true ? page : small;
  response
    .writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length })
    .end(body);
}).listen(Number(port), '127.0.0.1');
