import type { AnyOperationId } from '../pipeline/all-operations.ts';
import { operationOf } from '../pipeline/call.ts';
import type { Step } from '../pipeline/steps.ts';
import { type QueryReader, queryReader } from './query.ts';

export { bodyValidator, validateBody } from './body.ts';

const readers = new Map<AnyOperationId, QueryReader>();

/** Validates the query against the contract and converts its values. 400 names every invalid parameter. */
export const validateQuery: Step = (call) => {
  const operationId = operationOf(call);
  const reader = readers.get(operationId) ?? queryReader(operationId);
  readers.set(operationId, reader);
  const query = reader(call.queryString);
  if ('problem' in query) return query;
  call.query = query.values;
  return undefined;
};
