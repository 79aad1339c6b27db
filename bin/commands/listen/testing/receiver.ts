import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenForTest } from '../../../../server/delivery/testing/listening-server.ts';

/** A received delivery. */
export interface ListenedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface TestResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Starts a receiver until the test ends. `answer` returns the response to the n-th delivery, counted from 1. */
export async function startTestReceiver(
  answer: (n: number) => TestResponse | Promise<TestResponse> = () => ({ status: 204 }),
) {
  const got: ListenedRequest[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', async () => {
      const n = got.push({ headers: request.headers, body });
      const { status, headers = {}, body: text } = await answer(n);
      response.writeHead(status, { ...headers }).end(text);
      for (const one of waiting) if (got.length >= one.count) one.resolve();
    });
  });
  const { port } = await listenForTest(server);
  return {
    url: new URL(`http://127.0.0.1:${port}/hooks`),
    got,
    ids: () => got.map(({ headers }) => headers['webhook-id']),
    /** Resolves after `count` deliveries. */
    untilGot: (count: number): Promise<void> =>
      new Promise((resolve) => {
        if (got.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
  };
}
