import { readSystemClock } from '../../../base/real-time.ts';
import { tenants as usualTenants } from '../../../fixtures/index.ts';
import type { TenantFixture } from '../../../fixtures/model/model.ts';
import { realMs } from '../../../server/world/state/time.ts';
import { listTenants } from '../../library/fleets/large-fleet.ts';
import { buildOwnTenants, InvalidFleet, readFleetFiles } from '../../library/fleets/own-fleets.ts';
import { readStart } from '../../library/options/start-option.ts';
import { toPrintable } from '../shared/printable.ts';

/** The action of `fleetkit fleet check`. */
export async function checkFleets(files: readonly string[], start: string | undefined): Promise<void> {
  const { startMs } = readStart(start, realMs(readSystemClock()));
  try {
    const texts = await readFleetFiles(files);
    const tenants = buildOwnTenants(texts, await listTenants(usualTenants, { startMs }), startMs);
    const lines = tenants.map((tenant, index) => `${files[index]}: ${describe(tenant)}`);
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    process.stderr.write(`${thrown.message.split('\n').map(toPrintable).join('\n')}\n`);
    const count = thrown instanceof InvalidFleet ? thrown.faults.length : 1;
    process.stderr.write(`${count === 1 ? '1 fault' : `${count} faults`}.\n`);
    process.exitCode = 1;
  }
}

function describe({ tenantId, terminals, users, accounts }: TenantFixture): string {
  const keys = users.flatMap((user) => user.keys).map(({ key }) => key);
  const counts = [
    formatCount(terminals.length, 'terminal'),
    formatCount(accounts.length, 'account'),
    formatCount(users.length, 'user'),
  ];
  return `${tenantId}, ${counts.join(', ')}; keys: ${keys.length === 0 ? 'none' : keys.join(', ')}`;
}

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
