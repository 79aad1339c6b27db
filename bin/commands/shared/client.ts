import { Command } from 'commander';
import { formatBaseUrl, getPort } from '../../../base/base-url.ts';
import { isLoopbackHost } from '../../../base/hosts.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { performance, wait } from '../../../base/real-time.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { ControlRequest, SendControlRequest } from '../../control/control-request.ts';
import { findTypedName, type OptionNames, type RequestNames } from '../../control/request-names.ts';
import { createJsonOption, formatJson } from './options/json-option.ts';
import { toPrintable } from './printable.ts';
import { readToken } from './token-file.ts';
import { describeTlsFailure, readAuthorities, trustAuthorities } from './trusted-authorities.ts';

/* Shared by the commands that call a running sandbox: address, credentials and error messages. */

export interface ConnectionOptions {
  readonly url?: string;
  readonly token?: string;
  readonly key?: string;
  readonly json?: true;
  /** Authorities to trust in addition to the usual ones, in PEM. */
  readonly ca?: string;
}

const requestNamesByCommand = new WeakMap<Command, RequestNames>();

/** Returns the names that the command was created with. */
export const findRequestNames = (command: Command): RequestNames | undefined => requestNamesByCommand.get(command);

/**
 * Creates a command with the options that all client commands share. `requestNames` lists all other options of the command;
 * without it, the command must have none.
 */
export function createClientCommand(name: string, requestNames: RequestNames = NO_NAMES): Command {
  const command = new Command(name);
  requestNamesByCommand.set(command, requestNames);
  return command
    .exitOverride() // usage errors exit through cli.ts
    .option('-u, --url <url>', 'URL of the sandbox (default: FLEETKIT_URL, or http://127.0.0.1:4400)')
    .option('--token <token>', 'operator token (default: FLEETKIT_OPERATOR_TOKEN, or the token of a local sandbox)')
    .option(
      '-k, --key <key>',
      'API key of an administrator, instead of a token (default: FLEETKIT_KEY, before the token of a local sandbox)',
    )
    .option('--ca <file>', 'also trust the certificate authorities in this PEM file', readAuthorities)
    .addOption(createJsonOption('the reply'))
    .hook('preAction', (_, action) => {
      const { ca } = action.opts<ConnectionOptions>();
      if (ca !== undefined) trustAuthorities(ca);
    });
}

const NO_NAMES: RequestNames = { operations: [], names: {} };

/** A failed call. `exitCode` is 1 for a refusal, 2 for an invalid option and 3 if there is no response. */
export class RequestFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Neither an option nor a variable contains credentials. */
export class MissingCredentials extends RequestFailure {
  constructor() {
    super(
      "No credentials given. Give the operator's token with --token or FLEETKIT_OPERATOR_TOKEN, or an administrator's " +
        'API key with --key or FLEETKIT_KEY.',
      2,
    );
  }
}

/** The sandbox refused the request. Contains the status and the problem document, if there was one. */
export class RequestRefused extends RequestFailure {
  readonly status: number;
  readonly problem: Partial<SandboxSchemas['SandboxProblem']>;

  constructor(message: string, status: number, problem: RequestRefused['problem']) {
    super(message, 1);
    this.status = status;
    this.problem = problem;
  }
}

/** Sends one request and prints the reply. Prints a failure to standard error. */
export function sendAndPrint<Answer>(
  options: ConnectionOptions,
  question: ControlRequest,
  asText: (answer: Answer) => string,
): Promise<void> {
  return runAndPrint(options, async (send) => (await send(question)) as Answer, { asText }); // the sandbox validates its replies against this contract
}

interface ResultOutput<Whole> {
  readonly asText: (whole: Whole) => string;
  readonly isExpected?: (whole: Whole) => boolean;
}

/**
 * Sends several requests and prints their combined result; `--json` prints `Whole`. Exits with 1 if `isExpected` returns
 * false.
 */
export function runAndPrint<Whole>(
  options: ConnectionOptions,
  exchange: (send: SendControlRequest) => Promise<Whole>,
  { asText, isExpected: isHopedFor = () => true }: ResultOutput<Whole>,
): Promise<void> {
  return reportFailure(async () => {
    const whole = await exchange(createRequestSender(options));
    process.stdout.write(options.json === true ? formatJson(whole) : `${asText(whole)}\n`);
    if (!isHopedFor(whole)) process.exitCode = 1;
  });
}

