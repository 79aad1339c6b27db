import type { Command } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { createCall } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { type ConnectionOptions, createClientCommand, RequestFailure, runAndPrint } from '../shared/client.ts';
import { parseSeconds } from '../shared/lifetime.ts';
import { createStartOption } from '../shared/options/start-option.ts';
import { createWholeNumberParser } from '../shared/options/whole-number.ts';
import { toPrintable } from '../shared/printable.ts';
import { readServerBase } from './current-world.ts';

const CREATE_REQUEST = {
  operations: ['createWorkspace'],
  names: {
    '/name': '--name',
    '/seed': '--seed',
    '/start': '--start',
    '/terminals': '--terminals',
    '/fleet': '--fleet',
    '/expires_in_seconds': '--expires-in',
  },
  local: ['--user', '--env'],
} as const satisfies RequestNames;

type Created = SandboxSchemas['CreatedWorkspace'];

interface CreateOptions extends ConnectionOptions {
  readonly name?: string;
  readonly seed?: number;
  readonly start?: string;
  readonly terminals?: number;
  readonly fleet?: string;
  /** Seconds. */
  readonly expiresIn?: number;
  readonly user?: string;
  readonly env?: true;
}

export const createCreateCommand = (): Command =>
  createClientCommand('create', CREATE_REQUEST)
    .description('create a workspace, and print its token and keys')
    .option('--name <text>', 'a name for people')
    .option(
      '--seed <number>',
      'seed of its fleets (default: that of the server)',
      createWholeNumberParser(0, 4_294_967_295),
    )
    .addOption(createStartOption('start of its clock (default: that of the server)'))
    .option('--terminals <n>', 'add the tenant Atlas with this number of terminals', createWholeNumberParser(1, 20_000))
    .option('--fleet <file>', 'add the fleet of this file, with at most 64 KiB; its keys are ignored')
    .option('--expires-in <duration>', 'time until it is deleted, such as 1h (default: 30d)', parseSeconds)
    .option('--user <id>', 'print only the key of this user')
    .option('--env', 'print shell commands that set FLEETKIT_URL, FLEETKIT_OPERATOR_TOKEN and FLEETKIT_KEY')
    .action(({ name, seed, start, terminals, fleet: file, expiresIn, user, env, ...options }: CreateOptions) =>
      runAndPrint(
        options,
        async (send) => {
          const fleet = file === undefined ? undefined : await readFleetContents(file);
          const body = { name, seed, start, terminals, fleet, expires_in_seconds: expiresIn };
          return selectKeys(await createCall(send, CREATE_REQUEST)('createWorkspace', { body }), user);
        },
        { asText: (created) => formatCreated(created, { env, ...options }) },
      ),
    );

/** Reads a fleet file, YAML or JSON. */
async function readFleetContents(file: string): Promise<Record<string, unknown>> {
  const [{ readFile }, { parse }] = await Promise.all([import('node:fs/promises'), import('yaml')]);
  let contents: unknown;
  try {
    contents = parse(await readFile(file, 'utf8'), { maxAliasCount: 100 });
  } catch (thrown) {
    throw new RequestFailure(`${file} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`, 2);
  }
  if (typeof contents === 'object' && contents !== null) return contents as Record<string, unknown>;
  throw new RequestFailure(`${file} is no fleet file. Check it with: fleetkit fleet check ${file}`, 2);
}

/** Returns the workspace with only the key of this user, or with all keys. */
export function selectKeys(created: Created, user: string | undefined): Created {
  const { api_keys: keys, workspace_id: id } = created;
  if (user === undefined) return created;
  const found = keys.find(({ user_id: userId }) => userId === user);
  if (found !== undefined) return { ...created, api_keys: [found] };
  const known = keys.map(({ user_id: userId }) => userId).join(', ');
  throw new RequestFailure(`${id} was created, but has no user ${user}. Its users: ${known}.`, 2);
}

/** Formats the credentials of a workspace, as a text or as shell commands. */
export const formatCreated = (
  created: Created,
  { env, ...options }: ConnectionOptions & { readonly env: true | undefined },
): string => (env === true ? formatEnvironment(created, options) : formatCredentials(created));

function formatCredentials({
  workspace_id: id,
  operator_token: token,
  api_keys: keys,
  expires_at: expiresAt,
  forked_from: from,
  forked_at: forkedAt,
}: Created): string {
  const width = Math.max(...keys.map(({ user_id: user }) => user.length));
  const roleWidth = Math.max(...keys.map(({ role }) => role.length));
  return [
    `Workspace ${id}, ${expiresAt === null ? 'does not expire' : `expires ${expiresAt}`}.`,
    ...(forkedAt === null ? [] : [`It continues from ${forkedAt} of ${toPrintable(String(from))}.`]),
    '',
    `Operator token  ${token}`,
    '',
    'API keys, which are not shown again:',
    ...keys.map(
      ({ user_id: user, role, api_key: key }) =>
        `  ${toPrintable(user).padEnd(width)}  ${role.padEnd(roleWidth)}  ${key}`,
    ),
  ].join('\n');
}

/** Formats shell commands. Each value has only characters that a shell does not interpret. */
function formatEnvironment({ operator_token: token, api_keys: [first] }: Created, options: ConnectionOptions): string {
  return [
    `export FLEETKIT_URL=${readServerBase(options)}`,
    `export FLEETKIT_OPERATOR_TOKEN=${requirePlain(token)}`,
    ...(first === undefined ? [] : [`export FLEETKIT_KEY=${requirePlain(first.api_key)}`]),
  ].join('\n');
}

/** The server is not trusted: its reply must not become a shell command. */
function requirePlain(text: string): string {
  if (/^[\w.-]+$/.test(text)) return text;
  throw new RequestFailure('The server returned a credential with characters that it must not have.', 1);
}
