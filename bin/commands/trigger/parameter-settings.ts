import { findNearestName } from '../../../base/nearest-name.ts';
import type { ParameterSchema, ParameterSchemas } from '../../../spec/trigger-parameters.ts';

/**
 * Parses `--set path=value` arguments with the types of the parameters of an event or outcome. Returns the first fault as a
 * sentence.
 */
export function parseSettings(
  { name, parameters }: { readonly name: string; readonly parameters: ParameterSchemas },
  given: readonly string[],
): { readonly values: Readonly<Record<string, unknown>> } | { readonly fault: string } {
  const values: Record<string, unknown> = {};
  for (const text of given) {
    const [path = '', ...rest] = text.split('=');
    if (rest.length === 0) return { fault: `--set ${text}: expected path=value.` };
    const schema = Object.hasOwn(parameters, path) ? parameters[path] : undefined;
    if (schema === undefined) return { fault: describeUnknownPath(name, path, Object.keys(parameters)) };
    const wanted = rest.join('=');
    const value = parseValue(schema, wanted);
    if (value === undefined)
      return { fault: `--set ${text}: expected ${describeExpectedValue(schema)}.${suggestValue(schema, wanted)}` };
    values[path] = value;
  }
  return { values };
}

function describeUnknownPath(name: string, path: string, known: readonly string[]): string {
  const nearest = findNearestName(path, known);
  const list = known.length === 0 ? 'It has no parameters.' : `Expected one of ${known.join(', ')}.`;
  return `--set ${path}: ${name} has no such parameter. ${nearest === undefined ? list : `Did you mean ${nearest}?`}`;
}

/** Returns undefined for a value that the schema rejects. */
function parseValue(schema: ParameterSchema, text: string): string | number | boolean | undefined {
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (schema.type === 'integer') {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    const isAllowed =
      'enum' in schema ? schema.enum.includes(value) : value >= schema.minimum && value <= schema.maximum;
    return isAllowed ? value : undefined;
  }
  const isAllowed = 'enum' in schema ? schema.enum.includes(text) : new RegExp(schema.pattern).test(text);
  return isAllowed ? text : undefined;
}

/** Suggests the nearest allowed value. */
function suggestValue(schema: ParameterSchema, text: string): string {
  const nearest = 'enum' in schema ? findNearestName(text, schema.enum.map(String)) : undefined;
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

/** Describes the allowed values: `an integer from 1 to 60`. */
export function describeExpectedValue(schema: ParameterSchema): string {
  if (schema.type === 'boolean') return 'true or false';
  if ('enum' in schema) return `one of ${schema.enum.join(', ')}`;
  return schema.type === 'integer'
    ? `an integer from ${schema.minimum} to ${schema.maximum}`
    : `text that matches ${schema.pattern}`;
}
