import { operations } from '../../../spec/index.ts';
import { Concluded, untestable } from '../../engine/verdicts/verdict.ts';
import type { Exchange } from '../../http/client.ts';
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
}

/** Validates responses against the OpenAPI document that the target publishes. */
export interface PublishedJudge extends ContractDocument {
  /** Returns the violations of the document in a response as sentences. Compiles and applies its schemas in a worker. */
  findProblems(exchange: Exchange): Promise<readonly string[]>;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

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
  const { locate, ...contract } = openContract(trusted).contract;
  return {
    ...contract,
    findProblems(exchange) {
      const located = locate(exchange);
      if ('problems' in located) return located.problems;
      return requireProblems(validateWithin(budget, trusted, { pointer: located.pointer, json: exchange.json }));
    },
  };
}

/**
 * Creates a validator for the untrusted document that the target publishes. Never fetches external references.
 * `findProblems` rejects with `Concluded` (inconclusive) if a schema takes more than its time or memory, or once `budget` is spent.
 */
export function createPublishedJudge(document: unknown, budget: SchemaBudget): PublishedJudge {
  const untrusted = toObject(document);
  const { locate, ...contract } = readContract(untrusted);
  return {
    ...contract,
    async findProblems(exchange) {
      const located = locate(exchange);
      if ('problems' in located) return located.problems;
      return requireProblems(await budget.validate(untrusted, located.pointer, exchange.text));
    },
  };
}

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

/** Returns problems. Ends the check as untestable for a schema outside the document. */
function requireProblems(finding: SchemaFinding): readonly string[] {
  if ('problems' in finding) return finding.problems;
  throw new Concluded(
    untestable(`the schema refers to ${finding.outside}, outside its document, and the kit fetches nothing`),
  );
}

/** The schema that a JSON response must match, or the problems of the response without it. */
type Located = { readonly pointer: string } | { readonly problems: readonly string[] };

function readContract(root: JsonObject): ContractDocument & { locate(exchange: Exchange): Located } {
  const base = readBasePath(root);
  const byOperation = new Map<string, Place>();
  const declared: string[] = [];
  for (const [path, item] of Object.entries(toObject(root.paths))) {
    for (const method of METHODS.filter((name) => Object.hasOwn(toObject(item), name))) {
      byOperation.set(
        getOperationKey(method, toDocumentedPath(base, path)),
        resolvePlace(root, `#/paths/${escapeSegment(path)}/${method}`),
      );
      declared.push(`${method.toUpperCase()} ${toDocumentedPath(base, path)}`);
    }
  }
  return {
    declared,
    declares: (method, path) => byOperation.has(getOperationKey(method, path)),
    queryParameters(method, path) {
      const { pointer } = byOperation.get(getOperationKey(method, path)) ?? { pointer: '#/none' };
      const { parameters } = resolvePlace(root, pointer).value;
      return (Array.isArray(parameters) ? parameters : [])
        .map((_, index) => resolvePlace(root, `${pointer}/parameters/${index}`).value)
        .flatMap((parameter) =>
          parameter.in === 'query' && typeof parameter.name === 'string' ? [parameter.name] : [],
        );
    },
    declaresRefusals(method, path) {
      const operation = byOperation.get(getOperationKey(method, path));
      const { value } = resolvePlace(root, `${operation?.pointer ?? '#/none'}/responses`);
      return ['401', '403', '4XX', 'default'].some((name) => Object.hasOwn(value, name));
    },
    locate(exchange) {
      const { method, path } = operations[exchange.operation];
      const operation = byOperation.get(getOperationKey(method, path));
      if (operation === undefined) return { problems: [`${method} ${path} is not declared`] };
      const responses = resolvePlace(root, `${operation.pointer}/responses`);
      const status = [String(exchange.status), `${Math.floor(exchange.status / 100)}XX`, 'default'].find((name) =>
        Object.hasOwn(responses.value, name),
      );
      if (status === undefined) return { problems: [`the status ${exchange.status} is not declared`] };
      const content = resolvePlace(root, `${resolvePlace(root, `${responses.pointer}/${status}`).pointer}/content`);
      return locateSchema(exchange, content);
    },
  };
}

interface Place {
  readonly pointer: string;
  readonly value: JsonObject;
}

function locateSchema(exchange: Exchange, content: Place): Located {
  const types = Object.keys(content.value);
  if (types.length === 0 && exchange.bytes.length === 0) return { problems: [] };
  const type = types.find((name) => name.split(';')[0]?.trim().toLowerCase() === exchange.mediaType);
  if (type === undefined) {
    const other = types.slice(0, MOST_TYPES).join(', ') || 'no body';
    return { problems: [`the content type ${exchange.mediaType || '(none)'} is not declared (${other} is)`] };
  }
  if (!/[/+]json$/.test(exchange.mediaType)) return { problems: [] };
  if (exchange.json === undefined) return { problems: ['the body is not JSON'] };
  if (!Object.hasOwn(toObject(content.value[type]), 'schema')) return { problems: [] };
  return { pointer: `${content.pointer}/${escapeSegment(type)}/schema` };
}

/** Returns the object at a pointer, after following references. Returns an empty object if it is absent. */
function resolvePlace(root: JsonObject, pointer: string, depth = 0): Place {
  const value = decodePointer(pointer).reduce<unknown>((at, name) => getMember(at, name), root);
  const reference = toObject(value).$ref;
  if (typeof reference === 'string' && reference.startsWith('#/') && depth < 20)
    return resolvePlace(root, reference, depth + 1);
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

/** Returns the path from its version on, as the documented interface writes it. `servers` may contain a part of it. */
function toDocumentedPath(base: string, path: string): string {
  const whole = path.startsWith('/v1/') ? path : base + path;
  const version = whole.indexOf('/v1/');
  return version > 0 ? whole.slice(version) : whole;
}

function readBasePath(root: JsonObject): string {
  const [server] = Array.isArray(root.servers) ? root.servers : [];
  const url = toObject(server).url;
  if (typeof url !== 'string') return '';
  const path = URL.parse(url, 'http://target.invalid')?.pathname ?? '';
  return path.replace(/\/$/, '');
}
