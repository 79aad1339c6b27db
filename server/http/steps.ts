import type { Request, RequestHandler, Response } from 'express';
import type { ProblemReply } from '../problem.ts';
import { type Call, callOf } from './call.ts';
import type { ReplyCheck } from './reply-check.ts';
import { sendProblem } from './send.ts';

/** One step of the pipeline: it refuses, or lets the call go on. */
export type Step = (call: Call, request: Request, response: Response) => Refusal | Promise<Refusal>;
type Refusal = ProblemReply | undefined;

/** Makes a step an Express middleware: its refusal is sent, and nothing after it runs. */
export function asMiddleware(step: Step, check: ReplyCheck): RequestHandler {
  return (request, response, next) => {
    const refusal = step(callOf(response), request, response);
    if (refusal instanceof Promise) {
      refusal.then((problem) => {
        if (response.headersSent) return; // refused in the meantime, because the rest of the request did not come
        if (problem === undefined) next();
        else sendProblem(request, response, problem, check);
      }, next);
    } else if (refusal === undefined) next();
    else sendProblem(request, response, refusal, check);
  };
}
