import { resolvePart } from './resolve.ts';

/** A request in the samples of an operation. */
export interface SampleRequest {
  readonly method: string;
  /** With a placeholder for each parameter of the path, such as `TERMINAL_ID`. */
  readonly url: string;
  /** The header and the environment variable of the credential; undefined if the operation needs none. */
  readonly credential: Credential | undefined;
  /** The body of the first example; undefined if the operation has none. */
  readonly body: unknown;
  readonly reply: 'json' | 'text' | 'stream';
}

export interface Credential {
  readonly header: string;
  /** The text before the secret in the header. */
  readonly prefix: string;
  readonly variable: string;
}

/** Which operation of a contract a sample calls, and the address of the server. */
export interface SampleSource {
  readonly path: string;
  /** As in the contract, in lower case. */
  readonly method: string;
  readonly server: string;
}

const KEY: Credential = { header: 'X-API-Key', prefix: '', variable: 'FLEETKIT_KEY' };
const OPERATOR_TOKEN: Credential = {
  header: 'Authorization',
  prefix: 'Bearer ',
  variable: 'FLEETKIT_OPERATOR_TOKEN',
};

/** An operation whose references are replaced, as far as a sample depends on it. */
interface Operation {
  readonly security?: readonly unknown[];
  readonly 'x-callers'?: string;
  readonly requestBody?: { readonly content?: Readonly<Record<string, MediaType>> };
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

interface MediaType {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

/** Reads from a contract how to call an operation. Returns undefined for other elements, such as webhooks. */
export function readRequest(contract: unknown, { path, method, server }: SampleSource): SampleRequest | undefined {
  const operation = resolvePart(contract, ['paths', path, method]).spec as Operation | undefined; // OpenAPI
  if (operation === undefined) return undefined;
  const { example, examples = {} } = operation.requestBody?.content?.['application/json'] ?? {};
  return {
    method: method.toUpperCase(),
    url: server + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase()),
    credential: findCredential(operation),
    body: example ?? Object.values(examples)[0]?.value,
    reply: findReply(operation),
  };
}

function findCredential(operation: Operation): Credential | undefined {
  if (operation.security?.length === 0) return undefined;
  return operation['x-callers'] === 'operator' ? OPERATOR_TOKEN : KEY;
}

function findReply({ responses = {} }: Operation): SampleRequest['reply'] {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const [type = ''] = Object.keys(success?.content ?? {});
  if (type === 'text/event-stream') return 'stream';
  return type.endsWith('json') ? 'json' : 'text';
}
