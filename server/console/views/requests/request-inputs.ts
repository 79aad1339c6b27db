import type { OptionalInput } from '../../api/operation-examples.ts';
import { parseObject } from '../../format/parse-object.ts';
import type { EditableRequest } from './suggestion.ts';

/* Optional parts of a request, in its query, headers or body. */

/** Returns the value of an input as a text; undefined if the request omits it. */
export function readInput(
  { query, headers = {}, body }: EditableRequest,
  { place, name }: OptionalInput,
): string | undefined {
  if (place === 'query') return new URLSearchParams(query).get(name) ?? undefined;
  if (place === 'header') return headers[name];
  const value = parseObject(body)?.[name];
  return value === undefined || value === null ? undefined : Array.isArray(value) ? value.join(',') : String(value);
}

/** Returns the request with another value of an input, or without it. A body that is no object stays as it is. */
export function addInput(request: EditableRequest, input: OptionalInput, value: string | undefined): EditableRequest {
  const { place, name } = input;
  if (place === 'query') {
    const query = new URLSearchParams(request.query);
    if (value === undefined) query.delete(name);
    else query.set(name, value);
    return { ...request, query: query.toString() };
  }
  if (place === 'header') return { ...request, headers: withMember(request.headers ?? {}, name, value) };
  const members = parseObject(request.body === '' ? '{}' : request.body);
  if (members === undefined) return request;
  const changed = withMember<unknown>(members, name, value === undefined ? undefined : parseValue(input, value));
  return { ...request, body: JSON.stringify(changed, null, 2) };
}

/** A text that is no value of the type is sent unchanged, so that the response states the expected form. */
function parseValue({ type }: OptionalInput, text: string): unknown {
  if (type === 'list') return text.split(',').map((part) => part.trim());
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
}

function withMember<Value>(
  members: Readonly<Record<string, Value>>,
  name: string,
  value: Value | undefined,
): Readonly<Record<string, Value>> {
  const { [name]: _, ...others } = members;
  return value === undefined ? others : { ...members, [name]: value };
}
