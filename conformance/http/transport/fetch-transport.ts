import type { Transport } from './transport-contract.ts';

/** Creates a transport from a function with the signature of the global `fetch`, for example a server in this process. */
export const createFetchTransport =
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
