import type { Contract } from './contract-document.ts';

/*
 * Audits of the whole contract that the linters lack: unmarked elements, open schemas, and examples. Each function accepts
 * any document, so that its tests can show that it finds faults.
 */

/** A part of the contract, with the JSON Pointer to it. */
export interface ContractElement {
  readonly kind: 'operation' | 'parameter' | 'request body' | 'response' | 'header' | 'schema' | 'property';
  readonly pointer: string;
  readonly node: Node;
}

type Node = Readonly<Record<string, unknown>>;

/**
 * Lists all elements that must name their clause or gap. Omits references to parameters, headers and responses, because
 * their targets are in the list. Includes all properties, because a reference can have its own marks. Omits conditions
 * (`if`, `then`, `else`), because they declare nothing.
 */
export function listElements(contract: Contract): readonly ContractElement[] {
  const components: ParentElement = { node: contract.components, pointer: '/components' };
  return [
    ...Object.entries(contract.paths).flatMap(([path, item]) => listOperations(item, `/paths/${escapeSegment(path)}`)),
    ...Object.entries(contract.webhooks).flatMap(([name, item]) => listOperations(item, `/webhooks/${name}`)),
    ...visitMembers(components, 'parameters', collectParameter),
    ...visitMembers(components, 'headers', collectHeader),
    ...visitMembers(components, 'responses', collectResponse),
    ...visitMembers(components, 'schemas', (node, pointer) => [
      { kind: 'schema', pointer, node },
      ...collectSchema(node, pointer),
    ]),
  ];
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];

function listOperations(item: unknown, at: string): ContractElement[] {
  return methods.flatMap((method) => {
    const node = toNode(toNode(item)?.[method]);
    if (node === undefined) return [];
    const operation = { pointer: `${at}/${method}`, node };
    return [
      { kind: 'operation', ...operation } as const,
      ...visitMembers(operation, 'parameters', collectParameter),
      ...visitMember(operation, 'requestBody', (body, place) => [
        { kind: 'request body', pointer: place, node: body },
        ...collectContents(body, place),
      ]),
      ...visitMembers(operation, 'responses', collectResponse),
    ];
  });
}

function collectParameter(node: Node, pointer: string): ContractElement[] {
  if ('$ref' in node) return [];
  return [{ kind: 'parameter', pointer, node }, ...visitMember({ node, pointer }, 'schema', collectSchema)];
}

function collectHeader(node: Node, pointer: string): ContractElement[] {
  if ('$ref' in node) return [];
  return [{ kind: 'header', pointer, node }, ...visitMember({ node, pointer }, 'schema', collectSchema)];
}

function collectResponse(node: Node, pointer: string): ContractElement[] {
  if ('$ref' in node) return [];
  return [
    { kind: 'response', pointer, node },
    ...visitMembers({ node, pointer }, 'headers', collectHeader),
    ...collectContents(node, pointer),
  ];
}

const collectContents: Visit = (node, pointer) =>
  visitMembers({ node, pointer }, 'content', (media, place) =>
    visitMember({ node: media, pointer: place }, 'schema', collectSchema),
  );

/** Lists the properties under a schema, at any depth. */
function collectSchema(node: Node, at: string): ContractElement[] {
  const parent = { node, pointer: at };
  return [
    ...visitMembers(parent, 'properties', (property, pointer) => [
      { kind: 'property', pointer, node: property },
      ...collectSchema(property, pointer),
    ]),
    ...visitMember(parent, 'items', collectSchema),
    ...visitMember(parent, 'additionalProperties', collectSchema),
    ...['oneOf', 'anyOf', 'allOf'].flatMap((word) => visitMembers(parent, word, collectSchema)),
  ];
}

/** Lists all schemas of the contract and all schemas inside them, except conditions. */
export function listSchemas(contract: Contract): readonly { readonly pointer: string; readonly node: Node }[] {
  const roots = listElements(contract).flatMap(({ kind, node, pointer }) => {
    if (kind === 'schema' || kind === 'property') return [{ node, pointer }];
    const own = toNode(node.schema);
    const bodies = Object.entries(toNode(node.content) ?? {}).map(([type, media]) => ({
      node: toNode(toNode(media)?.schema),
      pointer: `${pointer}/content/${escapeSegment(type)}/schema`,
    }));
    return [{ node: own, pointer: `${pointer}/schema` }, ...bodies];
  });
  const found = new Map<Node, string>();
  const visit = (node: Node | undefined, pointer: string): void => {
    if (node === undefined || found.has(node)) return;
    found.set(node, pointer);
    visit(toNode(node.items), `${pointer}/items`);
    visit(toNode(node.additionalProperties), `${pointer}/additionalProperties`);
    for (const word of ['oneOf', 'anyOf', 'allOf', 'properties', 'patternProperties'])
      for (const [key, child] of Object.entries(toNode(node[word]) ?? {}))
        visit(toNode(child), `${pointer}/${word}/${key}`);
  };
  for (const { node, pointer } of roots) visit(node, pointer);
  return [...found].map(([node, pointer]) => ({ node, pointer }));
}

/** Returns pointers to the elements that name neither a clause nor a gap. */
export function findUnmarkedElements(contract: Contract): readonly string[] {
  return listElements(contract)
    .filter(({ node }) => readMarks(node, 'x-clause').length === 0 && readMarks(node, 'x-assumed').length === 0)
    .map(({ kind, pointer }) => `${kind} ${pointer}`);
}

