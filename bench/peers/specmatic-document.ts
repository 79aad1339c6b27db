import type { Exchanged } from './exchanges.ts';
import { isObject, type PathTemplate } from './paths.ts';

/** Values that a correct service knows, by the name of the parameter that takes them. */
export type Known = ReadonlyMap<string, string>;

/** What was asked for with success, by the name of its parameter in a path or in a query. */
export function knownFrom(exchanges: readonly Exchanged[], templates: readonly PathTemplate[]): Known {
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
 * The contract as somebody would prepare it who tests with Specmatic. Ids have a value that the service knows; parameters
 * of free text that may be left out are, and of values to choose from there are two, or the tests would be thousands.
 * Patterns that it makes up texts for without an end, or that it does not read, are left out, and so are refusals, which
 * it asks for by examples alone, with the examples.
 */
export function preparedFor(document: unknown, known: Known): unknown {
  const prepared = (value: unknown, within = ''): unknown => {
    if (Array.isArray(value))
      return within === 'parameters'
        ? value.flatMap((one) => parameterFor(document, one, known)).map((one) => prepared(one))
        : value.map((one) => prepared(one));
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([name, member]) => !isLeftOut(name, member, within));
    return Object.fromEntries(kept.map(([name, member]) => [name, prepared(member, name)]));
  };
  return prepared(document);
}

function isLeftOut(name: string, member: unknown, within: string): boolean {
  if (within === 'responses') return /^[45]/.test(name);
  if (within === 'properties' || within === 'components') return false;
  if (name === 'pattern') return typeof member === 'string' && (isOpen(member) || !member.startsWith('^'));
  return name === 'webhooks' || (name === 'examples' && isObject(member));
}

/** Whether texts of many lengths match. */
const isOpen = (pattern: string): boolean => /[*+]|\{\d+,(\d{2,})?\}/.test(pattern);

/** What becomes of a parameter: it is narrowed, kept or left out. */
function parameterFor(document: unknown, parameter: unknown, known: Known): readonly unknown[] {
  const resolved = resolvedIn(document, parameter);
  if (!isObject(resolved)) return [parameter];
  const schema = resolvedIn(document, resolved.schema);
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

/** What a local reference of the document points to, or the value itself. */
function resolvedIn(document: unknown, value: unknown): unknown {
  if (!isObject(value) || typeof value.$ref !== 'string') return value;
  let found: unknown = document;
  for (const part of value.$ref.split('/').slice(1)) found = isObject(found) ? found[part] : undefined;
  return resolvedIn(document, found);
}
