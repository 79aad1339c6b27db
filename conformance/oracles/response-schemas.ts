import { Ajv2020, MissingRefError, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { operations } from '../../spec/index.ts';
import { Concluded, untestable } from '../engine/verdict.ts';
import type { Exchange } from '../http/client.ts';
import { type SchemaBudget, schemaBudget } from './schema-budget.ts';

/** A contract to hold responses against: an OpenAPI document, the kit's own or the one that the target publishes. */
export interface ContractJudge {
  /** What the contract does not allow in this response, each as one sentence; none when it is kept. */
  problemsOf(exchange: Exchange): readonly string[];
  /** Every operation of the document, as `GET /v1/portal`, in its order. */
  readonly declared: readonly string[];
  declares(method: string, path: string): boolean;
  /** The names of the parameters that this operation takes in its query. */
  queryParameters(method: string, path: string): readonly string[];
  /** Whether the document says how this operation refuses a caller. */
  declaresRefusals(method: string, path: string): boolean;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const MOST_PROBLEMS = 5;
const ID = 'contract.json';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads an OpenAPI 3 document that others wrote. Fetches nothing outside it, whatever its references say. Its schemas are
 * compiled and applied within `budget`: `problemsOf` throws `Concluded` (inconclusive) when that is spent.
 */
export function judgeBy(document: unknown, budget: SchemaBudget = schemaBudget()): ContractJudge {
  const root = asObject(document);
  const base = basePathOf(root);
  const byOperation = new Map<string, Place>();
  const declared: string[] = [];
  for (const [path, item] of Object.entries(asObject(root.paths))) {
    for (const method of METHODS.filter((name) => Object.hasOwn(asObject(item), name))) {
      byOperation.set(keyOf(method, relative(base, path)), place(root, `#/paths/${escaped(path)}/${method}`));
      declared.push(`${method.toUpperCase()} ${relative(base, path)}`);
    }
  }
  const validators = new Map<string, ValidateFunction | Unusable>();
  let ajv: Ajv2020 | Unusable | undefined;
  const validatorAt = (pointer: string): ValidateFunction | Unusable => {
    ajv ??= ajvFor(root);
    const known = validators.get(pointer) ?? ('thrown' in ajv ? ajv : compiled(ajv, pointer));
    validators.set(pointer, known);
    return known;
  };
  const validity: Validity = (pointer, value) => budget.spend(() => problemsOfValue(validatorAt(pointer), value));

  return {
    declared,
    declares: (method, path) => byOperation.has(keyOf(method, path)),
    queryParameters(method, path) {
      const { pointer } = byOperation.get(keyOf(method, path)) ?? { pointer: '#/none' };
      const { parameters } = place(root, pointer).value;
      return (Array.isArray(parameters) ? parameters : [])
        .map((_, index) => place(root, `${pointer}/parameters/${index}`).value)
        .flatMap((parameter) =>
          parameter.in === 'query' && typeof parameter.name === 'string' ? [parameter.name] : [],
        );
    },
    declaresRefusals(method, path) {
      const operation = byOperation.get(keyOf(method, path));
      const { value } = place(root, `${operation?.pointer ?? '#/none'}/responses`);
      return ['401', '403', '4XX', 'default'].some((name) => Object.hasOwn(value, name));
    },
    problemsOf(exchange) {
      const { method, path } = operations[exchange.operation];
      const operation = byOperation.get(keyOf(method, path));
      if (operation === undefined) return [`${method} ${path} is not declared`];
      const responses = place(root, `${operation.pointer}/responses`);
      const status = [String(exchange.status), `${Math.floor(exchange.status / 100)}XX`, 'default'].find((name) =>
        Object.hasOwn(responses.value, name),
      );
      if (status === undefined) return [`the status ${exchange.status} is not declared`];
      const content = place(root, `${place(root, `${responses.pointer}/${status}`).pointer}/content`);
      return [...problemsOfContent(exchange, content, validity)];
    },
  };
}

interface Place {
  readonly pointer: string;
  readonly value: JsonObject;
}

/** What a schema says of a value: problems in words, or why it can say nothing. */
type Validity = (pointer: string, value: unknown) => readonly string[];

function* problemsOfContent(exchange: Exchange, content: Place, validity: Validity): Generator<string> {
  const types = Object.keys(content.value);
  if (types.length === 0 && exchange.bytes.length === 0) return;
  const type = types.find((name) => name.split(';')[0]?.trim().toLowerCase() === exchange.mediaType);
  if (type === undefined) {
    yield `the content type ${exchange.mediaType || '(none)'} is not declared (${types.join(', ') || 'no body'} is)`;
    return;
  }
  if (!/[/+]json$/.test(exchange.mediaType)) return;
  if (exchange.json === undefined) {
    yield 'the body is no JSON';
    return;
  }
  if (!Object.hasOwn(asObject(content.value[type]), 'schema')) return;
  yield* validity(`${content.pointer}/${escaped(type)}/schema`, exchange.json);
}

/** Why a schema cannot be used. */
interface Unusable {
  readonly thrown: unknown;
}

function problemsOfValue(validate: ValidateFunction | Unusable, value: unknown): readonly string[] {
  if ('thrown' in validate) return problemsOfSchema(validate.thrown);
  try {
    if (validate(value)) return [];
  } catch (thrown) {
    return problemsOfSchema(thrown); // references that run in a circle
  }
  return (validate.errors ?? [])
    .slice(0, MOST_PROBLEMS)
    .map(
      ({ instancePath, message, params }) =>
        `${instancePath || 'the body'} ${message ?? 'is not valid'}${detailOf(params)}`,
    );
}

function detailOf(params: JsonObject): string {
  const detail = params.additionalProperty ?? params.allowedValues ?? params.allowedValue;
  return detail === undefined ? '' : ` (${JSON.stringify(detail)})`;
}

/** A schema that cannot be used is at fault itself, unless it refers to something outside its document. */
function problemsOfSchema(thrown: unknown): readonly string[] {
  if (thrown instanceof MissingRefError && thrown.missingSchema !== ID) {
    const place = thrown.missingSchema;
    throw new Concluded(untestable(`the schema refers to ${place}, outside its document, and the kit fetches nothing`));
  }
  return [`the declared schema cannot be used: ${thrown instanceof Error ? thrown.message : String(thrown)}`];
}

/** Returns a validator that knows the document, or why there is none: two schemas of one `$id`, for instance. */
function ajvFor(root: JsonObject): Ajv2020 | Unusable {
  const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false, validateSchema: false });
  addFormats.default(ajv);
  try {
    return ajv.addSchema(root as object, ID); // an object by `asObject`
  } catch (thrown) {
    return { thrown };
  }
}

