import { parseEntityTags } from '../../exchange/header-grammar.ts';
import type { Representation } from './representation.ts';

/**
 * Whether the client's copy is current. `If-None-Match` takes precedence over `If-Modified-Since`.
 * @see RFC 9110, 13.2.2
 */
export function isNotModified(
  headers: { readonly ifNoneMatch: string | undefined; readonly ifModifiedSince: string | undefined },
  { etag, lastModifiedMs }: Pick<Representation, 'etag' | 'lastModifiedMs'>,
): boolean {
  if (headers.ifNoneMatch !== undefined) {
    const tags = parseEntityTags(headers.ifNoneMatch) ?? [];
    return tags === '*' || tags.some((tag) => tag.replace(/^W\//, '') === etag);
  }
  if (headers.ifModifiedSince === undefined || lastModifiedMs === undefined) return false;
  const since = parseHttpDate(headers.ifModifiedSince);
  return since !== undefined && lastModifiedMs <= since;
}

const IMF_OR_RFC_850 = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -](?:\d{2}|\d{4}) \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Parses any of the three HTTP date formats; returns undefined for any other text (RFC 9110, 5.6.7). */
export function parseHttpDate(text: string): number | undefined {
  if (!IMF_OR_RFC_850.test(text) && !ASCTIME.test(text)) return undefined;
  const ms = Date.parse(ASCTIME.test(text) ? `${text} GMT` : text);
  return Number.isFinite(ms) ? ms : undefined;
}
