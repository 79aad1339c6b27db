import { problem } from '../../../problems/problem.ts';
import { listSuccessMediaTypes, negotiateMediaType } from '../../exchange/accepted-forms.ts';
import { getOperationId } from '../../exchange/call.ts';
import type { Decision } from '../../exchange/decision.ts';

/** Refuses a client that accepts none of the operation's media types with 406. Problems ignore `Accept`. */
export const negotiate: Decision = (call) => {
  if (negotiateMediaType(getOperationId(call), call.headers.accept) !== undefined) return undefined;
  const mediaTypes = listSuccessMediaTypes(getOperationId(call));
  return problem(406, 'not_acceptable', {
    detail: `The operation returns ${mediaTypes.join(', ')}.`,
    allowed: [...mediaTypes],
  });
};
