import { Command } from 'commander';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { createCall } from '../control/control-plane.ts';
import type { RequestNames } from '../control/request-names.ts';
import { type ConnectionOptions, createClientCommand, runAndPrint } from './shared/client.ts';
import { parseSeconds } from './shared/lifetime.ts';
import { toPrintable } from './shared/printable.ts';

/* `fleetkit keys`. Only `issue` and `rotate` print keys, and each key is printed once. */

const ISSUE_REQUEST = {
  operations: ['issueKey'],
  names: { '/user_id': 'USER', '/expires_in_seconds': '--expires-in', '/read_only': '--read-only' },
} as const satisfies RequestNames;

const ROTATE_REQUEST = {
  operations: ['rotateKey'],
  names: { '/overlap_seconds': '--overlap', '/expires_in_seconds': '--expires-in' },
} as const satisfies RequestNames;

interface IssueOptions extends ConnectionOptions {
  /** Seconds. */
  readonly expiresIn?: number;
  readonly readOnly?: true;
}

interface RotateOptions extends IssueOptions {
  /** Seconds. */
  readonly overlap?: number;
}

/** `fleetkit keys`. */
export function keysCommand(): Command {
  const command = new Command('keys')
    .description('Manages the API keys that the operator of a running sandbox issued.')
    .addHelpText(
      'after',
      `
Give an integrator a private key that expires:
  fleetkit keys issue usr_nw_admin --expires-in 90d
  fleetkit keys rotate key_3k9v0q2m --overlap 24h   replace it
  fleetkit keys revoke key_3k9v0q2m`,
    );
  command.addCommand(createListCommand(), { isDefault: true });
  return command.addCommand(createIssueCommand()).addCommand(createRotateCommand()).addCommand(createRevokeCommand());
}

const createListCommand = (): Command =>
  createClientCommand('list')
    .description('list issued keys')
    .action((options: ConnectionOptions) =>
      runAndPrint(options, (send) => createCall(send)('listKeys'), { asText: ({ data }) => formatKeys(data) }),
    );

const createIssueCommand = (): Command =>
  createClientCommand('issue', ISSUE_REQUEST)
    .description('issue a key of a user, and print it')
    .argument('<user>', 'id of the user, such as usr_nw_admin')
    .option('--expires-in <duration>', 'lifetime in real time, such as 90d (default: it does not expire)', parseSeconds)
    .option('--read-only', 'for a guest: reads what the user sees, and nothing else; needs --expires-in, at most 30d')
    .action((user: string, { expiresIn, readOnly, ...options }: IssueOptions) =>
      runAndPrint(
        options,
        (send) =>
          createCall(send, ISSUE_REQUEST)('issueKey', {
            body: { user_id: user, expires_in_seconds: expiresIn, read_only: readOnly },
          }),
        { asText: formatIssued },
      ),
    );

const createRotateCommand = (): Command =>
  createClientCommand('rotate', ROTATE_REQUEST)
    .description('issue a new key of the same user, print it, and let the present one expire')
    .argument('<key>', 'id of the key, such as key_3k9v0q2m')
    .option('--overlap <duration>', 'how long the present key stays valid (default: 24h)', parseSeconds)
    .option('--expires-in <duration>', 'lifetime of the new key (default: it does not expire)', parseSeconds)
    .action((key: string, { overlap, expiresIn, ...options }: RotateOptions) =>
      runAndPrint(
        options,
        (send) =>
          createCall(send, ROTATE_REQUEST)('rotateKey', {
            path: { key_id: key },
            body: { overlap_seconds: overlap, expires_in_seconds: expiresIn },
          }),
        { asText: formatIssued },
      ),
    );

const createRevokeCommand = (): Command =>
  createClientCommand('revoke')
    .description('revoke a key')
    .argument('<key>', 'id of the key, such as key_3k9v0q2m')
    .action((key: string, options: ConnectionOptions) =>
      runAndPrint(options, (send) => createCall(send)('revokeKey', { path: { key_id: key } }), {
        asText: ({ key_id: id }) => `Revoked ${toPrintable(id)}.`,
      }),
    );

const formatIssued = ({ api_key: key, key_id: id, expires_at: expiresAt }: SandboxSchemas['IssuedKey']): string =>
  `${key}\n\nKey ${id}, ${formatExpiry(expiresAt)}. It is not shown again.`;

function formatKeys(keys: readonly SandboxSchemas['IssuedKeyState'][]): string {
  if (keys.length === 0) return 'No key was issued. Published keys are listed by fleetkit tenants.';
  const width = Math.max(...keys.map(({ user_id: user }) => user.length));
  return keys
    .map(
      ({ key_id: id, user_id: user, key_state: state, expires_at: expiresAt, read_only: isReadOnly }) =>
        `${id}  ${toPrintable(user).padEnd(width)}  ${state.padEnd(8)}  ${formatExpiry(expiresAt)}${isReadOnly ? ', read-only' : ''}`,
    )
    .join('\n');
}

const formatExpiry = (expiresAt: string | null): string =>
  expiresAt === null ? 'does not expire' : `expires ${expiresAt}`;
