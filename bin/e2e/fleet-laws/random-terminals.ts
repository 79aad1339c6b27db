import { formatInstant } from './calendar.ts';
import type { FileSurcharge, FileTerminal, FileTerminalValues } from './fleet-file.ts';
import type { Draws } from './random-draws.ts';

/** The start of the clock, and the things to which terminals refer. */
export interface TerminalContext {
  /** The start of the clock. */
  readonly start: number;
  readonly accountIds: readonly string[];
  readonly connectorIds: readonly string[];
  readonly userIds: readonly string[];
}

const TOWNS = [
  'Adak AK',
  'Boston MA',
  'Chicago IL',
  'Detroit MI',
  'French Lick IN',
  'Hana HI',
  'Sedona AZ',
  'Talkeetna AK',
  'Telluride CO',
  'Tumon GU',
  'Vieques PR',
  'Portland ME',
];
const MODELS = ['9100', 'ARGO 12', 'ARGO FT', 'Force', 'G2500', 'GT3000', 'Halo II', 'Onyx'];
const PROFILES = ['casino', 'convenience', 'dispensary', 'hotel', 'idle', 'nightlife'];
const SITES = [
  'bar_nightclub',
  'branch',
  'casino',
  'convenience_store',
  'dispensary',
  'event',
  'fuel_station',
  'grocery',
  'hotel',
  'restaurant',
  'retail_other',
  'transit',
];
const PLACEMENTS = ['drive_up', 'freestanding_outdoor', 'indoor_counter', 'indoor_lobby', 'mobile', 'through_the_wall'];
const DRIVERS = ['anchoring_gap', 'flood_or_storm', 'skimmer_found', 'ram_raid_nearby'];
const COMMANDS = [
  'close',
  'config_check',
  'config_load',
  'force_settle',
  'journal_upload',
  'open',
  'reboot',
  'remote_key_load',
  'reset_devices',
  'screen_update',
  'software_update',
  'status_poll',
  'surcharge_update',
  'terminal_resync',
  'time_sync',
  'working_key_change',
];
const RESPONSES = ['00', '00', '00', '00', '51', '55', '61', '91', '05', '75', '96', '68', '57'];
const FAULTS: readonly (readonly [string, string, string])[] = [
  ['cash_dispenser', 'hardware_error', 'shutter_jammed'],
  ['cash_dispenser', 'hardware_error', 'reject_bin_full'],
  ['cash_dispenser', 'user_error', 'cassette_missing'],
  ['receipt_printer', 'online', 'paper_low'],
  ['receipt_printer', 'hardware_error', 'paper_jammed'],
  ['card_reader', 'hardware_error', 'ok'],
  ['safe_door', 'online', 'open'],
  ['ups', 'online', 'engaged'],
  ['epp', 'fraud_attempt', 'ok'],
];
export const PAPERS = [
  'ada_site_survey',
  'emv_kernel_contact',
  'fee_notice_decal',
  'insurance_certificate',
  'kyc_owner_id',
  'merchant_agreement',
  'network_sponsorship',
  'pci_pts_epp',
  'pin_security_audit',
  'tls_certificate',
  'tr31_key_blocks',
  'vault_cash_agreement',
  'w9',
];

/** An instant some days around the start. */
export function drawInstant(draws: Draws, start: number, [from, to]: readonly [number, number]): string {
  return formatInstant(start + draws.whole(from * 86_400, to * 86_400) * 1000);
}

const drawDay = (draws: Draws, start: number, range: readonly [number, number]): string =>
  drawInstant(draws, start, range).slice(0, 10);

/** A period of some hours, or one that lasts. */
export function drawPeriod(draws: Draws, start: number): { readonly from: string; readonly to: string | null } {
  const from = drawInstant(draws, start, [-34, 20]);
  if (draws.chance(20)) return { from, to: null };
  return { from, to: formatInstant(Date.parse(from) + draws.whole(60, 3 * 86_400) * 1000) };
}

export function drawPaper(draws: Draws, start: number): object {
  return {
    item_type: draws.of(PAPERS),
    issued_date: draws.of([null, drawDay(draws, start, [-900, -100])]),
    expires_date: draws.of([null, drawDay(draws, start, [-40, 130])]),
    ...draws.maybe(20, () => ({ status: draws.of(['missing', 'not_applicable', 'waived']) })),
    reference: draws.of([null, 'R-1']),
  };
}

function drawSurcharge(draws: Draws): FileSurcharge {
  return {
    mode: draws.of(['flat', 'flat', 'greater_of', 'none', 'percent']),
    flat_cents: draws.of([0, 250, 300, 399, draws.whole(1, 999)]),
    percent_basis_points: draws.of([200, 250, draws.whole(1, 900)]),
    is_in_surcharge_free_program: draws.chance(40),
  };
}

