import type { Transport } from './client.ts';

/** A transport through anything that answers as the global `fetch` does: a server in this process, for one. */
export const fetchTransport =
  (fetch: (request: Request) => Promise<Response>): Transport =>
  async ({ method, url, headers, body }) => {
    const init = {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      redirect: 'manual',
    } as const;
    const response = await fetch(new Request(url, body === undefined ? init : { ...init, body }));
    return { status: response.status, headers: [...response.headers], body: await response.bytes() };
  };
