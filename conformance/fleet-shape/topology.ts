import { omitUndefined } from '../../base/omit-undefined.ts';
import { findTexts, findValue } from '../reading/pointers.ts';
import { type GroupRow, readDirectGroups } from '../relations/survey/principals.ts';
import type { ReadList } from './fleet-reader.ts';
import type { ConnectorShape, FleetShape, GroupShape, KeyShape } from './shape.ts';
import { type SurveyContext, shuffle, toHeldRows } from './survey-context.ts';
import { createEnumTrait, readTrait } from './traits.ts';
import { type KeyView, listWhole } from './views.ts';

/** Returns the indexes of terminals, without those that are not in the fleet. */
type ToIndexes = (ids: Iterable<string>) => number[];

/** Reads the groups of the keys, with their direct members. */
export async function readGroups(
  context: SurveyContext,
  views: readonly KeyView[],
  toIndexes: ToIndexes,
): Promise<readonly GroupShape[]> {
  const { bindings, notes, salt } = context;
  const groups = new Map<string, GroupRow>();
  const rows = new Map<string, unknown>();
  for (const { caller, portal, locations } of views) {
    const list = await listWhole(context, caller, 'listTerminalGroups');
    if (list === undefined) continue;
    const places = { groups: toTable(list), locations: locations && toTable(locations), portal };
    for (const row of readDirectGroups(places, bindings)) {
      const known = groups.get(row.id);
      const terminals = [...(known?.terminals ?? []), ...row.terminals];
      groups.set(row.id, { ...row, parent: row.parent ?? known?.parent, terminals });
    }
    for (const { id, value } of list.rows) rows.set(id, value);
  }
  const kinds = readTrait(toHeldRows(rows), createEnumTrait(/kind|type|categ|class/, 'GroupKind'));
  const ids = shuffle(salt, groups.keys());
  const indexes = new Map(ids.map((id, index) => [id, index]));
  notes.push({ property: 'terminal groups', found: ids.length, of: ids.length });
  return cutCycles(
    [...groups]
      .map(([id, { parent, terminals }]) => ({
        id,
        parent: indexes.get(parent ?? ''),
        terminals: toIndexes(terminals),
      }))
      .sort((one, other) => (indexes.get(one.id) ?? 0) - (indexes.get(other.id) ?? 0))
      .map(({ id, ...group }) => omitUndefined({ ...group, groupKind: kinds.get(id) })),
  );
}

const toTable = ({ first, rows }: ReadList) => ({ exchange: first, rows });

/** Removes the parents of groups that are above themselves. */
function cutCycles(groups: readonly GroupShape[]): readonly GroupShape[] {
  const isCircular = (start: number): boolean => {
    const passed = new Set<number>();
    let next = groups[start]?.parent;
    while (next !== undefined && next !== start && !passed.has(next)) {
      passed.add(next);
      next = groups[next]?.parent;
    }
    return next === start;
  };
  return groups.map(({ parent, ...group }, index) =>
    parent === undefined || isCircular(index) ? group : { ...group, parent },
  );
}

/** Reads the connectors of the keys. */
export async function readConnectors(
  context: SurveyContext,
  views: readonly KeyView[],
): Promise<readonly ConnectorShape[]> {
  const rows = new Map<string, unknown>();
  for (const { caller } of views)
    for (const { id, value } of (await listWhole(context, caller, 'listConnectors'))?.rows ?? []) rows.set(id, value);
  const held = toHeldRows(rows);
  const types = readTrait(held, createEnumTrait(/type|kind|categ|class/, 'ConnectorType'));
  const protocols = readTrait(held, createEnumTrait(/protocol|message|format/, 'ConnectorProtocol'));
  context.notes.push({ property: 'connectors', found: rows.size, of: rows.size });
  context.notes.push({ property: 'kinds of connectors', found: types.size, of: rows.size });
  return shuffle(context.salt, rows.keys()).map((id) =>
    omitUndefined({ connectorType: types.get(id), protocol: protocols.get(id) }),
  );
}

/** Describes the keys: their accounts, roles and terminals. */
export function describeKeys(
  { bindings, notes }: SurveyContext,
  views: readonly KeyView[],
  toIndexes: ToIndexes,
): FleetShape['keys'] {
  const [accountAt, profileAt] = [bindings.find('portal.account_id'), bindings.find('portal.principal_profile')];
  notes.push({ property: 'keys', found: views.length, of: views.length });
  const accounts: string[] = [];
  return views.map(({ caller, portal, terminals }): KeyShape => {
    const json = portal?.json;
    const account = (accountAt === undefined ? undefined : findTexts(json, accountAt)[0]) ?? `key ${caller.name}`;
    if (!accounts.includes(account)) accounts.push(account);
    const profile = profileAt === undefined ? undefined : findValue(json, profileAt);
    const role = readTrait([{ holder: 'key', value: profile }], createEnumTrait(/role/, 'Role')).get('key');
    return { account: accounts.indexOf(account), terminals: toIndexes(terminals), ...omitUndefined({ role }) };
  });
}
