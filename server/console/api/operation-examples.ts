import { request } from './request.ts';

/** Values with which an operation succeeds on the default fleet. */
export interface OperationExample {
  readonly parameters: Readonly<Record<string, string>>;
  /** The members of the body; undefined for an operation without one. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** The parameters and members of the body that a request may omit. */
  readonly optional: readonly OptionalInput[];
}

/** A parameter, or a member of the body, that a request may omit. */
export interface OptionalInput {
  readonly place: 'query' | 'header' | 'body';
  readonly name: string;
  readonly description: string;
  /** The allowed values; empty if there are others. */
  readonly values: readonly string[];
  /** A value of the contract; undefined if it gives none. */
  readonly example: string | undefined;
  readonly type: 'text' | 'integer' | 'boolean' | 'list';
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface Example {
  readonly $ref?: string;
  readonly value?: unknown;
}

interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example>>;
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, Media>> };
}

interface Components {
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly examples?: Readonly<Record<string, Example>>;
  readonly schemas?: Readonly<Record<string, Schema>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: Components;
}

/** Reads the example of an operation from the public contract of the service. Returns undefined for an operation that it does not contain. */
export async function readOperationExample(operationId: string): Promise<OperationExample | undefined> {
  const { paths, components = {} } = await request<Document>('/v1/integrations/public-openapi.json');
  const operation = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .find((one) => one.operationId === operationId);
  if (operation === undefined) return undefined;
  const parameters = (operation.parameters ?? []).map(
    ({ $ref, ...own }): Parameter => ($ref === undefined ? own : (components.parameters?.[toName($ref)] ?? {})),
  );
  const media = operation.requestBody?.content?.['application/json'];
  const [first] = Object.values(media?.examples ?? {});
  const body = media?.example ?? (first?.$ref === undefined ? first : components.examples?.[toName(first.$ref)])?.value;
  return {
    parameters: Object.fromEntries(
      parameters.flatMap(({ name, example }) =>
        name === undefined || example === undefined ? [] : [[name, String(example)]],
      ),
    ),
    body: typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined, // an object of JSON
    optional: [...listOptionalParameters(parameters, components), ...listOptionalMembers(media?.schema, components)],
  };
}

const listOptionalParameters = (parameters: readonly Parameter[], components: Components): readonly OptionalInput[] =>
  parameters.flatMap(({ name, in: place, required = false, description = '', schema = {}, example }) =>
    name === undefined || required || (place !== 'query' && place !== 'header')
      ? []
      : [
          {
            ...{ place, name, description, ...describeValues(schema, components) },
            example: example === undefined ? undefined : String(example),
          },
        ],
  );

function listOptionalMembers(schema: Schema = {}, components: Components): readonly OptionalInput[] {
  const { properties = {}, required = [] } = resolve(schema, components);
  return Object.entries(properties).flatMap(([name, member]): readonly OptionalInput[] =>
    required.includes(name)
      ? []
      : [
          {
            ...{ place: 'body', name, description: member.description ?? '', example: undefined },
            ...describeValues(member, components),
          },
        ],
  );
}

function describeValues(schema: Schema, components: Components): Pick<OptionalInput, 'values' | 'type'> {
  const { enum: values = [], type: given = 'text' } = resolve(schema, components);
  const types = [given].flat();
  const type = (['integer', 'boolean'] as const).find((one) => types.includes(one));
  return { values: values.map(String), type: types.includes('array') ? 'list' : (type ?? 'text') };
}

/** Follows a reference, also of a member that may be null. */
function resolve(schema: Schema, components: Components): Schema {
  const { $ref, anyOf } = schema;
  if ($ref !== undefined) return components.schemas?.[toName($ref)] ?? {};
  return anyOf?.[0] === undefined ? schema : resolve(anyOf[0], components);
}

/** Returns the name of a component in a reference to it. */
const toName = (reference: string): string => reference.split('/').at(-1) ?? '';
