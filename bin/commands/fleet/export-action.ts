import { stringify } from 'yaml';
import { tenants as usualTenants } from '../../../fixtures/index.ts';
import { exportFleet } from '../../../fixtures/own/export-fleet.ts';
import { listTenants } from '../../library/fleets/large-fleet.ts';
import { formatFleetText, type Refuse, SCHEMA_COMMENT, writeOutput } from './output.ts';

/** The options of `fleetkit fleet export`, as commander reads them. */
export interface ExportOptions {
  readonly suffix: string;
  readonly terminals?: number;
  readonly output?: string;
  readonly json?: true;
}

/** The action of `fleetkit fleet export`. */
export async function exportTenant(
  tenantId: string,
  { suffix, terminals, output, json }: ExportOptions,
  refuse: Refuse,
): Promise<void> {
  const tenants = await listTenants(usualTenants, { terminals });
  const tenant = tenants.find((one) => one.tenantId === tenantId);
  if (tenant === undefined)
    refuse(`there is no tenant ${tenantId}; expected one of ${tenants.map((one) => one.tenantId).join(', ')}`);
  if (!/^[a-z0-9]{0,12}$/.test(suffix)) refuse(`invalid --suffix "${suffix}"; expected up to 12 letters and digits`);
  const text = stringify(exportFleet(tenant, suffix), { lineWidth: 120, aliasDuplicateObjects: false });
  writeOutput(output, formatFleetText(`${SCHEMA_COMMENT}\n${text}`, json), refuse);
}
