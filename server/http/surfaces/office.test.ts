import { describe, expect, it } from 'vitest';
import { sample } from '../../../base/testing/depth.ts';
import { DAY_MS } from '../../../fixtures/time/dates.ts';
import type { Schemas } from '../../../spec/index.ts';
import type { TriggerTarget } from '../../world/triggers/index.ts';
import { type EventOf, isCashRow, parseCents, requireLast, SandboxUser } from './sandbox-user.ts';
import { expectVisibleEverywhere } from './visible-everywhere.ts';

/* Events about compliance, risk, commands, provisioning and settlement agree with their resources. */

type ComplianceEvent = EventOf<'compliance_expiration'>;

async function expectPaper(user: SandboxUser, { data, terminal_id: terminalId }: ComplianceEvent): Promise<void> {
  const { compliance_vault: vault } = await user.portal();
  const item = vault?.items.find(({ item_id: id }) => id === data.item_id);
  expect(item).toMatchObject({
    item_type: data.item_type,
    scope: data.scope,
    terminal_id: terminalId,
    reference: data.reference,
    expires_date: data.expires_date,
    days_to_expiry: data.days_to_expiry,
  });
  const days = data.days_to_expiry ?? Number.POSITIVE_INFINITY;
  expect(item?.status).toBe(days < 0 ? 'expired' : days <= 90 ? 'expiring' : 'compliant');
}

const papers = [
  ['sbx-northway-admin', { terminalId: 'NW100112' }],
  ['sbx-northway-admin', { accountId: 'acct_northway_harbor' }],
  ['sbx-hostile-admin', { terminalId: 'HS000001' }],
] satisfies readonly (readonly [string, TriggerTarget])[];

describe.each(sample(papers, 2))('compliance_expiration of %s about %j', (key, given) => {
  const target: TriggerTarget = given;
  it('agrees with the compliance vault until renewed', async () => {
    const user = new SandboxUser(key);
    const itemType = target.terminalId !== undefined ? 'merchant_agreement' : 'kyc_owner_id';
    await user.trigger('compliance_expiration', target, { item_type: itemType, days_before: 7 });
    const notice = requireLast(await user.events('compliance_expiration', target.terminalId));
    expect(notice).toMatchObject({ severity: 'high', data: { days_to_expiry: 7, notice: 'days_7' } });
    await expectVisibleEverywhere(user, notice);
    await expectPaper(user, notice);

    await user.resolve('compliance_expiration', target);
    const renewed = requireLast(await user.events('compliance_expiration', target.terminalId));
    expect(renewed.incident).toMatchObject({ state: 'resolved', incident_id: notice.incident.incident_id });
    await expectVisibleEverywhere(user, renewed);
    await expectPaper(user, renewed);
    const before = (await user.events('compliance_expiration', target.terminalId)).map(({ id }) => id);
    expect(before).toContain(notice.id);
  });
});

