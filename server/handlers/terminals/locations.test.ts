import { describe, expect, test } from 'vitest';
import { compareCodePoints } from '../lists/sort-by-name.ts';
import { findSchemaFault, openTestScope, unwrapBody } from '../testing/test-scope.ts';
import { getLocation, listLocations } from './locations.ts';

const getList = (key: string, query: { limit?: number; cursor?: string } = { limit: 500 }) =>
  unwrapBody(listLocations(openTestScope(key), { path: {}, query, body: undefined }));
const requestLocation = (key: string, terminalId: string) =>
  getLocation(openTestScope(key), { path: { terminal_id: terminalId }, query: {}, body: undefined });

test('lists each visible terminal in one location', () => {
  const { data, page } = getList('sbx-northway-admin');
  expect(page).toMatchObject({ returned: 48, matched: 48, has_more: false });
  const terminalIds = data.flatMap((location) => location.terminal_ids);
  expect(terminalIds.toSorted()).toEqual(
    openTestScope('sbx-northway-admin')
      .terminals.map(({ terminalId }) => terminalId)
      .toSorted(),
  );
});

test('sorts names by code points in any alphabet', () => {
  const names = getList('sbx-hostile-admin').data.map(({ name }) => name);
  expect(names).toHaveLength(7);
  expect(names).toEqual(names.toSorted(compareCodePoints));
});

test('concatenates the pages of a walk to the list', () => {
  const whole = getList('sbx-northway-admin').data;
  const walked: unknown[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null && pages < 10; pages += 1) {
    const { data, page } = getList('sbx-northway-admin', cursor === '' ? { limit: 11 } : { limit: 11, cursor });
    walked.push(...data);
    cursor = page.next_cursor;
  }
  expect(walked).toEqual(whole);
});

test('returns the same location for a terminal as in the list', () => {
  const reply = unwrapBody(requestLocation('sbx-northway-admin', 'NW104233'));
  expect(reply).toMatchObject({
    terminal_ids: ['NW104233'],
    address: { line1: '14 Harbor St', city: 'Gloucester', region: 'MA' },
    surcharge_amount: '3.00',
    contact: { name: 'R. Amaral' },
    group_ids: ['grp_nw_boston', 'grp_nw_vault_cashco'],
  });
  expect(getList('sbx-northway-admin').data).toContainEqual(reply);
});

test('returns a surcharge of 0.00 for the mode none', () => {
  expect(unwrapBody(requestLocation('sbx-northway-admin', 'NW120333')).surcharge_amount).toBe('0.00');
  const scope = openTestScope('sbx-northway-admin');
  const terminals = scope.terminals.map((terminal) => {
    const surcharge = { ...terminal.fixture.surcharge, mode: 'none', flatCents: 300 } as const;
    return { ...terminal, fixture: { ...terminal.fixture, surcharge } };
  });
  const { data } = unwrapBody(listLocations({ ...scope, terminals }, { path: {}, query: {}, body: undefined }));
  expect(new Set(data.map(({ surcharge_amount: amount }) => amount))).toEqual(new Set(['0.00']));
});

describe('visibility of locations', () => {
  test('hides contacts from auditors and cash providers, but not from technicians', () => {
    for (const key of ['sbx-northway-audit', 'sbx-cashco-vault']) {
      const { data } = getList(key);
      expect(data.length).toBeGreaterThan(0);
      expect(data.map(({ contact }) => contact)).toEqual(data.map(() => null));
      expect(unwrapBody(requestLocation(key, 'NW104233')).contact).toBeNull();
    }
    expect(unwrapBody(requestLocation('sbx-northway-tech', 'NW104233')).contact).toEqual({
      name: 'R. Amaral',
      phone: expect.stringMatching(/555/),
    });
  });

  test('shows nothing of a sibling account, neither in the list nor by id', () => {
    expect(JSON.stringify(getList('sbx-harbor-admin'))).toContain('Harborline');
    expect(JSON.stringify(getList('sbx-harbor-admin'))).not.toMatch(/Pinecrest|PN3/);
    expect(requestLocation('sbx-harbor-admin', 'PN300115')).toEqual(requestLocation('sbx-harbor-admin', 'NOSUCH00'));
    expect(requestLocation('sbx-harbor-admin', 'HB200104')).toMatchObject({ status: 200 });
  });

  test('returns an empty list to a user without visible terminals', () => {
    expect(getList('sbx-blank-admin')).toMatchObject({
      data: [],
      page: { matched: 0, next_cursor: null },
      summary: null,
    });
    expect(getList('sbx-redline-tech').data).toEqual([]);
  });
});

test('returns valid lists for all tenants', () => {
  for (const key of [
    'sbx-northway-admin',
    'sbx-northway-audit',
    'sbx-delgado-owner',
    'sbx-hostile-admin',
    'sbx-meridian-admin',
    'sbx-redline-admin',
  ]) {
    const list = getList(key);
    expect(list.data.length).toBeGreaterThan(0);
    expect(findSchemaFault('LocationList', list)).toBeUndefined();
  }
  expect(findSchemaFault('LocationList', { ...getList('sbx-blank-admin'), data: [{}] })).toBeDefined();
});
