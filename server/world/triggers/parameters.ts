import type { ParameterSchema, ParameterSchemas } from '../../../spec/trigger-parameters.ts';
import type { Obstacle } from '../events/planning/obstacle.ts';

/** Closed object schema of parameters, which `--set` can override. */
export interface ParametersSchema {
  readonly type: 'object';
  readonly properties: ParameterSchemas;
  readonly required: readonly [];
  readonly additionalProperties: false;
}

export const makeObjectSchema = (properties: ParameterSchemas): ParametersSchema => ({
  type: 'object',
  properties,
  required: [],
  additionalProperties: false,
});

/** Returns the values with defaults, or the fault of the given ones: an unknown member or an invalid value. */
export function readParameters(
  schemas: ParameterSchemas,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | readonly Obstacle[] {
  const faults = Object.entries(given).flatMap(([name, value]): readonly Obstacle[] => {
    const pointer = `/parameters/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (schema === undefined) {
      const names = Object.keys(schemas).join(', ');
      const detail = names === '' ? 'Expected no parameter.' : `Expected one of ${names}.`;
      return [{ pointer, code: 'unknown_member', detail }];
    }
    const expected = describeExpected(schema, value);
    return expected === undefined ? [] : [{ pointer, code: 'invalid_value', detail: `Expected ${expected}.` }];
  });
  if (faults.length > 0) return faults;
  const defaults = Object.entries(schemas).map(([name, schema]) => [
    name,
    'default' in schema ? schema.default : undefined,
  ]);
  return { ...Object.fromEntries(defaults), ...given };
}

function describeExpected(schema: ParameterSchema, value: unknown): string | undefined {
  if ('enum' in schema) {
    const allowed: readonly unknown[] = schema.enum;
    return allowed.includes(value) ? undefined : `one of ${allowed.join(', ')}`;
  }
  if (schema.type === 'boolean') return typeof value === 'boolean' ? undefined : 'true or false';
  if (schema.type === 'string') {
    const isRight = typeof value === 'string' && new RegExp(schema.pattern).test(value);
    return isRight ? undefined : `a text that matches ${schema.pattern}`;
  }
  const isRight =
    typeof value === 'number' && Number.isInteger(value) && value >= schema.minimum && value <= schema.maximum;
  return isRight ? undefined : `an integer from ${schema.minimum} to ${schema.maximum}`;
}