describe.each(
  sample(
    [
      ['sbx-northway-admin', 'NW100203'],
      ['sbx-meridian-admin', 'MR000505'],
      ['sbx-redline-admin', 'RL000207'],
    ] as const,
    1,
  ),
)('point events of %s about %s', (key, terminalId) => {
  it('location_risk_change matches the risk of the location', async () => {
    const user = new SandboxUser(key);
    const before = await user.get<Schemas['Location']>(`/v1/locations/${terminalId}`);
    await user.trigger('location_risk_change', { terminalId });
    const change = requireLast(await user.events('location_risk_change', terminalId));
    await expectVisibleEverywhere(user, change);
    const after = await user.get<Schemas['Location']>(`/v1/locations/${terminalId}`);
    expect(change.data).toMatchObject({
      location_id: after.location_id,
      location_name: after.name,
      previous_band: before.risk.band,
      previous_score: before.risk.score,
      new_band: after.risk.band,
      new_score: after.risk.score,
      drivers: after.risk.drivers,
      assessed_at: after.risk.assessed_at,
    });
  });

  it.each(['failed', 'rejected', 'expired'])('command_failed matches the command: %s', async (outcome) => {
    const user = new SandboxUser(key);
    await user.trigger('command_failed', { terminalId }, { outcome, command_type: 'software_update' });
    const listed = requireLast(await user.events('command_failed', terminalId));
    expect(listed.severity).toBe('medium');
    await expectVisibleEverywhere(user, listed);
    const commands = await user.all<Schemas['TerminalCommand']>(`/v1/terminals/${terminalId}/commands`);
    const command = commands.find(({ command_id: id }) => id === listed.data.command_id);
    expect(command).toMatchObject({
      command_type: listed.data.command_type,
      state: listed.data.final_state,
      result_code: listed.data.result_code,
      result_detail: listed.data.result_detail,
      attempt_count: listed.data.attempt_count,
      queued_at: listed.data.queued_at,
      completed_at: listed.data.completed_at,
    });
    expect(command?.requested_by.user_id).toBe(listed.data.requested_by_user_id);
    expect(command?.state).toBe(outcome);
    const { recent_commands: recent } = await user.portal();
    expect(recent.filter(({ command_id: id }) => id === listed.data.command_id)).toEqual([command]);
  });

  it.each(['failed', 'rolled_back'])('provisioning_failed matches the job of the payload: %s', async (outcome) => {
    const user = new SandboxUser(key);
    const path = `/v1/terminals/${terminalId}/provisioning-payload`;
    const before = await user.get<Schemas['ProvisioningPayload']>(path);
    await user.trigger('provisioning_failed', { terminalId }, { outcome });
    const listed = requireLast(await user.events('provisioning_failed', terminalId));
    await expectVisibleEverywhere(user, listed);
    const after = await user.get<Schemas['ProvisioningPayload']>(path);
    expect(after.job).toMatchObject({ job_id: listed.data.job_id, state: outcome });
    expect(listed.data.payload_version).toBe(after.payload_version);
    expect(listed.data.rolled_back_to_version).toBe(outcome === 'rolled_back' ? before.payload_version : null);
    const sheet = await user.get<Schemas['ProvisioningExport']>(`/v1/terminals/${terminalId}/provisioning-export`);
    expect(sheet.payload_version).toBe(after.payload_version);
  });
});

type Batch = Schemas['SettlementBatch'];

async function findBatch(user: SandboxUser, { data }: EventOf<'settlement_mismatch'>): Promise<Batch | undefined> {
  const batches = await user.all<Batch>('/v1/settlements');
  return batches.find(({ batch_id: id }) => id === data.batch_id);
}

function expectVariance(batch: Batch | undefined, { data, account_id }: EventOf<'settlement_mismatch'>): void {
  expect(batch).toMatchObject({
    account_id,
    business_date: data.business_date,
    status: data.status,
    variance_amount: data.variance_amount,
    entry_count: data.expected_entry_count,
  });
  expect(data.actual_entry_count).toBe(data.expected_entry_count);
  expect(parseCents(data.terminal_totals_amount ?? '') - parseCents(data.ledger_amount)).toBe(
    parseCents(data.variance_amount),
  );
}

/** Sums the payouts of a business date, for accounts that are settled together. */
async function sumPayouts(user: SandboxUser, businessDate: string): Promise<number> {
  const rows = await user.rows();
  return rows
    .filter((row) => row.business_date === businessDate && isCashRow(row))
    .reduce((sum, row) => sum + parseCents(row.amt_comp), 0);
}

