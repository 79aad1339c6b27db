import { omitUndefined } from '../../../base/omit-undefined.ts';
import { chooseMediaType } from '../exchange/accepted-forms.ts';
import { getCall, type HttpRequest, type HttpResponse, type Middleware } from '../exchange/middleware.ts';
import { isDocumentPath } from './document-path.ts';

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

/** A page with an address: for people, and for programs. */
interface AddressedPage {
  /** The file for people. */
  readonly html: string;
  /** The file for programs. Absent: they get an answer of the server itself. */
  readonly text?: string;
  /** The media types of that answer, if it is one of the API. It is never cached, and remains the same with the page. */
  readonly apiTypes?: readonly string[];
}

/** A text with an address, which is the same for people and programs. */
interface TextFile {
  readonly onlyText: string;
}

const INBOX_TYPES = ['application/json', 'application/problem+json'];
const NOT_FOUND = 'docs/not-found.html';

const ASSET = /^\/assets\/([\w.-]+)$/;
const INBOX_PATH = /^\/sandbox\/inbox\/[\w-]{1,64}$/;
const PROBLEM = /^\/problems(?:\/[a-z-]+)?$/;

/** Returns the page or the text at a path. The build may not have written it. */
function findPage(path: string, hasPublishedKeys: boolean): AddressedPage | TextFile | undefined {
  if (path === '/llms.txt') return { onlyText: 'llms.txt' };
  const html = hasPublishedKeys ? 'console.html' : 'console-private.html';
  if (path === '/') return { html };
  if (INBOX_PATH.test(path)) return { html, apiTypes: INBOX_TYPES };
  const isDocument = isDocumentPath(path);
  if (!isDocument && !PROBLEM.test(path)) return undefined;
  if (path.endsWith('.md')) return { onlyText: `${toFileName(path.slice(0, -'.md'.length))}.markdown` };
  const file = toFileName(path);
  return isDocument ? { html: `${file}.html`, text: `${file}.markdown` } : { html: `${file}.html` };
}

const toFileName = (path: string): string =>
  path === '/docs' || path === '/problems' ? `${path.slice(1)}/index` : path.slice(1);

/**
 * Serves pages and their assets. A page is sent only to a client that prefers HTML. Other clients get the text of a page of
 * the documentation; all other requests are passed on, so that programs get the same answer as without the page. The path
 * of a page with a slash at its end redirects to the page. Without published keys, the console offers none.
 */
export const servePages =
  (hasPublishedKeys: boolean): Middleware =>
  (request, response, next) => {
    const { path, queryString, method } = getCall(response);
    const page = findPage(path, hasPublishedKeys);
    const withoutSlash = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : '';
    if (method === 'GET' && (isDocumentPath(withoutSlash) || PROBLEM.test(withoutSlash))) {
      // Relative, so that a base path in front of the server remains.
      const name = withoutSlash.slice(withoutSlash.lastIndexOf('/') + 1);
      const query = queryString === '' ? '' : `?${queryString}`;
      response.writeHead(308, { Location: `../${name}${query}` }).end();
      return;
    }
    const asset = path.startsWith('/assets/') ? ASSET.exec(path)?.[1] : undefined;
    if (page !== undefined && !('onlyText' in page) && page.apiTypes === undefined)
      response.appendHeader('Vary', 'Accept');
    if (method !== 'GET' || (asset === undefined && page === undefined)) {
      next();
      return;
    }
    return send({ request, response }, page ?? asset ?? '').then((isSent) => {
      if (!isSent) next();
    });
  };

/** Returns whether the client gets the page. At an address of the API, a client with credentials is a program. */
function prefersHtml(request: HttpRequest, { apiTypes }: AddressedPage): boolean {
  const { authorization, 'x-api-key': key } = request.headers;
  if (apiTypes !== undefined && (authorization ?? key) !== undefined) return false;
  return chooseMediaType([...(apiTypes ?? []), 'text/plain', 'text/html'], request.headers.accept) === 'text/html';
}

interface Exchange {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

/** Sends a page or an asset. Returns false, and sends nothing, if there is none for the client. */
async function send(exchange: Exchange, wanted: AddressedPage | TextFile | string): Promise<boolean> {
  const isPage = typeof wanted !== 'string' && !('onlyText' in wanted);
  const isForPeople = isPage && prefersHtml(exchange.request, wanted);
  if (isPage && !isForPeople && wanted.text === undefined) return false;
  const { sendAsset, sendPage } = await import('./send-page.ts');
  if (typeof wanted === 'string') return sendAsset(exchange, wanted);
  if ('onlyText' in wanted) return sendPage(exchange, { file: wanted.onlyText, contentSecurityPolicy: STRICT_POLICY });
  const sendFile = (file: string, status?: number): Promise<boolean> =>
    sendPage(exchange, {
      file,
      contentSecurityPolicy: STRICT_POLICY,
      ...omitUndefined({ status }),
      isVaryUnset: wanted.apiTypes !== undefined,
    });
  if (!isForPeople) return sendFile(wanted.text ?? '');
  if (await sendFile(wanted.html)) return true;
  return wanted.text !== undefined && sendFile(NOT_FOUND, 404);
}
