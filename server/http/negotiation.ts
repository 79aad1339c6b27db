import { problem } from '../problem.ts';
import { operationOf } from './call.ts';
import { membersAt, operationPlace } from './contract-places.ts';
import type { Step } from './steps.ts';

/** 406 when the client accepts none of what the operation gives. Problems are sent as they are, whatever it accepts. */
export const negotiate: Step = (call, request) => {
  const mediaTypes = successMediaTypes(operationOf(call));
  if (request.headers.accept === undefined || request.accepts([...mediaTypes]) !== false) return undefined;
  return problem(406, 'not_acceptable', {
    detail: `The operation gives ${mediaTypes.join(', ')}.`,
    allowed: [...mediaTypes],
  });
};

function successMediaTypes(operationId: Parameters<typeof operationPlace>[0]): readonly string[] {
  const responses = [...operationPlace(operationId), 'responses'];
  const success = membersAt(responses).find((status) => status.startsWith('2')) ?? '200';
  return membersAt([...responses, success, 'content']);
}
