import * as fc from 'fast-check';
import { addDays, DAY, isBankingDay } from './calendar.ts';
import type { FileAccount, FileGroup, FileKey, FileTerminal, FileUser, FleetFile } from './fleet-file.ts';
import { type Draws, drawWith } from './random-draws.ts';
import { drawClock, type RandomClock } from './random-start.ts';
import { drawInstant, drawPaper, drawPeriod, drawTerminals, drawTerminalValues } from './random-terminals.ts';

/** A fleet file with the start of its clock, the seed of its sandbox, and how far the clock then moves. */
export interface RandomFleet extends RandomClock {
  readonly file: FleetFile;
  readonly sandboxSeed: number;
}

export const TENANT = 'acct_law';
export const ADMIN = 'usr_law_admin';
const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'Pacific/Honolulu',
  'Pacific/Guam',
  'America/Puerto_Rico',
  'America/Adak',
];
const ROLES = [
  'affiliate_admin',
  'auditor',
  'dispute_analyst',
  'finance',
  'iso_admin',
  'iso_ops',
  'merchant',
  'technician',
  'vault_cash',
];
const REASONS = [
  'amount_mismatch',
  'cash_not_dispensed',
  'counterfeit_fallback',
  'duplicate_debit',
  'late_presentment',
  'not_recognized',
  'partial_dispense',
  'reversal_not_posted',
  'surcharge_error',
  'unauthorized',
];

function drawAccountValues(draws: Draws, start: number): Readonly<Record<string, unknown>> {
  const created = () => drawInstant(draws, start, [-900, -100]);
  return {
    ...draws.maybe(15, () => ({ status: draws.of(['active', 'closed', 'on_hold', 'onboarding']) })),
    ...draws.maybe(30, () => ({ created_at: created() })),
    ...draws.maybe(30, () => ({ legal_name: draws.text(30) })),
    ...draws.maybe(30, () => ({ account_kind: draws.of(['affiliate', 'iso', 'merchant', 'vault_cash_provider']) })),
    ...draws.maybe(20, () => ({
      sponsor_bank: draws.of([null, 'First Law Bank']),
      processor: draws.of([null, 'Law Switch']),
    })),
    ...draws.maybe(40, () => ({
      payout: draws.of([
        null,
        { bank_name: 'Law Savings', account_type: draws.of(['checking', 'savings']), last4: '1234' },
        { bank_name: 'Law Bank', account_type: 'checking', last4: '0001' },
      ]),
    })),
    ...draws.maybe(40, () => ({ sec_code: draws.of(['CCD', 'PPD']) })),
    ...draws.maybe(30, () => ({ is_same_day: draws.chance(50) })),
    ...draws.maybe(15, () => ({
      branding: {
        product_name: draws.text(10),
        logo_url: null,
        primary_color: '#112233',
        support_email: 'help@law.example',
        support_phone: '+1-555-0100',
        theme_version: 2,
        status: draws.of(['degraded', 'pending', 'ready']),
      },
    })),
    ...draws.maybe(25, () => {
      const done = draws.list([0, 9], (index) => drawInstant(draws, start, [-900 + index * 50, -851 + index * 50]));
      return {
        onboarding: {
          done_at: done,
          next_step: draws.of(['blocked', 'in_progress', 'not_started']),
          blocked_reason: null,
        },
      };
    }),
    ...draws.maybe(25, () => ({ company_papers: draws.list([0, 4], () => drawPaper(draws, start)) })),
    ...draws.maybe(15, () => ({
      documents: [
        {
          document_type: 'agreement',
          title: draws.text(12),
          content_type: 'application/pdf',
          size_bytes: draws.whole(1, 99_999),
          uploaded_at: drawInstant(draws, start, [-90, -1]),
          expires_date: null,
        },
      ],
    })),
  };
}

