import type { Problem } from '../../spec/index.ts';
import { type AnyProblemCode, type Fault, type ProblemReply, problemTitles } from '../problems/problem.ts';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json; charset=utf-8';

/** A problem document of either contract. */
export type AnyProblem = Omit<Problem, 'code' | 'errors'> & {
  readonly code: AnyProblemCode;
  readonly errors?: readonly Fault[];
};

/** The request that caused a problem. */
export interface ProblemOccasion {
  /** Path of the request, as the client sent it. */
  readonly instance: string;
  readonly requestId: string;
  /** The path under which clients reach the server, such as `/fleet`. Default: none. */
  readonly basePath?: string;
}

/**
 * Converts a refusal to a problem document (RFC 9457). `detail` defaults to the title.
 * @see gap errors.format
 */
export function presentProblem(
  reply: ProblemReply,
  { instance, requestId, basePath = '' }: ProblemOccasion,
): AnyProblem {
  const { code, detail, ...particulars } = reply.problem;
  const title = problemTitles[code];
  return {
    type: `${basePath}/problems/${code.replaceAll('_', '-')}`,
    title,
    status: reply.status,
    code,
    detail: detail ?? title,
    instance,
    request_id: requestId,
    ...particulars,
  };
}
