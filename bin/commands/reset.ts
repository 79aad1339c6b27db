import type { Command } from 'commander';
import { omitUndefined } from '../../base/omit-undefined.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { RequestNames } from '../control/request-names.ts';
import { type ConnectionOptions, createClientCommand, sendAndPrint } from './shared/client.ts';

const RESET_REQUEST = {
  operations: ['resetSandbox'],
  names: { '/tenant_id': '--tenant', '/new_ids': '--new-ids', '/keep_destinations': '--keep-destinations' },
} as const satisfies RequestNames;

interface ResetOptions extends ConnectionOptions {
  readonly tenant?: string;
  readonly newIds?: true;
  readonly keepDestinations?: true;
}

/** `fleetkit reset`. */
export function resetCommand(): Command {
  return createClientCommand('reset', RESET_REQUEST)
    .description('Resets a running sandbox, including its clock, or one tenant, to the generated state.')
    .option('--tenant <id>', 'reset only this tenant, such as acct_northway; the clock does not change')
    .option('--new-ids', 'generate ids that differ from those before the reset')
    .option('--keep-destinations', 'keep webhook destinations with their secrets and subscriptions')
    .action(({ tenant, newIds, keepDestinations, ...options }: ResetOptions) =>
      sendAndPrint<SandboxSchemas['ResetResult']>(
        options,
        {
          method: 'POST',
          path: 'reset',
          options: RESET_REQUEST.names,
          body: {
            new_ids: newIds === true,
            keep_destinations: keepDestinations === true,
            ...omitUndefined({ tenant_id: tenant }),
          },
        },
        ({ tenant_id: tenantId, now }) => `Reset ${tenantId ?? 'everything'}; the clock shows ${now}.`,
      ),
    );
}
