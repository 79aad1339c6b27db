import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { sandboxOperations } from '../../spec/sandbox-contract.ts';
import { problem } from '../problem.ts';
import { type Call, headerOf, operationOf, sandboxOperationOf } from './call.ts';
import { operationPlace, valueAt } from './contract-places.ts';
import type { Step } from './steps.ts';

/** Largest request body, bytes. Gap limits.body_size. */
export const MAX_BODY_BYTES = 64 * 1024;

/** What a user may send where an operation reads more: parsing a larger body holds up other tenants. */
const MAX_USER_BODY_BYTES = 2 * 1024 * 1024;

const largestBody = (call: Call): number => {
  const operationId = sandboxOperationOf(call);
  const most = (operationId === undefined ? undefined : sandboxOperations[operationId].maxBodyBytes) ?? MAX_BODY_BYTES;
  return call.isOperator ? most : Math.min(most, MAX_USER_BODY_BYTES);
};

/** Whether the operation has a body that may be left out, and the request leaves it out. */
function isLeftOut(call: Call, request: Request): boolean {
  const isSent = Number(request.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in request.headers;
  return !isSent && valueAt([...operationPlace(operationOf(call)), 'requestBody', 'required']) === false;
}

/** Whether the operation takes no body; what is sent all the same is not looked at. */
export const hasNoBody = ({ method }: Pick<Call, 'method'>): boolean => method === 'GET' || method === 'DELETE';

/** 415 unless a write brings plain JSON in UTF-8. */
export const requireJson: Step = (call, request) => {
  if (hasNoBody(call) || isLeftOut(call, request)) return undefined;
  const [mediaType = '', ...parameters] = (headerOf(request, 'content-type') ?? '')
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

const isEncoded = (request: Request): boolean => (headerOf(request, 'content-encoding') ?? 'identity') !== 'identity';

/** 413 for a body that is too large, 400 for one that is not a JSON object. */
export const readJsonBody: Step = async (call, request) => {
  if (hasNoBody(call)) return undefined;
  const most = largestBody(call);
  const bytes = await readBytes(request, most);
  if (bytes === undefined)
    return problem(413, 'payload_too_large', { detail: `A request body has at most ${most} bytes.` });

  const body = isLeftOut(call, request) ? {} : parseObject(bytes);
  if (typeof body === 'string') return problem(400, 'malformed_json', { detail: body });
  call.body = body;
  call.bodyFingerprint = createHash('sha256').update(bytes).digest('base64url');
  return undefined;
};

/** The whole body, or undefined when it is too large; the rest of such a body is let pass unread. */
async function readBytes(request: Request, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    if (size > most + 15 * MAX_BODY_BYTES) break;
  }
  return size > most ? undefined : Buffer.concat(chunks);
}

/** The JSON object that the bytes are, or a sentence that says what was expected. */
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
      ? `Expected a JSON object; the body does not parse${placeOf(cause)}.`
      : 'Expected UTF-8; the body is not.';
  }
  if (holdsLoneSurrogate(text)) return 'Expected well-formed Unicode; a string holds half of a surrogate pair.';
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  return `Expected a JSON object; the body is ${Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`}.`;
}

/** An escape that is half of a pair, such as `\\ud800`: no other text than an escape can hold one in UTF-8. RFC 8259, 8.2. */
function holdsLoneSurrogate(json: string): boolean {
  for (const [escapes] of json.matchAll(/(?:\\\\|\\u[dD][89a-fA-F][0-9a-fA-F]{2})+/g)) {
    const units = [...escapes.matchAll(/\\\\|\\u([0-9a-fA-F]{4})/g)].map(([, hex]) =>
      hex === undefined ? ' ' : String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (!units.join('').isWellFormed()) return true;
  }
  return false;
}

/** Only the position: the parser's own message repeats what was sent. */
function placeOf({ message }: SyntaxError): string {
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? '' : ` at character ${position}`;
}
