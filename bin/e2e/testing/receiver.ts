import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface TestReceiverRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Starts a receiver that records requests. Returns the status in the path, such as `/401`, otherwise 204. */
export async function startRecordingReceiver() {
  const got: TestReceiverRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      got.push({ path, headers, body: Buffer.concat(chunks).toString() });
      response.statusCode = Number(/^\/(\d{3})$/.exec(path)?.[1] ?? 204);
      response.end(response.statusCode === 204 ? undefined : 'first line\n\u001b[31msecond');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listens on TCP, so it has one
  return {
    got,
    urlOf: (path: string): string => `http://127.0.0.1:${port}${path}`,
    close: () => {
      server.close();
    },
  };
}
