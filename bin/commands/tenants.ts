import { Command } from 'commander';
import { createJsonOption } from './shared/options/json-option.ts';
import { createTerminalsOption } from './shared/options/terminals-option.ts';
import type { TenantsOptions } from './tenants/list-action.ts';

/** `fleetkit tenants`. */
export function tenantsCommand(): Command {
  return new Command('tenants')
    .description(
      'Lists the tenants of a sandbox with their users, roles, API keys and the scope of each key. Needs no running sandbox.',
    )
    .addOption(createTerminalsOption('include the tenant Atlas with this number of terminals'))
    .addOption(createJsonOption('the tenants'))
    .action(async (options: TenantsOptions) => {
      const { printTenants } = await import('./tenants/list-action.ts');
      await printTenants(options);
    });
}
