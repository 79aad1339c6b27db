import { createServer } from 'node:http';

/*
 * The control of the measurements: a server of node:http that does the least work for each request. Its argument is the
 * port. Keeps event streams open, and obeys `Prefer: delay`.
 */

const HEARTBEAT_MS = 15_000;
const BODY = JSON.stringify({ data: [] });

createServer((request, response) => {
  request.resume();
  const { url = '/' } = request;
  if (/\/(activity|stream)\b/.test(url)) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    response.write(': connected\n\n');
    const timer = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS);
    response.on('close', () => clearInterval(timer));
    return;
  }
  request.on('end', () => {
    setTimeout(
      () => {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': BODY.length });
        response.end(BODY);
      },
      Number(/delay=(\d+)/.exec(String(request.headers.prefer))?.[1] ?? 0),
    );
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
