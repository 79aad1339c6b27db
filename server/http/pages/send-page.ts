import { createHash } from 'node:crypto';
import Negotiator from 'negotiator';
import { getCall, type HttpRequest, type HttpResponse } from '../exchange/middleware.ts';
import { type PageFile, PageFiles } from './page-files.ts';
import { pagesFolder } from './pages-folder.ts';

/* Loaded by the first request for a page, so that a start does not load it. */

/** A page for people, or its text for programs. */
export interface Page {
  /** The file that the build wrote, such as `console.html`. */
  readonly file: string;
  readonly contentSecurityPolicy: string;
  /** Default: 200. */
  readonly status?: number;
  /** Whether the reply does not state yet that it depends on `Accept`. */
  readonly isVaryUnset?: boolean;
}

const files = new PageFiles(pagesFolder);

interface Exchange {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

/** Sends a page. Returns false, and sends nothing, if the build wrote no such page. */
export async function sendPage(
  exchange: Exchange,
  { file, contentSecurityPolicy, status, isVaryUnset = false }: Page,
): Promise<boolean> {
  const found = await files.read(file);
  if (found === undefined) return false;
  const { response } = exchange;
  response.statusCode = status ?? 200;
  response.setHeader('Content-Security-Policy', contentSecurityPolicy);
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Cache-Control', 'no-cache');
  if (isVaryUnset) response.appendHeader('Vary', 'Accept');
  sendFile(exchange, placeUnder(getCall(response).basePath, found));
  return true;
}

/** Sends an asset, which never changes, because its name contains a hash of its content. Returns false if there is none. */
export async function sendAsset(exchange: Exchange, name: string): Promise<boolean> {
  const found = await files.read(`assets/${name}`);
  if (found === undefined) return false;
  exchange.response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  sendFile(exchange, found);
  return true;
}

/** An attribute with a path of this server. */
const PATH_ATTRIBUTE = / (href|src|data-(?:contract|records|search|users))="\/(?!\/)/g;

/** Returns a page whose links begin with the path under which clients reach the server. */
function placeUnder(basePath: string, page: PageFile): PageFile {
  if (basePath === '' || !page.mediaType.startsWith('text/html')) return page;
  const base = basePath.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const text = page.content
    .toString()
    .replaceAll(PATH_ATTRIBUTE, (_, name: string) => ` ${name}="${base}/`)
    .replace('<html', () => `<html data-base="${base}"`);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  return { ...page, content: Buffer.from(text), compressed: undefined, etag };
}

/** Pages and assets are for their own origin. */
const CROSS_ORIGIN_HEADERS = [
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Credentials',
  'Access-Control-Expose-Headers',
];

function sendFile({ request, response }: Exchange, file: PageFile): void {
  for (const name of CROSS_ORIGIN_HEADERS) response.removeHeader(name);
  response.setHeader('ETag', file.etag);
  response.appendHeader('Vary', 'Accept-Encoding');
  if (response.statusCode === 200 && request.headers['if-none-match'] === file.etag) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const compressed = new Negotiator(request).encoding(['br', 'identity']) === 'br' ? file.compressed : undefined;
  if (compressed !== undefined) response.setHeader('Content-Encoding', 'br');
  const body = compressed ?? file.content;
  response.setHeader('Content-Type', file.mediaType);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}
