import type { Command } from 'commander';
import type { SandboxSchemas } from '../spec/sandbox-contract.ts';
import { type ClientOptions, clientCommand, tell } from './client.ts';
import { optionNames } from './option-names.ts';

interface ResetOptions extends ClientOptions {
  readonly tenant?: string;
  readonly newIds?: true;
  readonly keepDestinations?: true;
}

/** `fleetkit reset`. */
export function resetCommand(): Command {
  return clientCommand('reset')
    .summary('start a sandbox over')
    .description('Puts everything in a running sandbox, its clock too, or one tenant back to how it was generated.')
    .option('--tenant <id>', 'one tenant, such as acct_northway; the clock stays')
    .option('--new-ids', 'give out other ids than before')
    .option('--keep-destinations', 'keep destinations, with their secrets and subscriptions')
    .action(({ tenant, newIds, keepDestinations, ...options }: ResetOptions) =>
      tell<SandboxSchemas['ResetResult']>(
        options,
        {
          method: 'POST',
          path: 'reset',
          options: optionNames.reset.names,
          body: {
            new_ids: newIds === true,
            keep_destinations: keepDestinations === true,
            ...(tenant === undefined ? {} : { tenant_id: tenant }),
          },
        },
        ({ tenant_id: tenantId, now }) => `${tenantId ?? 'Everything'} starts over, at ${now}.`,
      ),
    );
}