function drawAccounts(draws: Draws, start: number): readonly FileAccount[] {
  const ids = draws.list([0, 4], (index) => `${TENANT}_${index}`);
  return ids.map((account_id, index) => ({
    account_id,
    name: `${account_id} ${draws.text(8)}`,
    ...draws.maybe(index > 0 ? 50 : 0, () => ({ parent_account_id: draws.of(ids.slice(0, index)) })),
    ...draws.maybe(30, () => ({ timezone: draws.of(ZONES) })),
    ...drawAccountValues(draws, start),
  }));
}

function drawConnectors(
  draws: Draws,
  start: number,
): readonly (Readonly<Record<string, unknown>> & { readonly connector_id: string })[] {
  const outages = () => ({ outages: draws.list([1, 2], () => drawPeriod(draws, start)) });
  const other = (index: number) => ({
    connector_id: `con_law_${index}`,
    name: `Other ${draws.text(6)}`,
    kind: draws.of(['catpHost', 'lteGateway', 'network', 'odfi', 'rms', 'tlsGateway', 'tunnel', 'hyosungHost']),
    ...draws.maybe(20, () => ({ pinned_status: draws.of(['maintenance', 'not_activated', 'unknown']) })),
    ...draws.maybe(30, () => ({
      tls: { min_version: '1.2', certificate_expires_at: drawInstant(draws, start, [-10, 300]) },
    })),
    ...draws.maybe(20, outages),
  });
  return [
    {
      connector_id: 'con_law_host',
      name: 'Host',
      kind: draws.of(['tritonHost', 'hyosungHost', 'catpHost']),
      is_primary: true,
      ...draws.maybe(20, outages),
    },
    ...draws.list([0, 4], other),
  ];
}

function drawGroups(draws: Draws, terminalIds: readonly string[]): readonly FileGroup[] {
  const ids = draws.list([0, 5], (index) => `grp_law_${index}`);
  return ids.map((group_id, index) => ({
    group_id,
    name: draws.text(12),
    ...draws.maybe(60, () => ({
      group_kind: draws.of(['affiliate', 'custom', 'merchant_chain', 'region', 'technician_route', 'vault_route']),
    })),
    ...draws.maybe(index > 0 ? 50 : 0, () => ({ parent_group_id: draws.of(ids.slice(0, index)) })),
    ...draws.maybe(80, () => ({ terminal_ids: draws.some(terminalIds) })),
  }));
}

interface UserContext {
  readonly start: number;
  readonly accountIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly terminalIds: readonly string[];
}

function drawUsers(draws: Draws, { start, accountIds, groupIds, terminalIds }: UserContext): readonly FileUser[] {
  const keysOf = (id: string): readonly (string | FileKey)[] => {
    const old = drawInstant(draws, start, [-200, -100]);
    return [
      draws.of<string | FileKey>([`sbx-${id}`, { key: `sbx-${id}`, created_at: old }]),
      ...draws.list<FileKey>([0, 1], () => ({
        key: `sbx-${id}-expired`,
        created_at: old,
        expires_at: drawInstant(draws, start, [-90, -1]),
      })),
      ...draws.list<FileKey>([0, 1], () => ({ key: `sbx-${id}-revoked`, is_revoked: true })),
    ];
  };
  const others = draws.list([1, 5], (index): FileUser => {
    const user_id = `usr_law_${index}`;
    const role = draws.of(ROLES);
    const isAssigned = ['technician', 'merchant', 'vault_cash'].includes(role);
    return {
      user_id,
      role,
      ...draws.maybe(60, () => ({ account_id: draws.of(accountIds) })),
      ...draws.maybe(50, () => ({ display_name: draws.text(15) })),
      ...draws.maybe(30, () => ({ locale: draws.of(['en-US', 'es-US']), email: 'user@law.example' })),
      ...draws.maybe(20, () => ({ last_login_at: draws.of([null, drawInstant(draws, start, [-30, -1])]) })),
      ...draws.maybe(isAssigned ? 90 : 0, () => ({
        assigned: {
          ...draws.maybe(60, () => ({ group_ids: draws.some(groupIds) })),
          ...draws.maybe(60, () => ({ terminal_ids: draws.some(terminalIds) })),
        },
      })),
      keys: keysOf(user_id),
    };
  });
  return [{ user_id: ADMIN, role: 'iso_admin', keys: [`sbx-${ADMIN}`] }, ...others];
}

