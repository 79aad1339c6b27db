import Negotiator from 'negotiator';
import { getCall } from '../pipeline/call.ts';
import type { HttpRequest, HttpResponse, Middleware } from '../pipeline/middleware.ts';
import type { Page } from './send-page.ts';

/** Scripts and styles only from files of this server, and no text that becomes code. */
const STRICT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The pages, by path. */
const PAGES: ReadonlyMap<string, Page> = new Map([
  ['/', { file: 'console.html', contentSecurityPolicy: STRICT_POLICY }],
]);

const ASSET = /^\/assets\/([\w.-]+)$/;

/**
 * Serves pages and their assets. A page is sent only to a client that prefers HTML; all other requests are passed on, so
 * that programs get the same answer as without the page.
 */
export const servePages: Middleware = (request, response, next) => {
  const { path, method } = getCall(response);
  const page = PAGES.get(path);
  const asset = path.startsWith('/assets/') ? ASSET.exec(path)?.[1] : undefined;
  if (page !== undefined) response.appendHeader('Vary', 'Accept');
  const isWanted = method === 'GET' && (asset !== undefined || (page !== undefined && prefersHtml(request)));
  if (!isWanted) {
    next();
    return;
  }
  return send({ request, response }, page ?? asset ?? '').then((isSent) => {
    if (!isSent) next();
  });
};

const prefersHtml = (request: HttpRequest): boolean =>
  new Negotiator(request).mediaType(['text/plain', 'text/html']) === 'text/html';

async function send(
  exchange: { readonly request: HttpRequest; readonly response: HttpResponse },
  wanted: Page | string,
): Promise<boolean> {
  const { sendAsset, sendPage } = await import('./send-page.ts');
  return typeof wanted === 'string' ? sendAsset(exchange, wanted) : sendPage(exchange, wanted);
}
