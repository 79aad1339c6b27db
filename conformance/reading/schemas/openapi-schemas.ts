type JsonObject = Readonly<Record<string, unknown>>;

const DEEPEST = 200;
/** Members that hold values, not schemas. */
const OF_VALUES = new Set(['example', 'examples', 'default', 'enum', 'const']);

/**
 * Rewrites the schemas of a document so that they accept null everywhere and one of several alternatives may match with another:
 * many generators of documents state neither, and a null in place of a value contradicts no rule of the interface.
 */
export const acceptNulls = (document: JsonObject): JsonObject => relax(document, 0) as JsonObject; // an object stays an object

function relax(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((one) => relax(one, depth + 1));
  const members = Object.entries(value).map(([name, one]): [string, unknown] => {
    if (name === 'not' || name === 'if' || (OF_VALUES.has(name) && !isObjectOfSchemas(one))) return [name, one];
    if (name === 'type' && typeof one === 'string') return [name, one === 'null' ? one : [one, 'null']];
    if (name === 'type' && Array.isArray(one)) return [name, [...new Set([...one, 'null'])]];
    return [name === 'oneOf' && Array.isArray(one) ? 'anyOf' : name, relax(one, depth + 1)];
  });
  const { enum: values, const: constant, ...schema } = Object.fromEntries(members);
  return {
    ...schema,
    ...(Array.isArray(values)
      ? { enum: [...new Set([...values, null])] }
      : values === undefined
        ? {}
        : { enum: values }),
    ...(constant === undefined || typeof constant === 'object' ? {} : { enum: [constant, null] }),
  };
}

/**
 * Rewrites the schemas of an OpenAPI 2.0 or 3.0 document in the form of JSON Schema 2020-12, which later versions use: `nullable` as
 * the type `null`, boolean `exclusiveMinimum` and `exclusiveMaximum` as numbers, and nothing but `nullable` beside a `$ref`:
 * 3.0 ignores it there, but authors who write it mean it. Other documents are returned unchanged.
 */
export function upgradeSchemas(document: JsonObject): JsonObject {
  const isOld =
    document.swagger === '2.0' || (typeof document.openapi === 'string' && document.openapi.startsWith('3.0'));
  if (!isOld) return document;
  return upgrade(document, 0) as JsonObject; // an object stays an object
}

function upgrade(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((one) => upgrade(one, depth + 1));
  if ('$ref' in value && typeof value.$ref === 'string') {
    const isNullable = 'nullable' in value && value.nullable === true;
    return isNullable ? { anyOf: [{ $ref: value.$ref }, { type: 'null' }] } : { $ref: value.$ref };
  }
  const members = Object.entries(value).map(([name, one]): [string, unknown] => [
    name,
    OF_VALUES.has(name) && !isObjectOfSchemas(one) ? one : upgrade(one, depth + 1),
  ]);
  return upgradeKeywords(Object.fromEntries(members));
}

/** A property may be called `default` or `example`: its value is a schema. */
const isObjectOfSchemas = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('type' in value || '$ref' in value || 'allOf' in value);

function upgradeKeywords(schema: JsonObject): JsonObject {
  const { nullable, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  const bounded: JsonObject = {
    ...rest,
    ...upgradeBound('Minimum', exclusiveMinimum, rest.minimum),
    ...upgradeBound('Maximum', exclusiveMaximum, rest.maximum),
  };
  if (typeof nullable !== 'boolean') return nullable === undefined ? bounded : { ...bounded, nullable };
  const isSchema = ['type', 'enum', 'allOf', 'anyOf', 'oneOf', '$ref'].some((name) => name in bounded);
  return nullable && isSchema ? { anyOf: [bounded, { type: 'null' }] } : bounded;
}

function upgradeBound(side: 'Minimum' | 'Maximum', exclusive: unknown, bound: unknown): JsonObject {
  if (exclusive === undefined) return {};
  if (typeof exclusive !== 'boolean') return { [`exclusive${side}`]: exclusive };
  return exclusive && typeof bound === 'number' ? { [`exclusive${side}`]: bound } : {};
}