function drawCash(draws: Draws): object {
  const size = () => ({
    denomination_cents: draws.of([2000, 2000, 2000, 500, 1000, 5000, 10_000]),
    ...draws.maybe(50, () => ({ capacity_notes: draws.of([draws.whole(200, 2000), draws.whole(100, 150)]) })),
    ...draws.maybe(50, () => ({ low_threshold_notes: draws.whole(0, 100) })),
  });
  return {
    ...draws.maybe(80, () => ({ cassettes: draws.list([1, 4], size) })),
    ...draws.maybe(40, () => ({ load_every_days: draws.whole(2, 14) })),
  };
}

function drawLocation(draws: Draws, start: number): object {
  const [timezone, latitude, longitude] = draws.of([
    ['Europe/Berlin', 52.52, 13.405],
    ['America/New_York', 42.36, -71.06],
    ['Pacific/Honolulu', 20.8, -156.3],
    ['Asia/Tokyo', 35.68, 139.69],
    ['Australia/Lord_Howe', -31.55, 159.08],
    ['America/St_Johns', 47.56, -52.71],
  ] as const);
  return {
    ...draws.maybe(60, () => ({ timezone, latitude, longitude })),
    ...draws.maybe(50, () => ({ name: draws.text(20) })),
    ...draws.maybe(50, () => ({ site_type: draws.of(SITES), placement: draws.of(PLACEMENTS) })),
    ...draws.maybe(30, () => ({ access_hours: draws.of(['24/7', 'Mo-Su 06:00-23:00', 'Mo-Fr 08:00-18:00']) })),
    ...draws.maybe(20, () => ({ contact: { name: draws.text(12), phone: '+1-555-0100' } })),
    ...draws.maybe(30, () => ({
      risk: {
        score: draws.whole(0, 100),
        assessed_at: drawInstant(draws, start, [-90, -40]),
        drivers: draws.some(DRIVERS),
      },
    })),
    ...draws.maybe(20, () => ({
      ada: {
        status: draws.of(['compliant', 'non_compliant', 'not_surveyed']),
        voice_guidance: draws.chance(50),
        surveyed_date: null,
      },
    })),
  };
}

/** Values of one terminal, or of all. */
export function drawTerminalValues(draws: Draws, context: TerminalContext): FileTerminalValues {
  const payees = () => ({
    ...draws.maybe(60, () => ({ vault_cash: draws.of(context.accountIds) })),
    ...draws.maybe(60, () => ({ surcharge: draws.of(context.accountIds) })),
    ...draws.maybe(60, () => ({ interchange: draws.of(context.accountIds) })),
  });
  const isPlaced = draws.chance(30);
  return {
    ...draws.maybe(60, () => ({ account_id: draws.of(context.accountIds) })),
    ...draws.maybe(40, () => ({ payees: payees() })),
    ...draws.maybe(10, () => ({ status: draws.of(['active', 'decommissioned', 'never_reported', 'suspended']) })),
    ...draws.maybe(20, () => ({ installed_date: drawDay(draws, context.start, [-900, -10]) })),
    ...draws.maybe(50, () => ({ model: draws.of(MODELS) })),
    ...draws.maybe(25, () => ({
      hardware: {
        ...draws.maybe(60, () => ({ clock_skew_seconds: draws.of([0, 7, -45, 420, -420, 3600]) })),
        ...draws.maybe(30, () => ({ has_contactless: draws.chance(50) })),
        ...draws.maybe(30, () => ({ emv_kernel: draws.of([null, '4.3i']) })),
      },
    })),
    ...draws.maybe(40, () => ({
      comms: {
        link_type: draws.of(['dial', 'ethernet', 'lte', 'vsat', 'wifi']),
        ...draws.maybe(50, () => ({ heartbeat_interval_seconds: draws.of([60, 300, 900, 3600]) })),
        ...draws.maybe(context.connectorIds.length > 0 ? 50 : 0, () => ({
          connector_ids: context.connectorIds.slice(0, 1),
        })),
      },
    })),
    ...draws.maybe(isPlaced ? 0 : 60, () => ({ town: draws.of(TOWNS) })),
    ...draws.maybe(isPlaced ? 100 : 0, () => ({ location: drawLocation(draws, context.start) })),
    ...draws.maybe(50, () => ({ cash: drawCash(draws) })),
    ...draws.maybe(60, () => ({ surcharge: drawSurcharge(draws) })),
    ...draws.maybe(30, () => ({ max_withdrawal_cents: draws.of([20_000, 40_000, 60_000, 100_000]) })),
    demand: {
      ...draws.maybe(40, () => ({ profile: draws.of(PROFILES) })),
      attempts_per_month: draws.of([0, 8, 60, draws.whole(0, 350), draws.whole(100, 350)]),
      ...draws.maybe(40, () => ({ decline_share: draws.of([0, 0.1, 0.5, 1]) })),
      ...draws.maybe(30, () => ({ fallback_share: draws.of([0, 0.2, 1]) })),
    },
    ...draws.maybe(20, () => ({ papers: draws.list([1, 3], () => drawPaper(draws, context.start)) })),
  };
}

