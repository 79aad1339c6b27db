import type { RequestHandler } from 'express';
import { problemTitles } from '../problem.ts';
import { callOf } from './call.ts';

/** Whether there may be a page at a path, so that methods other than GET and HEAD are not allowed there. */
export const isPage = (path: string): boolean => path === '/' || PROBLEM_PAGE.test(path);

const PROBLEM_PAGE = /^\/problems(\/[a-z-]+)?$/;

/** The front page, which says where to go next. */
export const frontPage: RequestHandler = (request, response, next) => {
  if (callOf(response).path !== '/' || !isRead(request.method)) {
    next();
    return;
  }
  sendText(response, [
    'fleetkit sandbox: the Terminal Fleet Portal Data Service, with made-up fleets.',
    '',
    'The contract    /v1/integrations/public-openapi.json   (no key needed)',
    'A first call    /v1/portal                             with the header X-API-Key: sbx-northway-admin',
    'Every key       run: npx fleetkit tenants',
    'Every problem   /problems',
  ]);
};

/** The pages that the `type` of a problem leads to. */
export const problemPages: RequestHandler = (request, response, next) => {
  const { path } = callOf(response);
  if (!isRead(request.method) || !PROBLEM_PAGE.test(path)) {
    next();
    return;
  }
  const pages = Object.entries(problemTitles).map(([code, title]) => ({
    slug: code.replaceAll('_', '-'),
    code,
    title,
  }));
  if (path === '/problems') {
    sendText(
      response,
      pages.map(({ slug, title }) => `/problems/${slug.padEnd(26)} ${title}`),
    );
    return;
  }
  const page = pages.find(({ slug }) => path === `/problems/${slug}`);
  if (page === undefined) next();
  else sendText(response, [page.title, '', `Code: ${page.code}`, advice[page.code] ?? '']);
};

/** What to do about it. */
const advice: Readonly<Record<string, string>> = {
  invalid_parameter:
    'errors[] names each parameter or header at fault, what was expected and, where it can be listed, what is allowed.',
  unknown_parameter:
    'errors[].nearest is the name that you most likely meant; errors[].allowed lists all that the operation takes.',
  cursor_mismatch:
    'Send next_cursor with the same filters, the same order and the same key as the request that gave it.',
  malformed_json: 'Send one JSON object in UTF-8. {} is the smallest.',
  malformed_request: 'detail says what could not be read. The connection is closed: open another one.',
  missing_api_key: 'Send the header X-API-Key. A key in the address is never read.',
  invalid_api_key: 'The key is unknown, expired or revoked; which of them is not told.',
  insufficient_privilege: 'required_privilege names what your role lacks. GET /v1/portal shows what it has.',
  not_found: 'There is no such thing, or it is outside your scope: the two are answered alike.',
  method_not_allowed: 'The header Allow lists the methods that the path answers.',
  not_acceptable: 'allowed lists the media types that the operation gives. Leave Accept out to get what there is.',
  settlement_locked: 'batch_id and batch_status name the batch that stands in the way.',
  dispute_exists: 'dispute_id names the dispute that is not resolved.',
  idempotency_in_progress: 'Wait for the first request to end, then send it again with the same key.',
  request_timeout: 'Send headers and body without pauses. The connection is closed: open another one.',
  payload_too_large: 'A request body has at most 65,536 bytes.',
  unsupported_media_type: 'Send Content-Type: application/json, in UTF-8 and without Content-Encoding.',
  validation_failed: 'errors[] has one entry for each member at fault: pointer says where, detail what was expected.',
  idempotency_key_reused: 'A key belongs to one request for 24 hours. Use a fresh one for each intended write.',
  rate_limited: 'Wait as long as Retry-After says.',
  headers_too_large: 'errors[] names the header that is too long, and its limit, unless all headers together are.',
  internal_error: 'A mistake of the server. Its log has the details under the request id.',
  missing_credentials:
    "Send the operator's token as Authorization: Bearer TOKEN, or an administrator's key in X-API-Key.",
  invalid_operator_token:
    'The token is printed at the start of the sandbox. A token that is sent decides, whatever key is sent with it.',
  operator_only: "Send the operator's token. It is printed at the start of the sandbox.",
  operator_disabled: 'Start the sandbox with --operator-token or FLEETKIT_OPERATOR_TOKEN.',
  already_open: 'detail names the incident that is open. Resolve it first: send the same with "resolve": true.',
  held_back: 'detail names the event whose incident keeps this one back. Resolve that one first.',
  nothing_to_resolve: 'Only what was made to happen can be undone here.',
  whole_tenant_only: 'Ask an administrator of the topmost account of the tenant.',
  origin_not_allowed: 'Requests of pages of other origins are refused, whatever they carry.',
  host_not_allowed: 'Use the address that the sandbox printed at its start, or start it with --public-url.',
  service_unavailable: 'Wait as long as Retry-After says, then send the request again.',
  insufficient_storage:
    'Nothing was recorded. Ask the operator to look after the storage of the sandbox, then send the request again.',
};

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

function sendText(response: Parameters<RequestHandler>[1], lines: readonly string[]): void {
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Cache-Control', 'public, max-age=300');
  response.end(`${lines.join('\n').trimEnd()}\n`);
}
