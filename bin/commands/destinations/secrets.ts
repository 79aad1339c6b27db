import { type Command, InvalidArgumentError } from 'commander';
import { durationOf, parseDuration } from '../../../spec/durations.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type Call, caller } from '../shared/calls.ts';
import { askAllAndPrint, type ClientOptions } from '../shared/client.ts';
import { shortId } from '../shared/short-ids.ts';
import { signersText } from './as-text.ts';
import { aboutOne } from './standing.ts';
import { destinationMeant } from './which.ts';

/* `fleetkit destinations secret`, `rotate` and `expire`. Only `secret` and `--print-secret` print secrets. */

type Revealed = SandboxSchemas['RevealedSecrets'];

interface RotateOptions extends ClientOptions {
  /** Seconds. */
  readonly overlap?: number;
  readonly secret?: string;
  readonly printSecret?: true;
}

export const secretCommand = (): Command =>
  aboutOne('secret')
    .description('print the signing secret; --json also prints previous secrets')
    .action((given: string | undefined, options: ClientOptions) =>
      printSecrets(
        given,
        options,
        (call, path) => call('revealSecret', { path }),
        ({ secret }) => secret,
      ),
    );

export const rotateCommand = (): Command =>
  aboutOne('rotate')
    .description('replace the secret; deliveries are signed with both for a time')
    .option(
      '--overlap <duration>',
      'how long the old secret also signs, in sandbox time (default: 24h); 0s expires it now',
      seconds,
    )
    .option('--secret <whsec_>', 'the new secret (default: random)')
    .option('--print-secret', 'print only the new secret')
    .action((given: string | undefined, { overlap, secret, printSecret, ...options }: RotateOptions) =>
      printSecrets(
        given,
        options,
        (call, path) => call('rotateSecret', { path, body: { overlap_seconds: overlap, secret } }),
        (revealed, id) => (printSecret === true ? revealed.secret : signedText(revealed, id)),
      ),
    );

export const expireCommand = (): Command =>
  aboutOne('expire')
    .description('expire all secrets except the newest')
    .action((given: string | undefined, options: ClientOptions) =>
      printSecrets(given, options, (call, path) => call('expireSecrets', { path, body: {} }), signedText),
    );

function printSecrets(
  given: string | undefined,
  options: ClientOptions,
  request: (call: Call, path: { readonly destination_id: string }) => Promise<Revealed>,
  asText: (revealed: Revealed, destinationId: string) => string,
): Promise<void> {
  let meant = '';
  return askAllAndPrint(
    options,
    async (ask) => {
      const call = caller(ask, 'destinations rotate');
      const { destination_id } = await destinationMeant(call, given);
      meant = destination_id;
      return request(call, { destination_id });
    },
    (revealed) => asText(revealed, meant),
  );
}

/** Formats the fingerprints, without secrets. */
const signedText = ({ state }: Revealed, destinationId: string): string =>
  `Signed with ${signersText(state)}.\nShow secret: fleetkit destinations secret ${shortId(destinationId)}`;

function seconds(text: string): number {
  const ms = parseDuration(durationOf(text) ?? '');
  if (ms !== undefined) return ms / 1000;
  throw new InvalidArgumentError('Expected a duration such as 24h, 30m or 0s.');
}
