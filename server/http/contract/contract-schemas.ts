import { type AnyOperationId, allOperations } from './all-operations.ts';
import {
  type ContractLocation,
  listMembers,
  locateOperation,
  readContractValue,
  resolveReference,
} from './contract-paths.ts';

/* Finds the schemas of the contracts that requests and replies are validated with. The build compiles the same ones. */

/** A schema that the contract declares for the body of a reply. */
export interface ReplySchema {
  readonly status: string;
  readonly mediaType: string;
  readonly schema: ContractLocation;
}

/** Returns the declared replies of an operation. */
export function listResponses(
  operationId: AnyOperationId,
): readonly { readonly status: string; readonly response: ContractLocation }[] {
  const place = [...locateOperation(operationId), 'responses'];
  return listMembers(place).map((status) => ({ status, response: resolveReference([...place, status]) }));
}

/** Returns the schemas of the bodies of an operation's replies. */
export function listReplySchemas(operationId: AnyOperationId): readonly ReplySchema[] {
  return listResponses(operationId).flatMap(({ status, response }) =>
    listMembers([...response, 'content']).map((mediaType) => ({
      status,
      mediaType,
      schema: resolveReference([...response, 'content', mediaType, 'schema']),
    })),
  );
}

/** Returns the schema of the rows of a list; undefined if the schema is not that of a list. */
export function findRowSchema(list: ContractLocation): ContractLocation | undefined {
  const items = [...list, 'properties', 'data', 'items'];
  return readContractValue(items) === undefined ? undefined : resolveReference(items);
}

/** Returns the schema of the member `page` of a list; undefined if the schema is not that of a list. */
export function findPageSchema(list: ContractLocation): ContractLocation | undefined {
  const page = [...list, 'properties', 'page'];
  return readContractValue(page) === undefined ? undefined : resolveReference(page);
}

/** Returns the query parameters that the contract declares for an operation. */
export function listQueryParameters(operationId: AnyOperationId): readonly ContractLocation[] {
  const operation = locateOperation(operationId);
  return [operation.slice(0, -1), operation]
    .map((owner) => [...owner, 'parameters'])
    .flatMap((list) => listMembers(list).map((index) => resolveReference([...list, index])))
    .filter((place) => readContractValue([...place, 'in']) === 'query');
}

/** Returns the schema of the body of an operation's requests; undefined if the operation has none. */
export function findBodySchema(operationId: AnyOperationId): ContractLocation | undefined {
  const schema = [...locateOperation(operationId), 'requestBody', 'content', 'application/json', 'schema'];
  return readContractValue(schema) === undefined ? undefined : resolveReference(schema);
}

/** The schemas of problems outside any operation. */
export const problemSchemas = {
  service: ['service', 'components', 'schemas', 'Problem'],
  sandbox: ['sandbox', 'components', 'schemas', 'SandboxProblem'],
} as const;

/**
 * Returns every schema that a request or a reply is validated with, each once. Groups contain what is used together: a list
 * with its rows, and all parameters.
 */
export function listValidatedGroups(): readonly (readonly ContractLocation[])[] {
  const operationIds = Object.keys(allOperations) as AnyOperationId[];
  const replies = operationIds
    .flatMap(listReplySchemas)
    .map(({ schema }) => [schema, findRowSchema(schema), findPageSchema(schema)]);
  const parameters = operationIds.flatMap(listQueryParameters).map((place) => [...place, 'schema']);
  const bodies = operationIds.map((id) => [findBodySchema(id)]);
  const seen = new Set<string>();
  return [...replies, ...bodies, ...Object.values(problemSchemas).map((schema) => [schema]), parameters]
    .map((group) =>
      group.filter((place) => place !== undefined).filter((place) => seen.size < seen.add(place.join('\n')).size),
    )
    .filter(({ length }) => length > 0);
}
