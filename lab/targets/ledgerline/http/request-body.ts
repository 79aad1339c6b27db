import { type HandlerRequest, respondWithError } from './request.ts';

/** Parses a JSON object from the request body, or returns an error. */
export function parseBody({ body, contentType, hasFault }: HandlerRequest) {
  if (!contentType.startsWith('application/json')) return respondWithError(415, 'the body is application/json');
  let value: unknown;
  try {
    value = JSON.parse(body ?? '');
  } catch (thrown) {
    if (hasFault('writes-malformed-fails')) return respondWithError(500, String(thrown));
    return respondWithError(400, 'the body is no JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return respondWithError(400, 'the body is an object');
  return { members: Object.fromEntries(Object.entries(value)) as Readonly<Record<string, unknown>> };
}
