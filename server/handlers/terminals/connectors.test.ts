import { describe, expect, test } from 'vitest';
import { findSchemaFault, openTestScope, unwrapBody } from '../testing/test-scope.ts';
import { getConnectorStatus, listConnectors } from './connectors.ts';

const getList = (key: string) =>
  unwrapBody(listConnectors(openTestScope(key), { path: {}, query: { limit: 500 }, body: undefined }));
const requestStatus = (key: string, connectorId: string, nowMs?: number) =>
  getConnectorStatus(openTestScope(key, nowMs), { path: { connector_id: connectorId }, query: {}, body: undefined });
const listIds = (key: string) => getList(key).data.map(({ connector_id: id }) => id);
const getTerminalCount = (key: string, connectorId: string) =>
  getList(key).data.find(({ connector_id: id }) => id === connectorId)?.terminal_count;

test('counts only visible terminals of a shared connector', () => {
  const all = getTerminalCount('sbx-northway-admin', 'con_hyosunghost') ?? 0;
  const harbor = getTerminalCount('sbx-harbor-admin', 'con_hyosunghost') ?? 0;
  const pine = getTerminalCount('sbx-pine-admin', 'con_hyosunghost') ?? 0;
  expect(harbor).toBeGreaterThan(0);
  expect(pine).toBeGreaterThan(0);
  expect(all).toBeGreaterThan(harbor + pine);
  expect(unwrapBody(requestStatus('sbx-harbor-admin', 'con_hyosunghost')).affected_terminal_count).toBe(harbor);
});

describe('visibility of connectors', () => {
  test('shows only connectors of visible terminals to users without whole accounts', () => {
    expect(listIds('sbx-northway-admin')).toContain('con_nw_odfi');
    expect(listIds('sbx-harbor-admin')).toContain('con_tritonhost_east');
    expect(listIds('sbx-harbor-admin')).not.toContain('con_nw_odfi');
    expect(listIds('sbx-northway-tech')).not.toContain('con_nw_star');
    expect(requestStatus('sbx-harbor-admin', 'con_nw_odfi')).toEqual(
      requestStatus('sbx-harbor-admin', 'con_never_was'),
    );
    expect(requestStatus('sbx-northway-admin', 'con_nw_odfi')).toMatchObject({ status: 200 });
  });

  test('names only visible failover connectors', () => {
    for (const key of ['sbx-northway-admin', 'sbx-harbor-admin', 'sbx-northway-tech', 'sbx-meridian-admin']) {
      const ids = listIds(key);
      const failovers = getList(key).data.flatMap(({ failover_connector_id: id }) => id ?? []);
      for (const id of failovers) expect(ids).toContain(id);
    }
    const east = getList('sbx-northway-admin').data.find(({ connector_id: id }) => id === 'con_tritonhost_east');
    expect(east?.failover_connector_id).toBe('con_tritonhost_west');
  });

  test('names only groups with visible terminals', () => {
    for (const key of ['sbx-northway-admin', 'sbx-harbor-admin', 'sbx-northway-tech']) {
      const scope = openTestScope(key);
      const named = new Set(getList(key).data.flatMap(({ group_ids: ids }) => ids));
      expect(named.size).toBeGreaterThan(0);
      for (const groupId of named) expect(scope.group(groupId)?.terminals.length).toBeGreaterThan(0);
    }
  });

  test('has no groups for a connector without visible terminals', () => {
    const star = getList('sbx-northway-admin').data.find(({ connector_id: id }) => id === 'con_nw_star');
    expect(star).toMatchObject({ terminal_count: 0, group_ids: [] });
  });
});

test('returns the same status in list and detail', () => {
  const { data } = getList('sbx-northway-admin');
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['up', 'maintenance', 'not_activated']));
  for (const { connector_id: id, status } of data)
    expect(unwrapBody(requestStatus('sbx-northway-admin', id)).status).toBe(status);
});

test('shows an outage with its reason and instant', () => {
  const duringMs = Date.parse('2026-10-25T03:30:00Z');
  expect(unwrapBody(requestStatus('sbx-redline-admin', 'con_rl_host', duringMs))).toMatchObject({
    status: 'down',
    status_reason: 'No response to echo tests',
    since: expect.stringMatching(/^2026-10-25T03:1[23]:/),
  });
  expect(unwrapBody(requestStatus('sbx-redline-admin', 'con_rl_host'))).toMatchObject({
    status: 'up',
    status_reason: null,
  });
});

test('returns valid replies for all tenants', () => {
  for (const key of [
    'sbx-northway-admin',
    'sbx-northway-tech',
    'sbx-delgado-owner',
    'sbx-hostile-admin',
    'sbx-meridian-admin',
    'sbx-redline-admin',
  ]) {
    const list = getList(key);
    expect(list.data.length).toBeGreaterThan(0);
    expect(findSchemaFault('ConnectorList', list)).toBeUndefined();
    for (const { connector_id: id } of list.data)
      expect(findSchemaFault('ConnectorStatus', unwrapBody(requestStatus(key, id)))).toBeUndefined();
  }
  expect(
    findSchemaFault('ConnectorStatus', { ...unwrapBody(requestStatus('sbx-delgado-owner', 'con_dg_host')), key: '00' }),
  ).toBeDefined();
});