function drawSettlement(
  draws: Draws,
  [start, accountIds, terminalIds]: readonly [number, readonly string[], readonly string[]],
): object {
  const day = () => {
    let date = drawInstant(draws, start, [-30, 10]).slice(0, 10);
    while (!isBankingDay(date)) date = addDays(date, 1);
    return date;
  };
  const edge = () => ({
    account_id: draws.of(accountIds),
    business_date: day(),
    ...draws.maybe(40, () => ({
      variance: { terminal_id: draws.of(terminalIds), cents: draws.of([-6000, 2000, 100_000]) },
    })),
    ...draws.maybe(30, () => ({ debits_returned: draws.of(['R01', 'R08', 'R29']) })),
    ...draws.maybe(30, () => ({ change_notified: draws.of(['C01', 'C02']) })),
  });
  const fault = () => {
    const from = day();
    return {
      account_id: draws.of(accountIds),
      from_business_date: from,
      code: draws.of(['R02', 'R03', 'R04', 'R16']),
      corrected_at: `${addDays(from, draws.whole(3, 14))}T15:00:00Z`,
    };
  };
  return {
    ...draws.maybe(60, () => ({
      cutoff_local: draws.of(['14:00', '11:00', '00:30', '23:45', '17:00', '02:30', '01:30']),
    })),
    ...draws.maybe(10, () => ({ by_hand_from: day() })),
    ...draws.maybe(terminalIds.length > 0 ? 40 : 0, () => ({ edges: draws.list([1, 3], edge) })),
    ...draws.maybe(20, () => ({ bank_faults: [fault()] })),
  };
}

function drawDisputes(
  draws: Draws,
  [start, terminals, userIds]: readonly [number, readonly FileTerminal[], readonly string[]],
): object[] {
  const path = () => {
    const requested = draws.whole(0, 3);
    const received = requested + draws.whole(1, 4);
    const escalated = received + draws.whole(1, 4);
    return {
      ...draws.maybe(70, () => ({ evidence_requested_after_days: requested })),
      ...draws.maybe(80, () => ({ evidence_received_after_days: received })),
      ...draws.maybe(20, () => ({
        evidence_requested_after_days: requested,
        evidence_received_after_days: received,
        escalated_after_days: escalated,
      })),
      ...draws.maybe(60, () => ({
        resolved: {
          after_days: escalated + draws.whole(1, 5),
          outcome: draws.of(['denied', 'partial', 'upheld', 'withdrawn']),
          reviewed_by: draws.of(userIds),
        },
      })),
    };
  };
  return draws.list([0, terminals.length > 0 ? 4 : 0], () => ({
    terminal_id: draws.of(terminals).terminal_id,
    from_date: drawInstant(draws, start, [-33, 5]).slice(0, 10),
    ...draws.maybe(70, () => ({ reason_code: draws.of(REASONS) })),
    ...draws.maybe(60, () => ({ opened_days_after: draws.whole(0, 12) })),
    ...draws.maybe(20, () => ({ less_cents: draws.of([100, 1000]) })),
    ...draws.maybe(20, () => ({ is_new_account: true })),
    ...draws.maybe(40, () => ({ assigned_to: draws.of([null, ...userIds]) })),
    ...draws.maybe(70, () => ({ path: path() })),
  }));
}