function compiled(ajv: Ajv2020, pointer: string): ValidateFunction | Unusable {
  try {
    return ajv.compile({ $ref: `${ID}${pointer}` });
  } catch (thrown) {
    return { thrown };
  }
}

/** The object at a pointer within the document, with references followed. An absent one is empty. */
function place(root: JsonObject, pointer: string, depth = 0): Place {
  const value = namesIn(pointer).reduce<unknown>((at, name) => memberOf(at, name), root);
  const reference = asObject(value).$ref;
  if (typeof reference === 'string' && reference.startsWith('#/') && depth < 20)
    return place(root, reference, depth + 1);
  return { pointer, value: asObject(value) };
}

const memberOf = (value: unknown, name: string): unknown =>
  Array.isArray(value) ? value[Number(name)] : asObject(value)[name];

/** The members that a pointer leads through; of one that is badly written, one that nothing has. */
function namesIn(pointer: string): string[] {
  try {
    const parts = pointer.split('/').slice(1);
    return parts.map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return [pointer];
  }
}

const asObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}; // just shown

const escaped = (name: string): string =>
  encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));

/** Operations match whatever their placeholders are called. */
const keyOf = (method: string, path: string): string =>
  `${method.toLowerCase()} ${path.replaceAll(/\{[^{}]*\}/g, '{}')}`;

/** The path as the documented interface writes it, beginning at its version; `servers` may hold a part of it, or more. */
function relative(base: string, path: string): string {
  const whole = path.startsWith('/v1/') ? path : base + path;
  const version = whole.indexOf('/v1/');
  return version > 0 ? whole.slice(version) : whole;
}

function basePathOf(root: JsonObject): string {
  const [server] = Array.isArray(root.servers) ? root.servers : [];
  const url = asObject(server).url;
  if (typeof url !== 'string') return '';
  const path = URL.parse(url, 'http://target.invalid')?.pathname ?? '';
  return path.replace(/\/$/, '');
}
