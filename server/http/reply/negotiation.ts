import type { Request } from 'express';
import { problem } from '../../problem.ts';
import type { AnyOperationId } from '../pipeline/all-operations.ts';
import { operationOf } from '../pipeline/call.ts';
import { membersAt, operationPlace } from '../pipeline/contract-places.ts';
import type { Step } from '../pipeline/steps.ts';

/** Refuses a client that accepts none of the operation's media types with 406. Problems ignore `Accept`. */
export const negotiate: Step = (call, request) => {
  if (acceptedMediaType(operationOf(call), request) !== undefined) return undefined;
  const mediaTypes = successMediaTypes(operationOf(call));
  return problem(406, 'not_acceptable', {
    detail: `The operation returns ${mediaTypes.join(', ')}.`,
    allowed: [...mediaTypes],
  });
};

/** Returns the operation's media type that the client prefers, or undefined if it accepts none. */
export function acceptedMediaType(operationId: AnyOperationId, request: Request): string | undefined {
  const mediaTypes = successMediaTypes(operationId);
  const { accept = '*/*' } = request.headers;
  if (mediaTypes.length === 0 || accept === '*/*') return mediaTypes[0] ?? '';
  const accepted = request.accepts([...mediaTypes]);
  return accepted === false ? undefined : [accepted].flat()[0];
}

const known = new Map<AnyOperationId, readonly string[]>();

function successMediaTypes(operationId: AnyOperationId): readonly string[] {
  const mediaTypes = known.get(operationId) ?? declaredMediaTypes(operationId);
  known.set(operationId, mediaTypes);
  return mediaTypes;
}

function declaredMediaTypes(operationId: AnyOperationId): readonly string[] {
  const responses = [...operationPlace(operationId), 'responses'];
  const success = membersAt(responses).find((status) => status.startsWith('2')) ?? '200';
  return membersAt([...responses, success, 'content']);
}
