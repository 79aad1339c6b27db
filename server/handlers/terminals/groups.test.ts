import { expect, test } from 'vitest';
import { findSchemaFault, openTestScope, unwrapBody } from '../testing/test-scope.ts';
import { listTerminalGroups } from './groups.ts';

const getList = (key: string) =>
  unwrapBody(listTerminalGroups(openTestScope(key), { path: {}, query: { limit: 500 }, body: undefined }));
const findGroup = (key: string, groupId: string) => getList(key).data.find(({ group_id: id }) => id === groupId);

test('counts the terminals of subgroups once', () => {
  expect(findGroup('sbx-northway-admin', 'grp_nw_all')?.terminal_count).toBe(48);
  expect(findGroup('sbx-northway-admin', 'grp_nw_maine')?.terminal_count).toBe(12);
  for (const group of getList('sbx-northway-admin').data) {
    expect(group.terminal_ids).toHaveLength(group.terminal_count);
    expect(new Set(group.terminal_ids).size).toBe(group.terminal_count);
  }
});

test('counts only the visible terminals of a group for each user', () => {
  const seen = (key: string) => findGroup(key, 'grp_nw_quikstop')?.terminal_ids ?? [];
  expect(seen('sbx-northway-admin')).toHaveLength(11);
  expect(seen('sbx-harbor-admin').length).toBeGreaterThan(0);
  expect(seen('sbx-harbor-admin').every((terminalId) => terminalId.startsWith('HB'))).toBe(true);
  expect(seen('sbx-harbor-admin').length).toBeLessThan(11);
});

test('shows an empty group to its account only', () => {
  expect(findGroup('sbx-northway-admin', 'grp_nw_maine_resorts')).toMatchObject({
    terminal_count: 0,
    terminal_ids: [],
  });
  expect(findGroup('sbx-northway-tech', 'grp_nw_boston')).toMatchObject({ terminal_count: 14 });
  expect(findGroup('sbx-northway-tech', 'grp_nw_maine_resorts')).toBeUndefined();
});

test('names only parents that are in the list', () => {
  for (const key of ['sbx-northway-admin', 'sbx-harbor-admin', 'sbx-cashco-vault', 'sbx-northway-tech']) {
    const { data } = getList(key);
    const ids = new Set(data.map(({ group_id: id }) => id));
    const parents = data.flatMap(({ parent_group_id: parent }) => parent ?? []);
    expect(parents.length).toBeGreaterThan(0);
    for (const parent of parents) expect(ids).toContain(parent);
  }
});

test('returns the parent that the scope provides', () => {
  const scope = openTestScope('sbx-northway-admin');
  const groups = scope.groups.map((group) => ({ ...group, parentGroupId: null }));
  const { data } = unwrapBody(listTerminalGroups({ ...scope, groups }, { path: {}, query: {}, body: undefined }));
  expect(data.filter(({ parent_group_id: parent }) => parent !== null)).toEqual([]);
  expect(groups.some(({ fixture }) => fixture.parentGroupId !== null)).toBe(true);
});

test('returns valid lists, sorted by name', () => {
  for (const key of ['sbx-northway-admin', 'sbx-hostile-admin', 'sbx-meridian-admin', 'sbx-blank-admin']) {
    const list = getList(key);
    expect(findSchemaFault('TerminalGroupList', list)).toBeUndefined();
    expect(list.data.map(({ name }) => name)).toEqual(list.data.map(({ name }) => name).toSorted());
  }
  expect(getList('sbx-northway-admin').data.length).toBeGreaterThan(8);
});
