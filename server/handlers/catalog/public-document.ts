import type { ComponentsObject, OpenAPIObject, OperationObject, PathItemObject } from 'openapi3-ts/oas31';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/**
 * The part of a contract that everybody may see: operations with `x-audience: public`, all webhooks, and of the
 * components those that these refer to. The members that this project adds (`x-...`) are left out. A pure function of
 * the contract, so that the bytes are the same for every caller.
 * @see clause openapi.get, gap openapi.fields
 */
export function publicDocument(contract: OpenAPIObject): OpenAPIObject {
  const paths = Object.entries(contract.paths ?? {})
    .map(([path, item]): [string, PathItemObject] => [path, publicPart(item)])
    .filter(([, item]) => methods.some((method) => item[method] !== undefined));
  const { components = {}, ...surface } = { ...contract, info: publicInfo(contract), paths: Object.fromEntries(paths) };
  return withoutMarks({ ...surface, components: usedOf(components, surface) });
}

const isForEverybody = (operation: OperationObject | undefined): boolean => operation?.['x-audience'] === 'public';

function publicPart(item: PathItemObject): PathItemObject {
  const hidden = new Set<string>(methods.filter((method) => !isForEverybody(item[method])));
  return Object.fromEntries(Object.entries(item).filter(([member]) => !hidden.has(member)));
}

/** Without the paragraph that explains our marks: they are not there to be explained. */
function publicInfo({ info }: OpenAPIObject): OpenAPIObject['info'] {
  const paragraphs = (info.description ?? '').split('\n\n').filter((paragraph) => !paragraph.includes('`x-'));
  return { ...info, description: paragraphs.join('\n\n') };
}

/** The components that `surface` refers to, directly or through others. Security schemes are referred to by name. */
function usedOf(components: ComponentsObject, surface: object): ComponentsObject {
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const reference of referencesIn(part)) {
      if (used.has(reference)) continue;
      used.add(reference);
      visit(componentAt(components, reference));
    }
  };
  visit(surface);
  // Each kind of component is a map from names.
  return filterMembers(components, (kind, entries) =>
    filterMembers(entries as object, (name, entry) =>
      kind === 'securitySchemes' || used.has(`${PREFIX}${kind}/${name}`) ? entry : undefined,
    ),
  );
}

const PREFIX = '#/components/';

/** `$ref` and the mapping of a discriminator alike: every text that points into the components. */
function referencesIn(part: unknown): readonly string[] {
  if (typeof part === 'string') return part.startsWith(PREFIX) ? [part] : [];
  return part !== null && typeof part === 'object' ? Object.values(part).flatMap(referencesIn) : [];
}

function componentAt(components: ComponentsObject, reference: string): unknown {
  const [kind = '', name = ''] = reference.slice(PREFIX.length).split('/');
  const entries: unknown = Object.entries(components).find(([key]) => key === kind)?.[1];
  const component = Object.entries(entries ?? {}).find(([key]) => key === name)?.[1];
  if (component === undefined) throw new Error(`the contract refers to ${reference}, which is not there`);
  return component;
}

/** A copy without the members that begin with `x-`, however deep. */
function withoutMarks<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map((element: unknown) => withoutMarks(element)) as Part; // the same list, copied
  if (part === null || typeof part !== 'object') return part;
  return filterMembers(part, (name, value) => (name.startsWith('x-') ? undefined : withoutMarks(value)));
}

/** A copy with each member as `keep` gives it; one that it does not give is left out. */
function filterMembers<Whole extends object>(whole: Whole, keep: (name: string, value: unknown) => unknown): Whole {
  const members = Object.entries(whole).map(([name, value]: [string, unknown]) => [name, keep(name, value)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as Whole; // some members less
}
