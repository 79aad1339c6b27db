import { Command } from 'commander';
import { isLoopbackHost } from '../spec/hosts.ts';
import type { SandboxSchemas } from '../spec/sandbox-contract.ts';
import { type OptionNames, typedName } from './option-names.ts';
import { printable } from './printable.ts';
import { readToken } from './token-file.ts';

/* What the commands that talk to a running sandbox share: where it is, who asks, and how a refusal is told. */

export interface ClientOptions {
  readonly url?: string;
  readonly token?: string;
  readonly key?: string;
  readonly json?: true;
}

/** A command with the options that all clients have. */
export function clientCommand(name: string): Command {
  return new Command(name)
    .exitOverride() // usage faults leave through cli.ts
    .option('-u, --url <url>', 'the sandbox (default: FLEETKIT_URL, or http://127.0.0.1:4400)')
    .option('--token <token>', "the operator's token (default: FLEETKIT_OPERATOR_TOKEN, or that of a local sandbox)")
    .option('-k, --key <key>', 'the API key of an administrator, instead of a token (default: FLEETKIT_KEY)')
    .option('--json', 'print the answer as JSON');
}

export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Under `/sandbox/`. */
  readonly path: string;
  readonly body?: unknown;
  /** By which options its parts were given, so that a refusal names what was typed. */
  readonly options?: OptionNames;
  /** Gives up when it is aborted. */
  readonly signal?: AbortSignal;
}

/** Why there is no answer; `exitCode` is 1 for a refusal, 2 for a wrong option and 3 when nothing answers. */
export class NoAnswer extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** No option or variable gives credentials. */
export class NoCredentials extends NoAnswer {
  constructor() {
    super(
      "No credentials given. Give the operator's token with --token or FLEETKIT_OPERATOR_TOKEN, or an administrator's " +
        'API key with --key or FLEETKIT_KEY.',
      2,
    );
  }
}

/** The sandbox answered, and not as was hoped: with what, and with which problem, where it gave one. */
export class Refused extends NoAnswer {
  readonly status: number;
  readonly problem: Partial<SandboxSchemas['SandboxProblem']>;

  constructor(message: string, status: number, problem: Refused['problem']) {
    super(message, 1);
    this.status = status;
    this.problem = problem;
  }
}

/** Gives the answer to a question, as the contract has it. Rejects with `NoAnswer`. */
export type Questioner = (question: Question) => Promise<unknown>;

/** Asks the control plane and shows the answer; otherwise says in one sentence on standard error what is wrong. */
export function tell<Answer>(
  options: ClientOptions,
  question: Question,
  asText: (answer: Answer) => string,
): Promise<void> {
  return tellAll(options, async (ask) => (await ask(question)) as Answer, asText); // the contract of the sandbox that answered
}

/**
 * Likewise, where one answer leads to the next question; `Whole` is what is printed as JSON. Exits with 1 where the
 * answer came and is not what was hoped for.
 */
export function tellAll<Whole>(
  options: ClientOptions,
  converse: (ask: Questioner) => Promise<Whole>,
  asText: (whole: Whole) => string,
  isHopedFor: (whole: Whole) => boolean = () => true,
): Promise<void> {
  return orSayWhy(async () => {
    const whole = await converse(questionerFor(options));
    process.stdout.write(options.json === true ? `${JSON.stringify(whole, null, 2)}\n` : `${asText(whole)}\n`);
    if (!isHopedFor(whole)) process.exitCode = 1;
  });
}

/** Asks one sandbox, each time with the credentials of that moment: a sandbox that was started anew has another token. */
export const questionerFor =
  (options: ClientOptions): Questioner =>
  (question) =>
    answerTo(options, question);

/** Does something that may reject with `NoAnswer`: then says why on standard error, and exits accordingly. */
export async function orSayWhy(talk: () => Promise<void>): Promise<void> {
  try {
    await talk();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    process.stderr.write(`${error.message.split('\n').map(printable).join('\n')}\n`);
    process.exitCode = error.exitCode;
  }
}

