import { expect, test } from 'vitest';
import type { Parameters } from '../../http/client.ts';
import { createBindings } from '../../slots/bindings.ts';
import { stated } from '../../testing/stated.ts';
import { declaredFiltersStayInTheList } from './whole-lists.ts';

const bindings = createBindings({ 'disputes.rows': stated('/*'), 'disputes.id': stated('/case') }, 'config');

/** Judges a service that lists open cases unless a filter names another status. */
async function judge(description: string): Promise<string> {
  const schema = { enum: ['open', 'resolved'] };
  const parameters = [{ name: 'status', in: 'query', schema, description }];
  const document = {
    openapi: '3.0.0',
    info: { title: 'Fleet', version: '1' },
    paths: { '/v1/disputes': { get: { parameters, responses: {} } } },
  };
  const answer = (json: unknown, sent: Parameters = {}) => ({
    status: 200,
    json,
    isReadable: true,
    parameters: sent,
    envelope: new Set(),
    headers: [],
    request: { url: 'http://target.test/v1/disputes' },
  });
  const get = async (_operation: string, sent: Parameters = {}) => {
    const rows = Array.from({ length: 6 }, (_, index) => ({
      case: `D-70${index}`,
      status: index % 2 === 0 ? 'open' : 'resolved',
    }));
    return answer(
      rows.filter(({ status }) => status === (sent.status ?? 'open')),
      sent,
    );
  };
  const readers = [{ name: 'a key', get, sees: { transactions: [{}], terminals: new Set(['T-1']) } }];
  const sampling = { depth: 'standard', select: (_: string, items: readonly unknown[]) => items };
  const context = { readers, anonymous: { get: async () => answer(document) }, bindings, sampling };
  return (await declaredFiltersStayInTheList.run(context as never)).kind; // what the check needs
}

test('a filter whose description states a default may return further rows', async () => {
  expect(await judge('Selects cases by status.')).toBe('fail');
  expect(await judge('The status of the cases. Default: open.')).toBe('not-applicable');
  expect(await judge('Only cases in this status; open ones if omitted')).toBe('not-applicable');
});
