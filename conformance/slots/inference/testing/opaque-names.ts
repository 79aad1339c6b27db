import type { Transport } from '../../../http/client.ts';

/** Wraps a service: replaces member names by meaningless ones, and removes the published document. */
export function withOpaqueNames(transport: Transport): Transport {
  const names = new Map<string, string>();
  const opaque = (name: string): string => {
    const known = names.get(name) ?? `k${names.size}x`;
    names.set(name, known);
    return known;
  };
  return async (request) => {
    const response = await transport(request);
    const isJson = response.headers.some(([name, value]) => /^content-type$/i.test(name) && value.includes('json'));
    if (request.url.includes('/public-openapi.json')) return { status: 404, headers: [], body: new Uint8Array() };
    if (!isJson || response.status !== 200 || request.url.includes('/integrations/')) return response;
    const renamed = JSON.stringify(JSON.parse(Buffer.from(response.body).toString()), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).map(([name, member]) => [opaque(name), member]))
        : value,
    );
    const headers = response.headers.filter(([name]) => !/^content-length$/i.test(name));
    return { ...response, headers, body: Buffer.from(renamed) };
  };
}
