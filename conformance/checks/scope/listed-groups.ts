import { appendAll } from '../../../base/large-lists.ts';
import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { containsName, listStrings, readWords } from '../../reading/names/response-words.ts';
import { mayHaveMorePages } from '../../reading/paging.ts';
import { findTexts, findValue } from '../../reading/pointers.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { listPlacedTexts, type PlacedText } from '../../reading/served.ts';
import { intersects, isSubset, subtract } from '../../reading/values/set-relations.ts';
import { fail, forEachTestable, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { type Concept, express, splitWords } from '../../reading/words/synonyms.ts';
import { areApart } from '../../relations/survey/denials.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { getNextPageParameters, requireOtherTenant, type ScopeCallers } from '../../relations/survey/scope-probes.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { formatNames, type ListRow, readTable } from '../../slots/read-lists.ts';
import type { ListOperationId, SlotOfKind } from '../../slots/slots.ts';

const GROUPS = 'listTerminalGroups';

/** Judges the groups whose terminals are all hidden from the outsider. */
async function listsNoneOf(
  { insider, outsider, bindings }: ScopeCallers,
  isExempt: (group: string) => boolean,
): Promise<Verdict> {
  bindings.need('terminal_groups.id');
  const control = await insider.get(GROUPS);
  const hidden = [...insider.sees.groups]
    .filter(([, members]) => members.size > 0 && isSubset(members, insider.hidden.terminals))
    .map(([id]) => id)
    .filter((id) => !isExempt(id) && (outsider.sees.groups.get(id)?.size ?? 0) === 0);
  if (hidden.length === 0)
    return untestable(`needs a group of ${insider.name} whose terminals are all hidden from ${outsider.name}`, control);
  const shown = await outsider.get(GROUPS);
  const rows = readTable(shown, bindings, GROUPS)?.rows;
  if (rows === undefined) return untestable(`${outsider.name} cannot read this at all`, control, shown);
  const own = [...outsider.sees.terminals];
  const isOwn = ({ value }: ListRow) => listStrings(value).some((text) => own.includes(text));
  // a group with terminals of the key may name the larger group that it is part of
  const named = new Set(rows.filter(isOwn).flatMap(({ value }) => listStrings(value)));
  const listed = rows.filter((row) => hidden.includes(row.id) && !isOwn(row) && !named.has(row.id));
  if (listed.length === 0) return pass(control, shown);
  const groups = formatNames(listed.map(({ id }) => id));
  const theirs = readTable(control, bindings, GROUPS)?.rows ?? [];
  const knowsMembers = bindings.find('terminal_groups.terminals') !== undefined;
  const namesHidden = (row: ListRow) => knowsMembers && intersects(new Set(row.terminals), insider.hidden.terminals);
  // each tenant may have a group such as the default one, with a fixed id: then the others are not listed
  const portal = listed.length > 1 ? undefined : outsider.sees.responses.get('getPortal');
  const areAll =
    hidden.every((id) => listed.some((row) => row.id === id)) &&
    !listed.some(({ id }) => portal !== undefined && containsName(readWords(portal), id));
  const isTheirs = (row: ListRow) =>
    namesHidden(row) || (areAll && theirs.some((one) => one.id === row.id && isSameGroup(row, one)));
  if (!listed.some(isTheirs))
    return untestable(`each tenant may number its own groups, and ${groups} may be others`, control, shown);
  const expected = `only groups with terminals that ${outsider.name} can see`;
  return fail({ expected, actual: shown, saw: `the groups ${groups}` }, control);
}

/**
 * Whether two rows with one id are the same group: no other group is likely to have the id, and no text outside their lists
 * differs. Their counts may differ, because a key sees only some of the terminals.
 */
export const isSameGroup = (one: Pick<ListRow, 'id' | 'value'>, other: Pick<ListRow, 'value'>): boolean =>
  isUnmistakable(one.id) && isSubset(listOwnTexts(one.value), listOwnTexts(other.value));

/** Returns the texts of a row outside its lists that are no numbers. */
function listOwnTexts(value: unknown): ReadonlySet<string> {
  if (typeof value === 'string' && !/^\d+$/.test(value)) return new Set([value]);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Set();
  return new Set(Object.values(value).flatMap((one) => [...listOwnTexts(one)]));
}

export const listedGroupsHaveVisibleTerminals = check({
  id: 'scope/listed-groups-are-in-scope',
  title: 'The group list of a key contains no group that has terminals of another tenant only',
  clause: 'scope.response',
  level: 'must',
  needs: ['insider', 'outsider', 'bindings'],
  run: async (sides) =>
    (await areApart(sides.insider, sides.outsider))
      ? listsNoneOf(sides, (group) => hasVisibleParent(group, sides))
      : requireOtherTenant(sides),
});

export const listedGroupsAreNeeded = check({
  id: 'scope/listed-groups-have-visible-terminals',
  title: 'The group list contains no group without a terminal that the key can see',
  clause: 'scope.response',
  level: 'should',
  needs: ['insider', 'outsider', 'bindings'],
  run: (sides) => listsNoneOf(sides, () => false),
});

/** Whether a group is part of a larger one that has terminals that the outsider can see. */
const hasVisibleParent = (group: string, { insider, outsider }: ScopeCallers): boolean => {
  const members = insider.sees.groups.get(group) ?? new Set<string>();
  return [...insider.sees.groups].some(
    ([id, others]) =>
      id !== group &&
      others.size > members.size &&
      isSubset(members, others) &&
      intersects(others, outsider.sees.terminals),
  );
};

const LISTS: readonly (readonly [ListOperationId, id: SlotOfKind<'pointer'>, section: SlotOfKind<'pointer'>])[] = [
  [GROUPS, 'terminal_groups.id', 'portal.visible_groups'],
  ['listConnectors', 'connectors.id', 'portal.visible_connectors'],
];

/** The portal shows groups and connectors that the key may see; the scope of the lists follows the same rules. */
export const listsFollowThePortal = check({
  id: 'scope/lists-follow-the-portal',
  title: 'The lists of groups and connectors contain those that the portal shows as visible, and no others',
  clause: 'scope.portal_rules',
  covers: ['auth.visibility_rules'],
  level: 'must',
  needs: ['readers', 'bindings'],
  run: ({ readers, bindings }) =>
    forEachTestable(
      LISTS,
      ([operation]) => operation,
      async ([operation, id, section]) => {
        bindings.need(id);
        const pointer = bindings.need(section);
        const found: ComparedLists[] = [];
        for (const reader of readers) appendAll(found, await compareLists(reader, { operation, pointer, bindings }));
        const [first] = found;
        if (first === undefined) return untestable(`needs a key that can read the portal and ${operation}`);
        const others = listOtherIds(readers, operation);
        if (found.some(({ listed }) => intersects(listed, others)))
          return untestable('the portal may show other things with the same ids', first.portal, first.list);
        // a portal that shows all of the longest list is not shortened and uses the same ids
        const widest = found.reduce((most, one) => (one.listed.size > most.listed.size ? one : most), first);
        const agreeing = found.filter(({ listed, shown }) => listed.size > 0 && isSubset(listed, shown));
        if (agreeing.length === 0)
          return untestable(
            'the portal shows these things in another form, or only some of them',
            first.portal,
            first.list,
          );
        if (!areOfSection(agreeing))
          return untestable(
            'the ids are short and may be those of other things that the portal shows',
            first.portal,
            first.list,
          );
        for (const one of found) {
          const extra = subtract(one.listed, one.shown);
          const isShortened = !agreeing.some(({ listed }) => listed.size >= one.listed.size);
          if (extra.size === 0 || isShortened) continue;
          const expected = `only what the portal shows to ${one.name}`;
          return fail({ expected, actual: one.list, saw: formatNames(extra) }, one.portal, widest.list);
        }
        // the section has other texts too: only ids of a list at a place of ids count
        const ids = new Set(found.flatMap(({ listed }) => [...listed]));
        const places = listIdPlaces(agreeing);
        const listLacking = ({ placed, listed }: ComparedLists) =>
          subtract(
            new Set(
              placed.flatMap(({ place, text }) =>
                places.has(place) && ids.has(text) && isUnmistakable(text) ? [text] : [],
              ),
            ),
            listed,
          );
        const isExact = found.some((one) => one.listed.size > 1 && one.isWhole && listLacking(one).size === 0);
        const lacking = found.find((one) => isExact && one.isWhole && listLacking(one).size > 0);
        if (lacking !== undefined) {
          const expected = `what the portal shows to ${lacking.name}`;
          const saw = `no ${formatNames(listLacking(lacking))}`;
          return fail({ expected, actual: lacking.list, saw }, lacking.portal);
        }
        return pass(widest.list, ...agreeing.map(({ portal }) => portal));
      },
    ),
});

/** Returns the ids of other things that the keys see, which the portal shows too. */
const listOtherIds = (readers: readonly Principal[], operation: ListOperationId): ReadonlySet<string> =>
  new Set(
    readers.flatMap(({ sees }) => [
      ...sees.mentioned,
      ...(operation === GROUPS ? sees.connectors : sees.groups.keys()),
    ]),
  );

const areEqual = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  isSubset(one, other) && isSubset(other, one);

/** Returns the places of portals with the ids of the list of the same key, all of them and no others: other things may have equal ids. */
function listIdPlaces(agreeing: readonly ComparedLists[]): ReadonlySet<string> {
  const columns = agreeing
    .filter(({ listed }) => listed.size > 1)
    .flatMap(({ placed, listed }) =>
      [...Map.groupBy(placed, ({ place }) => place)].map(([place, texts]) => ({
        place,
        isOfIds: areEqual(listed, new Set(texts.map(({ text }) => text))),
      })),
    );
  return new Set(columns.flatMap(({ place, isOfIds }) => (isOfIds ? [place] : [])));
}

/**
 * Whether the ids of lists are those of the section: no other thing has them, or they are all texts of one place for keys with different
 * lists. A service may number all things from 1, so that the ids of a few groups are among those of many users.
 */
function areOfSection(agreeing: readonly ComparedLists[]): boolean {
  const lists = agreeing.filter(({ listed }) => listed.size > 1);
  const areClear = ({ listed, elsewhere }: ComparedLists) =>
    [...listed].every((id) => isUnmistakable(id) && !elsewhere.has(id));
  if (lists.some(areClear)) return true;
  return lists.some((one) =>
    lists.some((other) => {
      const places = listIdPlaces([other]);
      return !areEqual(one.listed, other.listed) && [...listIdPlaces([one])].some((place) => places.has(place));
    }),
  );
}

interface ComparedLists {
  readonly name: string;
  readonly portal: Exchange;
  readonly list: Exchange;
  readonly listed: ReadonlySet<string>;
  readonly shown: ReadonlySet<string>;
  /** The texts of the portal outside the section. */
  readonly elsewhere: ReadonlySet<string>;
  /** The texts of the section with their places, and the names of its members. */
  readonly placed: readonly PlacedText[];
  /** Whether the list has no further pages. */
  readonly isWhole: boolean;
}

async function compareLists(
  reader: Principal,
  { operation, pointer, bindings }: { operation: ListOperationId; pointer: string; bindings: Bindings },
): Promise<ComparedLists[]> {
  const portal = await reader.get('getPortal');
  const list = await reader.get(operation);
  const rows = readTable(list, bindings, operation)?.rows;
  if (!isSuccess(portal) || rows === undefined) return [];
  const section = findValue(portal.json, pointer);
  if (section === undefined) return [];
  const shown = new Set([
    ...listStrings(section),
    ...findTexts(portal.json, `${pointer}/*`, ''),
    ...listNames(section),
  ]);
  const placed = [...listPlacedTexts(section), ...listNames(section).map((text) => ({ place: '#', text }))];
  const elsewhere = new Set(
    listOutside(portal.json, section, operation === GROUPS ? 'group' : 'connector').map(({ text }) => text),
  );
  const isWhole =
    getNextPageParameters({ page: list }, operation, bindings) === undefined && !mayHaveMorePages(list, rows.length);
  return [
    { name: reader.name, portal, list, listed: new Set(rows.map(({ id }) => id)), shown, elsewhere, placed, isWhole },
  ];
}

/** Returns the texts of a value outside one part of it, and outside members with the name of a concept: a terminal may name its group. */
function listOutside(value: unknown, part: unknown, concept: Concept): PlacedText[] {
  if (value === part) return [];
  if (typeof value !== 'object' || value === null) return listPlacedTexts(value);
  return Object.entries(value).flatMap(([name, one]) =>
    express(splitWords(name), concept) ? [] : listOutside(one, part, concept),
  );
}

/** Returns the member names of an object: a section may be an object with ids as names. */
const listNames = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
