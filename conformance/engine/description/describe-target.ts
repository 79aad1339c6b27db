import { contract, type OperationId, operations } from '../../../spec/index.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import type { Redactor } from '../../http/redaction.ts';
import { listDeclaredParameters } from '../../reading/declared-parameters.ts';
import {
  findDocumentedOperation,
  findOpenapiDocument,
  listPublishedOperations,
  resolveReference,
  toObject,
} from '../../reading/published-document.ts';
import { DeclaredSchemaReader } from './declared-schema.ts';
import { createSeenSchema } from './seen-schema.ts';
import { createShape, type Shape, ShapeReader } from './shape.ts';
import { listUndeclaredParts } from './undeclared-parts.ts';

type Members = Readonly<Record<string, unknown>>;

/** An OpenAPI 3.1 document of what a target is, as the responses of a run show it. */
export type TargetDescription = Members;

export interface DescriptionOptions {
  readonly target: string;
  readonly redact: Redactor;
  /** The version of the kit. */
  readonly version: string;
}

/** The responses with one status of an operation. */
interface SeenResponse {
  seen: number;
  readonly media: Map<string, { seen: number; readonly shape: Shape | undefined }>;
}

interface SeenOperation {
  seen: number;
  readonly responses: Map<number, SeenResponse>;
  /** How many successful requests had each query parameter. */
  readonly parameters: Map<string, number>;
  succeededWithKey: boolean;
  succeededWithout: boolean;
}

const ANONYMOUS = 'anonymous';
const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]{1,60}\/[a-z0-9!#$&^_.+-]{1,60}$/;
const JSON_TYPE = /[/+]json$/;

/**
 * Describes a target by the exchanges of a run and by the document that it publishes. Contains names of members and words of the
 * contract, and no other values of the target.
 */
export function describeTarget(
  archive: readonly Exchange[],
  { target, redact, version }: DescriptionOptions,
): TargetDescription {
  const published = listPublished(archive);
  const document = published.at(-1);
  const reader = createReader(archive, { redact, documents: [contract as unknown as Members, ...published] }); // the contract is an OpenAPI document
  const seen = new Map<OperationId, SeenOperation>();
  for (const exchange of archive) addExchange(seen, exchange, reader);
  const declared = new Map(
    document === undefined
      ? []
      : listPublishedOperations(document).flatMap((one) => {
          const id = findDocumentedOperation(one);
          return id === undefined ? [] : [[id, one] as const];
        }),
  );
  const paths: Record<string, Record<string, object>> = {};
  for (const [id, { method, path }] of Object.entries(operations) as [
    OperationId,
    (typeof operations)[OperationId],
  ][]) {
    const [found, stated] = [seen.get(id), declared.get(id)];
    if (found === undefined && stated === undefined) continue;
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: createOperation(id, found, { document, stated }),
    };
  }
  const description: TargetDescription = {
    openapi: '3.1.0',
    info: {
      title: 'Target as seen',
      version: '1',
      description:
        'fleetkit derived this document from the responses of one run and from the document that the target publishes. x-seen counts ' +
        'requests and values. x-published states whether the published document declares a part. x-not-seen lists what only that ' +
        'document has.',
    },
    servers: [{ url: redact(target) }],
    'x-seen': {
      fleetkit: version,
      requests: archive.length,
      published: document !== undefined,
      ...(published.length > 1 ? { 'published-changed-during-the-run': true } : {}),
      ...(document === undefined ? {} : { undeclared: listUndeclaredParts(paths) }),
      ...(reader.isCut ? { 'left-out': 'the responses have too many members' } : {}),
    },
    paths,
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
  };
  return JSON.parse(redact(JSON.stringify(description)));
}

/** Returns the different documents that the target published during the run, in their order. */
function listPublished(archive: readonly Exchange[]): readonly Members[] {
  const byText = new Map<string, Members>();
  for (const exchange of archive) {
    if (exchange.operation !== 'getPublicOpenapi' || !isSuccess(exchange) || !exchange.isReadable) continue;
    const found = findOpenapiDocument(exchange.written);
    if (found === undefined) continue;
    byText.delete(exchange.text);
    byText.set(exchange.text, found);
  }
  return [...byText.values()];
}