/** Returns the credentials of a request to a sandbox. Throws `RequestFailure` if there are none. */
type CredentialReader = typeof readCredentials;

/** Sends requests to one sandbox. Reads the credentials for each request, because a restarted sandbox has a new token. */
export const createRequestSender =
  (options: ConnectionOptions, read: CredentialReader = readCredentials): SendControlRequest =>
  (question) =>
    sendRequest(options, question, read);

/** Time limit of a request to the control plane, in real milliseconds: longer than a sandbox takes to answer. */
const REQUEST_TIME_LIMIT_MS = 60_000;

/** Limits the time of each transmission. Aborts requests when `stop` is aborted, if it is given. */
export const limitRequestTime =
  (send: SendControlRequest, stop?: AbortSignal): SendControlRequest =>
  (question) =>
    send({ timeLimitMs: REQUEST_TIME_LIMIT_MS, ...omitUndefined({ signal: stop }), ...question });

/** Runs `run`. On `RequestFailure`, prints its message to standard error and sets the exit code. */
export async function reportFailure(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    process.stderr.write(`${error.message.split('\n').map(toPrintable).join('\n')}\n`);
    process.exitCode = error.exitCode;
  }
}

/** How long a read waits in total for a sandbox that answers 503, in real milliseconds. A large fleet takes minutes to prepare. */
const MAX_WAIT_MS = 300_000;

/**
 * Sends a request and returns the parsed reply. A read that gets a 503 is sent again after its `Retry-After`. A write is not,
 * because a 503 may leave open whether it was recorded. An operation that only the operator may call is sent again with the token of a local
 * sandbox, if the key is from the environment. Throws `RequestFailure`.
 */
async function sendRequest(
  options: ConnectionOptions,
  question: ControlRequest,
  given: CredentialReader,
): Promise<unknown> {
  const base = readSandboxUrl(options);
  const untilMs = performance.now() + MAX_WAIT_MS;
  let read = given;
  for (let sent = 1; ; sent += 1) {
    const response = await transmit(await resolveCredentials(options, base, read), base, question);
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok && answer !== undefined) return answer;
    const refusal = createRefusal({ status: response.status, answer }, base, question.options);
    if (refusal.problem.code === 'operator_only' && read !== readOperatorCredentials && hasOperatorToken(options)) {
      read = readOperatorCredentials;
      continue;
    }
    const delayMs = question.method === 'GET' && response.status === 503 ? readRetryDelay(response) : undefined;
    if (delayMs === undefined || performance.now() + delayMs > untilMs) throw refusal;
    if (sent === 1)
      process.stderr.write(
        `${toPrintable(refusal.problem.detail ?? 'The sandbox answered 503.')}\nThe command waits and repeats the request, for at most ${MAX_WAIT_MS / 60_000} minutes.\n`,
      );
    await wait(delayMs, undefined, omitUndefined({ signal: question.signal })).catch(() => {
      throw refusal; // aborted
    });
  }
}

