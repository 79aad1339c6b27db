import type { AnyOperationId } from '../../contract/all-operations.ts';
import { getOperationId } from '../../exchange/call.ts';
import type { Decision } from '../../exchange/decision.ts';
import { createQueryParser, type QueryParser } from './query.ts';

export { validateBody } from './body.ts';

const readers = new Map<AnyOperationId, QueryParser>();

/** Parses the query of an operation, or returns a 400 that names every invalid parameter. */
export function parseQuery(operationId: AnyOperationId, queryString: string): ReturnType<QueryParser> {
  const reader = readers.get(operationId) ?? createQueryParser(operationId);
  readers.set(operationId, reader);
  return reader(queryString);
}

/** Validates the query against the contract and converts its values. 400 names every invalid parameter. */
export const validateQuery: Decision = (call) => {
  const query = parseQuery(getOperationId(call), call.queryString);
  if ('problem' in query) return query;
  call.query = query.values;
  return undefined;
};
