import { rememberObjects } from '../../../base/caches/remember-objects.ts';
import { operations } from '../../../spec/index.ts';
import { hasLargeIntegers, parseJson } from '../../http/bodies/json-text.ts';
import type { Exchange } from '../../http/client.ts';
import { listPublishedOperations } from '../published-document.ts';
import { Concluded, untestable } from '../verdicts/verdict.ts';
import { upgradeSchemas } from './openapi-schemas.ts';
import { createSchemaBudget, type SchemaBudget } from './schema-budget.ts';
import { createSchemaValidator, type SchemaFinding, type SchemaValidator } from './schema-validation.ts';

/** The declarations of an OpenAPI document. */
export interface ContractDocument {
  /** The operations of the document, as `GET /v1/portal`, in document order. */
  readonly declared: readonly string[];
  declares(method: string, path: string): boolean;
  /** Returns the names of the query parameters of an operation. */
  queryParameters(method: string, path: string): readonly string[];
  /** Whether the document declares a response for refused callers of an operation. */
  declaresRefusals(method: string, path: string): boolean;
}

/** Validates responses against an OpenAPI document that the user or the kit supplies. */
export interface ContractJudge extends ContractDocument {
  /** Returns the violations of the contract in a response as sentences. */
  findProblems(exchange: Exchange): readonly string[];
  /** Returns the violations in the body and the query values of a request; `undefined` if the contract has no schema for them. */
  findRequestProblems(exchange: Exchange): readonly string[] | undefined;
  /** Returns the names of the headers that the contract requires in a response. */
  listRequiredHeaders(exchange: Exchange): readonly string[];
}

/** Validates responses against the OpenAPI document that the target publishes. */
export interface PublishedJudge extends ContractDocument {
  /**
   * Returns the contradictions between the document and a response as sentences; `undefined` if the document has no schema for the
   * response. A status or a content type that the document does not mention contradicts nothing. Compiles and applies schemas in a worker.
   */
  findProblems(exchange: Exchange): Promise<readonly string[] | undefined>;
  /** Returns the contradictions, and what the document does not mention. */
  findAllProblems(exchange: Exchange): Promise<readonly string[]>;
}

/** The maximum number of content types to name. */
const MOST_TYPES = 20;

type JsonObject = Readonly<Record<string, unknown>>;

/** A document that was read, with the schemas that were compiled so far. */
interface OpenedContract {
  readonly contract: ReturnType<typeof readContract>;
  readonly validate: SchemaValidator;
}

/** Runs in one process share the compiled schemas of a document: that of the kit is the same in all of them. */
const openedContracts = new WeakMap<JsonObject, OpenedContract>();

function openContract(document: JsonObject): OpenedContract {
  const known = openedContracts.get(document);
  if (known !== undefined) return known;
  const root = upgradeSchemas(document);
  const opened = { contract: readContract(root), validate: createSchemaValidator(root) };
  openedContracts.set(document, opened);
  return opened;
}

/**
 * Creates a validator for a trusted OpenAPI 3 document. Never fetches external references. Compiles and applies schemas
 * within `budget`: `findProblems` throws `Concluded` (inconclusive) once it is spent.
 */
export function createContractJudge(document: unknown, budget: SchemaBudget = createSchemaBudget()): ContractJudge {
  const trusted = toObject(document);
  const { locate, locateBody, locateQuery, listRequiredHeaders, ...contract } = openContract(trusted).contract;
  const validate = (pointer: string, json: unknown) =>
    requireProblems(validateWithin(budget, trusted, { pointer, json }));
  return {
    ...contract,
    listRequiredHeaders,
    findProblems(exchange) {
      const located = locate(exchange);
      if ('problems' in located) return located.problems;
      return located.pointer === undefined ? [] : validate(located.pointer, readPlainJson(exchange));
    },
    findRequestProblems(exchange) {
      const body = locateBody(exchange);
      const query = locateQuery(exchange);
      if (body === undefined && query.length === 0) return undefined;
      return [
        ...(body === undefined ? [] : validate(body.pointer, body.json)),
        ...query.flatMap(({ name, pointer, readings }) => {
          const found = readings.map((reading) => validate(pointer, reading));
          return found.some((problems) => problems.length === 0)
            ? []
            : (found[0] ?? []).map((problem) => problem.replace(/^the body/, `query parameter ${name}`));
        }),
      ];
    },
  };
}

