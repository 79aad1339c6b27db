import { describe, expect, it, vi } from 'vitest';
import { EPOCH_MS } from '../../../fixtures/epoch.ts';
import { tenants } from '../../../fixtures/index.ts';
import { openLedger } from '../../../fixtures/ledger.ts';
import { incidentsOf } from './index.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Whether rules look at every minute instead of at those that they say matter. */
let looksAtEveryMinute = false;

vi.mock('./watch.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('./watch.ts')>();
  const watch: typeof original.watch = (subject, span, condition) => {
    const firstMs = Math.min(span.fromMs, ...condition.marks);
    const marks = looksAtEveryMinute ? everyMinute(firstMs, span.toMs) : condition.marks;
    return original.watch(subject, span, { ...condition, marks });
  };
  return { ...original, watch };
});

function everyMinute(fromMs: number, toMs: number): readonly number[] {
  const minutes: number[] = [];
  for (let atMs = Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS; atMs <= toMs; atMs += MINUTE_MS) minutes.push(atMs);
  return minutes;
}

describe('looking only when something may have changed', () => {
  const troubled = [
    'NW104233',
    'NW100777',
    'NW100911',
    'NW120451',
    'HB200458',
    'RL000404',
    'RL000120',
    'RL000808',
    'MR000303',
  ];

  it.each(troubled)('finds at %s what looking at every minute finds', (terminalId) => {
    const tenant = tenants.find(({ terminals }) => terminals.some((each) => each.terminalId === terminalId));
    const terminal = tenant?.terminals.find((each) => each.terminalId === terminalId);
    if (tenant === undefined || terminal === undefined) throw new Error(`no terminal ${terminalId}`);
    for (const seed of [1, 7]) {
      const source = { seed, tenant, terminal };
      const ledger = openLedger(source);
      const span = { fromMs: EPOCH_MS - 5 * DAY_MS, toMs: EPOCH_MS + DAY_MS };
      looksAtEveryMinute = false;
      const found = incidentsOf({ source, ledger }, span);
      looksAtEveryMinute = true;
      expect(incidentsOf({ source, ledger }, span)).toEqual(found);
    }
  });
});
