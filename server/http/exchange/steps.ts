import type { ProblemReply } from '../../problem.ts';
import type { ReplyCheck } from '../check/reply-check.ts';
import { sendProblem } from '../request/6-send/send.ts';
import { type Call, getCall } from './call.ts';
import type { HttpRequest, HttpResponse, Middleware } from './middleware.ts';

/** One step of the pipeline. It returns a refusal, or undefined to continue. */
export type PipelineStep = (call: Call, request: HttpRequest, response: HttpResponse) => Refusal | Promise<Refusal>;
type Refusal = ProblemReply | undefined;

/** Converts a step to Express middleware. A refusal is sent and ends the pipeline. */
export function toMiddleware(step: PipelineStep, check: ReplyCheck): Middleware {
  return (request, response, next) => {
    const refusal = step(getCall(response), request, response);
    if (refusal instanceof Promise) {
      refusal.then((problem) => {
        if (response.headersSent) return; // already refused because the rest of the request did not arrive
        if (problem === undefined) next();
        else sendProblem(response, problem, check);
      }, next);
    } else if (refusal === undefined) next();
    else sendProblem(response, refusal, check);
  };
}