/**
 * Creates a validator for the untrusted document that the target publishes. Never fetches external references.
 * `findProblems` rejects with `Concluded` (inconclusive) if a schema takes more than its time or memory, or once `budget` is spent.
 */
export function createPublishedJudge(document: unknown, budget: SchemaBudget): PublishedJudge {
  const untrusted = toObject(document);
  const {
    locate,
    locateBody: _body,
    locateQuery: _query,
    listRequiredHeaders: _headers,
    ...contract
  } = readContract(untrusted);
  const findProblems = async (exchange: Exchange): Promise<readonly string[] | undefined> => {
    const located = locate(exchange);
    if ('problems' in located || located.pointer === undefined) return undefined;
    return requireProblems(await budget.validate(untrusted, located.pointer, exchange.text));
  };
  return {
    ...contract,
    findProblems,
    async findAllProblems(exchange) {
      const located = locate(exchange);
      return 'problems' in located ? located.problems : ((await findProblems(exchange)) ?? []);
    },
  };
}

/** Returns the body with all numbers as numbers: `json` has large ones as texts. */
const readPlainJson = ({ text, written }: Exchange): unknown =>
  written !== undefined && hasLargeIntegers(text) ? JSON.parse(text) : written;

/** Validates within the budget. A compilation that was interrupted leaves its compiler unusable for later runs. */
function validateWithin(
  budget: SchemaBudget,
  trusted: JsonObject,
  { pointer, json }: { readonly pointer: string; readonly json: unknown },
): SchemaFinding {
  try {
    return budget.spend(() => openContract(trusted).validate(pointer, json));
  } catch (thrown) {
    openedContracts.delete(trusted);
    throw thrown;
  }
}

/** Reads what an OpenAPI document declares, without its schemas. */
export const readContractDocument = (document: unknown): ContractDocument => readContract(toObject(document));

/** Returns problems. Ends the check as untestable for a schema outside the document, or one that cannot be used. */
function requireProblems(finding: SchemaFinding): readonly string[] {
  if ('problems' in finding) return finding.problems;
  if ('unusable' in finding) throw new Concluded(untestable(finding.unusable));
  throw new Concluded(
    untestable(`the schema refers to ${finding.outside}, outside its document, and the kit fetches nothing`),
  );
}

/** The schema that a JSON response must match, if any, or the problems of the response without it. */
type Located = { readonly pointer: string | undefined } | { readonly problems: readonly string[] };

/** A value of a request, and the schema that it must match. */
interface LocatedValue {
  readonly pointer: string;
  readonly json: unknown;
}

/** A query parameter with the values that its text can mean. */
interface LocatedParameter {
  readonly name: string;
  readonly pointer: string;
  readonly readings: readonly unknown[];
}

interface LocatingContract extends ContractDocument {
  locate(exchange: Exchange): Located;
  locateBody(exchange: Exchange): LocatedValue | undefined;
  locateQuery(exchange: Exchange): readonly LocatedParameter[];
  listRequiredHeaders(exchange: Exchange): readonly string[];
}

