import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { refuse } from '../protocol/answers.ts';
import { writeJson } from '../protocol/json.ts';
import type { OperationId } from '../protocol/operations.ts';
import { type Reply, renderRefusal } from '../render/problems.ts';
import type { Service } from './call.ts';
import { answerRequest, renderAnswer } from './respond.ts';

const MAXIMUM_BODY_BYTES = 100_000;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAXIMUM_BODY_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses a body in the media types that the shape accepts; `undefined` if it is none. */
function parseBody(text: string, contentType: string, media: string): unknown {
  const isForm = contentType.startsWith('application/x-www-form-urlencoded');
  if (isForm && media !== 'json') return Object.fromEntries(new URLSearchParams(text));
  if (isForm || (media === 'form' && text !== '' && !text.startsWith('{}')))
    return media === 'form' ? tryJson(text) : undefined;
  return tryJson(text);
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Counts requests of the last second and returns whether there are too many. */
function createRateLimit(service: Service) {
  const perSecond = service.choices.rateLimit.startsWith('strict') ? 40 : Number.POSITIVE_INFINITY;
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) {
      second = now;
      count = 0;
    }
    count += 1;
    return { isExceeded: count > perSecond, remaining: Math.max(0, 40 - count) };
  };
}

function createHeaders(service: Service, isPublic: boolean): Record<string, string> {
  const { choices, requestNumber } = service;
  const headers: Record<string, string> = {};
  if (choices.extraHeaders !== 'none') headers['X-Request-Id'] = `r-${requestNumber}`;
  if (choices.extraHeaders === 'many') {
    headers['X-Content-Type-Options'] = 'nosniff';
    headers['Strict-Transport-Security'] = 'max-age=60';
    headers['Server-Timing'] = 'db;dur=3';
    headers['Access-Control-Allow-Origin'] = '*';
    headers['Set-Cookie'] = 'lb=a1; Path=/; HttpOnly';
  }
  if (choices.extraHeaders === 'deprecation') headers.Deprecation = '@1798761600';
  if (choices.cacheControl !== 'absent' && !isPublic) {
    headers['Cache-Control'] = choices.cacheControl === 'private' ? 'private, max-age=0' : 'no-store';
  }
  if (choices.connections === 'closed') headers.Connection = 'close';
  return headers;
}

function addPublicCaching(service: Service, headers: Record<string, string>, body: Buffer): void {
  const { openapiCaching } = service.choices;
  if (openapiCaching === 'max-age' || openapiCaching === 'both') headers['Cache-Control'] = 'public, max-age=300';
  if (openapiCaching === 'etag' || openapiCaching === 'both')
    headers.ETag = `"${createHash('sha1').update(body).digest('hex')}"`;
  if (openapiCaching === 'last-modified') headers['Last-Modified'] = 'Sun, 01 Feb 2026 00:00:00 GMT';
}

function writeReply(service: Service, reply: Reply): { body: Buffer; type: string | undefined } {
  const { choices } = service;
  if (reply.json === undefined) {
    const body = Buffer.from(reply.text ?? '');
    return { body, type: body.length === 0 ? undefined : reply.type };
  }
  const text = writeJson(reply.json, {
    indent: choices.jsonText === 'pretty' ? '  ' : '',
    isEscaped: choices.jsonText === 'escaped',
    escapesSlashes: choices.jsonText === 'slashes',
  });
  return {
    body: Buffer.from(choices.jsonText === 'newline' ? `${text}\n` : text),
    type: reply.type ?? choices.jsonType,
  };
}

