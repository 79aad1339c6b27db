import type { Cause } from '../../../../fixtures/model/causes.ts';
import type { TenantFixture } from '../../../../fixtures/model/model.ts';
import { isUnchangedDefaultFleet } from '../../../../fixtures/stored/stored-terminal.ts';
import { readStoredFile } from './files.ts';
import type { StoredLog } from './growing-log.ts';

/*
 * The logs of the default fleets at the start of the clock. The package contains them, because every process would compute them
 * for its first portal, feed or event.
 */

/** The stored logs of a tenant, by id. */
export interface StoredLogs {
  readonly terminals: Readonly<Record<string, StoredLog>>;
  readonly accounts: Readonly<Record<string, StoredLog>>;
}

/** The seed, the fleet and the changes that determine a log. */
interface LogSource {
  readonly seed: number;
  readonly tenant: TenantFixture;
  readonly causes?: readonly Cause[];
}

const opened = new Map<TenantFixture, StoredLogs | undefined>();

/** Returns the stored log of a terminal or an account; undefined if there is none, or if users changed the tenant. */
export function findStoredLog(source: LogSource, kind: keyof StoredLogs, id: string): StoredLog | undefined {
  if (!isUnchangedDefaultFleet(source)) return undefined;
  const { tenant } = source;
  if (!opened.has(tenant)) {
    const file = readStoredFile(tenant.tenantId);
    opened.set(tenant, file === undefined ? undefined : (JSON.parse(file) as StoredLogs)); // written by the build
  }
  return opened.get(tenant)?.[kind][id];
}
