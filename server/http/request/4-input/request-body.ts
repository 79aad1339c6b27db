import { createHash } from 'node:crypto';
import { checkpoint } from '../../../../base/slices.ts';
import { sandboxOperations } from '../../../../spec/sandbox-contract.ts';
import { problem } from '../../../problems/problem.ts';
import { locateOperation, readContractValue } from '../../contract/contract-paths.ts';
import { type Call, getOperationId, getQueueOwner, getSandboxOperationId } from '../../exchange/call.ts';
import type { Decision, Refusal } from '../../exchange/decision.ts';
import type { Work } from '../../exchange/work-queue.ts';
import { JsonFault, JsonReader, MAX_JSON_DEPTH } from './json-reader.ts';

/** Maximum size of a request body in bytes. Gap limits.body_size. */
export const MAX_BODY_BYTES = 64 * 1024;

/**
 * Maximum where an operation accepts more, for everyone except the operator of the server: a larger body would delay others. A
 * journal with as many facts of one tenant as an import accepts is smaller. Gap sandbox.journal.
 */
export const MAX_SHARED_BODY_BYTES = 2 * 1024 * 1024;

/** Bodies that are longer, or have more arrays and objects, are parsed in slices. */
const MAX_UNSLICED_CHARACTERS = 16 * 1024;

interface BodyOptions {
  /** Parses large bodies in slices. */
  readonly queue: Work;
  /** Whether the operator of this world is that of the server. */
  readonly isMainWorld: boolean;
}

/** Returns the owner under which the queue schedules the work on a body, which does not wait for the tenant's reads. */
export const getBodyOwner = (call: Call): string => `${getQueueOwner(call)} bodies`;

const readMaxBodyBytes = (call: Call, isMainWorld: boolean): number => {
  const operationId = getSandboxOperationId(call);
  const most = (operationId === undefined ? undefined : sandboxOperations[operationId].maxBodyBytes) ?? MAX_BODY_BYTES;
  return call.isOperator && isMainWorld ? most : Math.min(most, MAX_SHARED_BODY_BYTES);
};

/** Whether the operation's body is optional and the request has none. */
function isBodyOmitted(call: Call): boolean {
  const { 'content-length': length = 0, 'transfer-encoding': coding } = call.headers;
  const isSent = Number(length) > 0 || coding !== undefined;
  return !isSent && readContractValue([...locateOperation(getOperationId(call)), 'requestBody', 'required']) === false;
}

/** Whether the operation has no body. A body that is sent is ignored. */
export const hasNoBody = ({ method }: Pick<Call, 'method'>): boolean => method === 'GET' || method === 'DELETE';

/** Refuses a write with 415 unless its body is plain JSON in UTF-8. */
export const requireJson: Decision = (call) => {
  if (hasNoBody(call) || isBodyOmitted(call)) return undefined;
  const [mediaType = '', ...parameters] = (call.headers['content-type'] ?? '').split(';').map((part) => part.trim());
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/i.test(charset);
  if (mediaType.toLowerCase() === 'application/json' && isUtf8 && !isEncoded(call)) return undefined;
  return problem(415, 'unsupported_media_type', {
    detail: 'Send the body as Content-Type: application/json, in UTF-8 and without Content-Encoding.',
    allowed: ['application/json'],
  });
};

const isEncoded = ({ headers }: Call): boolean => (headers['content-encoding'] ?? 'identity') !== 'identity';

/** Reads the body. Refuses one that is too large with 413, and one that is not a JSON object with 400. */
export function readJsonBody({ queue, isMainWorld }: BodyOptions): Decision {
  const read = async (call: Call): Promise<Refusal> => {
    const most = readMaxBodyBytes(call, isMainWorld);
    const bytes = await readBytes(call, most);
    if (bytes === undefined) {
      call.replyHeaders.push('Connection', 'close'); // the rest of the body stays unread
      return problem(413, 'payload_too_large', { detail: describeLimit(most) });
    }

    const body = isBodyOmitted(call) ? {} : await parseObject(bytes, queue, getBodyOwner(call));
    if (typeof body === 'string') return problem(400, 'malformed_json', { detail: body });
    call.body = body;
    call.bodyFingerprint = createHash('sha256').update(bytes).digest('base64url');
    return undefined;
  };
  return (call) => (hasNoBody(call) ? undefined : read(call));
}

const describeLimit = (most: number): string =>
  most === MAX_SHARED_BODY_BYTES
    ? `Expected a body of at most ${most} bytes; only the operator of the server may send more. Send fewer facts.`
    : `Expected a body of at most ${most} bytes. Send less.`;

/** How much of a body beyond its limit is read and dropped, because most clients read no response before they have sent it. */
const MAX_DISCARDED_BYTES = 8 * 1024 * 1024;

/** Returns the whole body, or undefined if it is too large. The rest of a large body is discarded. */
async function readBytes({ headers, bytes }: Call, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  const isTooLarge = Number(headers['content-length'] ?? 0) > most;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size <= most && !isTooLarge) chunks.push(chunk);
    if (size > most + MAX_DISCARDED_BYTES) break;
  }
  return size > most ? undefined : Buffer.concat(chunks);
}

/** Parses a JSON object. Returns a sentence with the expected form if it is not one. */
async function parseObject(bytes: Buffer, queue: Work, owner: string): Promise<object | string> {
  if (bytes.length === 0) return 'Expected a JSON object; the body is empty. {} is the smallest.';
  let reader: JsonReader | undefined;
  try {
    const value = await queue.run(owner, () => {
      if (reader !== undefined) return reader.read();
      if (bytes.length > MAX_UNSLICED_CHARACTERS) checkpoint(); // before the text is decoded, if other bodies are waiting
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      if (isSimple(text)) return JSON.parse(text) as unknown;
      reader = new JsonReader(text);
      return reader.read();
    });
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    return `Expected a JSON object; the body is ${Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`}.`;
  } catch (cause) {
    if (cause instanceof JsonFault) return `Expected a JSON object; the body ${cause.message}.`;
    if (cause instanceof SyntaxError)
      return `Expected a JSON object; the body does not parse${describePosition(cause)}.`;
    if (cause instanceof TypeError) return 'Expected UTF-8; the body is not.'; // the decoder's only error
    throw cause;
  }
}

/** Whether a JSON text is short, cannot be too deep, and has no escape of a surrogate. Only these are parsed at once. */
function isSimple(text: string): boolean {
  if (text.length > MAX_UNSLICED_CHARACTERS || /\\u[dD][89a-fA-F]/.test(text)) return false;
  let containers = 0;
  for (const _ of text.matchAll(/[[{]/g)) containers += 1;
  return containers <= MAX_JSON_DEPTH;
}

/** Returns only the position, because the parser's message repeats the input. */
function describePosition({ message }: SyntaxError): string {
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? '' : ` at character ${position}`;
}