async function transmit(
  credentials: Record<string, string>,
  base: URL,
  { method, path, body, signal, timeLimitMs }: ControlRequest,
): Promise<Response> {
  const limits = [...(signal ? [signal] : []), ...(timeLimitMs ? [AbortSignal.timeout(timeLimitMs)] : [])];
  return fetchFromSandbox(base, `/sandbox/${path}`, {
    method,
    headers: { ...credentials, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(limits.length === 0 ? {} : { signal: AbortSignal.any(limits) }),
  });
}

/** Returns the delay in `Retry-After`, in milliseconds. Undefined: the header is missing or not a number of seconds. */
function readRetryDelay({ headers }: Response): number | undefined {
  const seconds = headers.get('Retry-After') ?? '';
  return /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

/**
 * Returns the credentials to send. Without credentials for a local address, first checks that a server responds there:
 * the token of a local sandbox is stored only while it runs.
 */
async function resolveCredentials(
  options: ConnectionOptions,
  base: URL,
  read: CredentialReader,
): Promise<Record<string, string>> {
  try {
    return read(options, base);
  } catch (error) {
    if (error instanceof MissingCredentials && isLoopbackHost(base.hostname))
      await fetchFromSandbox(base, '/', { method: 'HEAD' });
    throw error;
  }
}

interface RefusedReply {
  readonly status: number;
  /** The JSON body; undefined if it is not JSON. */
  readonly answer: unknown;
}

/** Creates the error for a refused request. */
export const createRefusal = (reply: RefusedReply, base: URL, options: OptionNames = {}): RequestRefused =>
  new RequestRefused(
    formatRefusal(reply, base, options),
    reply.status,
    (reply.answer ?? {}) as RequestRefused['problem'], // each member is checked before use
  );

/** Returns the response with any status. Throws `RequestFailure` if there is no response. */
export async function fetchFromSandbox(base: URL, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${formatBaseUrl(base)}${path}`, init);
  } catch (error) {
    throw new RequestFailure(describeNoResponse(base, error), 3);
  }
}

function describeNoResponse(base: URL, error: unknown): string {
  const { code = '' } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException; // fetch reports the failure as the cause
  return (
    describeTlsFailure(base.origin, code) ??
    `Nothing answers at ${base.origin}. Start a sandbox with fleetkit serve, or give another address with --url.`
  );
}

function formatRefusal({ status, answer }: RefusedReply, base: URL, options: OptionNames): string {
  const { detail, errors = [] } = (answer ?? {}) as Partial<SandboxSchemas['SandboxProblem']>; // each member is checked before use
  if (typeof detail !== 'string') return `${formatBaseUrl(base)} is not a fleetkit sandbox: it answered ${status}.`;
  const faults = errors.map(
    ({ pointer = '', parameter = pointer, detail: fault }) => `  ${findTypedName(options, parameter)} ${fault}`,
  );
  return [`Refused with ${status}: ${detail}`, ...faults].join('\n');
}

/** Returns the address of the sandbox with its base path, without a trailing slash. */
export const readSandboxBase = (options: ConnectionOptions): string => formatBaseUrl(readSandboxUrl(options));

/** Returns the address of the sandbox. Throws `RequestFailure` if it is not valid. */
export function readSandboxUrl({ url = process.env.FLEETKIT_URL ?? 'http://127.0.0.1:4400' }: ConnectionOptions): URL {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return new URL(url);
  throw new RequestFailure('Expected a URL that starts with http:// or https:// in --url or FLEETKIT_URL.', 2);
}

/** Returns whether there is a token for the operations of the operator. Throws `RequestFailure` if there are no credentials. */
export const hasOperatorToken = (options: ConnectionOptions): boolean =>
  'Authorization' in readOperatorCredentials(options, readSandboxUrl(options));

/** Returns the credentials. Order: options, environment (operator token, then API key), token of a local sandbox. */
export function readCredentials(options: ConnectionOptions, base: URL): Record<string, string> {
  const [first] = listCredentials(options, base);
  if (first === undefined) throw new MissingCredentials();
  return first;
}

/** Returns the credentials for the operations of the operator: the token of a local sandbox precedes a key of the environment. */
export function readOperatorCredentials(options: ConnectionOptions, base: URL): Record<string, string> {
  const [first, ...others] = listCredentials(options, base);
  if (first === undefined) throw new MissingCredentials();
  return others.find((one) => 'Authorization' in one) ?? first;
}

/** Lists the credentials, those to prefer first. */
function listCredentials({ token, key }: ConnectionOptions, base: URL): readonly Record<string, string>[] {
  const { FLEETKIT_OPERATOR_TOKEN, FLEETKIT_KEY } = process.env;
  const asOperator = (text: string) => ({ Authorization: `Bearer ${text}` });
  const asUser = (text: string) => ({ 'X-API-Key': text });
  if (token !== undefined) return [asOperator(token)];
  if (key !== undefined) return [asUser(key)];
  if (FLEETKIT_OPERATOR_TOKEN) return [asOperator(FLEETKIT_OPERATOR_TOKEN)];
  const kept = isLoopbackHost(base.hostname) ? readToken(getPort(base)) : undefined;
  return [...(FLEETKIT_KEY ? [asUser(FLEETKIT_KEY)] : []), ...(kept === undefined ? [] : [asOperator(kept)])];
}
