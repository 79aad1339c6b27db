import { findNearestName } from '../../../../base/nearest-name.ts';
import { contract } from '../../../../spec/index.ts';
import { defineTool, takes, text } from '../core/tool.ts';
import { ToolRefusal } from '../core/tool-refusal.ts';
import { rankByWords } from './rank-by-words.ts';

/** An operation of either contract. */
interface ListedOperation {
  readonly operation_id: string;
  readonly contract: 'service' | 'control plane';
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
}

/** A document as far as this module reads it. */
interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const MAX_FOUND = 12;

/** Finds operations of the contract of the service and of the control plane. */
export const searchContract = defineTool<{ readonly query?: string; readonly operation_id?: string }>({
  name: 'search_contract',
  title: 'Search the contract',
  description:
    'Finds operations of the service and of the control plane of the sandbox by words. With operation_id, returns parameters, body and ' +
    'responses of one operation. Without arguments, lists all operations of the service.',
  isReadOnly: true,
  arguments: takes({
    query: text('Words, such as "disputes of a terminal".'),
    operation_id: text('The id of an operation, such as listTransactions.', 64),
  }),
  async run({ query, operation_id: id }) {
    const documents = await loadDocuments();
    const all = documents.flatMap(([name, document]) => listOperations(name, document));
    if (id !== undefined) return describeOperation(id, all, documents);
    const ranked =
      query === undefined
        ? all.filter((one) => one.contract === 'service')
        : rankByWords(all, query, (one) => ({
            title: `${one.operation_id} ${one.summary}`,
            rest: `${one.path} ${one.description}`,
          }));
    const found = query === undefined ? ranked : ranked.slice(0, MAX_FOUND);
    return {
      operations: found.map(({ description: _, ...listed }) => listed),
      matched: ranked.length,
    };
  },
});

type NamedDocument = readonly [ListedOperation['contract'], OpenApiDocument];

async function loadDocuments(): Promise<readonly NamedDocument[]> {
  const { default: sandbox } = await import('../../../../spec/generated/sandbox.json', { with: { type: 'json' } });
  return [
    ['service', contract as unknown as OpenApiDocument], // both documents are validated when they are generated
    ['control plane', sandbox as unknown as OpenApiDocument],
  ];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const listOperations = (name: ListedOperation['contract'], { paths }: OpenApiDocument): readonly ListedOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const { operationId, summary, description } = item[method] ?? {};
      return operationId === undefined
        ? []
        : [
            {
              operation_id: String(operationId),
              contract: name,
              method: method.toUpperCase(),
              path,
              summary: String(summary ?? ''),
              description: String(description ?? ''),
            },
          ];
    }),
  );

function describeOperation(id: string, all: readonly ListedOperation[], documents: readonly NamedDocument[]): object {
  const found = all.find(({ operation_id: known }) => known === id);
  if (found === undefined) {
    const nearest = findNearestName(
      id,
      all.map((one) => one.operation_id),
    );
    throw new ToolRefusal(`There is no operation ${id}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`);
  }
  const [, document] = documents.find(([name]) => name === found.contract) ?? [];
  const operation = document?.paths[found.path]?.[found.method.toLowerCase()] ?? {};
  const { parameters = [], requestBody, responses = {} } = operation;
  const resolve = (part: unknown): unknown => resolveReferences(part, document, []);
  const statuses = Object.entries(responses as Readonly<Record<string, unknown>>);
  return {
    ...found,
    parameters: resolve(parameters),
    ...(requestBody === undefined ? {} : { request_body: resolve(requestBody) }),
    responses: Object.fromEntries(
      statuses.filter(([status]) => /^2/.test(status)).map(([status, one]) => [status, resolve(one)]),
    ),
    other_statuses: statuses.map(([status]) => status).filter((status) => !/^2/.test(status)),
  };
}

/** Members that repeat others or are for other readers. */
const OMITTED = /^(x-|examples?$|headers$)/;
/** A schema that refers to schemas is shown with them, and their references by name. */
const MAX_NESTED_REFERENCES = 3;

/** Returns a part of a document with the referenced parts in place. `open` are the references around it. */
function resolveReferences(part: unknown, document: OpenApiDocument | undefined, open: readonly string[]): unknown {
  if (Array.isArray(part)) return part.map((one) => resolveReferences(one, document, open));
  if (part === null || typeof part !== 'object') return part;
  const { $ref: reference, ...rest } = part as Readonly<Record<string, unknown>>;
  if (typeof reference === 'string') {
    const [, , kind = '', name = ''] = reference.split('/');
    if (open.includes(reference) || open.length >= MAX_NESTED_REFERENCES) return { schema: name };
    const target = resolveReferences(document?.components[kind]?.[name], document, [...open, reference]);
    return { ...(target as object), ...(rest.description === undefined ? {} : { description: rest.description }) };
  }
  return Object.fromEntries(
    Object.entries(rest)
      .filter(([name]) => !OMITTED.test(name))
      .map(([name, one]) => [name, resolveReferences(one, document, open)]),
  );
}