function readContract(root: JsonObject): LocatingContract {
  const operationsOfDocument = listPublishedOperations(root);
  const byOperation = new Map(
    operationsOfDocument.map(({ method, path, pointer }) => [getOperationKey(method, path), pointer]),
  );
  const findOperation = (method: string, path: string) =>
    resolvePlace(root, byOperation.get(getOperationKey(method, path)) ?? '#/none');
  const known = new Map<string, readonly QueryParameter[]>();
  const listQueryParameters = (method: string, path: string): readonly QueryParameter[] => {
    const key = getOperationKey(method, path);
    const listed = known.get(key) ?? readQueryParameters(root, findOperation(method, path));
    known.set(key, listed);
    return listed;
  };
  return {
    declared: operationsOfDocument.map(({ method, path }) => `${method} ${path}`),
    declares: (method, path) => byOperation.has(getOperationKey(method, path)),
    queryParameters: (method, path) => listQueryParameters(method, path).map(({ name }) => name),
    declaresRefusals(method, path) {
      const { value } = resolvePlace(root, `${findOperation(method, path).pointer}/responses`);
      return ['401', '403', '4XX', 'default'].some((name) => Object.hasOwn(value, name));
    },
    locate(exchange) {
      const { method, path } = operations[exchange.operation];
      if (!byOperation.has(getOperationKey(method, path))) return { problems: [`${method} ${path} is not declared`] };
      const responses = resolvePlace(root, `${findOperation(method, path).pointer}/responses`);
      const range = `${Math.floor(exchange.status / 100)}XX`;
      const status = [String(exchange.status), range, range.toLowerCase(), 'default'].find((name) =>
        Object.hasOwn(responses.value, name),
      );
      // the default describes refusals where a success is described too
      const isOther = status === 'default' && exchange.status < 400 && hasSuccess(responses.value);
      if (status === undefined || isOther) return { problems: [`the status ${exchange.status} is not declared`] };
      return locateSchema(exchange, root, resolvePlace(root, `${responses.pointer}/${status}`));
    },
    locateBody({ operation, request }) {
      const { method, path } = operations[operation];
      if (request.method !== method || request.body === undefined) return undefined;
      const requestBody = resolvePlace(root, `${findOperation(method, path).pointer}/requestBody`);
      const content = resolvePlace(root, `${requestBody.pointer}/content`);
      const type = Object.keys(content.value).find((name) => JSON_TYPE.test(name.split(';')[0]?.trim() ?? ''));
      const parsed = parseJson(request.body);
      if (type === undefined || parsed.isUnreadable || parsed.value === undefined) return undefined;
      return { pointer: `${content.pointer}/${escapeSegment(type)}/schema`, json: parsed.value };
    },
    locateQuery({ operation, request }) {
      const { method, path } = operations[operation];
      if (request.method !== method) return [];
      const sent = URL.parse(request.url)?.searchParams ?? new URLSearchParams();
      return listQueryParameters(method, path).flatMap(({ name, pointer }): LocatedParameter[] => {
        const [text, ...others] = sent.getAll(name);
        if (pointer === undefined || text === undefined || others.length > 0) return []; // a repeated one has no form that all contracts share
        return [{ name, pointer, readings: readQueryText(text) }];
      });
    },
    listRequiredHeaders(exchange) {
      const { method, path } = operations[exchange.operation];
      const response = resolvePlace(root, `${findOperation(method, path).pointer}/responses/${exchange.status}`);
      return Object.keys(resolvePlace(root, `${response.pointer}/headers`).value).filter(
        (name) => resolvePlace(root, `${response.pointer}/headers/${escapeSegment(name)}`).value.required === true,
      );
    },
  };
}

/** A declared query parameter, and the pointer of its schema, if it has one. */
interface QueryParameter {
  readonly name: string;
  readonly pointer: string | undefined;
}

const readQueryParameters = (root: JsonObject, { pointer, value }: Place): readonly QueryParameter[] =>
  (Array.isArray(value.parameters) ? value.parameters : [])
    .map((_, index) => resolvePlace(root, `${pointer}/parameters/${index}`))
    .flatMap((place) =>
      place.value.in === 'query' && typeof place.value.name === 'string'
        ? [
            {
              name: place.value.name,
              pointer: place.value.schema === undefined ? undefined : `${place.pointer}/schema`,
            },
          ]
        : [],
    );

