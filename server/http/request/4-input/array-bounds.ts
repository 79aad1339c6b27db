import {
  type ContractLocation,
  listMembers,
  readContractValue,
  resolveReference,
} from '../../contract/contract-paths.ts';

/** The maximum lengths of the arrays in a schema. Members without arrays are omitted. */
export interface ArrayBounds {
  readonly most?: number;
  readonly items?: ArrayBounds;
  readonly members?: ReadonlyMap<string, ArrayBounds>;
}

/** An array of a body that has more items than the contract allows. */
export interface ExcessItems {
  readonly pointer: string;
  readonly most: number;
}

/** Maximum depth, which ends recursive schemas. */
const MAX_DEPTH = 6;

/** Returns the array bounds of a schema of the contract; undefined if it has none. */
export function readArrayBounds(schema: ContractLocation, depth = 0): ArrayBounds | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const place = resolveReference(schema);
  const most = readContractValue([...place, 'maxItems']);
  const items =
    readContractValue([...place, 'items']) === undefined ? undefined : readArrayBounds([...place, 'items'], depth + 1);
  const members = listMembers([...place, 'properties']).flatMap((name): readonly [string, ArrayBounds][] => {
    const bounds = readArrayBounds([...place, 'properties', name], depth + 1);
    return bounds === undefined ? [] : [[name, bounds]];
  });
  if (typeof most !== 'number' && items === undefined && members.length === 0) return undefined;
  return {
    ...(typeof most === 'number' && { most }),
    ...(items !== undefined && { items }),
    ...(members.length > 0 && { members: new Map(members) }),
  };
}

/**
 * Returns the first array that has more items than allowed, without reading its items. A validator that collects all
 * errors reads every item before it reports the length.
 */
export function findExcessItems(value: unknown, bounds: ArrayBounds, pointer = ''): ExcessItems | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    if (bounds.most !== undefined && value.length > bounds.most) return { pointer, most: bounds.most };
    for (const [index, item] of bounds.items === undefined ? [] : value.entries()) {
      const found = bounds.items && findExcessItems(item, bounds.items, `${pointer}/${index}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  for (const [name, member] of bounds.members ?? []) {
    const found = Object.hasOwn(value, name) && findExcessItems(Reflect.get(value, name), member, `${pointer}/${name}`);
    if (found) return found;
  }
  return undefined;
}
