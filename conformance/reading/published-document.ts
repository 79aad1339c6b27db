import { type OperationId, operations } from '../../spec/index.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** One operation of an OpenAPI document. */
export interface PublishedOperation {
  readonly method: string;
  /** The path from its version on, as the documented interface writes it; a part of it may be in the servers. */
  readonly path: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

/** One operation with its place in the document. */
interface PlacedOperation extends PublishedOperation {
  /** The path as the document writes it, and with the path of the first server. */
  readonly written: string;
  readonly whole: string;
  /** The JSON pointer of the operation, as a reference. */
  readonly pointer: string;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** The maximum depth and number of visited values: the document is untrusted. */
const DEEPEST = 200;
const MOST_PLACES = 200_000;

export const toObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}; // just shown
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The deepest envelope in which the document may be. */
const DEEPEST_ENVELOPE = 3;

/** Returns the OpenAPI document in a response, which may have an envelope; `undefined` if there is none. */
export function findOpenapiDocument(json: unknown, depth = 0): JsonObject | undefined {
  const found = toObject(json);
  if (['openapi', 'swagger'].some((name) => typeof found[name] === 'string')) return found;
  if (depth >= DEEPEST_ENVELOPE) return undefined;
  for (const member of Object.values(found)) {
    const inner = findOpenapiDocument(member, depth + 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Returns the operations of a document, in document order. */
export const listPublishedOperations = (document: JsonObject): PlacedOperation[] =>
  Object.entries(toObject(document.paths)).flatMap(([written, unresolved]) => {
    const item = toObject(resolveReference(document, unresolved));
    return METHODS.filter((method) => Object.hasOwn(item, method)).map((method) => {
      const operation = toObject(item[method]);
      const whole = readBasePath(document, operation.servers ?? item.servers ?? document.servers) + written;
      const pointer = `${findPointer(document, unresolved) ?? `#/paths/${escapeSegment(written)}`}/${method}`;
      return {
        method: method.toUpperCase(),
        path: toDocumentedPath(written, whole),
        item,
        operation,
        written,
        whole,
        pointer,
      };
    });
  });

/** Returns the last reference of a chain, which leads to the value itself. */
function findPointer(document: JsonObject, value: unknown, depth = 0): string | undefined {
  const reference = toObject(value).$ref;
  if (typeof reference !== 'string' || !reference.startsWith('#/') || depth > 20) return undefined;
  return findPointer(document, resolvePointer(document, reference), depth + 1) ?? reference;
}

const escapeSegment = (name: string): string =>
  encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));

/** Returns the path of the first server, or the base path of version 2. */
function readBasePath(document: JsonObject, servers: unknown): string {
  if (typeof document.basePath === 'string') return document.basePath.replace(/\/$/, '');
  const [server] = toList(servers).map(toObject);
  const variables = Object.entries(toObject(server?.variables));
  const url = variables.reduce(
    (rest, [name, variable]) => rest.replaceAll(`{${name}}`, String(toObject(variable).default ?? '')),
    toText(server?.url),
  );
  return (URL.parse(url, 'http://target.invalid')?.pathname ?? '').replace(/\/$/, '');
}

function toDocumentedPath(written: string, whole: string): string {
  if (written.startsWith('/v1/')) return written;
  const version = whole.lastIndexOf('/v1/');
  return version >= 0 ? whole.slice(version) : written;
}

/** Returns the problems of an OpenAPI document as sentences: its version, missing members, unresolvable references. */
export function findDocumentProblems(document: JsonObject): string[] {
  const info = toObject(document.info);
  return [
    ...(/^3\.\d/.test(toText(document.openapi)) || document.swagger === '2.0' ? [] : ['it has no OpenAPI version']),
    ...['title', 'version'].flatMap((name) => (toText(info[name]) === '' ? [`its info has no ${name}`] : [])),
    ...Object.keys(toObject(document.paths)).flatMap((path) =>
      path.startsWith('/') || path.startsWith('x-') ? [] : [`the path ${path} does not start with a slash`],
    ),
    ...listPublishedOperations(document).flatMap(({ method, written, operation }) =>
      Object.keys(toObject(operation.responses)).length > 0 || isThree1WithoutNeed(document)
        ? []
        : [`${method} ${written} has no responses`],
    ),
    ...findDuplicates(listPublishedOperations(document).map(({ operation }) => toText(operation.operationId))).map(
      (id) => `the operationId ${id} is not unique`,
    ),
    ...listUnresolvableReferences(document).map((reference) => `the reference ${reference} cannot be resolved`),
  ];
}

/** Since version 3.1, the responses of an operation are optional. */
const isThree1WithoutNeed = (document: JsonObject): boolean => /^3\.[1-9]/.test(toText(document.openapi));

/** Returns the path placeholders without a parameter, as `GET /v1/x/{id}: id`. */
export const listUndescribedPlaceholders = (document: JsonObject): string[] =>
  listPublishedOperations(document).flatMap(({ method, path, item, operation }) => {
    const described = new Set(
      [...toList(item.parameters), ...toList(operation.parameters)]
        .map((parameter) => toObject(resolveReference(document, parameter)))
        .filter((parameter) => parameter.in === 'path')
        .map((parameter) => toText(parameter.name)),
    );
    const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '');
    return names.filter((name) => !described.has(name)).map((name) => `${method} ${path}: ${name}`);
  });

/** Returns the unresolvable local references of a document. Ignores other references. */
function listUnresolvableReferences(document: JsonObject): string[] {
  const found = new Set<string>();
  const queue: (readonly [value: unknown, depth: number, isName: boolean])[] = [[document, 0, false]];
  for (let places = 0; queue.length > 0 && places < MOST_PLACES; places += 1) {
    const [value, depth, isName] = queue.pop() ?? [undefined, 0, false];
    if (typeof value !== 'object' || value === null || depth > DEEPEST) continue;
    const reference = toObject(value).$ref;
    if (
      typeof reference === 'string' &&
      !isName &&
      reference.startsWith('#/') &&
      resolvePointer(document, reference) === undefined
    )
      found.add(reference);
    // a schema with an id resolves its references itself
    if (!isName && toText(toObject(value).$id) !== '') continue;
    // examples, defaults, enum and const contain data
    for (const [name, member] of Object.entries(value))
      if (!/^(example|examples|default|enum|const)$/.test(name) || isName)
        queue.push([member, depth + 1, /^(properties|schemas|parameters|responses|paths)$/.test(name) && !isName]);
  }
  return [...found];
}

function resolvePointer(document: JsonObject, pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (value, name) => getMember(value, decodeSegment(name).replaceAll('~1', '/').replaceAll('~0', '~')),
      document,
    );
}

const getMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;

function decodeSegment(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

export function resolveReference(document: JsonObject, value: unknown, depth = 0): unknown {
  const reference = toObject(value).$ref;
  return typeof reference === 'string' && reference.startsWith('#/') && depth < 20
    ? resolveReference(document, resolvePointer(document, reference), depth + 1)
    : value;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
const findDuplicates = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => name !== '' && names.indexOf(name) !== index)),
];

/** The declared protection of an operation: the key in its header, another scheme, or none. */
export type Protection = 'key' | 'other' | 'none';

/** Returns the declared protection of an operation: its own `security`, that of the document, or a required header. */
export function getProtection(document: JsonObject, { item, operation }: PublishedOperation): Protection {
  const requirements = toList(operation.security ?? document.security).map(toObject);
  const parameters = [...toList(item.parameters), ...toList(operation.parameters)];
  const isKeyParameter = (parameter: unknown) => {
    const { in: place, name, required } = toObject(resolveReference(document, parameter));
    return place === 'header' && toText(name).toLowerCase() === 'x-api-key' && required === true;
  };
  if (requirements.length === 0 && parameters.some(isKeyParameter)) return 'key';
  if (requirements.length === 0 || requirements.some((one) => Object.keys(one).length === 0)) return 'none';
  const components = toObject(document.components);
  const schemes = toObject(components.securitySchemes ?? document.securityDefinitions);
  const isKey = (name: string) => {
    const scheme = toObject(resolveReference(document, schemes[name]));
    return scheme.type === 'apiKey' && scheme.in === 'header' && toText(scheme.name).toLowerCase() === 'x-api-key';
  };
  return requirements.some((one) => Object.keys(one).some(isKey)) ? 'key' : 'other';
}

/** Returns the documented operation with this method and path; `undefined` for undocumented ones. */
export function findDocumentedOperation({ method, path }: PublishedOperation): OperationId | undefined {
  const plain = (text: string) => text.replace(/^.*?(?=\/v1\/)/, '').replaceAll(/\{[^{}]*\}/g, '{}');
  const ids = Object.keys(operations) as OperationId[]; // the table's own keys
  return ids.find((id) => operations[id].method === method && plain(operations[id].path) === plain(path));
}

/** Returns the URLs of the servers in a document. */
export const listServers = (document: JsonObject): string[] =>
  toList(document.servers).flatMap((server) => toText(toObject(server).url) || []);
