import Negotiator from 'negotiator';
import { problem } from '../../problem.ts';
import type { AnyOperationId } from '../pipeline/all-operations.ts';
import { getOperationId } from '../pipeline/call.ts';
import { listMembers, locateOperation } from '../pipeline/contract-paths.ts';
import type { HttpRequest } from '../pipeline/middleware.ts';
import type { PipelineStep } from '../pipeline/steps.ts';

/** Refuses a client that accepts none of the operation's media types with 406. Problems ignore `Accept`. */
export const negotiate: PipelineStep = (call, request) => {
  if (negotiateMediaType(getOperationId(call), request) !== undefined) return undefined;
  const mediaTypes = listSuccessMediaTypes(getOperationId(call));
  return problem(406, 'not_acceptable', {
    detail: `The operation returns ${mediaTypes.join(', ')}.`,
    allowed: [...mediaTypes],
  });
};

/** Returns the operation's media type that the client prefers, or undefined if it accepts none. */
export function negotiateMediaType(operationId: AnyOperationId, request: HttpRequest): string | undefined {
  const mediaTypes = listSuccessMediaTypes(operationId);
  const { accept = '*/*' } = request.headers;
  if (mediaTypes.length === 0 || accept === '*/*') return mediaTypes[0] ?? '';
  return new Negotiator(request).mediaType([...mediaTypes]);
}

const known = new Map<AnyOperationId, readonly string[]>();

function listSuccessMediaTypes(operationId: AnyOperationId): readonly string[] {
  const mediaTypes = known.get(operationId) ?? readDeclaredMediaTypes(operationId);
  known.set(operationId, mediaTypes);
  return mediaTypes;
}

function readDeclaredMediaTypes(operationId: AnyOperationId): readonly string[] {
  const responses = [...locateOperation(operationId), 'responses'];
  const success = listMembers(responses).find((status) => status.startsWith('2')) ?? '200';
  return listMembers([...responses, success, 'content']);
}
