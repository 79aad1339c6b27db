import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { stringify } from 'yaml';
import { type Outputs, writeOrCheckFiles } from '../../base/generated-files.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { operations } from '../../spec/index.ts';
import { type RunningSandbox, startSandbox } from '../library/start-sandbox.ts';
import { type ExampleRequest, exampleRequests, parameterExamples, REQUEST_ID } from './example-requests.ts';

/*
 * Creates the examples of the contract, `spec/examples/`, from the replies of a sandbox.
 *
 *   node bin/dev/examples.ts          writes the changed files
 *   node bin/dev/examples.ts --check  writes nothing, lists stale files, and exits with 1 if there are any
 *
 * A file contains an Example Object of OpenAPI, so that redocly resolves a reference to it and validates its value against
 * the schema. The sandbox uses the generated contract: generate, create the examples, generate again.
 */

const FOLDER = 'spec/examples';

/** The examples of parameters, which `spec/generate.ts` adds to the contract. */
const PARAMETERS = `${FOLDER}/parameters.json`;

/** Sends every example request and returns the expected files. Throws if a reply has another status. */
export async function makeExamples(
  requests: readonly ExampleRequest[] = exampleRequests,
  parameters: Readonly<Record<string, string>> = parameterExamples,
): Promise<Outputs> {
  const replies = new Map<string, unknown>();
  const outputs = new Map<string, string | undefined>(listFiles().map((path) => [path, undefined]));
  const shared = await start();
  try {
    for (const row of requests) {
      const request = fillValues(row, replies);
      const reply = await fetchReply(request, { requests, replies, shared });
      replies.set(request.name, reply);
      for (const [path, content] of formatFiles(request, reply)) outputs.set(path, content);
    }
    outputs.set(PARAMETERS, formatJson(fillValues(parameters, replies)));
  } finally {
    await shared.close();
  }
  return outputs;
}

const start = ({ ratePerMinute, requestTimeoutMs }: Partial<ExampleRequest> = {}): Promise<RunningSandbox> =>
  startSandbox({
    port: 0,
    publicUrl: 'https://sandbox.example',
    realNow: () => 0,
    cursorSecret: 'the examples of the contract',
    ...omitUndefined({ ratePerMinute }),
    ...(requestTimeoutMs === undefined
      ? {}
      : { limits: { requestTimeoutMs, headersTimeoutMs: requestTimeoutMs, checkIntervalMs: requestTimeoutMs } }),
  });

interface ExampleRun {
  readonly requests: readonly ExampleRequest[];
  /** Replies so far, by the name of the request. */
  readonly replies: ReadonlyMap<string, unknown>;
  readonly shared: RunningSandbox;
}

/** Returns the reply: a JSON value, or the text of a feed. Reads share a sandbox; other requests get their own. */
async function fetchReply(request: ExampleRequest, { requests, replies, shared }: ExampleRun): Promise<unknown> {
  const { operationId, after = [] } = request;
  if (operations[operationId].method === 'GET' && after.length === 0) return fetchExample(request, shared);
  const sandbox = await start(request);
  try {
    const before = requests.filter(({ name }) => after.includes(name));
    for (const earlier of before) await fetchExample(fillValues(earlier, replies), sandbox);
    return await fetchExample(request, sandbox);
  } finally {
    await sandbox.close();
  }
}

/** At one attempt per second, five minutes. */
const MOST_ATTEMPTS = 300;

/**
 * Sends the request, again while the server still prepares the data, as on a busy machine. Throws if the reply has another status
 * than the example.
 */
async function fetchExample(request: ExampleRequest, { url }: RunningSandbox): Promise<unknown> {
  const { name, raw, status } = request;
  const send = () => (raw === undefined ? sendWithFetch(request, url) : sendRaw(raw, url));
  let reply = await send();
  for (let attempt = 1; reply.status === 503 && status !== 503 && attempt < MOST_ATTEMPTS; attempt += 1) {
    await setTimeout(1000);
    reply = await send();
  }
  if (reply.status !== status)
    throw new Error(`the example ${name}: expected status ${status}, got ${reply.status}: ${reply.text}`);
  return reply.isFeed ? reply.text : JSON.parse(reply.text);
}

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly isFeed: boolean;
}

/** Sends raw bytes. The server closes the connection after its reply. */
async function sendRaw(raw: string, url: string): Promise<Reply> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(raw);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), text: body, isFeed: false };
}

/** Closes the connection: on a busy machine the server may end an idle connection while the next request is sent on it. */
async function sendWithFetch(request: ExampleRequest, url: string): Promise<Reply> {
  const { key, headers, body } = request;
  const { method, path } = buildTarget(request);
  const response = await fetch(url + path, {
    method,
    headers: {
      'X-Request-Id': REQUEST_ID,
      Connection: 'close',
      ...omitUndefined({ 'X-API-Key': key }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isFeed = response.headers.get('content-type')?.includes('xml') === true;
  return { status: response.status, text: await response.text(), isFeed };
}

function buildTarget({ operationId, method, id = '', query }: ExampleRequest): { method: string; path: string } {
  const operation = operations[operationId];
  const path = operation.path.replace(/\{\w+\}/, id);
  return { method: method ?? operation.method, path: query === undefined ? path : `${path}?${query}` };
}

/** Returns a copy of a request, or of other JSON, with the values of earlier replies. */
function fillValues<Template extends object>(template: Template, replies: ReadonlyMap<string, unknown>): Template {
  const filled = (text: string): string =>
    text.replace(/\{([\w-]+)((?:\/\w+)+)\}/g, (pointed, name: string, pointer: string) => {
      const value = pointer.slice(1).split('/').reduce<unknown>(readMember, replies.get(name));
      if (typeof value !== 'string')
        throw new Error(`an example needs ${pointed}, which is not a string in an earlier reply`);
      return value;
    });
  const copy = JSON.stringify(template);
  return JSON.parse(copy, (_, value: unknown) => (typeof value === 'string' ? filled(value) : value)) as Template; // a copy in which strings replace strings
}

const readMember = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined;

/** Returns the reply as a JSON file, or a feed as a YAML file with readable lines; and the request body, if it is an example. */
function formatFiles(request: ExampleRequest, reply: unknown): [path: string, content: string][] {
  const { name, summary, body, bodySummary } = request;
  const { method, path } = buildTarget(request);
  const example = { summary, description: `The reply to \`${method} ${path}\`.`, value: reply };
  const file: [string, string] =
    typeof reply === 'string'
      ? [`${FOLDER}/${name}.yaml`, stringify(example, { lineWidth: 0 })]
      : [`${FOLDER}/${name}.json`, formatJson(example)];
  if (bodySummary === undefined) return [file];
  return [file, [`${FOLDER}/${name}-request.json`, formatJson({ summary: bodySummary, value: body })]];
}

const formatJson = (example: object): string => `${JSON.stringify(example, null, 2)}\n`;

/** Lists the present files. */
function listFiles(): readonly string[] {
  const found = readdirSync(join(import.meta.dirname, '../..', FOLDER), { recursive: true, withFileTypes: true });
  const base = join(import.meta.dirname, '../..');
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(base.length + 1));
}

if (import.meta.main) writeOrCheckFiles(await makeExamples());