describe('settlement_mismatch', () => {
  it('opens with an automatic batch and resolves with a new derivation', async () => {
    const user = new SandboxUser('sbx-meridian-admin');
    const target = { terminalId: 'MR000404' };
    await user.trigger('settlement_mismatch', target, { variance_cents: -4000 });
    const listed = requireLast(await user.events('settlement_mismatch'));
    expect(listed).toMatchObject({
      data: { variance_amount: '-40.00', variance_terminal_ids: ['MR000404'], basis: 'derive' },
    });
    await expectVisibleEverywhere(user, listed);
    const held = await findBatch(user, listed);
    expect(held?.status).toBe('held');
    expectVariance(held, listed);
    expect(parseCents(listed.data.ledger_amount)).toBe(await sumPayouts(user, listed.data.business_date));

    await user.resolve('settlement_mismatch', target);
    await derive(user, listed);
    const over = requireLast(await user.events('settlement_mismatch'));
    expect(over.incident).toMatchObject({ state: 'resolved', incident_id: listed.incident.incident_id });
    await expectVisibleEverywhere(user, over);
    expectVariance(await findBatch(user, over), over);
    expect(over.data.variance_amount).toBe('0.00');
  });

  it.each([
    ['sbx-northway-admin', 'NW100112'],
    ['sbx-delgado-owner', 'DG000101'],
    ['sbx-redline-admin', 'RL000101'],
  ])('follows each revision that %s derives at %s', async (key, terminalId) => {
    const user = new SandboxUser(key);
    const target = { terminalId };
    const open = (await user.events('settlement_mismatch')).length;
    await user.trigger('settlement_mismatch', target, { variance_cents: 2000 });
    expect(await user.events('settlement_mismatch')).toHaveLength(open);
    const { principal } = await user.portal();
    const named = { account_id: principal.account_id, data: { business_date: '2026-10-30' } };
    await derive(user, named);
    const listed = requireLast(await user.events('settlement_mismatch'));
    expect(listed).toMatchObject({ incident: { state: 'triggered' }, data: { variance_amount: '20.00' } });
    await expectVisibleEverywhere(user, listed);
    const held = await findBatch(user, listed);
    expect(held).toMatchObject({ status: 'held', revision: 1 });
    expectVariance(held, listed);

    await derive(user, listed);
    expect(await user.events('settlement_mismatch')).toHaveLength(open + 1);
    expect(await findBatch(user, listed)).toMatchObject({ status: 'held', revision: 2 });

    await user.resolve('settlement_mismatch', target);
    await derive(user, listed);
    const over = requireLast(await user.events('settlement_mismatch'));
    expect(over.incident).toMatchObject({ state: 'resolved', resolution: 'recovered' });
    expect(over.incident.incident_id).toBe(listed.incident.incident_id);
    await expectVisibleEverywhere(user, over);
    const corrected = await findBatch(user, over);
    expect(corrected).toMatchObject({ status: 'derived', revision: 3 });
    expectVariance(corrected, over);
  });

  it('matches past mismatches with the variances and returns of the batches', async () => {
    const bases = new Set<string>();
    for (const key of ['sbx-northway-admin', 'sbx-meridian-admin', 'sbx-redline-admin', 'sbx-hostile-admin']) {
      const user = new SandboxUser(key);
      for (const event of await user.events('settlement_mismatch')) {
        const { data } = event;
        bases.add(data.basis);
        const batch = await findBatch(user, event);
        if (data.basis === 'derive') expectVariance(batch, event);
        else {
          const back = (batch?.returns ?? []).filter(
            (one) => Date.parse(one.returned_at) <= Date.parse(event.timestamp),
          );
          const lost = back.reduce(
            (sum, one) => sum + (one.entry_side === 'credit' ? parseCents(one.amount) : -parseCents(one.amount)),
            0,
          );
          expect(parseCents(data.variance_amount)).toBe(-lost);
          expect(data.expected_entry_count - data.actual_entry_count).toBe(back.length);
          expect(data.ledger_amount).toBe(batch?.net_payout);
        }
      }
    }
    expect(bases).toEqual(new Set(['derive', 'return']));
  });
});

/** Derives the batch of the event and advances to the next minute. */
async function derive(
  user: SandboxUser,
  { account_id, data }: { readonly account_id: string; readonly data: { readonly business_date: string } },
): Promise<void> {
  await user.post('/v1/settlements/derive', { account_id, business_date: data.business_date });
  await user.moveTo(Math.floor((await user.nowMs()) / 60_000) * 60_000 + 60_000);
}

it('does not change the events of a batch when a dispute is opened', async () => {
  const user = new SandboxUser('sbx-redline-admin');
  const listed = await user.events('settlement_mismatch');
  const rows = await user.rows();
  const disputed = new Set((await user.all<Schemas['DisputeCase']>('/v1/disputes')).map((one) => one.transaction_id));
  const row = requireLast(
    rows.filter((one) => isCashRow(one) && parseCents(one.amt_comp) > 0 && !disputed.has(one.transaction_id)),
  );
  const opened = await user.post<Schemas['DisputeCase']>('/v1/disputes', {
    transaction_id: row.transaction_id,
    reason_code: 'cash_not_dispensed',
    amount: row.amt_comp,
    network: 'STAR',
    network_case_ref: 'STR-2026-1',
    description: 'No cash dispensed.',
  });
  expect(await user.events('settlement_mismatch')).toEqual(listed);
  await user.moveTo((await user.nowMs()) + DAY_MS);
  expect(
    await user.get<Schemas['DisputeCase']['dispute_id'][]>('/v1/disputes').then((list) => JSON.stringify(list)),
  ).toContain(opened.dispute_id);
});
