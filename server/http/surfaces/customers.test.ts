import { describe, expect, it } from 'vitest';
import { sample } from '../../../base/testing/depth.ts';
import { HOUR_MS } from '../../../fixtures/time/dates.ts';
import type { Schemas } from '../../../spec/index.ts';
import {
  filterRowsBetween,
  isApprovedRow,
  isAttemptRow,
  isCashRow,
  isDeclinedRow,
  parseCents,
  requireLast,
  roundRatio,
  SandboxUser,
  TECHNICAL_RESPONSES,
  type TimedRow,
} from './sandbox-user.ts';
import { expectVisibleEverywhere } from './visible-everywhere.ts';

/* Events about customers agree with the rows, for past and triggered events. */

const keys = [
  'sbx-northway-admin',
  'sbx-delgado-owner',
  'sbx-hostile-admin',
  'sbx-meridian-admin',
  'sbx-redline-admin',
];
const MOST_RESPONSES = 5;
/** Rows are available for 35 days; the windows of the first events begin earlier. */
const KEPT_FROM = '2026-09-28T15:00:00Z';

interface UserRows {
  readonly user: SandboxUser;
  readonly rows: readonly TimedRow[];
  readonly rowsAt: ReadonlyMap<string, readonly TimedRow[]>;
}

async function readRows(user: SandboxUser): Promise<UserRows> {
  const rows = await user.rows();
  return { user, rows, rowsAt: Map.groupBy(rows, (row) => row.terminal_id) };
}

/** Counts the responses of declined rows. */
function countResponses(declined: readonly TimedRow[]): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(declined, ({ response }) => response)].map(([code, rows]) => [code, rows.length]));
}

function expectTopResponses(
  listed: readonly { readonly response: string; readonly response_text: string; readonly count: number }[],
  declined: readonly TimedRow[],
): void {
  const counts = countResponses(declined);
  expect(listed.length).toBe(Math.min(MOST_RESPONSES, counts.size));
  for (const { response, response_text: text, count } of listed) {
    expect(count).toBe(counts.get(response));
    expect(declined.find((row) => row.response === response)?.response_text).toBe(text);
  }
  expect(listed.map(({ count }) => count)).toEqual([...counts.values()].sort((a, b) => b - a).slice(0, MOST_RESPONSES));
}

const countBusinessDeclines = (declined: readonly TimedRow[]): number =>
  declined.filter(({ response }) => !TECHNICAL_RESPONSES.includes(response)).length;

async function expectDeclineSpikes({ user, rowsAt }: UserRows): Promise<number> {
  const listed = (await user.events('decline_spike')).filter(({ data }) => data.window_start >= KEPT_FROM);
  for (const { terminal_id: id, data, incident } of listed) {
    // The window begins with its first attempt.
    const window = (rowsAt.get(id) ?? []).filter(
      (row) =>
        isAttemptRow(row) && row.atMs >= Date.parse(data.window_start) && row.atMs <= Date.parse(data.window_end),
    );
    const declined = window.filter(isDeclinedRow);
    expect(data.attempts).toBe(window.length);
    expect(data.declines).toBe(declined.length);
    expect(data.decline_rate).toBe(roundRatio(declined.length, window.length));
    expect(data.business_declines).toBe(countBusinessDeclines(declined));
    expect(data.technical_declines).toBe(declined.length - countBusinessDeclines(declined));
    expectTopResponses(data.top_responses, declined);
    if (incident.state === 'triggered') expect(data.decline_rate).toBeGreaterThanOrEqual(data.baseline_rate + 0.25);
  }
  return listed.length;
}

async function expectVelocities({ user, rowsAt }: UserRows): Promise<number> {
  const listed = (await user.events('high_decline_velocity')).filter(({ data }) => data.window_start >= KEPT_FROM);
  for (const { terminal_id: id, data, incident } of listed) {
    const own = rowsAt.get(id) ?? [];
    const declined = filterRowsBetween(own, data.window_start, data.window_end).filter(isDeclinedRow);
    expect(data.declines).toBe(declined.length);
    expect(data.distinct_cards).toBeLessThanOrEqual(declined.length);
    expectTopResponses(data.top_responses, declined);
    const [first, last] = [data.first_transaction_id, data.last_transaction_id].map((txn) =>
      own.find((row) => row.transaction_id === txn),
    );
    expect([first, last].every((row) => row !== undefined && isDeclinedRow(row))).toBe(true);
    if (incident.state === 'triggered') expect(last).toEqual(declined.at(-1));
  }
  return listed.length;
}

