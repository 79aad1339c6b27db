import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { operations } from '../spec/index.ts';
import type { Exchange } from './client.ts';

/** A contract to hold responses against: an OpenAPI document, the kit's own or the one that the target publishes. */
export interface ContractJudge {
  /** What the contract does not allow in this response, each as one sentence; none when it is kept. */
  problemsOf(exchange: Exchange): readonly string[];
  /** Every operation of the document, as `GET /v1/portal`, in its order. */
  readonly declared: readonly string[];
  declares(method: string, path: string): boolean;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const MOST_PROBLEMS = 5;
const ID = 'contract.json';

type JsonObject = Readonly<Record<string, unknown>>;

/** Reads an OpenAPI 3 document. Nothing outside it is fetched, whatever its references say. */
export function judgeBy(document: unknown): ContractJudge {
  const root = asObject(document);
  const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(root as object, ID); // an object by `asObject`
  const base = basePathOf(root);
  const byOperation = new Map<string, Place>();
  const declared: string[] = [];
  for (const [path, item] of Object.entries(asObject(root.paths))) {
    for (const method of METHODS.filter((name) => Object.hasOwn(asObject(item), name))) {
      byOperation.set(keyOf(method, relative(base, path)), place(root, `#/paths/${escaped(path)}/${method}`));
      declared.push(`${method.toUpperCase()} ${relative(base, path)}`);
    }
  }
  const validators = new Map<string, ValidateFunction | string>();
  const validatorAt = (pointer: string): ValidateFunction | string => {
    const known = validators.get(pointer);
    if (known !== undefined) return known;
    const made = compiled(ajv, pointer);
    validators.set(pointer, made);
    return made;
  };

  return {
    declared,
    declares: (method, path) => byOperation.has(keyOf(method, path)),
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
      return [...problemsOfContent(exchange, content, validatorAt)];
    },
  };
}

interface Place {
  readonly pointer: string;
  readonly value: JsonObject;
}

function* problemsOfContent(
  exchange: Exchange,
  content: Place,
  validatorAt: (pointer: string) => ValidateFunction | string,
): Generator<string> {
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
  const validate = validatorAt(`${content.pointer}/${escaped(type)}/schema`);
  if (typeof validate === 'string') yield `the declared schema cannot be used: ${validate}`;
  else if (!validate(exchange.json)) {
    for (const { instancePath, message, params } of (validate.errors ?? []).slice(0, MOST_PROBLEMS)) {
      yield `${instancePath || 'the body'} ${message ?? 'is not valid'}${detailOf(params)}`;
    }
  }
}

function detailOf(params: JsonObject): string {
  const detail = params.additionalProperty ?? params.allowedValues ?? params.allowedValue;
  return detail === undefined ? '' : ` (${JSON.stringify(detail)})`;
}

function compiled(ajv: Ajv2020, pointer: string): ValidateFunction | string {
  try {
    return ajv.compile({ $ref: `${ID}${pointer}` });
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

/** The object at a pointer within the document, with references followed. An absent one is empty. */
function place(root: JsonObject, pointer: string, depth = 0): Place {
  const value = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (at, name) => asObject(at)[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')],
      root,
    );
  const reference = asObject(value).$ref;
  if (typeof reference === 'string' && reference.startsWith('#/') && depth < 20)
    return place(root, reference, depth + 1);
  return { pointer, value: asObject(value) };
}

const asObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}; // just shown

const escaped = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Operations match whatever their placeholders are called. */
const keyOf = (method: string, path: string): string =>
  `${method.toLowerCase()} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;

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
