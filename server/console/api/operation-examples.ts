import { request } from './request.ts';

/** Values with which an operation succeeds on the default fleet. */
export interface OperationExample {
  readonly parameters: Readonly<Record<string, string>>;
  /** The members of the body; undefined for an operation without one. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly example?: unknown;
}

interface Example {
  readonly $ref?: string;
  readonly value?: unknown;
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content?: Readonly<
      Record<string, { readonly example?: unknown; readonly examples?: Readonly<Record<string, Example>> }>
    >;
  };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: {
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly examples?: Readonly<Record<string, Example>>;
  };
}

/** Reads the example of an operation from the public contract of the service. Returns undefined for an operation that it does not contain. */
export async function readOperationExample(operationId: string): Promise<OperationExample | undefined> {
  const { paths, components } = await request<Document>('/v1/integrations/public-openapi.json');
  const operation = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .find((one) => one.operationId === operationId);
  if (operation === undefined) return undefined;
  const parameters = (operation.parameters ?? []).map(
    ({ $ref, ...own }): Parameter => ($ref === undefined ? own : (components?.parameters?.[toName($ref)] ?? {})),
  );
  const media = operation.requestBody?.content?.['application/json'];
  const [first] = Object.values(media?.examples ?? {});
  const body =
    media?.example ?? (first?.$ref === undefined ? first : components?.examples?.[toName(first.$ref)])?.value;
  return {
    parameters: Object.fromEntries(
      parameters.flatMap(({ name, example }) =>
        name === undefined || example === undefined ? [] : [[name, String(example)]],
      ),
    ),
    body: typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined, // an object of JSON
  };
}

/** Returns the name of a component in a reference to it. */
const toName = (reference: string): string => reference.split('/').at(-1) ?? '';