function drawPolicy(draws: Draws): Readonly<Record<string, unknown>> {
  return {
    ...draws.maybe(20, () => ({
      heartbeat_stale: { trigger_intervals: draws.whole(2, 5), trigger_minutes: draws.whole(5, 40) },
    })),
    ...draws.maybe(20, () => ({ cash_low: { trigger_hours_to_empty: draws.whole(1, 72) } })),
    ...draws.maybe(20, () => ({ cash_out: { clear_withdrawals: draws.whole(1, 20) } })),
    ...draws.maybe(20, () => ({ decline_spike: { trigger_declines: draws.whole(3, 8), trigger_rate: 0.5 } })),
    ...draws.maybe(20, () => ({ compliance_expiration: { days_before: [60, 10, 1], at_local: '07:30' } })),
    ...draws.maybe(20, () => ({
      reversal_spike: { trigger_in_a_row: draws.whole(2, 4) },
      dispenser_fault: { failed_dispenses: draws.whole(1, 3) },
    })),
    ...draws.maybe(20, () => ({
      communication_flapping: { trigger_changes: draws.whole(4, 9), window_minutes: draws.whole(30, 120) },
    })),
    ...draws.maybe(20, () => ({
      settlement_mismatch: { high_cents: draws.whole(100, 20_000), return_lapses_days: draws.whole(1, 20) },
    })),
    ...draws.maybe(20, () => ({
      high_decline_velocity: { trigger_declines: draws.whole(4, 10) },
      location_risk_change: { score_points: draws.whole(5, 30) },
    })),
  };
}

function drawFleet(draws: Draws): RandomFleet {
  const clock = drawClock(draws);
  const start = Date.parse(clock.start);
  const accounts = drawAccounts(draws, start);
  const accountIds = [TENANT, ...accounts.map(({ account_id: id }) => id)];
  const connectors = draws.chance(40) ? drawConnectors(draws, start) : [];
  const userCount = 1;
  const context = {
    start,
    accountIds,
    connectorIds: connectors.map(({ connector_id: id }) => id),
    userIds: [ADMIN].slice(0, userCount),
  };
  const terminals = draws.chance(8) ? draws.whole(0, 4) : drawTerminals(draws, context);
  const listed = typeof terminals === 'number' ? [] : terminals;
  const terminalIds = listed.map(({ terminal_id: id }) => id);
  const groups = drawGroups(draws, terminalIds);
  const groupIds = groups.map(({ group_id: id }) => id);
  const period = () => {
    const from = drawInstant(draws, start, [-30, 10]);
    return {
      terminal_ids: draws.of([null, terminalIds]),
      from,
      to: new Date(Date.parse(from) + draws.whole(1, 12) * 3_600_000).toISOString(),
    };
  };
  const file: FleetFile = {
    name: `Law ${draws.text(20)}`,
    tenant_id: TENANT,
    timezone: draws.of(ZONES),
    account: drawAccountValues(draws, start),
    accounts,
    users: drawUsers(draws, { start, accountIds, groupIds, terminalIds }),
    groups,
    ...(connectors.length > 0 && { connectors }),
    defaults: draws.chance(60) ? drawTerminalValues(draws, context) : {},
    terminals,
    settlement: drawSettlement(draws, [start, accountIds, terminalIds]) as FleetFile['settlement'],
    disputes: drawDisputes(draws, [start, listed, [ADMIN]]) as unknown as FleetFile['disputes'],
    ...draws.maybe(30, () => ({ dispute_share: draws.of([0, 0.01, 0.2]) })),
    ...draws.maybe(30, () => ({ dispute_response_days: draws.whole(3, 10) })),
    policy: drawPolicy(draws),
    ...draws.maybe(20, () => ({ maintenance: [period()] })),
  };
  return { ...clock, file, sandboxSeed: draws.whole(1, 1_000_000) };
}

/** Random fleet files that the schema allows, with a clock. `fleet check` refuses some of them. */
export const randomFleets: fc.Arbitrary<RandomFleet> = drawWith(drawFleet);

/** Returns the fleet of a seed. */
export function createFleet(seed: number): RandomFleet {
  const [fleet] = fc.sample(randomFleets, { seed, numRuns: 1 });
  if (fleet === undefined) throw new Error(`No fleet for the seed ${seed}`);
  return fleet;
}

export const HISTORY_MS = 37 * DAY;
