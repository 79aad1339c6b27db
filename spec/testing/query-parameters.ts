import { type ContractOperation, type ContractParameter, contract, type OperationId } from '../index.ts';

/** A query parameter, and the operation that declares it. */
export interface QueryParameter {
  readonly operationId: OperationId;
  readonly name: string;
  readonly example: unknown;
}

/** Lists the parameters of an operation, with references resolved. */
export function listParameters({ parameters = [] }: ContractOperation): readonly ContractParameter[] {
  return parameters.map((entry) => {
    if (!('$ref' in entry)) return entry;
    const target = contract.components.parameters[entry.$ref.split('/').at(-1) ?? ''];
    if (target === undefined) throw new Error(`no such parameter: ${entry.$ref}`);
    return target;
  });
}

/** The query parameters of all operations. */
export const queryParameters: readonly QueryParameter[] = Object.values(contract.paths).flatMap(({ get, post }) =>
  [get, post].flatMap((operation) =>
    (operation === undefined ? [] : listParameters(operation))
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, example }) => ({ operationId: operation?.operationId as OperationId, name, example })),
  ),
);
