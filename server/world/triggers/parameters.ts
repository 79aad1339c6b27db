import type { Obstacle } from './obstacle.ts';

/** Schema of one parameter, in JSON Schema. A parameter without a default depends on the terminal. */
export type ParameterSchema = (
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number; readonly default?: number }
  | { readonly type: 'integer'; readonly enum: readonly number[]; readonly default?: number }
  | { readonly type: 'string'; readonly enum: readonly string[]; readonly default?: string }
  | { readonly type: 'string'; readonly pattern: string }
  | { readonly type: 'boolean'; readonly default: boolean }
) & { readonly description: string };

export type ParameterSchemas = Readonly<Record<string, ParameterSchema>>;

/** Closed object schema of parameters, which `--set` can override. */
export interface ParametersSchema {
  readonly type: 'object';
  readonly properties: ParameterSchemas;
  readonly required: readonly [];
  readonly additionalProperties: false;
}

type ValueOf<Schema extends ParameterSchema> = Schema extends { readonly type: 'boolean' }
  ? boolean
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly type: 'integer' }
      ? number
      : string;

/** Validated values including defaults. */
export type ParametersOf<Schemas extends ParameterSchemas> = {
  readonly [Name in keyof Schemas]: Schemas[Name] extends { readonly default: unknown }
    ? ValueOf<Schemas[Name]>
    : ValueOf<Schemas[Name]> | undefined;
};

export const makeObjectSchema = (properties: ParameterSchemas): ParametersSchema => ({
  type: 'object',
  properties,
  required: [],
  additionalProperties: false,
});

/** Returns the values with defaults, or the fault of the given ones: an unknown member or an invalid value. */
export function readParameters<Schemas extends ParameterSchemas>(
  schemas: Schemas,
  given: Readonly<Record<string, unknown>>,
): ParametersOf<Schemas> | readonly Obstacle[] {
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
  return { ...Object.fromEntries(defaults), ...given } as ParametersOf<Schemas>; // each value was validated above
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