interface ReaderOptions extends Pick<DescriptionOptions, 'redact'> {
  readonly documents: readonly Members[];
}

function createReader(archive: readonly Exchange[], { redact, documents }: ReaderOptions): ShapeReader {
  const declaredNames = new Set(documents.flatMap(listPropertyNames));
  const ids = new Set(archive.flatMap(listIdsInPath));
  return new ShapeReader({
    isDeclared: (name) => declaredNames.has(name),
    isSecret: (name) => redact(name) !== name,
    isId: (name) => ids.has(name),
  });
}

/** Returns the values of the placeholders in the path of a request. */
const listIdsInPath = ({ operation, parameters }: Exchange): readonly string[] =>
  listPlaceholders(operation).flatMap((name) => (name in parameters ? String(parameters[name]) : []));

const listPlaceholders = (id: OperationId): readonly string[] =>
  [...operations[id].path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);

/** The maximum number of visited values: a published document is untrusted. */
const MOST_VALUES = 300_000;

/** Returns the names of all properties in the schemas of a document. */
function listPropertyNames(document: Members): readonly string[] {
  const names = new Set<string>();
  const waiting: unknown[] = [document];
  for (let count = 0; waiting.length > 0 && count < MOST_VALUES; count += 1) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const name of Object.keys(toObject(toObject(value).properties))) names.add(name);
    for (const [name, member] of Object.entries(value))
      if (!/^(example|examples|default|enum|const)$/.test(name)) waiting.push(member);
  }
  return [...names];
}

const builtinParameters = listDeclaredParameters(contract as unknown as Members); // the contract is an OpenAPI document

function addExchange(all: Map<OperationId, SeenOperation>, exchange: Exchange, reader: ShapeReader): void {
  const { operation: id, request, parameters, status } = exchange;
  if (request.method !== operations[id].method || !isOwnPath(exchange) || status < 100 || status > 599) return;
  const operation = all.get(id) ?? {
    seen: 0,
    responses: new Map(),
    parameters: new Map(),
    succeededWithKey: false,
    succeededWithout: false,
  };
  all.set(id, operation);
  operation.seen += 1;
  if (isSuccess(exchange)) {
    if (request.caller === ANONYMOUS) operation.succeededWithout = true;
    else operation.succeededWithKey = true;
    for (const name of Object.keys(parameters))
      operation.parameters.set(name, (operation.parameters.get(name) ?? 0) + 1);
  }
  const response: SeenResponse = operation.responses.get(status) ?? { seen: 0, media: new Map() };
  operation.responses.set(status, response);
  response.seen += 1;
  const { mediaType } = exchange;
  if (exchange.bytes.length === 0 || !MEDIA_TYPE.test(mediaType)) return;
  const isJson = JSON_TYPE.test(mediaType) && exchange.isReadable && exchange.json !== undefined;
  const media = response.media.get(mediaType) ?? { seen: 0, shape: isJson ? createShape() : undefined };
  response.media.set(mediaType, media);
  media.seen += 1;
  // The form of the published document is that of OpenAPI.
  if (isJson && media.shape !== undefined && id !== 'getPublicOpenapi') reader.add(media.shape, exchange.written);
}

