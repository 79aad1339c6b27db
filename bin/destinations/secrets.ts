import { type Command, InvalidArgumentError } from 'commander';
import { durationOf, parseDuration } from '../../spec/durations.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type Call, caller } from '../calls.ts';
import { type ClientOptions, tellAll } from '../client.ts';
import { shortId } from '../named-by-part.ts';
import { signersText } from './as-text.ts';
import { aboutOne } from './standing.ts';
import { destinationMeant } from './which.ts';

/* `fleetkit destinations secret`, `rotate` and `expire`. Secrets are printed by the first, and where it is asked for. */

type Revealed = SandboxSchemas['RevealedSecrets'];

interface RotateOptions extends ClientOptions {
  /** Seconds. */
  readonly overlap?: number;
  readonly secret?: string;
  readonly printSecret?: true;
}

export const secretCommand = (): Command =>
  aboutOne('secret')
    .description('print the secret that deliveries are signed with, and nothing else; --json has older ones, too')
    .action((given: string | undefined, options: ClientOptions) =>
      tellSecrets(
        given,
        options,
        (call, path) => call('revealSecret', { path }),
        ({ secret }) => secret,
      ),
    );

export const rotateCommand = (): Command =>
  aboutOne('rotate')
    .description('replace the secret; for a time the old one signs as well')
    .option(
      '--overlap <duration>',
      'for how long, on the sandbox clock (default: 24h); 0s ends the old one now',
      seconds,
    )
    .option('--secret <whsec_>', 'the new one; made up by default')
    .option('--print-secret', 'print the new secret and nothing else')
    .action((given: string | undefined, { overlap, secret, printSecret, ...options }: RotateOptions) =>
      tellSecrets(
        given,
        options,
        (call, path) => call('rotateSecret', { path, body: { overlap_seconds: overlap, secret } }),
        (revealed, id) => (printSecret === true ? revealed.secret : signedText(revealed, id)),
      ),
    );

export const expireCommand = (): Command =>
  aboutOne('expire')
    .description('let only the newest secret sign from now on')
    .action((given: string | undefined, options: ClientOptions) =>
      tellSecrets(given, options, (call, path) => call('expireSecrets', { path, body: {} }), signedText),
    );

function tellSecrets(
  given: string | undefined,
  options: ClientOptions,
  request: (call: Call, path: { readonly destination_id: string }) => Promise<Revealed>,
  asText: (revealed: Revealed, destinationId: string) => string,
): Promise<void> {
  let meant = '';
  return tellAll(
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

/** Fingerprints, and no secret. */
const signedText = ({ state }: Revealed, destinationId: string): string =>
  `Signed with ${signersText(state)}.\nThe secret: fleetkit destinations secret ${shortId(destinationId)}`;

function seconds(text: string): number {
  const ms = parseDuration(durationOf(text) ?? '');
  if (ms !== undefined) return ms / 1000;
  throw new InvalidArgumentError('Expected a duration such as 24h, 30m or 0s.');
}
