import { isDeepStrictEqual } from 'node:util';
import { EPOCH_MS } from '../../../fixtures/index.ts';
import { STORED_SEED } from '../../../fixtures/stored/stored-terminal.ts';
import { DAY_MS } from '../../../fixtures/time/dates.ts';
import { listAccountStreams, storeAccountLog, storeTerminalLog } from '../../../server/world/events/incident-log.ts';
import type { StoredLogs } from '../../../server/world/events/logs/stored-logs.ts';
import { generateWorld } from '../../../server/world/state/world.ts';

/*
 * Writes the incidents and happenings of the default fleets as data, so that the first portal, feed or event of a process does
 * not evaluate the rules for the whole history.
 */

/** Tests often move the clock by some days. */
const STORED_UNTIL_MS = EPOCH_MS + 6 * DAY_MS;

/** Returns the logs of each tenant with terminals, by tenant. Throws if JSON cannot represent them. */
export function writeStoredLogs(): ReadonlyMap<string, string> {
  const tenants = [...generateWorld(STORED_SEED).tenants].filter(([, { generated }]) => generated.terminals.length > 0);
  return new Map(
    tenants.map(([tenantId, { generated }]) => {
      const logs: StoredLogs = {
        terminals: Object.fromEntries(
          generated.terminals.map((one) => [one.terminalId, storeTerminalLog(one, STORED_UNTIL_MS)]),
        ),
        accounts: Object.fromEntries(
          listAccountStreams(generated).map((one) => [one.accountId, storeAccountLog(one, STORED_UNTIL_MS)]),
        ),
      };
      const text = JSON.stringify(logs);
      if (!isDeepStrictEqual(JSON.parse(text), logs)) throw new Error(`JSON cannot represent the logs of ${tenantId}`);
      return [tenantId, text];
    }),
  );
}
