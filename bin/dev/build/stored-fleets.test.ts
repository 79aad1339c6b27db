import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { listPeriods, openLedger } from '../../../fixtures/cash/ledger.ts';
import { changeRow } from '../../../fixtures/cash/ledger-row.ts';
import { EPOCH_MS, HISTORY_START_MS, tenants } from '../../../fixtures/index.ts';
import { openLedgerFile } from '../../../fixtures/stored/ledger-file.ts';
import { STORED_SEED } from '../../../fixtures/stored/stored-terminal.ts';
import { DEFAULT_SEED } from '../../../server/world/state/world.ts';
import { writeStoredRows, writeStoredTenants } from './stored-fleets.ts';

/* What the package stores equals what the generators compute. */

test('the stored fleets equal the generated ones', () => {
  expect(isDeepStrictEqual(JSON.parse(writeStoredTenants()), tenants)).toBe(true);
});

test('the stored rows are those of the default seed', () => {
  expect(STORED_SEED).toBe(DEFAULT_SEED);
});

describe('the stored rows', () => {
  const stored = tenants.map((tenant) => ({ tenant, file: writeStoredRows(tenant) }));

  test.each(stored)('equal the generated rows of $tenant.tenantId', ({ tenant, file }) => {
    const terminals = file === undefined ? undefined : openLedgerFile(file);
    for (const terminal of tenant.terminals) {
      const ledger = openLedger({ seed: STORED_SEED, tenant, terminal });
      const periods = listPeriods(ledger, HISTORY_START_MS, EPOCH_MS + 1);
      const found = terminals?.get(terminal.terminalId);
      for (const period of periods) {
        const read = found?.readPeriod(period.load.atMs);
        // Stored rows are plain objects. A generated one formats its texts on demand.
        const generated = { ...period, rows: period.rows.map((row) => changeRow(row, {})) };
        if (!isDeepStrictEqual(read, generated)) expect(read).toEqual(generated); // shows the difference
        expect(found?.loadAt(period.load.atMs)).toEqual(period.load);
        expect(found?.loadAt(period.load.endMs - 1)).toEqual(period.load);
      }
      const after = periods.at(-1)?.load.endMs;
      if (after !== undefined) expect(found?.loadAt(after)).toEqual(ledger.loadAt(after));
    }
  });

  test('include tenants with rows and one without', () => {
    expect(stored.filter(({ file }) => file !== undefined).length).toBeGreaterThan(3);
    expect(stored.find(({ file }) => file === undefined)?.tenant.tenantId).toBe('acct_blankslate');
  });

  test('do not include loads outside the stored time', () => {
    const [{ tenant, file } = stored[0] as (typeof stored)[number]] = stored;
    const [terminal] = openLedgerFile(file ?? new Uint8Array()).values();
    expect(tenant.terminals.length).toBeGreaterThan(0);
    expect(terminal?.loadAt(0)).toBeUndefined();
    expect(terminal?.readPeriod(0)).toBeUndefined();
  });
});