function drawAttempt(draws: Draws, start: number): FileTerminal['edges']['attempts'] {
  const at = drawInstant(draws, start, [-30, 25]);
  const response = draws.of(RESPONSES);
  const isApproved = response === '00';
  const type = draws.of([
    'withdrawal',
    'withdrawal',
    'withdrawal',
    'cash_advance',
    'balance_inquiry',
    'transfer',
    'available_funds_inquiry',
  ]);
  const isCash = type === 'withdrawal' || type === 'cash_advance';
  const isReversed = isCash && isApproved && draws.chance(30);
  return [
    {
      at,
      amount_cents: type.endsWith('inquiry') ? 0 : draws.of([10_000, 20_000, 30_000]),
      ...draws.maybe(type === 'withdrawal' ? 80 : 100, () => ({ type })), // a withdrawal by default
      ...draws.maybe(type === 'cash_advance' ? 90 : 0, () => ({ account_type: 'credit' })),
      ...draws.maybe(type === 'withdrawal' ? 40 : 0, () => ({
        account_type: draws.of(['checking', 'savings', 'default', 'universal']),
      })),
      ...draws.maybe(40, () => ({ emv: draws.of(['chip', 'fallback', 'magstripe', null]) })),
      ...draws.maybe(isApproved ? 30 : 100, () => ({ response })),
      ...draws.maybe(30, () => ({ card: draws.whole(1, 3) })),
      ...draws.maybe(isReversed ? 100 : 0, () => ({ reversed_after_seconds: draws.whole(5, 600) })),
      ...draws.maybe(isCash && isApproved && !isReversed ? 30 : 0, () => ({ notes_short: draws.whole(1, 2) })),
    },
  ];
}

function drawEdges(draws: Draws, { start, userIds }: TerminalContext): FileTerminal['edges'] {
  const fault = () => {
    const [device, state, condition] = draws.of(FAULTS);
    return {
      device,
      state,
      condition,
      ...drawPeriod(draws, start),
      ...draws.maybe(40, () => ({ error_code: '20003', error_text: 'Fault' })),
      ...draws.maybe(50, () => ({ is_service_affecting: draws.chance(50) })),
    };
  };
  const command = () => ({
    command_type: draws.of(COMMANDS),
    queued_at: drawInstant(draws, start, [-30, 20]),
    ...draws.maybe(50, () => ({ requested_by: draws.of(userIds) })),
    ...draws.maybe(70, () => ({ outcome: draws.of(['canceled', 'completed', 'expired', 'failed', 'rejected']) })),
  });
  return {
    ...draws.maybe(12, () => ({
      cash_at: {
        at: drawInstant(
          draws,
          start,
          draws.of([
            [-20, -1],
            [-1, 0],
            [-1, 0],
          ]),
        ),
        notes: draws.of([0, 0, draws.whole(0, 100)]),
      },
    })),
    ...draws.maybe(15, () => ({ device_faults: draws.list([1, 2], fault) })),
    ...draws.maybe(15, () => ({ line_cuts: [drawPeriod(draws, start)] })),
    ...draws.maybe(5, () => ({ flapping: { changes_per_hour: draws.whole(6, 12), from_hour: 1, to_hour: 6 } })),
    ...draws.maybe(8, () => ({ declines_from: { at: drawInstant(draws, start, [-20, 10]), responses: ['57', '58'] } })),
    ...draws.maybe(10, () => ({
      no_customers: { from: drawInstant(draws, start, [-34, -20]), to: drawInstant(draws, start, [-19, 5]) },
    })),
    ...draws.maybe(60, () => ({
      attempts: draws.list([1, 6], () => drawAttempt(draws, start)).flatMap((rows) => rows ?? []),
    })),
    ...draws.maybe(40, () => ({ commands: draws.list([1, 3], command) })),
    ...draws.maybe(20, () => ({
      provisioning: [
        {
          started_at: drawInstant(draws, start, [-30, 10]),
          outcome: draws.of(['canceled', 'completed', 'failed', 'rolled_back', 'stuck_delivering']),
        },
      ],
    })),
  };
}

export function drawTerminals(draws: Draws, context: TerminalContext): readonly FileTerminal[] {
  return draws.list([1, draws.of([2, 3, 4, 8])], (index) => ({
    terminal_id: `LAW${String(index + 1).padStart(5, '0')}`,
    ...drawTerminalValues(draws, context),
    edges: drawEdges(draws, context),
  }));
}
