import type { RequestHandler } from 'express';
import type { AnyProblem } from '../serialisers/problem-json.ts';
import { callOf } from './call.ts';

/** One answered request. Never a key, never a query (clients put keys there by mistake), never a body. */
export interface AccessEntry {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string | null;
  readonly userId: string | null;
  /** Whether it carried the operator's token. */
  readonly isOperator: boolean;
  readonly status: number;
  readonly durationMs: number;
  /** What was answered in place of a success. */
  readonly problem: AnyProblem | undefined;
  /** Deviations from the contract that changed the answer; it was not held to it. */
  readonly misbehaviours: readonly string[];
  /** Why it was a 500. */
  readonly defect: Error | undefined;
}

/** Where entries go. */
export type AccessLog = (entry: AccessEntry) => void;

/** Tells `log` about every answer, once it is on its way. */
export function logAccess(log: AccessLog): RequestHandler {
  return (request, response, next) => {
    response.once('finish', () => {
      const call = callOf(response);
      log({
        requestId: call.requestId,
        method: request.method,
        path: withoutKeys(call.path),
        operationId: call.route?.operationId ?? null,
        userId: call.scope?.user.userId ?? null,
        isOperator: call.isOperator,
        status: response.statusCode,
        durationMs: performance.now() - call.startedAt,
        problem: call.problem,
        misbehaviours: [...call.misbehaved],
        defect: call.defect === undefined ? undefined : asError(call.defect),
      });
    });
    next();
  };
}

/** Every key of a sandbox begins alike, so that one in a path, put there by mistake, is known for what it is. */
const withoutKeys = (path: string): string => path.replace(/sbx(-|%2d)[\w%-]*/gi, 'sbx-...');

const asError = (defect: unknown): Error => (defect instanceof Error ? defect : new Error(String(defect)));
