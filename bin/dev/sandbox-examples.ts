import { setTimeout } from 'node:timers/promises';
import { type Outputs, writeOrCheckFiles } from '../../base/generated-files.ts';
import { type SandboxOperationId, sandboxOperations } from '../../spec/sandbox-contract.ts';
import { type RunningSandbox, startSandbox } from '../library/start-sandbox.ts';
import { type SandboxExampleRequest, sandboxExampleRequests } from './sandbox-example-requests.ts';

/*
 * Creates the examples of responses in the contract of the control plane, `spec/sandbox-examples.json`, from the replies of a sandbox.
 * `spec/generate.ts` adds them to the contract.
 *
 *   node bin/dev/sandbox-examples.ts          writes the changed file
 *   node bin/dev/sandbox-examples.ts --check  writes nothing, and exits with 1 if the file is stale
 *
 * Random and measured values are replaced by constant ones of the same form, and lists have their first two elements only.
 */

const FILE = 'spec/sandbox-examples.json';

type Replies = Map<SandboxOperationId, unknown>;

/** Sends all requests to one sandbox, and returns the expected file. Throws if a request has no success. */
export async function makeSandboxExamples(
  requests: readonly SandboxExampleRequest[] = sandboxExampleRequests,
): Promise<Outputs> {
  const replies: Replies = new Map();
  const sandbox = await startSandbox({
    port: 0,
    publicUrl: 'https://sandbox.example',
    realNow: () => Date.parse('2026-11-02T15:00:00Z'),
    cursorSecret: 'the examples of the contract',
    conformanceRuns: true,
  });
  try {
    for (const request of requests) {
      replies.set(request.operationId, await fetchReply(request, { replies, sandbox }));
      await sandbox.settled(SETTLED_WITHIN_MS);
    }
  } finally {
    await sandbox.close();
  }
  const examples = [...replies].map(([id, reply]) => [id, shorten(reply)] as const);
  return new Map([[FILE, `${fixValues(JSON.stringify(Object.fromEntries(examples), null, 2))}\n`]]);
}

const SETTLED_WITHIN_MS = 60_000;

interface ExampleRun {
  readonly replies: Replies;
  readonly sandbox: RunningSandbox;
}

/** At one attempt per second, five minutes. */
const MOST_ATTEMPTS = 300;

/** Sends the request, again while the server still prepares the data, as on a busy machine. */
async function fetchReply(request: SandboxExampleRequest, { replies, sandbox }: ExampleRun): Promise<unknown> {
  const { operationId, query, body = {} } = request;
  const { method } = sandboxOperations[operationId];
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const url = `${sandbox.url}${buildPath(request, replies)}${query === undefined ? '' : `?${query}`}`;
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${sandbox.operatorToken}`,
        Connection: 'close',
        ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(hasBody ? { body: JSON.stringify(typeof body === 'string' ? readPointer(body, replies) : body) } : {}),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    if (response.status !== 503 || attempt === MOST_ATTEMPTS)
      throw new Error(`the example ${operationId}: expected a success, got ${response.status}: ${text}`);
    await setTimeout(1000);
  }
}

function buildPath({ operationId, ids = [] }: SandboxExampleRequest, replies: Replies): string {
  const values = ids.map((id) => (id.startsWith('{') ? readPointer(id, replies) : id));
  // The token of an inbox is the last part of its address.
  return sandboxOperations[operationId].path.replace(/\{\w+\}/g, () => String(values.shift()).split('/').at(-1) ?? '');
}

/** Returns the value of an earlier reply, such as that of `{createDestination/destination/url}`. */
function readPointer(pointer: string, replies: Replies): unknown {
  const [name = '', ...members] = pointer.slice(1, -1).split('/');
  const value = members.reduce<unknown>(
    (whole, member) => (whole !== null && typeof whole === 'object' ? Reflect.get(whole, member) : undefined),
    replies.get(name as SandboxOperationId), // an unknown name has no reply
  );
  if (value === undefined) throw new Error(`an example needs ${pointer}, which no earlier reply contains`);
  return value;
}

const MOST_ELEMENTS = 2;
/** Members whose values are measured. */
const MEASURED = /^(dns|connect|tls|first_byte|total|total_ms|median|p95|max|duration_ms)$/;
const MEASURED_MS = 4.2;

/** Returns a value whose lists have two elements at most, and whose measured values are constant. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ELEMENTS).map(shorten);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    typeof member === 'number' && MEASURED.test(name) ? MEASURED_MS : shorten(member),
  ]);
  return Object.fromEntries(members);
}

/** Random values: the part before the random characters is kept. */
const RANDOM = [
  /\b((?:evt|dlv|inc|ws|key|run|req)_)([0-9A-Za-z]{6,})/g,
  /\b(sbx-ws-main-|sbx-ws-|opr-ws-)([0-9a-z]+-[0-9a-z-]{20,})/g,
  /\b(opr-)(?!ws-)([\w-]{20,})/g,
  /\b(whsec_)([A-Za-z0-9+/]{20,}={0,2})/g,
  /(\/sandbox\/inbox\/)([\w-]{22})/g,
  /(\/w\/ws_)([0-9a-z]{12})/g,
  /("v1,|v1,)([A-Za-z0-9+/]{43}=)/g,
  /("(?:code|attempt_token)": ")([\w-]{20,})/g,
  /("(?:fingerprint|body_sha256)": "|with the secret )([0-9a-f]{8,})/g,
] as const;

/** Replaces random values. Equal values have equal replacements of the same form, in the order in which they occur. */
function fixValues(text: string): string {
  const known = new Map<string, string>();
  const replace = (value: string): string => {
    const fixed = known.get(value) ?? imitate(value, known.size + 1);
    known.set(value, fixed);
    return fixed;
  };
  const fixed = RANDOM.reduce(
    (json, pattern) => json.replace(pattern, (_, kept, value) => kept + replace(value)),
    text,
  );
  return fixed
    .replace(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, 'Mon, 02 Nov 2026 15:00:00 GMT')
    .replace(/127\.0\.0\.1:\d{4,}/g, '127.0.0.1:4400');
}

/** Parts of a key, which have hyphens between them. */
const KEY = /^[0-9a-z]+(?:-[0-9a-z]{8})?-[0-9a-z]{32}$/;

/**
 * Returns a text of the same length that contains a number: zeros fit every form, base64, base32 and hexadecimal. Hyphens of keys remain; other
 * texts have them at random.
 */
function imitate(value: string, count: number): string {
  const zeros = KEY.test(value) ? value.replace(/[^-]/g, '0') : value.replace(/[^=]/g, '0');
  const end = zeros.replace(/=*$/, '').length - 1;
  const digits = String(count);
  return zeros.slice(0, end - digits.length) + digits + zeros.slice(end);
}

if (import.meta.main) writeOrCheckFiles(await makeSandboxExamples());
