import { faults as list } from './faults.ts';
import * as service from './service.ts';

/* The service answers plain objects; here it answers requests of `fetch`. */

export const name = 'geldnet-cursors';
export const keys: ReadonlyMap<string, string> = new Map(Object.entries<string>(service.keys));
export const faults: Readonly<Record<string, Omit<(typeof list)[number], 'id'>>> = Object.fromEntries(
  list.map(({ id, ...fault }) => [id, fault]),
);

export function createService({ fault }: { fault?: string } = {}): (request: Request) => Promise<Response> {
  const answer = service.open(fault);
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    const reply = await answer({
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(body === '' ? {} : { body }),
    });
    const headers = new Headers();
    for (const [header, value] of Object.entries(reply.headers))
      for (const one of [value].flat()) headers.append(header, one);
    const isEmpty = request.method === 'HEAD' || [204, 304].includes(reply.status);
    return new Response(isEmpty ? null : reply.body, { status: reply.status, headers });
  };
}
