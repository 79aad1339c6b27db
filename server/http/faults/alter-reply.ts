import { STATUS_CODES } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readSystemClock } from '../../../base/real-time.ts';
import { codeOfStatus } from '../../problems/code-of-status.ts';
import { problem } from '../../problems/problem.ts';
import { type AnyProblem, PROBLEM_MEDIA_TYPE, presentProblem } from '../../serialisers/problem-json.ts';
import type { FaultEffect, FaultRule } from '../../world/state/fault-rules.ts';
import type { Call } from '../exchange/call.ts';
import { type FinalReply, findHeader, type HeaderList } from '../exchange/final-reply.ts';
import { parseEntityTags } from '../exchange/header-grammar.ts';

/** A reply whose body is bytes. */
export interface BytesReply {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Buffer;
}

/** Returns the reply in place of the given one. Records the problem of the call if it changes. */
export function alterReply(call: Call, rule: FaultRule, { status, headers, body }: FinalReply): BytesReply {
  const reply = { status, headers, body: Buffer.isBuffer(body) ? body : Buffer.from(String(body), 'latin1') };
  const { effect } = rule.definition;
  switch (effect.type) {
    case 'status':
      return createStatusReply(call, rule);
    case 'redirect':
      call.problem = undefined;
      return {
        status: effect.status ?? 302,
        headers: ['Location', effect.location ?? '/', 'Cache-Control', 'no-store', 'Content-Length', '0'],
        body: Buffer.alloc(0),
      };
    case 'connection_reset':
      if (!rule.definition.effect.handles_request && (effect.at ?? 'before_head') === 'before_head')
        call.problem = undefined;
      return reply;
    case 'wrong_length':
      return withHeaders(reply, { 'Content-Length': String(Math.max(0, reply.body.length + (effect.by_bytes ?? 1))) });
    case 'invalid_json':
      return withoutEnd(reply);
    case 'wrong_media_type':
      return reply.body.length === 0 ? reply : withHeaders(reply, { 'Content-Type': effect.media_type ?? 'text/html' });
    case 'stale_etag':
      return withStaleTag(call, reply);
    default:
      return reply;
  }
}

function createStatusReply(call: Call, { faultId, definition: { effect } }: FaultRule): BytesReply {
  const { status = 500, body: form = 'problem' } = effect;
  const made = form === 'html' ? createGatewayPage(call, status) : createProblem(call, status, faultId);
  const headers = [
    ...['Content-Type', made.mediaType, 'Cache-Control', 'no-store', 'Content-Length', String(made.body.length)],
    ...listRetryAfter(effect),
    ...(status === 401 ? ['WWW-Authenticate', 'ApiKey realm="portal"'] : []),
  ];
  return { status, headers, body: made.body };
}

interface MadeBody {
  readonly mediaType: string;
  readonly body: Buffer;
}

/** The page that a gateway in front of the service sends. */
function createGatewayPage(call: Call, status: number): MadeBody {
  call.problem = undefined;
  const title = `${status} ${STATUS_CODES[status] ?? 'Error'}`;
  const lines = [
    ...['<html>', `<head><title>${title}</title></head>`, '<body>', `<center><h1>${title}</h1></center>`],
    ...['<hr><center>gateway</center>', '</body>', '</html>', ''],
  ];
  return { mediaType: 'text/html', body: Buffer.from(lines.join('\r\n'), 'latin1') };
}

/** Creates a problem document. A status without a code of the contract gets the type `about:blank` (RFC 9457, 4.2.1). */
function createProblem(call: Call, status: number, faultId: string): MadeBody {
  const { requestId, basePath, sentPrefix, shownPath } = call;
  const instance = `${sentPrefix}${shownPath}`;
  const detail = `The fault rule ${faultId} applied to the request.`;
  const code = codeOfStatus[status];
  const document: AnyProblem | undefined =
    code === undefined
      ? undefined
      : presentProblem(problem(status, code, { detail }), { instance, requestId, basePath });
  call.problem = document;
  const title = STATUS_CODES[status] ?? 'Error';
  const shown = document ?? { type: 'about:blank', title, status, detail, instance, request_id: requestId };
  return { mediaType: PROBLEM_MEDIA_TYPE, body: Buffer.from(JSON.stringify(shown)) };
}

function listRetryAfter({ retry_after_seconds: seconds, retry_after_form: form }: FaultEffect): HeaderList {
  if (seconds === undefined) return [];
  return [
    'Retry-After',
    form === 'date' ? new Date(readSystemClock() + seconds * 1000).toUTCString() : String(seconds),
  ];
}

/** Cuts the body at half of its length, so that it is valid HTTP and no valid JSON or XML. */
function withoutEnd(reply: BytesReply): BytesReply {
  const isCompressed = findHeader(reply.headers, 'content-encoding') === 'gzip' && reply.body.length > 0;
  const whole = isCompressed ? gunzipSync(reply.body) : reply.body;
  const cut = whole.subarray(0, Math.floor(whole.length / 2));
  const body = isCompressed ? gzipSync(cut) : cut;
  return withHeaders(
    { ...reply, body },
    body.length === reply.body.length ? {} : { 'Content-Length': String(body.length) },
  );
}

/** Answers as a cache that missed a change: with 304 if the client sent a tag, otherwise with a tag of another state. */
function withStaleTag(call: Call, reply: BytesReply): BytesReply {
  if (reply.status !== 200 || findHeader(reply.headers, 'etag') === undefined) return reply;
  const tags = parseEntityTags(call.headers['if-none-match'] ?? '') ?? [];
  const sent = tags === '*' ? undefined : tags[0];
  if (sent === undefined) return withHeaders(reply, { ETag: '"stale"' });
  const { headers } = withHeaders(reply, { ETag: sent });
  return { status: 304, headers: withoutContent(headers), body: Buffer.alloc(0) };
}

const withoutContent = (headers: HeaderList): HeaderList =>
  toPairs(headers).flatMap((pair) => (/^content-(type|length|encoding)$/i.test(pair[0]) ? [] : pair));

/** Replaces the values of headers that the reply has, and adds the others. */
function withHeaders(reply: BytesReply, changed: Readonly<Record<string, string>>): BytesReply {
  const names = new Set(Object.keys(changed).map((name) => name.toLowerCase()));
  const kept = toPairs(reply.headers).flatMap((pair) => (names.has(pair[0].toLowerCase()) ? [] : pair));
  return { ...reply, headers: [...kept, ...Object.entries(changed).flat()] };
}

function toPairs(headers: HeaderList): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < headers.length; index += 2) pairs.push([headers[index] ?? '', headers[index + 1] ?? '']);
  return pairs;
}
