import { fillTo, type HostileTarget, LARGE, once, readJson, replaceBodies } from './hostile-target.ts';

type JsonObject = Record<string, unknown>;

const DOCUMENT = /openapi\.json$/;

/** Creates a target whose published document has a schema `Row` for every JSON response, and other schemas. */
const publishSchemas = (name: string, createSchemas: () => JsonObject): HostileTarget => {
  const schemas = once(createSchemas);
  return replaceBodies(name, DOCUMENT, (exchange) => {
    const document = readJson(exchange);
    for (const item of Object.values(document.paths as JsonObject))
      for (const operation of Object.values(item as JsonObject))
        for (const response of Object.values((operation as { responses?: JsonObject }).responses ?? {})) {
          const json = (response as { content?: Record<string, JsonObject> }).content?.['application/json'];
          if (json !== undefined) json.schema = { $ref: '#/components/schemas/Row' };
        }
    return JSON.stringify({ ...document, components: { ...(document.components as JsonObject), schemas: schemas() } });
  });
};

/** Creates a target whose published document has more members. */
const extendDocument = (name: string, create: () => JsonObject): HostileTarget => {
  const more = once(create);
  return replaceBodies(name, DOCUMENT, (exchange) => {
    const document = readJson(exchange);
    const { paths = {}, components = {}, ...others } = more();
    return JSON.stringify({
      ...document,
      ...others,
      paths: { ...(document.paths as JsonObject), ...(paths as JsonObject) },
      components: { ...(document.components as JsonObject), ...(components as JsonObject) },
    });
  });
};

const EXPONENTIAL = '^(((((.)+)+)+)+)+ $';
const list = (count: number, create: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, index) => create(index));
const named = (count: number, create: (index: number) => [string, unknown]): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => create(index)));

/** Schemas `S0` to `S<levels>`; each names the next one twice. */
const doubling = (levels: number, keyword: 'allOf' | 'anyOf', last: JsonObject): JsonObject => ({
  Row: { $ref: '#/components/schemas/S0' },
  ...named(levels, (index) => [
    `S${index}`,
    {
      [keyword]: [
        { $ref: `#/components/schemas/S${index + 1}` },
        { $ref: `#/components/schemas/S${index + 1}`, title: 'again' },
      ],
    },
  ]),
  [`S${levels}`]: last,
});

const nest = (levels: number, width: number): JsonObject =>
  levels === 0
    ? { type: 'string' }
    : { properties: { a: nest(levels - 1, width), ...named(width, (index) => [`b${index}`, { type: 'object' }]) } };

/** Targets whose published document is hostile. */
export const hostileDocuments: readonly HostileTarget[] = [
  publishSchemas('publishes a pattern with exponential matching time', () => ({
    Row: { properties: { data: { items: { properties: { transaction_id: { pattern: EXPONENTIAL } } } } } },
  })),
  publishSchemas('publishes exponential patterns for all members', () => ({
    Row: {
      type: 'object',
      additionalProperties: { $ref: '#/components/schemas/Any' },
    },
    Any: {
      anyOf: [
        { type: 'array', items: { $ref: '#/components/schemas/Any' } },
        { type: 'object', additionalProperties: { $ref: '#/components/schemas/Any' } },
        { type: 'string', pattern: EXPONENTIAL },
        { type: ['number', 'boolean', 'null'] },
      ],
    },
  })),
  publishSchemas('publishes exponential patterns for names', () => ({
    Row: { patternProperties: { '^(([a-z_])+.)+[A-Z]([a-z])+$': { type: 'string' }, [EXPONENTIAL]: {} } },
  })),
  publishSchemas('publishes schemas that refer to each other without end', () => ({
    Row: { allOf: [{ $ref: '#/components/schemas/Other' }] },
    Other: { allOf: [{ $ref: '#/components/schemas/Row' }, { $ref: '#/components/schemas/Other' }] },
  })),
  publishSchemas('publishes schemas that double 28 times', () => doubling(28, 'allOf', { type: 'object' })),
  publishSchemas('publishes alternatives that double 28 times', () => doubling(28, 'anyOf', { type: 'string' })),
  publishSchemas('publishes 7 MB of schemas', () => {
    const rows = list(28_000, (index) => [`P${index}`, { type: 'string', description: 'd'.repeat(200) }]);
    return { Row: { type: 'object', properties: Object.fromEntries(rows as [string, unknown][]) } };
  }),
  extendDocument('publishes 150,000 paths', () => ({
    paths: named(150_000, (index) => [`/v1/p${index}/{id}`, { get: { responses: { 200: {} } } }]),
  })),
  extendDocument('publishes 100,000 operations with operationIds', () => ({
    paths: named(100_000, (index) => [
      `/v1/o${index}`,
      { get: { operationId: `operation_${index}`, responses: { 200: { $ref: '#/components/responses/None' } } } },
    ]),
  })),
  publishSchemas('publishes an enum of 150,000 objects', () => ({
    Row: {
      enum: list(150_000, (index) => ({ a: index, b: [index] })),
      properties: { data: { uniqueItems: true, items: { enum: list(50_000, (index) => ({ c: index })) } } },
    },
  })),
  publishSchemas('publishes a chain of 100,000 references', () => ({
    Row: { $ref: '#/components/schemas/C0' },
    ...named(100_000, (index) => [`C${index}`, { $ref: `#/components/schemas/C${index + 1}` }]),
    C100000: { type: 'object' },
  })),
  publishSchemas('publishes descriptions of enum values without end', () => ({
    Row: {
      properties: named(900, (index) => [
        `p${index}`,
        { description: `${'a-'.repeat(1500)}${' = '.repeat(1500)}`, enum: ['a'] },
      ]),
    },
  })),
  publishSchemas('publishes schemas nested 90 levels deep', () => ({ Row: nest(90, 400) })),
  replaceBodies(
    'publishes 7 MB of whitespace and a document',
    DOCUMENT,
    (exchange) => `${' '.repeat(LARGE - 100_000)}${JSON.stringify(readJson(exchange))}`,
  ),
  replaceBodies(
    'publishes an array of 5 million numbers',
    DOCUMENT,
    once(() => `{"openapi":"3.0.0","paths":{},"x":[${fillTo(LARGE - 100, () => '1')}]}`),
  ),
];
