import { Agent, createServer, request as open } from 'node:http';

/* The lower bound: a proxy that only connects the streams of node:http. Arguments: the port, and the URL of the upstream. */

const [port = '', upstream = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

createServer((request, response) => {
  const { method, headers, url } = request;
  const onward = open(upstream + url, { agent, method: method ?? 'GET', headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  request.pipe(onward);
}).listen(Number(port), '127.0.0.1');
