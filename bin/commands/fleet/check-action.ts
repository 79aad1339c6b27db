import { readSystemClock } from '../../../base/real-time.ts';
import { tenants as usualTenants } from '../../../fixtures/index.ts';
import type { TenantFixture } from '../../../fixtures/model/model.ts';
import { realMs } from '../../../server/world/state/time.ts';
import { listTenants } from '../../library/fleets/large-fleet.ts';
import { buildOwnTenants, InvalidFleet, readFleetFiles } from '../../library/fleets/own-fleets.ts';
import { readStart } from '../../library/options/start-option.ts';
import { formatJson } from '../shared/options/json-option.ts';
import { toPrintable } from '../shared/printable.ts';

interface CheckOptions {
  readonly start?: string;
  readonly json?: true;
}

/** The action of `fleetkit fleet check`. */
export async function checkFleets(files: readonly string[], { start, json }: CheckOptions): Promise<void> {
  const { startMs } = readStart(start, realMs(readSystemClock()));
  try {
    const texts = await readFleetFiles(files);
    const tenants = buildOwnTenants(texts, await listTenants(usualTenants, { startMs }), startMs);
    const rows = tenants.map((tenant, index) => ({ file: files[index], ...summarise(tenant) }));
    process.stdout.write(json === true ? formatJson({ tenants: rows, faults: [] }) : rows.map(formatRow).join(''));
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    const faults = thrown.message.split('\n').map(toPrintable);
    if (json === true) process.stdout.write(formatJson({ tenants: [], faults }));
    else {
      const count = thrown instanceof InvalidFleet ? thrown.faults.length : 1;
      process.stderr.write(`${faults.join('\n')}\n${count === 1 ? '1 fault' : `${count} faults`}.\n`);
    }
    process.exitCode = 1;
  }
}

const summarise = ({ tenantId, terminals, users, accounts }: TenantFixture) => ({
  tenant_id: tenantId,
  terminals: terminals.length,
  accounts: accounts.length,
  users: users.length,
  keys: users.flatMap((user) => user.keys).map(({ key }) => key),
});

type Row = ReturnType<typeof summarise> & { readonly file: string | undefined };

function formatRow({ file, tenant_id: tenantId, terminals, accounts, users, keys }: Row): string {
  const counts = [formatCount(terminals, 'terminal'), formatCount(accounts, 'account'), formatCount(users, 'user')];
  return `${file}: ${tenantId}, ${counts.join(', ')}; keys: ${keys.length === 0 ? 'none' : keys.join(', ')}\n`;
}

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
