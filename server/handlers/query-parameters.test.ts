import { expect, it } from 'vitest';
import { queryParameters } from '../../spec/testing/query-parameters.ts';
import type { Handler, ScopedOperationId } from '../contract.ts';
import { handlers } from './index.ts';
import { openTestScope, unwrapBody } from './testing/test-scope.ts';

const scope = openTestScope('sbx-northway-admin');

/** Returns the rows of the first page, and how many there are on all pages. */
function listRows(operationId: string, query: object): readonly unknown[] {
  const handler = handlers[operationId as ScopedOperationId] as Handler<'listDisputes'>; // only lists have parameters; all have the same envelope
  const input: unknown = { path: { terminal_id: 'NW104233' }, query, body: undefined };
  const { data, page } = unwrapBody(handler(scope, input as Parameters<typeof handler>[1]));
  return [data, page.matched];
}

/** Values for parameters whose examples select all rows in the usual order. */
const otherValues: Readonly<Record<string, unknown>> = { sort_dir: 'asc', to_business_date: '2026-10-15' };

it.each(queryParameters.filter(({ name }) => name !== 'limit' && name !== 'cursor'))(
  '$operationId returns other rows with $name',
  ({ operationId, name, example }) => {
    const value = otherValues[name] ?? example;
    expect(value).toBeDefined();
    expect(listRows(operationId, { [name]: value })).not.toEqual(listRows(operationId, {}));
  },
);
