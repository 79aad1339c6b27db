import { appendAll } from '../../../base/large-lists.ts';
import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { listStrings } from '../../reading/names/response-words.ts';
import { mayHaveMorePages } from '../../reading/paging.ts';
import { findTexts, findValue } from '../../reading/pointers.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { intersects, isSubset, subtract } from '../../reading/values/set-relations.ts';
import { fail, forEachTestable, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { areApart } from '../../relations/survey/denials.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { getNextPageParameters, requireOtherTenant, type ScopeCallers } from '../../relations/survey/scope-probes.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { formatNames, readTable } from '../../slots/read-lists.ts';
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
    .filter((id) => !isExempt(id));
  if (hidden.length === 0)
    return untestable(`needs a group of ${insider.name} whose terminals are all hidden from ${outsider.name}`, control);
  const shown = await outsider.get(GROUPS);
  const rows = readTable(shown, bindings, GROUPS)?.rows;
  if (rows === undefined) return untestable(`${outsider.name} cannot read this at all`, control, shown);
  const own = [...outsider.sees.terminals];
  const listed = rows.filter(
    ({ id, value }) => hidden.includes(id) && !listStrings(value).some((text) => own.includes(text)),
  );
  if (listed.length === 0) return pass(control, shown);
  const expected = `only groups with terminals that ${outsider.name} can see`;
  return fail({ expected, actual: shown, saw: `the groups ${formatNames(listed.map(({ id }) => id))}` }, control);
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
        // a portal that shows all of the longest list is not shortened and uses the same ids
        const widest = found.reduce((most, one) => (one.listed.size > most.listed.size ? one : most), first);
        const agreeing = found.filter(({ listed, shown }) => listed.size > 0 && isSubset(listed, shown));
        if (agreeing.length === 0)
          return untestable(
            'the portal shows these things in another form, or only some of them',
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
        // the ids of the lists of all keys: the section has other texts too
        const ids = new Set(found.flatMap(({ listed }) => [...listed]));
        const listLacking = ({ shown, listed }: ComparedLists) =>
          subtract(new Set([...shown].filter((text) => ids.has(text) && isUnmistakable(text))), listed);
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

interface ComparedLists {
  readonly name: string;
  readonly portal: Exchange;
  readonly list: Exchange;
  readonly listed: ReadonlySet<string>;
  readonly shown: ReadonlySet<string>;
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
  const isWhole =
    getNextPageParameters({ page: list }, operation, bindings) === undefined && !mayHaveMorePages(list, rows.length);
  return [{ name: reader.name, portal, list, listed: new Set(rows.map(({ id }) => id)), shown, isWhole }];
}

/** Returns the member names of an object: a section may be an object with ids as names. */
const listNames = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
