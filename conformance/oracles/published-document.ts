import { type OperationId, operations } from '../../spec/index.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** One operation of an OpenAPI document. */
export interface PublishedOperation {
  readonly method: string;
  readonly path: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** The maximum depth and number of visited values: the document is untrusted. */
const DEEPEST = 200;
const MOST_PLACES = 200_000;

export const toObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}; // just shown
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the operations of a document, in document order. */
export const listPublishedOperations = (document: JsonObject): PublishedOperation[] =>
  Object.entries(toObject(document.paths)).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(toObject(item), method)).map((method) => ({
      method: method.toUpperCase(),
      path,
      item: toObject(item),
      operation: toObject(toObject(item)[method]),
    })),
  );

/** Returns the problems of an OpenAPI document as sentences: its version, missing members, unresolvable references. */
export function findDocumentProblems(document: JsonObject): string[] {
  const info = toObject(document.info);
  return [
    ...(/^3\.\d/.test(toText(document.openapi)) || document.swagger === '2.0' ? [] : ['it has no OpenAPI version']),
    ...['title', 'version'].flatMap((name) => (toText(info[name]) === '' ? [`its info has no ${name}`] : [])),
    ...Object.keys(toObject(document.paths)).flatMap((path) =>
      path.startsWith('/') || path.startsWith('x-') ? [] : [`the path ${path} does not start with a slash`],
    ),
    ...listPublishedOperations(document).flatMap(({ method, path, operation }) =>
      Object.keys(toObject(operation.responses)).length > 0 || isThree1WithoutNeed(document)
        ? []
        : [`${method} ${path} has no responses`],
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
