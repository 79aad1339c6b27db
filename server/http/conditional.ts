import type { Representation } from './reply-cache.ts';

/**
 * Whether the client's copy is still good (RFC 9110, 13.2.2): `If-None-Match` decides when present, else
 * `If-Modified-Since`, compared as instants.
 */
export function isNotModified(
  headers: { readonly ifNoneMatch: string | undefined; readonly ifModifiedSince: string | undefined },
  representation: Pick<Representation, 'etag' | 'lastModifiedMs'>,
): boolean {
  if (headers.ifNoneMatch !== undefined) {
    const tags = headers.ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return tags.includes('*') || tags.includes(representation.etag);
  }
  if (headers.ifModifiedSince === undefined || representation.lastModifiedMs === undefined) return false;
  const since = Date.parse(headers.ifModifiedSince);
  return Number.isFinite(since) && Math.floor(representation.lastModifiedMs / 1000) * 1000 <= since;
}