/** The answer to a question. Throws `NoAnswer`. */
async function answerTo(options: ClientOptions, question: Question): Promise<unknown> {
  const { method, path, body, signal } = question;
  const base = baseOf(options);
  const credentials = await credentialsOrUnreachable(options, base);
  const response = await reach(base, `/sandbox/${path}`, {
    method,
    headers: { ...credentials, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const answer = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  throw refusedWith(response.status, answer, base, question.options);
}

/**
 * The credentials to send. Where there are none, says first whether anything answers: the token of a local sandbox is
 * only known while it runs.
 */
async function credentialsOrUnreachable(options: ClientOptions, base: URL): Promise<Record<string, string>> {
  try {
    return credentialsFor(options, base);
  } catch (error) {
    if (error instanceof NoCredentials && isLoopbackHost(base.hostname)) await reach(base, '/', { method: 'HEAD' });
    throw error;
  }
}

/** A refusal as it is told. */
export const refusedWith = (status: number, answer: unknown, base: URL, options: OptionNames = {}): Refused =>
  new Refused(refusalText(status, answer, base, options), status, (answer ?? {}) as Refused['problem']); // each member is looked at

/** What the sandbox answers to a request, whatever it is. Throws `NoAnswer` where nothing answers. */
export async function reach(base: URL, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(new URL(path, base), init);
  } catch {
    throw new NoAnswer(
      `Nothing answers at ${base.origin}. Start a sandbox with fleetkit serve, or name another with --url.`,
      3,
    );
  }
}

function refusalText(status: number, answer: unknown, base: URL, options: OptionNames): string {
  const { detail, errors = [] } = (answer ?? {}) as Partial<SandboxSchemas['SandboxProblem']>; // each member is looked at
  if (typeof detail !== 'string') return `${base.origin} is no fleetkit sandbox: it answered ${status}.`;
  const faults = errors.map(
    ({ pointer = '', parameter = pointer, detail: fault }) => `  ${typedName(options, parameter)} ${fault}`,
  );
  return [`Refused with ${status}: ${detail}`, ...faults].join('\n');
}

/** Where the sandbox is, without a slash at the end. */
export const sandboxAddress = (options: ClientOptions): string => baseOf(options).origin;

/** Where the sandbox is. Throws `NoAnswer`. */
export function baseOf({ url = process.env.FLEETKIT_URL ?? 'http://127.0.0.1:4400' }: ClientOptions): URL {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return new URL(url);
  throw new NoAnswer('Expected an address that starts with http:// or https://, after --url or in FLEETKIT_URL.', 2);
}

/** Whether the token is sent, rather than a key. Throws `NoAnswer` where there is neither. */
export const asksAsOperator = (options: ClientOptions): boolean =>
  'Authorization' in credentialsFor(options, baseOf(options));

/** What is named in the command comes first, then what belongs to the operator, then a key of the environment. */
export function credentialsFor({ token, key }: ClientOptions, base: URL): Record<string, string> {
  const { FLEETKIT_OPERATOR_TOKEN, FLEETKIT_KEY } = process.env;
  const asOperator = (text: string) => ({ Authorization: `Bearer ${text}` });
  if (token !== undefined) return asOperator(token);
  if (key !== undefined) return { 'X-API-Key': key };
  if (FLEETKIT_OPERATOR_TOKEN) return asOperator(FLEETKIT_OPERATOR_TOKEN);
  const kept = isLoopbackHost(base.hostname)
    ? readToken(Number(base.port || (base.protocol === 'https:' ? 443 : 80)))
    : undefined;
  if (kept !== undefined) return asOperator(kept);
  if (FLEETKIT_KEY) return { 'X-API-Key': FLEETKIT_KEY };
  throw new NoCredentials();
}