async function expectReversals({ user, rowsAt }: UserRows): Promise<number> {
  const listed = (await user.events('reversal_spike')).filter(({ data }) => data.window_start >= KEPT_FROM);
  for (const { terminal_id: id, data } of listed) {
    const own = rowsAt.get(id) ?? [];
    const paid = filterRowsBetween(own, data.window_start, data.window_end).filter(
      (row) => isCashRow(row) && isApprovedRow(row),
    );
    const ids = new Set(paid.map((row) => row.transaction_id));
    const taken = own.filter(
      (row) =>
        row.transaction_type === 'reversal' &&
        ids.has(row.linked_transaction_id ?? '') &&
        row.atMs <= Date.parse(data.window_end),
    );
    expect(data.approved_withdrawals).toBe(paid.length);
    expect(data.reversals).toBe(taken.length);
    expect(data.reversal_rate).toBe(paid.length === 0 ? 0 : roundRatio(taken.length, paid.length));
    expect(parseCents(data.reversed_amount)).toBe(taken.reduce((sum, row) => sum + parseCents(row.amt_req), 0));
    expect(data.reversal_codes.reduce((sum, { count }) => sum + count, 0)).toBe(taken.length);
    const originals = new Set(taken.map((row) => row.linked_transaction_id));
    expect(data.last_transaction_ids.every((txn) => originals.has(txn))).toBe(true);
  }
  return listed.length;
}

/** Returns the route of each terminal from its provisioning payload, because rows do not contain it. */
async function readRoutes(user: SandboxUser): Promise<ReadonlyMap<string, string>> {
  const { terminals } = await user.portal();
  const routes = new Map<string, string>();
  for (const { terminal_id: id, account_id: accountId, operational_state: state } of terminals) {
    if (state === 'suspended' || state === 'decommissioned') continue;
    const payload = await user.get<Schemas['ProvisioningPayload']>(`/v1/terminals/${id}/provisioning-payload`);
    routes.set(id, `${accountId} over ${payload.host.primary?.connector_id}`);
  }
  return routes;
}

async function expectApprovalDrops({ user, rows }: UserRows): Promise<number> {
  const listed = (await user.events('approval_rate_drop')).filter(({ data }) => data.window_start >= KEPT_FROM);
  const routes = await readRoutes(user);
  for (const { data, incident, account_id: accountId } of listed) {
    const route = `${accountId} over ${data.connector_id}`;
    const own = rows.filter((row) => isAttemptRow(row) && routes.get(row.terminal_id) === route);
    const window = filterRowsBetween(own, data.window_start, data.window_end);
    const declined = window.filter(isDeclinedRow);
    expect(data.attempts).toBe(window.length);
    expect(data.approved).toBe(window.length - declined.length);
    expect(data.approval_rate).toBe(roundRatio(data.approved, window.length));
    expect(data.business_declines).toBe(countBusinessDeclines(declined));
    expect(data.technical_declines).toBe(declined.length - countBusinessDeclines(declined));
    expect(data.affected_terminal_count).toBe(new Set(declined.map((row) => row.terminal_id)).size);
    if (incident.state === 'triggered') expect(data.approval_rate).toBeLessThanOrEqual(data.baseline_rate - 0.15);
  }
  return listed.length;
}

async function expectRepeatedCards({ user, rows }: UserRows): Promise<number> {
  const listed = await user.events('repeated_same_card_attempt');
  for (const { data, terminal_id: id, timestamp } of listed) {
    const last = rows.find((row) => row.transaction_id === data.last_transaction_id);
    expect(last).toMatchObject({ terminal_id: id, response: data.last_response });
    expect(data.terminal_ids).toContain(id);
    expect(data.approved + data.declined).toBe(data.attempts);
    expect(data.card_ref).not.toMatch(/\d{12,}/);
    const from = new Date(Date.parse(timestamp) - data.window_minutes * 60_000).toISOString();
    const there = filterRowsBetween(rows, from, timestamp).filter(
      (row) => isAttemptRow(row) && data.terminal_ids.includes(row.terminal_id),
    );
    expect(there.length).toBeGreaterThanOrEqual(data.attempts);
    expect(there.filter(isDeclinedRow).length).toBeGreaterThanOrEqual(data.declined);
    const approved = there.filter((row) => isCashRow(row) && isApprovedRow(row));
    expect(approved.reduce((sum, row) => sum + parseCents(row.amt_req), 0)).toBeGreaterThanOrEqual(
      parseCents(data.amount_approved),
    );
  }
  return listed.length;
}

