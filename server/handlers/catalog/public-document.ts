import type { ComponentsObject, OpenAPIObject, OperationObject, PathItemObject, TagObject } from 'openapi3-ts/oas31';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/**
 * Returns the public part of a contract: operations with `x-audience: public`, all webhooks, and the components that
 * they refer to. Tools show the names of tags as folders, so tags have their titles as names. Omits the extensions of
 * this project (`x-...`). The result depends only on the contract, so every caller gets the same bytes.
 * @see clause openapi.get, gap openapi.fields
 */
export function extractPublicDocument(contract: OpenAPIObject): OpenAPIObject {
  const titles = new Map(contract.tags?.map(({ name, description = name }) => [name, description]));
  const present = (item: PathItemObject): PathItemObject => presentOperations(item, titles);
  const paths = Object.entries(contract.paths ?? {})
    .map(([path, item]): [string, PathItemObject] => [path, present(pickPublicOperations(item))])
    .filter(([, item]) => methods.some((method) => item[method] !== undefined));
  const { components = {}, ...surface } = {
    ...contract,
    ...(contract.tags === undefined ? {} : { tags: contract.tags.map(presentTag) }),
    paths: Object.fromEntries(paths),
    ...(contract.webhooks === undefined
      ? {}
      : { webhooks: mapMembers(contract.webhooks, (_, item) => present(item as PathItemObject)) }), // a map of path items
  };
  return removeExtensions({ ...surface, components: pickUsedComponents(components, surface) });
}

/** Names a tag by its title, and describes it by its notes. */
function presentTag({ name, description = name, ...tag }: TagObject): TagObject {
  const notes: unknown = tag['x-notes'];
  return { name: description, description: Array.isArray(notes) ? notes.join(' ') : description };
}

/** Names the tags of operations by their titles, and states the privilege that an operation needs. */
function presentOperations(item: PathItemObject, titles: ReadonlyMap<string, string>): PathItemObject {
  return mapMembers(item, (member, value) => {
    if (!methods.some((method) => method === member)) return value;
    const operation = value as OperationObject; // the value of a method
    const privilege: unknown = operation['x-privilege'];
    const needs =
      typeof privilege === 'string' && privilege !== 'none' ? `\n\nNeeds the privilege \`${privilege}\`.` : '';
    return {
      ...operation,
      ...(operation.tags === undefined ? {} : { tags: operation.tags.map((tag) => titles.get(tag) ?? tag) }),
      ...(needs === '' ? {} : { description: `${(operation.description ?? '').trimEnd()}${needs}` }),
    };
  });
}

const isPublic = (operation: OperationObject | undefined): boolean => operation?.['x-audience'] === 'public';

function pickPublicOperations(item: PathItemObject): PathItemObject {
  const hidden = new Set<string>(methods.filter((method) => !isPublic(item[method])));
  return Object.fromEntries(Object.entries(item).filter(([member]) => !hidden.has(member)));
}

/**
 * Returns the components that `surface` refers to, directly or indirectly. Keeps all security schemes, which are
 * referred to by name.
 */
function pickUsedComponents(components: ComponentsObject, surface: object): ComponentsObject {
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const reference of listReferences(part)) {
      if (used.has(reference)) continue;
      used.add(reference);
      visit(findComponent(components, reference));
    }
  };
  visit(surface);
  // Each kind of component is a map by name.
  return mapMembers(components, (kind, entries) =>
    mapMembers(entries as object, (name, entry) =>
      kind === 'securitySchemes' || used.has(`${PREFIX}${kind}/${name}`) ? entry : undefined,
    ),
  );
}

const PREFIX = '#/components/';

/** Lists the references in a part of the document: `$ref` and the mappings of discriminators. */
function listReferences(part: unknown): readonly string[] {
  if (typeof part === 'string') return part.startsWith(PREFIX) ? [part] : [];
  return part !== null && typeof part === 'object' ? Object.values(part).flatMap(listReferences) : [];
}

function findComponent(components: ComponentsObject, reference: string): unknown {
  const [kind = '', name = ''] = reference.slice(PREFIX.length).split('/');
  const entries: unknown = Object.entries(components).find(([key]) => key === kind)?.[1];
  const component = Object.entries(entries ?? {}).find(([key]) => key === name)?.[1];
  if (component === undefined) throw new Error(`the contract refers to ${reference}, which does not exist`);
  return component;
}

/** Returns a deep copy without the members whose names begin with `x-`. */
function removeExtensions<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map((element: unknown) => removeExtensions(element)) as Part; // an array stays an array
  if (part === null || typeof part !== 'object') return part;
  return mapMembers(part, (name, value) => (name.startsWith('x-') ? undefined : removeExtensions(value)));
}

/** Returns a copy with the values that `map` returns. Omits the members for which it returns undefined. */
function mapMembers<Whole extends object>(whole: Whole, map: (name: string, value: unknown) => unknown): Whole {
  const members = Object.entries(whole).map(([name, value]: [string, unknown]) => [name, map(name, value)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as Whole; // the type is kept, although members may be missing
}