/** Returns the values that the text of a query parameter can mean, the text first. */
function readQueryText(text: string): readonly unknown[] {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return [
    text,
    ...(Number.isFinite(number) ? [number] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
    text.split(','),
  ];
}

const hasSuccess = (responses: JsonObject): boolean => Object.keys(responses).some((name) => name.startsWith('2'));

interface Place {
  readonly pointer: string;
  readonly value: JsonObject;
}

const JSON_TYPE = /[/+]json$/;

function locateSchema(exchange: Exchange, root: JsonObject, response: Place): Located {
  if (exchange.bytes.length === 0) return { pointer: undefined };
  // version 2 has one schema for all content types; a response without content describes no body
  if (Object.hasOwn(response.value, 'schema')) return toPointer(exchange, response.pointer);
  if (!Object.hasOwn(response.value, 'content')) return { pointer: undefined };
  const content = resolvePlace(root, `${response.pointer}/content`);
  const types = Object.keys(content.value);
  const type = findType(types, exchange.mediaType);
  if (type === undefined) {
    const others = types.slice(0, MOST_TYPES).join(', ') || 'no body';
    return { problems: [`the content type ${exchange.mediaType || '(none)'} is not declared (${others} is)`] };
  }
  return Object.hasOwn(toObject(content.value[type]), 'schema')
    ? toPointer(exchange, `${content.pointer}/${escapeSegment(type)}`)
    : { pointer: undefined };
}

function toPointer(exchange: Exchange, pointer: string): Located {
  if (exchange.json === undefined)
    return JSON_TYPE.test(exchange.mediaType) ? { problems: ['the body is not JSON'] } : { pointer: undefined };
  return { pointer: `${pointer}/schema` };
}

/** Returns the declared type of a response: the same one, another name of JSON, or a range that includes it. */
function findType(types: readonly string[], mediaType: string): string | undefined {
  const plain = (name: string) => name.split(';')[0]?.trim().toLowerCase() ?? '';
  const [family = ''] = mediaType.split('/');
  return (
    types.find((name) => plain(name) === mediaType) ??
    types.find((name) => JSON_TYPE.test(plain(name)) && JSON_TYPE.test(mediaType)) ??
    types.find((name) => plain(name) === `${family}/*`) ??
    types.find((name) => plain(name) === '*/*')
  );
}

/** Returns the object at a pointer, after following references. Returns an empty object if it is absent. */
function resolvePlace(root: JsonObject, pointer: string): Place {
  const known = getPlaces(root);
  const place = known.get(pointer) ?? findPlace(root, pointer);
  known.set(pointer, place);
  return place;
}

/** The places of a document by pointer: each exchange needs the same ones. */
const getPlaces = rememberObjects((_root: JsonObject) => new Map<string, Place>());

function findPlace(root: JsonObject, pointer: string, depth = 0): Place {
  const value = decodePointer(pointer).reduce<unknown>((at, name) => getMember(at, name), root);
  const reference = toObject(value).$ref;
  if (typeof reference === 'string' && reference.startsWith('#/') && depth < 20)
    return findPlace(root, reference, depth + 1);
  return { pointer, value: toObject(value) };
}

const getMember = (value: unknown, name: string): unknown =>
  Array.isArray(value) ? value[Number(name)] : toObject(value)[name];

/** Returns the decoded segments of a pointer; for a malformed pointer, a segment that never exists. */
function decodePointer(pointer: string): string[] {
  try {
    const parts = pointer.split('/').slice(1);
    return parts.map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return [pointer];
  }
}

const toObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}; // just shown

const escapeSegment = (name: string): string =>
  encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));

/** Returns a key for an operation, without the names of placeholders. */
const getOperationKey = (method: string, path: string): string =>
  `${method.toLowerCase()} ${path.replaceAll(/\{[^{}]*\}/g, '{}')}`;
