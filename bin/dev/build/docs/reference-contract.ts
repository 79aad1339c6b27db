import { type Contract, toTag } from './contracts.ts';

/** Members whose content is data, not part of the contract. */
const DATA = new Set(['example', 'examples', 'enum', 'const', 'default', 'value']);

/** Members that the reference shows in another form, or not at all. */
const UNUSED = new Set([
  'x-clause',
  'x-assumed',
  'x-portal-surfaces',
  'x-notes',
  'x-service',
  'x-audience',
  'x-feed',
  'x-marks',
]);

/**
 * Returns a copy of a contract for the reference. Descriptions end with a mark for the rules and choices that they depend on,
 * such as `[[documented auth.header]]`, which `server/docs/reference/markdown.ts` shows as a badge. With `operations`, only
 * operations are marked.
 */
export function markContract(contract: Contract, marked: 'all' | 'operations'): unknown {
  const marking = { contract, isMarked: marked === 'all' } as const;
  const copy = copyNode(contract, marking) as Record<string, Record<string, Record<string, Node>>>;
  // The pages send requests to the server that they come from.
  Object.assign(copy, { servers: [{ url: '/' }] });
  for (const tag of Object.values(copy.tags ?? {}) as unknown as { name: string }[]) tag.name = toTag(tag.name);
  for (const group of ['paths', 'webhooks'])
    for (const [path, methods] of Object.entries(copy[group] ?? {}))
      for (const [method, operation] of Object.entries(methods)) {
        const source = (contract[group as 'paths']?.[path]?.[method] ?? {}) as Node;
        operation.description = describeOperation(source);
        operation.tags = ((operation.tags ?? []) as readonly string[]).map(toTag);
      }
  return copy;
}

type Node = Record<string, unknown>;

interface Marking {
  readonly contract: Contract;
  readonly isMarked: boolean;
}

function copyNode(node: unknown, marking: Marking): unknown {
  if (Array.isArray(node)) return node.map((item) => copyNode(item, marking));
  if (typeof node !== 'object' || node === null) return node;
  const source = node as Node;
  const copy: Node = {};
  for (const [name, value] of Object.entries(source)) {
    if (UNUSED.has(name)) continue;
    if (name === 'properties') copy[name] = copyMembers(value as Node, marking);
    else copy[name] = DATA.has(name) ? value : copyNode(value, marking);
  }
  moveExample(copy);
  const marks = marking.isMarked && typeof source.name !== 'object' ? formatMarks(source) : '';
  if (marks !== '')
    copy.description = `${copy.description ?? findDescription(source, marking.contract)}\n${marks}`.trim();
  return copy;
}

/** Copies the schemas of members, which may have any names. */
const copyMembers = (members: Node, marking: Marking): Node =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, copyNode(schema, marking)]));

/** Moves the example of an optional parameter to its description, so that requests do not contain it by default. */
function moveExample(node: Node): void {
  if (typeof node.in !== 'string' || node.required === true || node.example === undefined) return;
  const { default: byDefault, enum: values } = (node.schema ?? {}) as Node;
  const hasValues = byDefault !== undefined || values !== undefined;
  if (!hasValues) node.description = `${node.description ?? ''} Example: \`${node.example}\`.`.trim();
  delete node.example;
}

/** Returns the description of an element; for a reference without one, that of its target. */
function findDescription(node: Node, contract: Contract): string {
  if (typeof node.description === 'string') return node.description;
  const [, group = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(String(node.$ref ?? '')) ?? [];
  const target = contract.components[group]?.[name];
  return typeof target?.description === 'string' ? target.description : '';
}

function describeOperation(operation: Node): string {
  const privilege = operation['x-privilege'];
  const callers = operation['x-callers'];
  return [
    operation.description,
    typeof privilege === 'string' && privilege !== 'none' ? `Needs the privilege \`${privilege}\`.` : '',
    callers === 'operator' ? "Needs the operator's token." : '',
    callers === 'administrator' ? "Needs the key of an administrator, or the operator's token." : '',
    formatMarks(operation),
  ]
    .filter((line) => line !== '' && line !== undefined)
    .join('\n');
}

function formatMarks(node: Node): string {
  const format = (kind: string, ids: unknown): string =>
    ids === undefined ? '' : `[[${kind} ${[ids].flat().join(' ')}]]`;
  return [format('documented', node['x-clause']), format('assumed', node['x-assumed'])].filter(Boolean).join(' ');
}
