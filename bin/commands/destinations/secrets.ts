import type { Command } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type CallOperation, createCall } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { type ConnectionOptions, runAndPrint } from '../shared/client.ts';
import { parseSeconds } from '../shared/lifetime.ts';
import { toShortId } from '../shared/short-ids.ts';
import { requestDestination } from './find-destination.ts';
import { formatFingerprints } from './format-text.ts';
import { createDestinationCommand } from './list-and-state.ts';

/* `fleetkit destinations secret`, `rotate` and `expire`. Only `secret` and `--print-secret` print secrets. */

const ROTATE_REQUEST = {
  operations: ['rotateSecret'],
  names: { '/overlap_seconds': '--overlap', '/secret': '--secret' },
  local: ['--print-secret'],
} as const satisfies RequestNames;

type Revealed = SandboxSchemas['RevealedSecrets'];

interface RotateOptions extends ConnectionOptions {
  /** Seconds. */
  readonly overlap?: number;
  readonly secret?: string;
  readonly printSecret?: true;
}

export const secretCommand = (): Command =>
  createDestinationCommand('secret')
    .description('print the signing secret; --json also prints previous secrets')
    .action((given: string | undefined, options: ConnectionOptions) =>
      printSecrets(given, options, {
        request: (call, path) => call('revealSecret', { path }),
        asText: ({ secret }) => secret,
      }),
    );

export const rotateCommand = (): Command =>
  createDestinationCommand('rotate', ROTATE_REQUEST)
    .description('replace the secret; deliveries are signed with both for a time')
    .option(
      '--overlap <duration>',
      'how long the old secret also signs, in sandbox time (default: 24h); 0s expires it now',
      parseSeconds,
    )
    .option('--secret <whsec_>', 'the new secret (default: random)')
    .option('--print-secret', 'print only the new secret')
    .action((given: string | undefined, { overlap, secret, printSecret, ...options }: RotateOptions) =>
      printSecrets(given, options, {
        request: (call, path) => call('rotateSecret', { path, body: { overlap_seconds: overlap, secret } }),
        asText: (revealed, id) => (printSecret === true ? revealed.secret : formatSecretState(revealed, id)),
      }),
    );

export const expireCommand = (): Command =>
  createDestinationCommand('expire')
    .description('expire all secrets except the newest')
    .action((given: string | undefined, options: ConnectionOptions) =>
      printSecrets(given, options, {
        request: (call, path) => call('expireSecrets', { path, body: {} }),
        asText: formatSecretState,
      }),
    );

interface SecretsRequest {
  readonly request: (call: CallOperation, path: { readonly destination_id: string }) => Promise<Revealed>;
  readonly asText: (revealed: Revealed, destinationId: string) => string;
}

function printSecrets(
  given: string | undefined,
  options: ConnectionOptions,
  { request, asText }: SecretsRequest,
): Promise<void> {
  let meant = '';
  return runAndPrint(
    options,
    async (send) => {
      const call = createCall(send, ROTATE_REQUEST);
      const { destination_id } = await requestDestination(call, given);
      meant = destination_id;
      return request(call, { destination_id });
    },
    { asText: (revealed) => asText(revealed, meant) },
  );
}

/** Formats the fingerprints, without secrets. */
const formatSecretState = ({ state }: Revealed, destinationId: string): string =>
  `Signed with ${formatFingerprints(state)}.\nShow secret: fleetkit destinations secret ${toShortId(destinationId)}`;