/** Returns all rule ids in the contract, with the pointers of the elements that name them. */
export function collectMarks(
  contract: Contract,
  mark: 'x-clause' | 'x-assumed',
): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  const visit = (node: Node, pointer: string): void => {
    for (const id of readMarks(node, mark)) places.set(id, [...(places.get(id) ?? []), pointer]);
    for (const [key, child] of Object.entries(node)) {
      const inner = toNode(child);
      if (inner !== undefined && !key.startsWith('x-')) visit(inner, `${pointer}/${escapeSegment(key)}`);
    }
  };
  visit(contract, '');
  return places;
}

/** Returns the ids under one mark of an element, which is a text, a list of texts, or absent. */
export function readMarks(node: Node, mark: 'x-clause' | 'x-assumed'): readonly string[] {
  return [node[mark] ?? []].flat().map(String);
}

/** Returns pointers to schemas that allow undeclared members or use keywords that some validators do not support. */
export function findOpenSchemas(contract: Contract): readonly string[] {
  return listSchemas(contract).flatMap(({ node, pointer }) => {
    const faults: string[] = [];
    const isObject = [node.type].flat().includes('object') || 'properties' in node;
    if (isObject && !('additionalProperties' in node)) faults.push(`${pointer} does not state whether it is closed`);
    if (node.additionalProperties === true) faults.push(`${pointer} is open`);
    if ('properties' in node && node.type !== 'object')
      faults.push(`${pointer} has properties but is not typed an object`);
    if ([node.type].flat().includes('array') && !('items' in node)) faults.push(`${pointer} has no items`);
    for (const word of ['unevaluatedProperties', 'not', 'multipleOf', 'discriminator', 'nullable'])
      if (word in node) faults.push(`${pointer} uses ${word}`);
    return faults;
  });
}

/** Returns every schema that a request body uses, at any depth and through references. */
export function listRequestSchemas(contract: Contract): readonly { readonly pointer: string; readonly node: Node }[] {
  const found = new Map<string, Node>();
  const visit = (value: unknown, pointer: string): void => {
    const node = toNode(value);
    if (node === undefined || found.has(pointer)) return;
    found.set(pointer, node);
    if (typeof node.$ref === 'string') visit(resolvePointer(contract, node.$ref.slice(1)), node.$ref.slice(1));
    for (const [key, child] of Object.entries(node)) {
      if (key.startsWith('x-') || key === 'example' || key === 'examples') continue;
      visit(child, `${pointer}/${escapeSegment(key)}`);
    }
  };
  for (const { kind, node, pointer } of listElements(contract)) {
    if (kind !== 'request body' || pointer.startsWith('/webhooks/')) continue;
    for (const [type, media] of Object.entries(toNode(node.content) ?? {}))
      visit(toNode(media)?.schema, `${pointer}/content/${escapeSegment(type)}/schema`);
  }
  return [...found].map(([pointer, node]) => ({ pointer, node }));
}

function resolvePointer(document: object, pointer: string): unknown {
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, segment) => toNode(node)?.[segment], document);
}

/** An example in the contract, and the pointer to its schema. */
export interface LocatedExample {
  readonly pointer: string;
  readonly schemaPointer: string;
  readonly value: unknown;
}

/** Lists all examples of parameters, headers, bodies and schemas, with their pointers. */
export function listExamples(contract: Contract): readonly LocatedExample[] {
  const shown: Node = contract.components.examples;
  const inSchemas = listSchemas(contract).flatMap(({ node, pointer }) =>
    (Array.isArray(node.examples) ? node.examples : []).map((value: unknown, index) => ({
      pointer: `${pointer}/examples/${index}`,
      schemaPointer: pointer,
      value,
    })),
  );
  const elsewhere = listElements(contract).flatMap(({ node, pointer }) => [
    ...listValues(node, pointer, shown),
    ...Object.entries(toNode(node.content) ?? {}).flatMap(([type, media]) =>
      listValues(toNode(media) ?? {}, `${pointer}/content/${escapeSegment(type)}`, shown),
    ),
  ]);
  return [...inSchemas, ...elsewhere];
}

/** `shown` contains the shared examples by name. */
function listValues(node: Node, pointer: string, shown: Node): LocatedExample[] {
  if (!('schema' in node)) return [];
  const schemaPointer = `${pointer}/schema`;
  const one = 'example' in node ? [{ pointer: `${pointer}/example`, schemaPointer, value: node.example }] : [];
  const many = Object.entries(toNode(node.examples) ?? {}).map(([name, example]) => {
    const reference = toNode(example)?.$ref;
    const target = typeof reference === 'string' ? shown[reference.replace('#/components/examples/', '')] : example;
    return { pointer: `${pointer}/examples/${name}`, schemaPointer, value: toNode(target)?.value };
  });
  return [...one, ...many];
}

type Visit = (node: Node, pointer: string) => ContractElement[];

/** An element with the JSON Pointer to it, whose members are visited. */
interface ParentElement {
  readonly node: object;
  readonly pointer: string;
}

/** Visits each member of a map or list; a boolean schema has no members. */
function visitMembers(parent: ParentElement, key: string, visit: Visit): ContractElement[] {
  return Object.entries(toNode(toNode(parent.node)?.[key]) ?? {}).flatMap(([name, child]) => {
    const node = toNode(child);
    return node === undefined ? [] : visit(node, `${parent.pointer}/${key}/${escapeSegment(name)}`);
  });
}

function visitMember(parent: ParentElement, key: string, visit: Visit): ContractElement[] {
  const node = toNode(toNode(parent.node)?.[key]);
  return node === undefined ? [] : visit(node, `${parent.pointer}/${key}`);
}

const toNode = (value: unknown): Node | undefined =>
  value !== null && typeof value === 'object' ? (value as Node) : undefined; // any object can be read by name

const escapeSegment = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1');
