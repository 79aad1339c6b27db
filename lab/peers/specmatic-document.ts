import type { PeerExchange } from './exchanges.ts';
import { isObject, type PathTemplate } from './paths.ts';

/** Valid values of a correct service, by parameter name. */
export type KnownValues = ReadonlyMap<string, string>;

/** Returns the values of path and query parameters of successful requests. */
export function collectKnownValues(
  exchanges: readonly PeerExchange[],
  templates: readonly PathTemplate[],
): KnownValues {
  const known = new Map<string, string>();
  for (const { request, answer } of exchanges) {
    if (answer.status !== 200) continue;
    const { pathname, searchParams } = new URL(request.url);
    const inPath = templates.map((one) => one.match(pathname)).find((found) => found !== undefined) ?? [];
    for (const [name, value] of [...inPath, ...searchParams]) if (!known.has(name)) known.set(name, value);
  }
  return known;
}

/**
 * Returns the contract as a user of Specmatic would prepare it. Ids get a known value. Optional text parameters are removed
 * and enums keep two values, because there would be thousands of tests otherwise. Removes patterns that Specmatic cannot
 * parse or generates endless texts for, error responses, and examples.
 */
export function prepareDocument(document: unknown, known: KnownValues): unknown {
  const prepared = (value: unknown, within = ''): unknown => {
    if (Array.isArray(value))
      return within === 'parameters'
        ? value.flatMap((one) => prepareParameter(document, one, known)).map((one) => prepared(one))
        : value.map((one) => prepared(one));
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([name, member]) => !isRemoved(name, member, within));
    return Object.fromEntries(kept.map(([name, member]) => [name, prepared(member, name)]));
  };
  return prepared(document);
}

function isRemoved(name: string, member: unknown, within: string): boolean {
  if (within === 'responses') return /^[45]/.test(name);
  if (within === 'properties' || within === 'components') return false;
  if (name === 'pattern') return typeof member === 'string' && (isUnbounded(member) || !member.startsWith('^'));
  return name === 'webhooks' || (name === 'examples' && isObject(member));
}

/** Returns whether a pattern matches texts of many lengths. */
const isUnbounded = (pattern: string): boolean => /[*+]|\{\d+,(\d{2,})?\}/.test(pattern);

/** Narrows, keeps or removes a parameter. */
function prepareParameter(document: unknown, parameter: unknown, known: KnownValues): readonly unknown[] {
  const resolved = resolveReference(document, parameter);
  if (!isObject(resolved)) return [parameter];
  const schema = resolveReference(document, resolved.schema);
  if (!isObject(schema)) return [parameter];
  const name = String(resolved.name);
  if (Array.isArray(schema.enum)) {
    const { default: _, ...rest } = schema;
    return [{ ...resolved, schema: { ...rest, enum: schema.enum.slice(0, 2) } }];
  }
  const value = known.get(name);
  if (value !== undefined && name.endsWith('_id')) return [{ ...resolved, schema: { type: 'string', enum: [value] } }];
  return resolved.required === true || (schema.type === 'integer' && name !== 'page') ? [resolved] : [];
}

/** Resolves a local reference of the document. Returns any other value unchanged. */
function resolveReference(document: unknown, value: unknown): unknown {
  if (!isObject(value) || typeof value.$ref !== 'string') return value;
  let found: unknown = document;
  for (const part of value.$ref.split('/').slice(1)) found = isObject(found) ? found[part] : undefined;
  return resolveReference(document, found);
}
