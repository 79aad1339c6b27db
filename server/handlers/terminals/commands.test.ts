import { describe, expect, test } from 'vitest';
import type { CommandRun } from '../../../fixtures/model/stream-types.ts';
import { findSchemaFault, openTestScope, unwrapBody } from '../testing/test-scope.ts';
import { listTerminalCommands, presentCommand } from './commands.ts';

const owners = [
  'sbx-northway-admin',
  'sbx-delgado-owner',
  'sbx-hostile-admin',
  'sbx-meridian-admin',
  'sbx-redline-admin',
];

const requestCommands = (key: string, terminalId: string, nowMs?: number) =>
  listTerminalCommands(openTestScope(key, nowMs), {
    path: { terminal_id: terminalId },
    query: { limit: 500 },
    body: undefined,
  });
const listCommands = (key: string, terminalId: string, nowMs?: number) =>
  unwrapBody(requestCommands(key, terminalId, nowMs)).data;

test('lists commands newest first, with requester and result', () => {
  const commands = listCommands('sbx-northway-admin', 'NW104233');
  const [reboot] = commands;
  expect(reboot).toMatchObject({
    terminal_id: 'NW104233',
    command_type: 'reboot',
    state: 'completed',
    requested_by: { user_id: 'usr_nw_ops', display_name: 'Ops desk' },
    queued_at: '2026-11-02T13:01:00Z',
    result_code: 'ok',
    attempt_count: 1,
  });
  expect(new Set(commands.map(({ state }) => state))).toEqual(
    new Set(['completed', 'failed', 'rejected', 'expired', 'canceled']),
  );
  const queued = commands.map(({ queued_at: at }) => at);
  expect(queued).toEqual(queued.toSorted().reverse());
});

test('has timestamps in the order of the states', () => {
  const commands = openTestScope('sbx-northway-admin').terminals.flatMap(({ terminalId }) =>
    listCommands('sbx-northway-admin', terminalId),
  );
  expect(commands.length).toBeGreaterThan(40);
  for (const command of commands) {
    const { queued_at: queued, sent_at: sent, acknowledged_at: acknowledged, completed_at: completed } = command;
    const instants = [queued, sent, acknowledged, completed].flatMap((at) => (at === null ? [] : [Date.parse(at)]));
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    expect(command.attempt_count).toBeLessThanOrEqual(command.max_attempts);
    expect(command.attempt_count > 0).toBe(sent !== null);
    expect(command.result_code === null).toBe(completed === null);
  }
});

describe('a command in progress', () => {
  const scope = openTestScope('sbx-northway-admin', Date.parse('2026-11-02T12:00:00Z'));
  const atMs = (clock: string): number => Date.parse(`2026-11-02T${clock}Z`);
  const run: CommandRun = {
    commandId: 'cmd_01K8Z5C7D9E1F3G5H7J9K1M3NP',
    terminalId: 'NW104233',
    commandType: 'time_sync',
    requestedBy: 'system',
    channel: 'host',
    parameters: {},
    maxAttempts: 3,
    expiresAtMs: atMs('23:00:00'),
    steps: [
      { state: 'queued', atMs: atMs('11:50:00') },
      { state: 'sent', atMs: atMs('11:55:00') },
      { state: 'queued', atMs: atMs('11:57:00') },
      { state: 'sent', atMs: atMs('11:58:00') },
      { state: 'acknowledged', atMs: atMs('12:00:01') },
      { state: 'completed', atMs: atMs('12:05:00') },
    ],
    resultCode: 'ok',
    resultDetail: 'done',
  };

  test('shows no future states and counts every attempt', () => {
    expect(presentCommand(run, scope)).toMatchObject({
      state: 'sent',
      sent_at: '2026-11-02T11:55:00Z',
      acknowledged_at: null,
      completed_at: null,
      result_code: null,
      result_detail: null,
      attempt_count: 2,
    });
    expect(findSchemaFault('TerminalCommand', presentCommand(run, scope))).toBeUndefined();
  });

  test('is completed later', () => {
    const later = openTestScope('sbx-northway-admin', atMs('13:00:00'));
    expect(presentCommand(run, later)).toMatchObject({
      state: 'completed',
      queued_at: '2026-11-02T11:50:00Z',
      completed_at: '2026-11-02T12:05:00Z',
      result_code: 'ok',
    });
  });

  test('has the system as requester without a user', () => {
    expect(presentCommand(run, scope).requested_by).toEqual({ user_id: null, display_name: 'System' });
  });
});

test('shows a command as queued, sent and completed as time passes', () => {
  const newestAt = (nowMs: number) => listCommands('sbx-northway-admin', 'NW104233', nowMs)[0];
  const queuedMs = Date.parse('2026-11-02T13:01:00Z');
  const doneMs = Date.parse(listCommands('sbx-northway-admin', 'NW104233')[0]?.completed_at ?? '');
  expect(newestAt(queuedMs - 1)?.command_type).not.toBe('reboot');
  expect(newestAt(queuedMs)).toMatchObject({ command_type: 'reboot', state: 'queued', completed_at: null });
  expect(newestAt(doneMs - 1)).toMatchObject({ state: 'acknowledged', completed_at: null });
  expect(newestAt(doneMs)).toMatchObject({ state: 'completed', result_code: 'ok' });
});

test('rejects a cursor of another terminal', () => {
  const scope = openTestScope('sbx-northway-admin');
  const first = unwrapBody(
    listTerminalCommands(scope, { path: { terminal_id: 'NW104233' }, query: { limit: 1 }, body: undefined }),
  );
  const cursor = first.page.next_cursor ?? '';
  const request = (terminalId: string) =>
    listTerminalCommands(scope, { path: { terminal_id: terminalId }, query: { limit: 1, cursor }, body: undefined });
  expect(request('NW104233')).toMatchObject({ status: 200 });
  expect(request('NW100911')).toMatchObject({ status: 400, problem: { code: 'cursor_mismatch' } });
});

test('returns the same reply for a foreign and an unknown terminal', () => {
  expect(requestCommands('sbx-pine-admin', 'NW104233')).toEqual(requestCommands('sbx-pine-admin', 'NOSUCH00'));
  expect(requestCommands('sbx-pine-admin', 'PN300115')).toMatchObject({ status: 200 });
});

test('returns valid lists for all tenants', () => {
  for (const key of owners) {
    const lists = openTestScope(key).terminals.map(({ terminalId }) => unwrapBody(requestCommands(key, terminalId)));
    expect(lists.flatMap(({ data }) => data).length).toBeGreaterThan(0);
    expect(lists.flatMap((list) => findSchemaFault('TerminalCommandList', list) ?? [])).toEqual([]);
  }
});
