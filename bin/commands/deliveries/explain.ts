import type { Command } from 'commander';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { createCall } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { readBodyFile } from '../shared/body-file.ts';
import { type ConnectionOptions, RequestFailure, reportFailure, runAndPrint } from '../shared/client.ts';
import { formatExplanation } from './explanation-text.ts';
import { findDeliveryId } from './find-delivery.ts';
import { createDeliveryCommand } from './list-and-show.ts';

const EXPLAIN_REQUEST = {
  operations: ['explainDelivery'],
  names: {
    '/attempt': '--attempt',
    '/body_base64': '--body',
    '/signature': '--signature',
    '/secret': '--secret or --secret-env',
    '/timestamp': '--timestamp',
    '/id': '--id',
  },
} as const satisfies RequestNames;

interface ExplainOptions extends ConnectionOptions {
  readonly attempt?: string;
  readonly body?: string;
  readonly signature?: string;
  readonly secret?: string;
  readonly secretEnv?: string;
  readonly timestamp?: string;
  readonly id?: string;
}

/** Maximum body size, in bytes: the control plane accepts at most 90,000 characters of base64. */
const MAX_BODY_BYTES = 67_500;

/** `fleetkit deliveries explain`. */
export const explainCommand = (): Command =>
  createDeliveryCommand('explain', EXPLAIN_REQUEST)
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
    .action((given: string | undefined, options: ExplainOptions) => reportFailure(() => explain(given, options)));

function explain(given: string | undefined, options: ExplainOptions): Promise<void> {
  const received = options.body === undefined ? undefined : readBodyFile(options.body, MAX_BODY_BYTES);
  const body = { ...readReceiverValues(options), body_base64: received?.toString('base64') };
  return runAndPrint(
    options,
    async (send) => {
      const call = createCall(send, EXPLAIN_REQUEST);
      const path = { delivery_id: await findDeliveryId(call, given) };
      return call('explainDelivery', { path, body });
    },
    {
      asText: (explained) => formatExplanation(explained, received, isComparing(options)),
      isExpected: ({ findings }) => findings.length === 0,
    },
  );
}

const isComparing = ({ body, signature, secret, secretEnv, timestamp, id }: ExplainOptions): boolean =>
  [body, signature, secret, secretEnv, timestamp, id].some((one) => one !== undefined);

function readReceiverValues({
  attempt,
  signature,
  secret,
  secretEnv,
  timestamp,
  id,
}: ExplainOptions): SandboxSchemas['ExplainDelivery'] {
  const used = secretEnv === undefined ? secret : readSecretVariable(secretEnv);
  return {
    ...(attempt === undefined ? {} : { attempt: parseAttemptNumber(attempt) }),
    ...omitUndefined({ signature, secret: used, timestamp, id }),
  };
}

function readSecretVariable(name: string): string {
  const secret = process.env[name];
  if (secret !== undefined && secret !== '') return secret;
  throw new RequestFailure(
    `--secret-env: the environment variable ${name} is not set. Set it to the receiver's secret.`,
    2,
  );
}

function parseAttemptNumber(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new RequestFailure('--attempt: expected a whole number from 1.', 2);
}
