import { check } from '../../engine/check.ts';
import { HALF } from '../../reading/verdicts/sampling.ts';
import { fail, pass, untestable } from '../../reading/verdicts/verdict.ts';
import { BY_AMOUNT, listIds, readControl, readUnchanged, requireTable } from '../../slots/read-lists.ts';

export const orderIsStable = check({
  id: 'sort/is-stable',
  title: 'Repeating a request returns the same rows in the same order',
  clause: 'lists.order',
  level: 'should',
  needs: ['reader', 'bindings'],
  keys: { quick: 1, standard: HALF },
  async run({ reader, bindings }) {
    for (const parameters of [{}, BY_AMOUNT]) {
      const { before, found } = await readUnchanged(
        () => readControl({ reader, bindings }, 'listTransactions', parameters),
        async () =>
          requireTable(
            await reader.get('listTransactions', parameters, { isFresh: true }),
            bindings,
            'listTransactions',
          ),
      );
      if (before.rows.length < 2) return untestable('needs at least 2 transactions', before.exchange);
      if (listIds(before).join() !== listIds(found).join()) {
        return fail(
          { expected: 'the same order as before', actual: found.exchange, saw: 'a different order' },
          before.exchange,
        );
      }
      if (parameters === BY_AMOUNT) return pass(before.exchange, found.exchange);
    }
    return untestable('there were no rows to sort');
  },
});