it('matches past events with counts of the rows', async () => {
  const counted = { spikes: 0, velocities: 0, reversals: 0, drops: 0 };
  for (const key of keys) {
    const seen = await readRows(new SandboxUser(key));
    counted.spikes += await expectDeclineSpikes(seen);
    counted.velocities += await expectVelocities(seen);
    counted.reversals += await expectReversals(seen);
    counted.drops += await expectApprovalDrops(seen);
    await expectRepeatedCards(seen);
  }
  expect(counted.spikes).toBeGreaterThan(20);
  expect(counted.velocities).toBeGreaterThan(1);
  expect(counted.reversals).toBeGreaterThan(1);
  expect(counted.drops).toBeGreaterThan(1);
});

const triggerTargets = [
  ['sbx-hostile-admin', 'HS000001'],
  ['sbx-northway-admin', 'NW100112'],
  ['sbx-redline-admin', 'RL000101'],
] as const;

describe.each(sample(triggerTargets, 1))('events triggered by %s at %s', (key, terminalId) => {
  it.each([
    ['decline_spike', expectDeclineSpikes],
    ['high_decline_velocity', expectVelocities],
    ['reversal_spike', expectReversals],
  ] as const)('agree with the rows and appear everywhere until resolved: %s', async (type, count) => {
    const user = new SandboxUser(key);
    const before = await count(await readRows(user));
    await user.trigger(type, { terminalId });
    const listed = requireLast(await user.events(type, terminalId));
    expect(listed.incident.state).toBe('triggered');
    await expectVisibleEverywhere(user, listed);
    expect(await count(await readRows(user))).toBeGreaterThan(before);
    const { health } = await user.status(terminalId);
    expect(['medium', 'high', 'critical']).toContain(health);

    await user.resolve(type, { terminalId });
    const over = requireLast(await user.events(type, terminalId));
    expect(over.incident).toMatchObject({ state: 'resolved', incident_id: listed.incident.incident_id });
    await expectVisibleEverywhere(user, over);
    await count(await readRows(user));
  });

  it.each(['retry_after_decline', 'pin_guessing', 'limit_draining', 'cross_terminal'])(
    'agree with the rows and appear everywhere: repeated card, %s',
    async (pattern) => {
      const user = new SandboxUser(key);
      await user.trigger('repeated_same_card_attempt', { terminalId }, { pattern });
      const listed = requireLast(await user.events('repeated_same_card_attempt'));
      expect(listed.data.pattern).toBe(pattern);
      await expectVisibleEverywhere(user, listed);
      expect(await expectRepeatedCards(await readRows(user))).toBeGreaterThan(0);
    },
  );
});

it.each(sample(['sbx-delgado-owner', 'sbx-redline-admin', 'sbx-meridian-admin'], 1))(
  'matches approval_rate_drop of %s with the rows, everywhere, until resolved',
  async (key) => {
    const user = new SandboxUser(key);
    const { principal } = await user.portal();
    const target = { accountId: principal.account_id };
    await user.trigger('approval_rate_drop', target);
    const listed = requireLast(await user.events('approval_rate_drop'));
    expect(listed.incident.state).toBe('triggered');
    await expectVisibleEverywhere(user, listed);
    await expectApprovalDrops(await readRows(user));
    await user.resolve('approval_rate_drop', target);
    const over = requireLast(await user.events('approval_rate_drop'));
    expect(over.incident).toMatchObject({ state: 'resolved', incident_id: listed.incident.incident_id });
    expect(Date.parse(over.timestamp) - Date.parse(listed.timestamp)).toBeGreaterThanOrEqual(HOUR_MS);
    await expectVisibleEverywhere(user, over);
    await expectApprovalDrops(await readRows(user));
  },
);
