import { Ajv2020, MissingRefError, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { operations } from '../../spec/index.ts';
import { Concluded, untestable } from '../engine/verdict.ts';
import type { Exchange } from '../http/client.ts';
import { upgradeSchemas } from './openapi-schemas.ts';
import { createSchemaBudget, type SchemaBudget } from './schema-budget.ts';

/** Validates responses against an OpenAPI document: the built-in one, or the one that the target publishes. */
export interface ContractJudge {
  /** Returns the violations of the contract in a response as sentences. */
  findProblems(exchange: Exchange): readonly string[];
  /** The operations of the document, as `GET /v1/portal`, in document order. */
  readonly declared: readonly string[];
  declares(method: string, path: string): boolean;
  /** Returns the names of the query parameters of an operation. */
  queryParameters(method: string, path: string): readonly string[];
  /** Whether the document declares a response for refused callers of an operation. */
  declaresRefusals(method: string, path: string): boolean;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const MOST_PROBLEMS = 5;
const ID = 'contract.json';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Creates a validator for an untrusted OpenAPI 3 document. Never fetches external references. Compiles and applies schemas
 * within `budget`: `findProblems` throws `Concluded` (inconclusive) once it is spent.
 */
export function createContractJudge(document: unknown, budget: SchemaBudget = createSchemaBudget()): ContractJudge {
  const root = upgradeSchemas(toObject(document));
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
  const validators = new Map<string, ValidateFunction | Unusable>();
  let ajv: Ajv2020 | Unusable | undefined;
  const validatorAt = (pointer: string): ValidateFunction | Unusable => {
    ajv ??= createAjv(root);
    const known = validators.get(pointer) ?? ('thrown' in ajv ? ajv : compileSchema(ajv, pointer));
    validators.set(pointer, known);
    return known;
  };
  const validity: Validity = (pointer, value) => budget.spend(() => findValueProblems(validatorAt(pointer), value));

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
    findProblems(exchange) {
      const { method, path } = operations[exchange.operation];
      const operation = byOperation.get(getOperationKey(method, path));
      if (operation === undefined) return [`${method} ${path} is not declared`];
      const responses = resolvePlace(root, `${operation.pointer}/responses`);
      const status = [String(exchange.status), `${Math.floor(exchange.status / 100)}XX`, 'default'].find((name) =>
        Object.hasOwn(responses.value, name),
      );
      if (status === undefined) return [`the status ${exchange.status} is not declared`];
      const content = resolvePlace(root, `${resolvePlace(root, `${responses.pointer}/${status}`).pointer}/content`);
      return [...findContentProblems(exchange, content, validity)];
    },
  };
}

interface Place {
  readonly pointer: string;
  readonly value: JsonObject;
}

/** Validates a value against the schema at a pointer: returns its problems, or those of the schema. */
type Validity = (pointer: string, value: unknown) => readonly string[];

function* findContentProblems(exchange: Exchange, content: Place, validity: Validity): Generator<string> {
  const types = Object.keys(content.value);
  if (types.length === 0 && exchange.bytes.length === 0) return;
  const type = types.find((name) => name.split(';')[0]?.trim().toLowerCase() === exchange.mediaType);
  if (type === undefined) {
    yield `the content type ${exchange.mediaType || '(none)'} is not declared (${types.join(', ') || 'no body'} is)`;
    return;
  }
  if (!/[/+]json$/.test(exchange.mediaType)) return;
  if (exchange.json === undefined) {
    yield 'the body is not JSON';
    return;
  }
  if (!Object.hasOwn(toObject(content.value[type]), 'schema')) return;
  yield* validity(`${content.pointer}/${escapeSegment(type)}/schema`, exchange.json);
}

/** The error that makes a schema unusable. */
interface Unusable {
  readonly thrown: unknown;
}

function findValueProblems(validate: ValidateFunction | Unusable, value: unknown): readonly string[] {
  if ('thrown' in validate) return findSchemaProblems(validate.thrown);
  try {
    if (validate(value)) return [];
  } catch (thrown) {
    return findSchemaProblems(thrown); // circular references
  }
  return (validate.errors ?? [])
    .slice(0, MOST_PROBLEMS)
    .map(
      ({ instancePath, message, params }) =>
        `${instancePath || 'the body'} ${message ?? 'is not valid'}${formatDetail(params)}`,
    );
}

function formatDetail(params: JsonObject): string {
  const detail = params.additionalProperty ?? params.allowedValues ?? params.allowedValue;
  return detail === undefined ? '' : ` (${JSON.stringify(detail)})`;
}

/** Returns the problem of an unusable schema. Ends the check as untestable if it has an external reference. */
function findSchemaProblems(thrown: unknown): readonly string[] {
  if (thrown instanceof MissingRefError && thrown.missingSchema !== ID) {
    const place = thrown.missingSchema;
    throw new Concluded(untestable(`the schema refers to ${place}, outside its document, and the kit fetches nothing`));
  }
  return [`the declared schema cannot be used: ${thrown instanceof Error ? thrown.message : String(thrown)}`];
}

/** Returns a validator for the document, or the error that prevents it, for example a repeated `$id`. */
function createAjv(root: JsonObject): Ajv2020 | Unusable {
  const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false, validateSchema: false });
  addFormats.default(ajv);
  try {
    return ajv.addSchema(root as object, ID); // an object by `toObject`
  } catch (thrown) {
    return { thrown };
  }
}

function compileSchema(ajv: Ajv2020, pointer: string): ValidateFunction | Unusable {
  try {
    return ajv.compile({ $ref: `${ID}${pointer}` });
  } catch (thrown) {
    return { thrown };
  }
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
