import { expect, it } from 'vitest';
import { checkpoint } from '../../../../base/slices.ts';
import { runInSlices } from '../../../../base/testing/sliced.ts';
import { openLedger } from '../../../../fixtures/cash/ledger.ts';
import { createAtlasTenant } from '../../../../fixtures/tenants/atlas/index.ts';
import { DAY_MS } from '../../../../fixtures/time/dates.ts';
import { HISTORY_START_MS } from '../../../../fixtures/time/epoch.ts';
import { readAccountRows, withAccountRows } from './account-rows.ts';
import { toSinglePart } from './streams.ts';

it.each([4, 66])(
  'evaluates the rules of an account with %i terminals once, in however many slices its rows are read',
  (count) => {
    const tenant = createAtlasTenant(count);
    const sources = tenant.terminals.map((terminal) => ({ seed: 1, tenant, terminal: { ...terminal } }));
    const terminals = sources.map((source) => ({ source, ledger: openLedger(source) }));
    const account = { seed: 1, tenant, accountId: 'acct_atlas', terminals };
    const span = { fromMs: HISTORY_START_MS + DAY_MS, toMs: HISTORY_START_MS + 2 * DAY_MS };
    let evaluations = 0;
    const countRows = (): number => {
      evaluations += 1;
      let rows = 0;
      for (const terminal of terminals) {
        rows += readAccountRows(account, terminal, span).length;
        checkpoint();
      }
      return rows;
    };
    const { value, slices } = runInSlices(() =>
      withAccountRows(account, toSinglePart(span), { prepare: () => undefined, evaluate: countRows }),
    );
    expect(value).toBeGreaterThan(0);
    expect(slices).toBeGreaterThan(4);
    expect(evaluations).toBe(1);
  },
);
