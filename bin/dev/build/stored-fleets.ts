import { listPeriods, openLedger } from '../../../fixtures/cash/ledger.ts';
import { EPOCH_MS, HISTORY_START_MS, tenants } from '../../../fixtures/index.ts';
import type { TenantFixture } from '../../../fixtures/model/model.ts';
import { type StoredLoads, writeLedgerFile } from '../../../fixtures/stored/ledger-file.ts';
import { STORED_SEED } from '../../../fixtures/stored/stored-terminal.ts';

/*
 * Writes the default fleets and their rows as data, so that a start neither loads the generators nor draws the rows.
 */

/** Returns the rows of a tenant from the beginning of its history to the initial time of the clock; undefined without rows. */
export function writeStoredRows(tenant: TenantFixture): Uint8Array<ArrayBuffer> | undefined {
  const terminals = tenant.terminals.flatMap((terminal): readonly StoredLoads[] => {
    const ledger = openLedger({ seed: STORED_SEED, tenant, terminal });
    const periods = listPeriods(ledger, HISTORY_START_MS, EPOCH_MS + 1);
    const lastLoad = ledger.loadAt(periods.at(-1)?.load.endMs ?? EPOCH_MS);
    return lastLoad === undefined || periods.length === 0
      ? []
      : [{ terminalId: terminal.terminalId, periods, lastLoad }];
  });
  return terminals.length === 0 ? undefined : writeLedgerFile(terminals);
}

/** Returns the fleets as JSON. Throws if JSON cannot represent them. */
export function writeStoredTenants(): string {
  const isPlain = (value: unknown): boolean =>
    value === null || typeof value === 'object' ? Object.values(value ?? {}).every(isPlain) : isScalar(value);
  if (!isPlain(tenants)) throw new Error('a fleet contains a value that JSON cannot represent');
  return JSON.stringify(tenants);
}

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** Returns a module that replaces `fixtures/tenants/index.ts`. `url` is an expression for the URL of the JSON file. */
export const writeTenantsModule = (url: string): string => `import { readFileSync } from 'node:fs';
export const tenants = JSON.parse(readFileSync(new URL(${url}), 'utf8'));
`;

/**
 * Returns a module that replaces one with a function `readStoredFile`, such as `fixtures/stored/files.ts`. `urls` are expressions by
 * tenant. The function returns bytes, or text with the encoding.
 */
export const writeFilesModule = (
  urls: ReadonlyMap<string, string>,
  encoding?: 'utf8',
): string => `import { readFileSync } from 'node:fs';
const urls = new Map([${[...urls].map(([tenantId, url]) => `['${tenantId}', ${url}]`).join(', ')}]);
export function readStoredFile(tenantId) {
  const url = urls.get(tenantId);
  return url === undefined ? undefined : readFileSync(new URL(url), ${JSON.stringify(encoding)});
}
`;
