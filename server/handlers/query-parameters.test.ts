import { expect, it } from 'vitest';
import { queryParameters } from '../../spec/testing/query-parameters.ts';
import type { Handler, ScopedOperationId } from '../contract.ts';
import { handlers } from './index.ts';
import { openTestScope } from './testing/test-scope.ts';

const scope = openTestScope('sbx-northway-admin');

function reply(operationId: string, query: object): unknown {
  const handler = handlers[operationId as ScopedOperationId] as Handler<ScopedOperationId>; // operations without a key have no parameters
  const input: unknown = { path: { terminal_id: 'NW104233' }, query, body: undefined };
  return handler(scope, input as Parameters<typeof handler>[1]);
}

it.each(queryParameters.filter(({ name }) => name !== 'cursor'))(
  '$operationId returns other rows with its example of $name: $example',
  ({ operationId, name, example }) => {
    expect(reply(operationId, { [name]: example })).not.toEqual(reply(operationId, {}));
  },
);
