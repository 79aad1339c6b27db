const MEMBER_NAME = /^[A-Za-z_$@][A-Za-z_$-]*\d?$/;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the names of the members can only be ids: no name looks like one of a schema, or each member repeats its name. */
export function hasIdsAsNames(value: object): boolean {
  const members = Object.entries(value);
  return (
    members.length > 0 &&
    (members.every(([name]) => !MEMBER_NAME.test(name)) ||
      (members.length > 1 && members.every(([name, row]) => isObject(row) && Object.values(row).includes(name))))
  );
}

/**
 * Whether the names of the members are ids, as `hasIdsAsNames`, or the members share most names of members. Rows need not have the same
 * members: some may be absent, for example before an end.
 */
export function isMapById(value: object): boolean {
  const members = Object.entries(value);
  if (hasIdsAsNames(value)) return true;
  const rows = members.map(([, one]) => one).filter(isObject);
  if (members.length === 1 || rows.length < members.length || areDifferentLists(rows)) return false;
  const [first = new Set<string>(), ...others] = rows.map((row) => new Set(Object.keys(row)));
  const shared = [...first].filter((name) => others.every((names) => names.has(name)));
  const all = new Set([first, ...others].flatMap((names) => [...names]));
  return shared.length > 1 && (shared.length === all.size || (shared.length > 3 && shared.length >= 0.7 * all.size));
}

/** Whether the members are lists of different things, each with the same details such as a count. */
function areDifferentLists(members: readonly object[]): boolean {
  const listNames = (member: object): string[] => {
    const lists = Object.values(member).filter((one): one is unknown[] => Array.isArray(one) && one.some(isObject));
    const [first] = lists[0]?.filter(isObject) ?? [];
    return lists.length === 1 && first !== undefined ? Object.keys(first) : [];
  };
  const [one = [], ...others] = members.map(listNames).filter((names) => names.length > 0);
  return others.some((names) => !haveMostInCommon(one, names));
}

const haveMostInCommon = (one: readonly string[], other: readonly string[]): boolean =>
  one.filter((name) => other.includes(name)).length * 2 > Math.max(one.length, other.length);