function sendReply(
  service: Service,
  exchange: { request: IncomingMessage; response: ServerResponse },
  sent: { reply: Reply; operation: OperationId | undefined },
) {
  const { request, response } = exchange;
  const { reply, operation } = sent;
  const { choices } = service;
  const { body, type } = writeReply(service, reply);
  let headers = { ...createHeaders(service, operation === 'getOpenapi'), ...reply.headers };
  if (type !== undefined) headers['Content-Type'] = type;
  const isSuccess = reply.status >= 200 && reply.status < 300;
  if (operation === 'getOpenapi' && isSuccess) addPublicCaching(service, headers, body);
  else if (isSuccess && request.method !== 'POST' && choices.entityTags !== 'none') {
    const tag = `"${createHash('sha1').update(body).digest('base64url')}"`;
    headers.ETag = choices.entityTags === 'weak' ? `W/${tag}` : tag;
  }
  if (operation !== undefined) headers = service.hooks.headers?.(headers, { operation }) ?? headers;
  if (headers.ETag !== undefined && request.headers['if-none-match'] === headers.ETag) {
    response.writeHead(304, { ETag: headers.ETag }).end();
    return;
  }
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const wanted = choices.compression === 'gzip' ? 'gzip' : choices.compression === 'brotli' ? 'br' : undefined;
  const isCompressed = wanted !== undefined && accepted.split(/[,;\s]+/).includes(wanted) && body.length > 200;
  const payload = isCompressed ? (wanted === 'gzip' ? gzipSync(body) : brotliCompressSync(body)) : body;
  if (isCompressed) headers['Content-Encoding'] = wanted;
  if (wanted !== undefined) headers.Vary = 'Accept-Encoding';
  const isBodiless = request.method === 'HEAD' || reply.status === 204;
  if (choices.transfer === 'content-length' && reply.status !== 204) headers['Content-Length'] = String(payload.length);
  response.writeHead(reply.status, headers);
  if (isBodiless) response.end();
  else {
    // Two writes without a length make a chunked reply.
    response.write(payload.subarray(0, 100));
    response.end(payload.subarray(100));
  }
}

/** Returns whether an Accept header admits a content type. */
function accepts(accept: string, type: string): boolean {
  const [essence = ''] = type.toLowerCase().split(';');
  const [family = ''] = essence.split('/');
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';')[0]?.trim() ?? '');
  return essence === '' || ranges.some((range) => ['*/*', essence, `${family}/*`].includes(range));
}

/** Returns the path before `/v1` in the URL of the service. */
export function readPrefix(choices: Service['choices']): string {
  return choices.baseUrlForm === 'path-prefix' ? '/api/fleet' : '';
}

/** Creates the HTTP server of a service. */
export function createHttpServer(service: Service): Server {
  const countRequest = createRateLimit(service);
  const { choices } = service;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    service.requestNumber += 1;
    const text = await readBody(request);
    if (choices.latency === 'some') await new Promise((resolve) => setTimeout(resolve, 4));
    const prefix = readPrefix(choices);
    const [full = '/', search = ''] = (request.url ?? '/').split(/\?(.*)/s);
    const path = full.startsWith(`${prefix}/`) ? full.slice(prefix.length) : `/outside${full}`;
    const rate = countRequest();
    const send = (reply: Reply, operation?: OperationId) => {
      const limits: Record<string, string> =
        choices.rateLimit === 'none' ? {} : { 'RateLimit-Limit': '40', 'RateLimit-Remaining': String(rate.remaining) };
      sendReply(
        service,
        { request, response },
        { reply: { ...reply, headers: { ...limits, ...reply.headers } }, operation },
      );
    };
    if (full === '/login')
      return send({ status: 200, headers: {}, text: '<!doctype html><title>Log in</title>', type: 'text/html' });
    if (rate.isExceeded) {
      const status = choices.rateLimit === 'strict-503' ? 503 : 429;
      return send(renderRefusal(refuse('too-many', status), choices, path));
    }
    if (request.method === 'OPTIONS' && choices.optionsRequests === '204') {
      return send({ status: 204, headers: { Allow: 'GET, HEAD, POST, OPTIONS' }, text: '' });
    }
    const isHead = request.method === 'HEAD' && choices.headRequests === 'served';
    const key = request.headers['x-api-key'];
    const requested = {
      method: isHead ? 'GET' : (request.method ?? 'GET'),
      path,
      query: new URLSearchParams(search),
      key: Array.isArray(key) ? key[0] : key,
      body: parseBody(text, String(request.headers['content-type'] ?? ''), choices.bodyMedia),
    };
    try {
      const { answer, route } = answerRequest(service, requested);
      const reply = renderAnswer(service, answer, path);
      const type = reply.json === undefined ? (reply.type ?? '') : (reply.type ?? choices.jsonType);
      const isAccepted = choices.acceptHeader === 'ignored' || accepts(String(request.headers.accept ?? '*/*'), type);
      if (isAccepted) send(reply, route?.operation.id);
      else send({ status: 406, headers: {}, text: '' });
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      send({ status: 500, headers: {}, text: 'failed', type: 'text/plain' });
    }
  };
  return createServer((request, response) => {
    // A client that goes away while it sends is no failure of the service.
    handle(request, response).catch(() => response.destroy());
  });
}
