import { createHash } from 'node:crypto';
import { sandboxOperations } from '../../../spec/sandbox-contract.ts';
import { problem } from '../../problem.ts';
import { type Call, getOperationId, getSandboxOperationId, readHeader } from './call.ts';
import { locateOperation, readContractValue } from './contract-paths.ts';
import type { HttpRequest } from './middleware.ts';
import type { PipelineStep } from './steps.ts';

/** Maximum size of a request body in bytes. Gap limits.body_size. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Maximum for users where an operation accepts more: parsing a larger body would block other tenants. */
const MAX_USER_BODY_BYTES = 2 * 1024 * 1024;

const readMaxBodyBytes = (call: Call): number => {
  const operationId = getSandboxOperationId(call);
  const most = (operationId === undefined ? undefined : sandboxOperations[operationId].maxBodyBytes) ?? MAX_BODY_BYTES;
  return call.isOperator ? most : Math.min(most, MAX_USER_BODY_BYTES);
};

/** Whether the operation's body is optional and the request has none. */
function isBodyOmitted(call: Call, request: HttpRequest): boolean {
  const isSent = Number(request.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in request.headers;
  return !isSent && readContractValue([...locateOperation(getOperationId(call)), 'requestBody', 'required']) === false;
}

/** Whether the operation has no body. A body that is sent is ignored. */
export const hasNoBody = ({ method }: Pick<Call, 'method'>): boolean => method === 'GET' || method === 'DELETE';

/** Refuses a write with 415 unless its body is plain JSON in UTF-8. */
export const requireJson: PipelineStep = (call, request) => {
  if (hasNoBody(call) || isBodyOmitted(call, request)) return undefined;
  const [mediaType = '', ...parameters] = (readHeader(request, 'content-type') ?? '')
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/i.test(charset);
  if (mediaType.toLowerCase() === 'application/json' && isUtf8 && !isEncoded(request)) return undefined;
  return problem(415, 'unsupported_media_type', {
    detail: 'Send the body as Content-Type: application/json, in UTF-8 and without Content-Encoding.',
    allowed: ['application/json'],
  });
};

const isEncoded = (request: HttpRequest): boolean =>
  (readHeader(request, 'content-encoding') ?? 'identity') !== 'identity';

/** Reads the body. Refuses one that is too large with 413, and one that is not a JSON object with 400. */
export const readJsonBody: PipelineStep = async (call, request, response) => {
  if (hasNoBody(call)) return undefined;
  const most = readMaxBodyBytes(call);
  const bytes = await readBytes(request, most);
  if (bytes === undefined) {
    response.setHeader('Connection', 'close'); // the rest of the body stays unread
    return problem(413, 'payload_too_large', { detail: `A request body has at most ${most} bytes.` });
  }

  const body = isBodyOmitted(call, request) ? {} : parseObject(bytes);
  if (typeof body === 'string') return problem(400, 'malformed_json', { detail: body });
  call.body = body;
  call.bodyFingerprint = createHash('sha256').update(bytes).digest('base64url');
  return undefined;
};

/** Returns the whole body, or undefined if it is too large. The rest of a large body is discarded. */
async function readBytes(request: HttpRequest, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    if (size > most + 15 * MAX_BODY_BYTES) break;
  }
  return size > most ? undefined : Buffer.concat(chunks);
}

/** Parses a JSON object. Returns a sentence with the expected form if it is not one. */
function parseObject(bytes: Buffer): object | string {
  if (bytes.length === 0) return 'Expected a JSON object; the body is empty. {} is the smallest.';
  let value: unknown;
  let text = '';
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch (cause) {
    const isText = cause instanceof SyntaxError;
    return isText
      ? `Expected a JSON object; the body does not parse${describePosition(cause)}.`
      : 'Expected UTF-8; the body is not.';
  }
  if (containsLoneSurrogate(text)) return 'Expected well-formed Unicode; a string holds half of a surrogate pair.';
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  return `Expected a JSON object; the body is ${Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`}.`;
}

/**
 * Whether the JSON contains an escape that is half of a surrogate pair, such as `\\ud800`. UTF-8 can express one only
 * by an escape. RFC 8259, 8.2.
 */
function containsLoneSurrogate(json: string): boolean {
  for (const [escapes] of json.matchAll(/(?:\\\\|\\u[dD][89a-fA-F][0-9a-fA-F]{2})+/g)) {
    const units = [...escapes.matchAll(/\\\\|\\u([0-9a-fA-F]{4})/g)].map(([, hex]) =>
      hex === undefined ? ' ' : String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (!units.join('').isWellFormed()) return true;
  }
  return false;
}

/** Returns only the position, because the parser's message repeats the input. */
function describePosition({ message }: SyntaxError): string {
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? '' : ` at character ${position}`;
}
