import type { ProblemReply } from '../../../problems/problem.ts';
import type { ReplyCheck } from '../../check/reply-check.ts';
import type { FinalReply } from '../../exchange/final-reply.ts';
import { getCall, type HttpResponse } from '../../exchange/middleware.ts';
import { sendFaulty } from '../../faults/send-faulty.ts';
import { setHeaders } from '../1-start/headers.ts';
import { finishDefect, finishJson, finishProblem, type JsonReply } from '../5-answer/finish.ts';

/** Sends a reply. Does nothing if another one was sent, for example because the rest of the request did not arrive. */
export function sendReply(response: HttpResponse, reply: FinalReply): void {
  if (response.headersSent) return;
  const call = getCall(response);
  if (call.faultRule !== undefined) {
    sendFaulty(response, call, reply);
    return;
  }
  const { status, headers, body, closesConnection } = reply;
  response.statusCode = status;
  if (closesConnection === true) response.shouldKeepAlive = false;
  setHeaders(response, call.replyHeaders);
  setHeaders(response, headers);
  if (response.req.method === 'HEAD') response.end();
  else if (Buffer.isBuffer(body)) response.end(body);
  else response.end(String(body), 'latin1');
}

/** Sends a JSON body that is not cached. */
export const sendJson = (response: HttpResponse, reply: JsonReply, check: ReplyCheck): void =>
  sendReply(response, finishJson(getCall(response), reply, check));

/** Sends a refusal as problem+json. */
export const sendProblem = (response: HttpResponse, reply: ProblemReply, check: ReplyCheck): void =>
  sendReply(response, finishProblem(getCall(response), reply, check));

/** Answers an exception. Ends the connection if a response has begun. */
export function sendDefect(response: HttpResponse, defect: unknown, check: ReplyCheck): void {
  const reply = finishDefect(getCall(response), defect, check);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of ['ETag', 'Last-Modified', 'Content-Encoding', 'Vary']) response.removeHeader(name);
  sendReply(response, reply);
}
