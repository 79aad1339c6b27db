import { describe, expect, test } from 'vitest';
import { bodyOf, schemaFault, scopeOf } from '../testing/scope-of-key.ts';
import { getConnectorStatus, listConnectors } from './connectors.ts';

const listFor = (key: string) =>
  bodyOf(listConnectors(scopeOf(key), { path: {}, query: { limit: 500 }, body: undefined }));
const statusFor = (key: string, connectorId: string, nowMs?: number) =>
  getConnectorStatus(scopeOf(key, nowMs), { path: { connector_id: connectorId }, query: {}, body: undefined });
const idsFor = (key: string) => listFor(key).data.map(({ connector_id: id }) => id);
const countFor = (key: string, connectorId: string) =>
  listFor(key).data.find(({ connector_id: id }) => id === connectorId)?.terminal_count;

test('the connector that two affiliates share counts for each its own terminals', () => {
  const all = countFor('sbx-northway-admin', 'con_hyosunghost') ?? 0;
  const harbor = countFor('sbx-harbor-admin', 'con_hyosunghost') ?? 0;
  const pine = countFor('sbx-pine-admin', 'con_hyosunghost') ?? 0;
  expect(harbor).toBeGreaterThan(0);
  expect(pine).toBeGreaterThan(0);
  expect(all).toBeGreaterThan(harbor + pine);
  expect(bodyOf(statusFor('sbx-harbor-admin', 'con_hyosunghost')).affected_terminal_count).toBe(harbor);
});

describe('who sees connectors by terminal', () => {
  test('is shown those that its terminals use, and no others', () => {
    expect(idsFor('sbx-northway-admin')).toContain('con_nw_odfi');
    expect(idsFor('sbx-harbor-admin')).toContain('con_tritonhost_east');
    expect(idsFor('sbx-harbor-admin')).not.toContain('con_nw_odfi');
    expect(idsFor('sbx-northway-tech')).not.toContain('con_nw_star');
    expect(statusFor('sbx-harbor-admin', 'con_nw_odfi')).toEqual(statusFor('sbx-harbor-admin', 'con_never_was'));
    expect(statusFor('sbx-northway-admin', 'con_nw_odfi')).toMatchObject({ status: 200 });
  });

  test('is told of no failover that it cannot look up', () => {
    for (const key of ['sbx-northway-admin', 'sbx-harbor-admin', 'sbx-northway-tech', 'sbx-meridian-admin']) {
      const ids = idsFor(key);
      const failovers = listFor(key).data.flatMap(({ failover_connector_id: id }) => id ?? []);
      for (const id of failovers) expect(ids).toContain(id);
    }
    const east = listFor('sbx-northway-admin').data.find(({ connector_id: id }) => id === 'con_tritonhost_east');
    expect(east?.failover_connector_id).toBe('con_tritonhost_west');
  });

  test('is told of no group without a terminal of its own', () => {
    for (const key of ['sbx-northway-admin', 'sbx-harbor-admin', 'sbx-northway-tech']) {
      const scope = scopeOf(key);
      const named = new Set(listFor(key).data.flatMap(({ group_ids: ids }) => ids));
      expect(named.size).toBeGreaterThan(0);
      for (const groupId of named) expect(scope.group(groupId)?.terminals.length).toBeGreaterThan(0);
    }
  });

  test('a connector without a visible terminal has no groups', () => {
    const star = listFor('sbx-northway-admin').data.find(({ connector_id: id }) => id === 'con_nw_star');
    expect(star).toMatchObject({ terminal_count: 0, group_ids: [] });
  });
});

test('list and status tell the same word', () => {
  const { data } = listFor('sbx-northway-admin');
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['up', 'maintenance', 'not_activated']));
  for (const { connector_id: id, status } of data)
    expect(bodyOf(statusFor('sbx-northway-admin', id)).status).toBe(status);
});

test('an outage is told with its reason and its instant', () => {
  const duringMs = Date.parse('2026-10-25T03:30:00Z');
  expect(bodyOf(statusFor('sbx-redline-admin', 'con_rl_host', duringMs))).toMatchObject({
    status: 'down',
    status_reason: 'No response to echo tests',
    since: expect.stringMatching(/^2026-10-25T03:1[23]:/),
  });
  expect(bodyOf(statusFor('sbx-redline-admin', 'con_rl_host'))).toMatchObject({ status: 'up', status_reason: null });
});

test('replies of all fleets keep the contract', () => {
  for (const key of [
    'sbx-northway-admin',
    'sbx-northway-tech',
    'sbx-delgado-owner',
    'sbx-hostile-admin',
    'sbx-meridian-admin',
    'sbx-redline-admin',
  ]) {
    const list = listFor(key);
    expect(list.data.length).toBeGreaterThan(0);
    expect(schemaFault('ConnectorList', list)).toBeUndefined();
    for (const { connector_id: id } of list.data)
      expect(schemaFault('ConnectorStatus', bodyOf(statusFor(key, id)))).toBeUndefined();
  }
  expect(
    schemaFault('ConnectorStatus', { ...bodyOf(statusFor('sbx-delgado-owner', 'con_dg_host')), key: '00' }),
  ).toBeDefined();
});
