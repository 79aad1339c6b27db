import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { caller } from '../shared/calls.ts';
import { askAllAndPrint, type ClientOptions, NoAnswer, orSayWhy } from '../shared/client.ts';
import { explainedText } from './explained-text.ts';
import { aboutOneDelivery } from './looking.ts';
import { deliveryMeant } from './which.ts';

interface ExplainOptions extends ClientOptions {
  readonly attempt?: string;
  readonly body?: string;
  readonly signature?: string;
  readonly secret?: string;
  readonly secretEnv?: string;
  readonly timestamp?: string;
  readonly id?: string;
}

/** Maximum body size, in bytes: the control plane accepts at most 90,000 characters of base64. */
const MOST_BYTES = 67_500;

/** `fleetkit deliveries explain`. */
export const explainCommand = (): Command =>
  aboutOneDelivery('explain')
    .description(
      'show the signed content and, given values of the receiver, why its signature differs; exits with 1 on a difference',
    )
    .option('--attempt <n>', 'number of the attempt (default: the latest)')
    .option('--body <file>', 'file with the exact bytes of the body that the receiver verified; - reads standard input')
    .option('--signature <text>', 'the signature that the receiver computed')
    .option('--secret-env <name>', 'the environment variable with the secret of the receiver')
    .option(
      '--secret <text>',
      'the secret of the receiver; other users can see it in the process list, so prefer --secret-env',
    )
    .option('--timestamp <text>', 'the timestamp that the receiver used')
    .option('--id <text>', 'the id that the receiver used')
    .action((given: string | undefined, options: ExplainOptions) => orSayWhy(() => explain(given, options)));

function explain(given: string | undefined, options: ExplainOptions): Promise<void> {
  const received = options.body === undefined ? undefined : bytesOf(options.body);
  const body = { ...saidBy(options), body_base64: received?.toString('base64') };
  return askAllAndPrint(
    options,
    async (ask) => {
      const call = caller(ask, 'deliveries explain');
      const path = { delivery_id: await deliveryMeant(call, given) };
      return call('explainDelivery', { path, body });
    },
    (explained) => explainedText(explained, received, isComparing(options)),
    ({ findings }) => findings.length === 0,
  );
}

const isComparing = ({ body, signature, secret, secretEnv, timestamp, id }: ExplainOptions): boolean =>
  [body, signature, secret, secretEnv, timestamp, id].some((one) => one !== undefined);

function saidBy({
  attempt,
  signature,
  secret,
  secretEnv,
  timestamp,
  id,
}: ExplainOptions): SandboxSchemas['ExplainDelivery'] {
  const used = secretEnv === undefined ? secret : secretFrom(secretEnv);
  return {
    ...(attempt === undefined ? {} : { attempt: attemptNumber(attempt) }),
    ...(signature === undefined ? {} : { signature }),
    ...(used === undefined ? {} : { secret: used }),
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(id === undefined ? {} : { id }),
  };
}

/** Reads the body. Throws `NoAnswer` if the file cannot be read or is too large. */
function bytesOf(file: string): Buffer {
  const bytes = contentOf(file);
  if (bytes.length <= MOST_BYTES) return bytes;
  throw new NoAnswer(`--body: expected at most ${MOST_BYTES} bytes; ${file} has ${bytes.length}.`, 2);
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch {
    throw new NoAnswer(`--body: ${file === '-' ? 'standard input' : file} cannot be read.`, 2);
  }
}

function secretFrom(name: string): string {
  const secret = process.env[name];
  if (secret !== undefined && secret !== '') return secret;
  throw new NoAnswer(`--secret-env: the environment variable ${name} is not set. Set it to the receiver's secret.`, 2);
}

function attemptNumber(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new NoAnswer('--attempt: expected a whole number from 1.', 2);
}
