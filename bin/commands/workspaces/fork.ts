import type { Command } from 'commander';
import { createCall } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { type ConnectionOptions, createClientCommand, runAndPrint } from '../shared/client.ts';
import { parseTypedMoment, resolveInstant, type TypedMoment } from '../shared/instants.ts';
import { parseSeconds } from '../shared/lifetime.ts';
import { formatCreated, selectKeys } from './create.ts';
import { findWorld } from './current-world.ts';

const FORK_REQUEST = {
  operations: ['createWorkspace'],
  names: { '/at': '--at', '/name': '--name', '/expires_in_seconds': '--expires-in' },
  local: ['--user', '--env'],
} as const satisfies RequestNames;

interface ForkOptions extends ConnectionOptions {
  readonly at?: TypedMoment;
  readonly name?: string;
  /** Seconds. */
  readonly expiresIn?: number;
  readonly user?: string;
  readonly env?: true;
}

/** `fleetkit fork`. */
export const forkCommand = (): Command =>
  createClientCommand('fork', FORK_REQUEST)
    .description(
      'Creates a workspace that continues from a state of the world of the operator token, and prints its token and keys. Its clock is ' +
        'stopped at that instant. Destinations, deliveries, keys and misbehaviours are not copied.',
    )
    .option(
      '--at <when>',
      'where it begins: an instant, a duration before now such as 2h, or a position of the journal (default: now)',
      parseTypedMoment,
    )
    .option('--name <text>', 'a name for people')
    .option('--expires-in <duration>', 'time until it is deleted, such as 1h (default: 30d)', parseSeconds)
    .option('--user <id>', 'print only the key of this user')
    .option('--env', 'print shell commands that set FLEETKIT_URL, FLEETKIT_OPERATOR_TOKEN and FLEETKIT_KEY')
    .addHelpText(
      'after',
      `
Examine the state of an hour ago, and change it without changing the source:
  eval "$(fleetkit fork --at 1h --user usr_nw_admin --env)"
  fleetkit trigger cash_low --terminal NW104310 --advance
  fleetkit workspaces delete           deletes the fork; otherwise it expires`,
    )
    .action(({ at, name, expiresIn, user, env, ...options }: ForkOptions) =>
      runAndPrint(
        options,
        async (send) => {
          const call = createCall(send, FORK_REQUEST);
          const body = {
            ...{ from: findWorld(options), name, expires_in_seconds: expiresIn },
            at: at !== undefined && 'position' in at ? String(at.position) : await resolveInstant(call, at),
          };
          return selectKeys(await call('createWorkspace', { body }), user);
        },
        { asText: (created) => formatCreated(created, { env, ...options }) },
      ),
    );