/** Whether the path of the request is that of the operation: some checks send other spellings. */
function isOwnPath({ operation, request }: Exchange): boolean {
  const pattern = operations[operation].path
    .split(/\{[^{}]*\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
  return new RegExp(`${pattern}$`).test(new URL(request.url).pathname);
}

interface Stated {
  readonly document: Members | undefined;
  readonly stated: ReturnType<typeof listPublishedOperations>[number] | undefined;
}

function createOperation(id: OperationId, found: SeenOperation | undefined, { document, stated }: Stated): object {
  const responses = toObject(resolveAll(document, stated?.operation.responses));
  const statuses = new Set([...(found?.responses.keys() ?? [])].map(String));
  const security = found?.succeededWithout === true ? [] : found?.succeededWithKey === true ? [{ key: [] }] : undefined;
  return {
    operationId: id,
    summary: `${operations[id].method} ${operations[id].path}`,
    ...(security === undefined ? {} : { security }),
    parameters: createParameters(id, found, { document, stated }),
    responses: {
      ...Object.fromEntries(
        [...(found?.responses ?? [])]
          .sort(([one], [other]) => one - other)
          .map(([status, response]) => [
            String(status),
            createResponse(
              response,
              document === undefined ? undefined : { document, stated: findStated(responses, status) },
            ),
          ]),
      ),
      ...(statuses.size === 0 ? { default: { description: 'No request was sent.', 'x-seen': 0 } } : {}),
    },
    'x-seen': found?.seen ?? 0,
    ...(document === undefined ? {} : { 'x-published': stated !== undefined }),
    ...listNotSeen(
      Object.keys(responses).filter((status) => /^([1-5]\d\d|[1-5]XX|default)$/.test(status)),
      statuses,
    ),
  };
}

/** Returns the response that a document declares for a status: by its number, its range, or as the default. */
const findStated = (responses: Members, status: number): Members | undefined => {
  const name = [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((one) => one in responses);
  return name === undefined ? undefined : toObject(responses[name]);
};

/** A range or a default is seen if any status was. */
const listNotSeen = (declared: readonly string[], seen: ReadonlySet<string>): object => {
  const missing = declared.filter((status) =>
    /^\d+$/.test(status) ? !seen.has(status) : status !== 'default' && ![...seen].some((one) => one[0] === status[0]),
  );
  return missing.length === 0 ? {} : { 'x-not-seen': missing };
};

function createParameters(id: OperationId, found: SeenOperation | undefined, { document, stated }: Stated): object[] {
  const placeholders = listPlaceholders(id);
  const published =
    document === undefined ? [] : (listDeclaredParameters(document).get(id) ?? []).map(({ name }) => name);
  const builtin = (builtinParameters.get(id) ?? []).map(({ name }) => name);
  const known = [...new Set([...published, ...builtin])].filter((name) => !placeholders.includes(name));
  const isListed = (name: string): boolean => published.includes(name) || found?.parameters.has(name) === true;
  return [
    ...placeholders.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...known
      .filter(isListed)
      .sort()
      .map((name) => ({
        name,
        in: 'query',
        schema: {},
        'x-seen': found?.parameters.get(name) ?? 0,
        ...(stated === undefined ? {} : { 'x-published': published.includes(name) }),
      })),
  ];
}

interface StatedResponse {
  readonly document: Members;
  readonly stated: Members | undefined;
}

function createResponse({ seen, media }: SeenResponse, published: StatedResponse | undefined): object {
  const content = toObject(published?.stated?.content);
  const entries = [...media].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    description: 'Seen in responses of the target.',
    ...(entries.length === 0
      ? {}
      : {
          content: Object.fromEntries(
            entries.map(([type, { seen: count, shape }]) => {
              const schema = toObject(content[type]).schema;
              const declared =
                published === undefined || schema === undefined
                  ? undefined
                  : { reader: new DeclaredSchemaReader(published.document), schemas: [toObject(schema)] };
              return [
                type,
                {
                  schema: shape === undefined ? { type: 'string' } : createSeenSchema(shape, declared),
                  'x-seen': count,
                  ...(published === undefined ? {} : { 'x-published': type in content }),
                },
              ];
            }),
          ),
        }),
    'x-seen': seen,
    ...(published === undefined ? {} : { 'x-published': published.stated !== undefined }),
  };
}

/** Returns responses without references. */
const resolveAll = (document: Members | undefined, responses: unknown): Members =>
  document === undefined
    ? {}
    : Object.fromEntries(
        Object.entries(toObject(responses)).map(([status, response]) => [status, resolveReference(document, response)]),
      );
