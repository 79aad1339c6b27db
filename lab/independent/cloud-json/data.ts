// A deterministic, made-up fleet. No real names, keys or card numbers.
import { createHash } from 'node:crypto';

export type Role = 'ACCOUNT_ADMIN' | 'OPERATIONS_MANAGER' | 'FINANCE_MANAGER' | 'TERMINAL_OPERATOR' | 'READ_ONLY';
export interface Account {
  accountId: string;
  parentAccountId: string | null;
  tenant: string;
  displayName: string;
  legalName: string;
  currency: string;
  timeZone: string;
  status: string;
  createdAt: number;
  supportEmail: string;
}
export interface Organization {
  tenant: string;
  brandName: string;
  primaryColor: string;
  logoUrl: string;
  portalHost: string;
  docsHost: string;
  dnsStatus: string;
  records: { host: string; recordType: string; status: string; lastCheckedAt: number }[];
}
export interface User {
  userId: string;
  displayName: string;
  email: string;
  role: Role;
  accountId: string;
  terminalIds: string[] | null;
  status: string;
  lastLoginAt: number;
  keyName: string | null;
}
export interface Location {
  locationId: string;
  accountId: string;
  displayName: string;
  addressLine: string;
  city: string;
  region: string;
  countryCode: string;
  riskLevel: string;
  terminalIds: string[];
}
export interface Terminal {
  terminalId: string;
  accountId: string;
  locationId: string;
  connectorId: string;
  displayName: string;
  model: string;
  serialNumber: string;
  status: 'ONLINE' | 'DEGRADED' | 'OFFLINE';
  lastHeartbeatAt: number;
  statusChangedAt: number;
  installedAt: number;
  firmwareVersion: string;
  cassettes: { cassetteId: string; denomination: string; noteCount: number; status: string }[];
  signalPercent: number;
  temperatureCelsius: number;
}
export interface Group {
  groupId: string;
  accountId: string;
  displayName: string;
  terminalIds: string[];
  createdAt: number;
}
export interface Connector {
  connectorId: string;
  accountId: string;
  displayName: string;
  connectorType: string;
  processorName: string;
  status: string;
  lastCheckedAt: number;
  latencyMs: number;
  endpointHost: string;
}
export interface Transaction {
  transactionId: string;
  terminalId: string;
  accountId: string;
  at: number;
  type: string;
  sequenceNumber: number;
  accountType: string;
  emvIndicator: string | null;
  response: string;
  responseCode: string;
  amtReq: number;
  amtComp: number;
  surReq: number;
  surComp: number;
  currency: string;
  card: { pan: string; track2: string; pinBlock: string };
}
export interface Command {
  commandId: string;
  terminalId: string;
  commandType: string;
  status: string;
  requestedBy: string;
  queuedAt: number;
  completedAt: number | null;
}
export interface ProvisioningJob {
  jobId: string;
  terminalId: string;
  jobType: string;
  status: string;
  createdAt: number;
  finishedAt: number | null;
}
export interface Alert {
  alertId: string;
  terminalId: string;
  eventName: string;
  severity: string;
  openedAt: number;
  clearedAt: number | null;
  message: string;
}
export interface JournalEntry {
  journalId: string;
  terminalId: string;
  occurredAt: number;
  message: string;
}
export interface Batch {
  batchId: string;
  accountId: string;
  settlementDate: string;
  status: string;
  credits: number;
  debits: number;
  creditTotal: number;
  debitTotal: number;
  currency: string;
  openedAt: number;
  closedAt: number;
  submittedAt: number | null;
  settledAt: number | null;
}
export interface Dispute {
  disputeId: string;
  status: string;
  reasonCode: string;
  transactionId: string;
  terminalId: string;
  amount: number;
  currency: string;
  dueDate: string;
  openedAt: number;
  queue: string;
  assigneeName: string | null;
  assignedAt: number | null;
  resolution: { outcome: string; resolvedAmount: number; resolvedAt: number } | null;
  reviewer: { displayName: string; team: string; reviewedAt: number; comment: string };
}
export interface PortalItem {
  id: string;
  accountId: string;
  terminalId: string | null;
  kind: string;
  title: string;
  status: string;
  at: number;
}
export interface Fleet {
  accounts: Account[];
  organizations: Organization[];
  users: User[];
  locations: Location[];
  terminals: Terminal[];
  groups: Group[];
  connectors: Connector[];
  transactions: Transaction[];
  commands: Command[];
  jobs: ProvisioningJob[];
  alerts: Alert[];
  journal: JournalEntry[];
  batches: Batch[];
  disputes: Dispute[];
  forms: PortalItem[];
  vault: PortalItem[];
  onboarding: PortalItem[];
  documents: PortalItem[];
  videos: PortalItem[];
}

const minute = 60_000,
  hour = 60 * minute,
  day = 24 * hour;
export const now = Date.UTC(2026, 10, 20, 15, 0, 0);
/** The one business day of every account that has no ACH batch yet. */
export const openSettlementDate = '2026-11-19';

export const keys: ReadonlyMap<string, string> = new Map([
  ['northgate-admin', 'tfk_made-up_7Hq2LmNorthgateAdmin'],
  ['northgate-finance', 'tfk_made-up_c9VxRtNorthgateFinance'],
  ['northgate-field-tech', 'tfk_made-up_Wd4kPzNorthgateField'],
  ['casino-operations', 'tfk_made-up_2FbYsJCasinoOperations'],
  ['pelican-admin', 'tfk_made-up_Tn8gQcPelicanAdmin'],
  ['maple-read-only', 'tfk_made-up_Kr5uEhMapleReadOnly'],
]);

export function makeId(prefix: string, seed: string): string {
  return `${prefix}-${createHash('sha256').update(`${prefix}/${seed}`).digest('hex').slice(0, 12)}`;
}
export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A made-up card: sixteen digits with a right check digit, in a test range. */
function makeCard(seed: string): { pan: string; track2: string; pinBlock: string } {
  const hex = createHash('sha256').update(`card/${seed}`).digest('hex');
  const body = '400000' + [...hex.slice(0, 9)].map((c) => String(parseInt(c, 16) % 10)).join('');
  let sum = 0;
  for (let i = 0; i < 15; i += 1) {
    let digit = Number(body[14 - i]);
    if (i % 2 === 0) {
      digit *= 2;
      if (digit > 9) digit -= 9;
    }
    sum += digit;
  }
  const pan = body + String((10 - (sum % 10)) % 10);
  return { pan, track2: `;${pan}=29122010000000000000?`, pinBlock: hex.slice(16, 32).toUpperCase() };
}

const plan = [
  {
    slug: 'northgate',
    parent: null,
    tenant: 'northgate',
    name: 'Northgate ATM Partners',
    currency: 'USD',
    zone: 'America/Chicago',
    country: 'US',
    terminals: 14,
  },
  {
    slug: 'casino',
    parent: 'northgate',
    tenant: 'northgate',
    name: 'Northgate Casino Division',
    currency: 'USD',
    zone: 'America/Denver',
    country: 'US',
    terminals: 12,
  },
  {
    slug: 'pelican',
    parent: null,
    tenant: 'pelican',
    name: 'Pelican Cash Services',
    currency: 'USD',
    zone: 'America/New_York',
    country: 'US',
    terminals: 13,
  },
  {
    slug: 'maple',
    parent: null,
    tenant: 'maple',
    name: 'Maple Ridge Cash Machines',
    currency: 'CAD',
    zone: 'America/Toronto',
    country: 'CA',
    terminals: 12,
  },
] as const;

const places = [
  'Bolt & Barrow Market',
  'Sunrise Fuel',
  'Corner <24> Mart',
  'Harbour Deli',
  'Juniper Lanes',
  'Quarry Inn',
  'Station Kiosk',
  'Old Mill Tavern',
  'Fairground Hall',
  'Lantern Books & Café',
  'Copper Plaza',
  'Riverside Laundry',
];
const cities: Record<string, [string, string][]> = {
  northgate: [
    ['Decatur', 'IL'],
    ['Peoria', 'IL'],
    ['Gary', 'IN'],
  ],
  casino: [
    ['Elko', 'NV'],
    ['Black Hawk', 'CO'],
  ],
  pelican: [
    ['Tampa', 'FL'],
    ['Mobile', 'AL'],
    ['Biloxi', 'MS'],
  ],
  maple: [
    ['Guelph', 'ON'],
    ['Sudbury', 'ON'],
  ],
};
const people = [
  'Ines Calloway',
  'Rafael Dunmore',
  'Tove Lindqvist',
  'Omar Petrakis',
  'Grace Adeyemi',
  'Lucas Merriweather',
];

export function buildFleet(): Fleet {
  const fleet: Fleet = {
    accounts: [],
    organizations: [],
    users: [],
    locations: [],
    terminals: [],
    groups: [],
    connectors: [],
    transactions: [],
    commands: [],
    jobs: [],
    alerts: [],
    journal: [],
    batches: [],
    disputes: [],
    forms: [],
    vault: [],
    onboarding: [],
    documents: [],
    videos: [],
  };
  const rnd = random(20261120);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(rnd() * list.length)] as T;

  for (const [index, p] of plan.entries()) {
    const accountId = makeId('acc', p.slug);
    fleet.accounts.push({
      accountId,
      parentAccountId: p.parent === null ? null : makeId('acc', p.parent),
      tenant: p.tenant,
      displayName: p.name,
      legalName: `${p.name} LLC`,
      currency: p.currency,
      timeZone: p.zone,
      status: 'ACTIVE',
      createdAt: now - (900 - index * 70) * day,
      supportEmail: `support@${p.slug}.example`,
    });
    if (p.parent === null) {
      const docsReady = p.tenant !== 'maple';
      fleet.organizations.push({
        tenant: p.tenant,
        brandName: p.name,
        primaryColor: ['#0b5394', '#38761d', '#741b47', '#a61c00'][index] as string,
        logoUrl: `https://assets.${p.tenant}.example/logo.svg`,
        portalHost: `portal.${p.tenant}.example`,
        docsHost: `docs.${p.tenant}.example`,
        dnsStatus: docsReady ? 'VERIFIED' : 'PENDING_VERIFICATION',
        records: [
          {
            host: `portal.${p.tenant}.example`,
            recordType: 'CNAME',
            status: 'VERIFIED',
            lastCheckedAt: now - 3 * hour,
          },
          {
            host: `docs.${p.tenant}.example`,
            recordType: 'CNAME',
            status: docsReady ? 'VERIFIED' : 'MISSING',
            lastCheckedAt: now - 3 * hour,
          },
        ],
      });
    }

    // Connectors: two an account; half of the sub-account's terminals run through its parent's first one.
    const own: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const connectorId = makeId('con', `${p.slug}/${i}`);
      if (i < 2) own.push(connectorId);
      fleet.connectors.push({
        connectorId,
        accountId,
        displayName: `${p.name} ${['primary switch', 'secondary switch', 'standby switch'][i]}`,
        connectorType: i === 1 ? 'TCP_ISO8583' : 'TLS_ISO8583',
        processorName: ['Cordillera Switch', 'Bluewater EFT', 'Standby EFT'][i] as string,
        status: ['UP', 'DEGRADED', 'IDLE'][i] as string,
        lastCheckedAt: now - (2 + i) * minute,
        latencyMs: 110 + i * 85 + index * 7,
        endpointHost: `switch-${i + 1}.${p.slug}.example`,
      });
    }
    const connectorIds = p.parent === null ? own : [makeId('con', `${p.parent}/0`), own[0] as string];

    // Locations and terminals: the first two locations hold two terminals each.
    const terminals: Terminal[] = [];
    for (let i = 0; i < p.terminals; i += 1) {
      const locationIndex = i < 4 ? Math.floor(i / 2) : i - 2;
      const locationId = makeId('loc', `${p.slug}/${locationIndex}`);
      const terminalId = makeId('trm', `${p.slug}/${i}`);
      let location = fleet.locations.find((l) => l.locationId === locationId);
      if (!location) {
        const [city, region] = pick(cities[p.slug] as [string, string][]);
        location = {
          locationId,
          accountId,
          displayName: places[locationIndex % places.length] as string,
          addressLine: `${100 + locationIndex * 37} ${pick(['Main St', 'Depot Rd', 'Lake Ave'])}`,
          city,
          region,
          countryCode: p.country,
          riskLevel: pick(['LOW', 'LOW', 'MEDIUM', 'HIGH']),
          terminalIds: [],
        };
        fleet.locations.push(location);
      }
      location.terminalIds.push(terminalId);
      const status = i % 7 === 3 ? 'OFFLINE' : i % 5 === 2 ? 'DEGRADED' : 'ONLINE';
      const low = i % 4 === 1;
      const terminal: Terminal = {
        terminalId,
        accountId,
        locationId,
        connectorId: connectorIds[i % 2] as string,
        displayName: `ATM ${index + 1}${String(i + 1).padStart(2, '0')} ${location.displayName}`,
        model: pick(['Halberd H2', 'Halberd H4', 'Norden N200']),
        serialNumber: `SN-${p.slug.slice(0, 2).toUpperCase()}-${4100 + i * 13}`,
        status,
        lastHeartbeatAt: status === 'OFFLINE' ? now - (5 + i) * hour - 11 * minute : now - (i % 4) * minute - 17_000,
        statusChangedAt: now - (6 + i * 3) * hour - i * 7 * minute,
        installedAt: now - (400 + i * 9) * day,
        firmwareVersion: pick(['5.12.3', '5.12.4', '5.13.0']),
        cassettes: [
          {
            cassetteId: 'A',
            denomination: '20.00',
            noteCount: low ? 38 + i : 700 + i * 21,
            status: low ? 'LOW' : 'OK',
          },
          {
            cassetteId: 'B',
            denomination: '50.00',
            noteCount: i % 5 === 2 ? 0 : 300 + i * 11,
            status: i % 5 === 2 ? 'FAULT' : 'OK',
          },
        ],
        signalPercent: 55 + ((i * 7) % 44),
        temperatureCelsius: 21 + (i % 9),
      };
      terminals.push(terminal);
      fleet.terminals.push(terminal);
      makeActivity(fleet, terminal, i, p.currency, rnd, pick);
    }

    // Groups: two regional ones, and one of the flagged terminals.
    const half = Math.ceil(terminals.length / 2);
    const groups: [string, Terminal[]][] = [
      ['North route', terminals.slice(0, half)],
      ['South route', terminals.slice(half)],
      ['High volume', terminals.filter((_, i) => i % 3 === 0)],
    ];
    for (const [title, members] of groups) {
      fleet.groups.push({
        groupId: makeId('grp', `${p.slug}/${title}`),
        accountId,
        displayName: title,
        terminalIds: members.map((t) => t.terminalId),
        createdAt: now - (300 - index) * day,
      });
    }
    makePortalItems(fleet, accountId, p.slug, terminals);
  }

  // One group of the parent account spans its own and its sub-account's terminals.
  const idOf = (slug: string, i: number): string => makeId('trm', `${slug}/${i}`);
  fleet.groups.push({
    groupId: makeId('grp', 'northgate/highway'),
    accountId: makeId('acc', 'northgate'),
    displayName: 'Highway corridor',
    terminalIds: [
      idOf('northgate', 1),
      idOf('northgate', 4),
      idOf('northgate', 8),
      idOf('casino', 0),
      idOf('casino', 3),
      idOf('casino', 7),
    ],
    createdAt: now - 120 * day,
  });

  makeUsers(fleet, idOf);
  fleet.transactions.sort((a, b) => b.at - a.at || (a.transactionId < b.transactionId ? -1 : 1));
  makeDisputes(fleet);
  for (const account of fleet.accounts) {
    for (let back = 8; back >= 2; back -= 1) {
      const batch = deriveBatch(fleet, account, dateOf(now - back * day));
      if (!batch) continue;
      batch.status = back >= 5 ? 'SETTLED' : back === 4 ? 'RETURNED' : back === 3 ? 'SUBMITTED' : 'PENDING';
      if (batch.status !== 'PENDING') batch.submittedAt = batch.closedAt + 2 * hour;
      if (batch.status === 'SETTLED') batch.settledAt = batch.closedAt + 20 * hour;
      fleet.batches.push(batch);
    }
  }
  return fleet;
}

function makeActivity(
  fleet: Fleet,
  terminal: Terminal,
  i: number,
  currency: string,
  rnd: () => number,
  pick: <T>(list: readonly T[]) => T,
): void {
  const { terminalId } = terminal;
  const count = 11 + Math.floor(rnd() * 6);
  let sequence = 1000 + Math.floor(rnd() * 7000);
  const mine: Transaction[] = [];
  const start = now - 7.4 * day;
  for (let n = 0; n < count; n += 1) {
    const at = Math.floor(start + ((n + rnd() * 0.9) / count) * 7.35 * day);
    sequence += 1 + Math.floor(rnd() * 3);
    const type = pick([
      'CASH_WITHDRAWAL',
      'CASH_WITHDRAWAL',
      'CASH_WITHDRAWAL',
      'CASH_WITHDRAWAL',
      'CASH_WITHDRAWAL',
      'BALANCE_INQUIRY',
      'TRANSFER',
    ]);
    const amtReq =
      type === 'BALANCE_INQUIRY' ? 0 : pick([2000, 4000, 6000, 8000, 10_000, 12_000, 20_000, 30_000, 40_000]);
    const surReq = type === 'TRANSFER' ? 0 : pick([150, 250, 275, 300, 350]);
    const draw = rnd();
    const declined = n === 2 || (n !== 1 && draw < 0.14);
    const reversed = !declined && n !== 1 && type === 'CASH_WITHDRAWAL' && draw < 0.19;
    const partial = !declined && !reversed && type === 'CASH_WITHDRAWAL' && amtReq > 4000 && draw > 0.93;
    const [response, responseCode] = declined
      ? pick([
          ['DECLINED_INSUFFICIENT_FUNDS', '51'],
          ['DECLINED_ISSUER', '05'],
          ['DECLINED_EXPIRED_CARD', '54'],
        ] as const)
      : reversed
        ? ['REVERSED', '68']
        : partial
          ? ['APPROVED_PARTIAL', '10']
          : ['APPROVED', '00'];
    const isDone = !declined && !reversed;
    const emv = rnd();
    const transactionId = makeId('txn', `${terminalId}/${n}`);
    mine.push({
      transactionId,
      terminalId,
      accountId: terminal.accountId,
      at,
      type,
      sequenceNumber: sequence,
      accountType: pick(['CHECKING', 'CHECKING', 'SAVINGS', 'CREDIT']),
      emvIndicator: emv < 0.55 ? 'CHIP' : emv < 0.72 ? 'CONTACTLESS' : null,
      response,
      responseCode,
      amtReq,
      amtComp: isDone ? (partial ? amtReq - 2000 : amtReq) : 0,
      surReq,
      surComp: isDone ? surReq : 0,
      currency,
      card: makeCard(transactionId),
    });
  }
  fleet.transactions.push(...mine);

  for (const t of mine.slice(-4)) {
    fleet.journal.push({
      journalId: makeId('jrn', t.transactionId),
      terminalId,
      occurredAt: t.at + 1300,
      message: `Switch answered sequence ${t.sequenceNumber} (${t.type}) with response ${t.responseCode}`,
    });
  }
  for (let n = 0; n < 4; n += 1) {
    const status = n === 0 ? 'QUEUED' : n === 1 && i % 3 === 0 ? 'FAILED' : 'COMPLETED';
    const queuedAt = now - (n * 26 + 1) * hour - i * 4 * minute;
    fleet.commands.push({
      commandId: makeId('cmd', `${terminalId}/${n}`),
      terminalId,
      commandType: ['CONFIG_PUSH', 'REBOOT', 'DIAGNOSTICS', 'SCREEN_UPDATE'][(n + i) % 4] as string,
      status,
      requestedBy: pick(['Operations desk', 'Night scheduler', 'Field service']),
      queuedAt,
      completedAt: status === 'QUEUED' ? null : queuedAt + 9 * minute,
    });
  }
  for (let n = 0; n < 2; n += 1) {
    const createdAt = now - (n * 40 + 9) * hour - i * 6 * minute;
    const status = n === 0 && i % 4 === 0 ? 'RUNNING' : 'COMPLETED';
    fleet.jobs.push({
      jobId: makeId('job', `${terminalId}/${n}`),
      terminalId,
      jobType: n === 0 ? 'PARAMETER_DOWNLOAD' : 'FIRMWARE_UPDATE',
      status,
      createdAt,
      finishedAt: status === 'RUNNING' ? null : createdAt + 25 * minute,
    });
  }
  const raise = (
    eventName: string,
    severity: string,
    openedAt: number,
    clearedAt: number | null,
    message: string,
  ): void => {
    fleet.alerts.push({
      alertId: makeId('alr', `${terminalId}/${eventName}`),
      terminalId,
      eventName,
      severity,
      openedAt,
      clearedAt,
      message,
    });
  };
  if (terminal.status === 'OFFLINE')
    raise('heartbeat_stale', 'CRITICAL', terminal.lastHeartbeatAt + 15 * minute, null, 'No heartbeat for 15 minutes');
  if (i % 4 === 1) raise('cash_low', 'WARNING', now - (2 + i) * hour, null, 'Cassette A is below its threshold');
  if (i % 5 === 2)
    raise('dispenser_fault', 'CRITICAL', now - (3 + i) * hour, null, 'Cassette B reports a pick failure');
  if (i % 4 === 0)
    raise('decline_spike', 'WARNING', now - (30 + i) * hour, now - (27 + i) * hour, 'Decline rate above the baseline');
  if (i % 7 === 6)
    raise(
      'communication_flapping',
      'WARNING',
      now - (8 + i) * hour,
      now - (5 + i) * hour,
      'Link changed state 6 times in an hour',
    );
}

function makePortalItems(fleet: Fleet, accountId: string, slug: string, terminals: Terminal[]): void {
  const add = (
    list: PortalItem[],
    prefix: string,
    n: number,
    terminalId: string | null,
    kind: string,
    title: string,
    status: string,
  ): void => {
    list.push({
      id: makeId(prefix, `${slug}/${n}`),
      accountId,
      terminalId,
      kind,
      title,
      status,
      at: now - (n + 1) * 19 * hour,
    });
  };
  for (const [n, t] of terminals.entries()) {
    if (n % 2 === 0)
      add(
        fleet.forms,
        'frm',
        n,
        t.terminalId,
        ['SITE_SURVEY', 'CASH_RECONCILIATION', 'SERVICE_VISIT'][n % 3] as string,
        `Form for ${t.displayName}`,
        n % 4 === 0 ? 'SUBMITTED' : 'APPROVED',
      );
    if (n % 3 !== 1)
      add(
        fleet.vault,
        'cvt',
        n,
        t.terminalId,
        n % 2 === 0 ? 'PLACEMENT_AGREEMENT' : 'ADA_INSPECTION',
        `Compliance record of ${t.displayName}`,
        n % 6 === 5 ? 'EXPIRING' : 'VALID',
      );
    if (n % 4 === 1)
      add(
        fleet.onboarding,
        'onb',
        n,
        t.terminalId,
        'TERMINAL_ACTIVATION',
        `Activation of ${t.displayName}`,
        n % 8 === 1 ? 'COMPLETED' : 'IN_PROGRESS',
      );
  }
  add(fleet.onboarding, 'onb', 90, null, 'ACCOUNT_SETUP', 'Account setup', 'COMPLETED');
  add(fleet.documents, 'doc', 0, null, 'AGREEMENT', 'Processing agreement', 'CURRENT');
  add(fleet.documents, 'doc', 1, null, 'GUIDE', 'Operations guide', 'CURRENT');
  add(fleet.videos, 'vid', 0, null, 'TRAINING', 'Loading a cassette', 'PUBLISHED');
  add(fleet.videos, 'vid', 1, null, 'TRAINING', 'Reading the fault log', 'PUBLISHED');
}

function makeUsers(fleet: Fleet, idOf: (slug: string, i: number) => string): void {
  const rows: [string, string, Role, string, string[] | null, string | null][] = [
    ['ines.calloway', people[0] as string, 'ACCOUNT_ADMIN', 'northgate', null, 'northgate-admin'],
    ['rafael.dunmore', people[1] as string, 'FINANCE_MANAGER', 'northgate', null, 'northgate-finance'],
    [
      'tove.lindqvist',
      people[2] as string,
      'TERMINAL_OPERATOR',
      'northgate',
      [idOf('northgate', 1), idOf('northgate', 5), idOf('northgate', 9)],
      'northgate-field-tech',
    ],
    ['omar.petrakis', people[3] as string, 'OPERATIONS_MANAGER', 'casino', null, 'casino-operations'],
    ['grace.adeyemi', people[4] as string, 'ACCOUNT_ADMIN', 'pelican', null, 'pelican-admin'],
    ['lucas.merriweather', people[5] as string, 'READ_ONLY', 'maple', null, 'maple-read-only'],
    ['hana.kowal', 'Hana Kowal', 'READ_ONLY', 'northgate', null, null],
    ['devin.brightwater', 'Devin Brightwater', 'TERMINAL_OPERATOR', 'casino', [idOf('casino', 2)], null],
    ['sol.ferreira', 'Sol Ferreira', 'FINANCE_MANAGER', 'pelican', null, null],
    ['wren.tattersall', 'Wren Tattersall', 'ACCOUNT_ADMIN', 'maple', null, null],
  ];
  for (const [n, [login, displayName, role, slug, terminalIds, keyName]] of rows.entries()) {
    fleet.users.push({
      userId: makeId('usr', login),
      displayName,
      email: `${login}@${slug}.example`,
      role,
      accountId: makeId('acc', slug),
      terminalIds,
      status: 'ACTIVE',
      lastLoginAt: now - (n + 1) * 5 * hour,
      keyName,
    });
  }
}

function makeDisputes(fleet: Fleet): void {
  const byTerminal = new Map<string, Transaction[]>();
  for (const t of fleet.transactions) {
    if (t.type === 'CASH_WITHDRAWAL' && t.amtComp > 0)
      byTerminal.set(t.terminalId, [...(byTerminal.get(t.terminalId) ?? []), t]);
  }
  for (const [n, terminal] of fleet.terminals.entries()) {
    if (n % 14 !== 5 && n % 14 !== 1 && n % 3 !== 0) continue;
    const t = (byTerminal.get(terminal.terminalId) ?? []).at(-1);
    if (!t) continue;
    const status = ['OPEN', 'UNDER_REVIEW', 'RESOLVED'][fleet.disputes.length % 3] as string;
    const openedAt = t.at + 20 * hour;
    const amount = n % 2 === 0 ? t.amtComp : Math.min(t.amtComp, 2000);
    fleet.disputes.push({
      disputeId: makeId('dsp', t.transactionId),
      status,
      reasonCode: ['CASH_NOT_DISPENSED', 'PARTIAL_DISPENSE', 'DUPLICATE_CHARGE', 'UNAUTHORIZED'][n % 4] as string,
      transactionId: t.transactionId,
      terminalId: t.terminalId,
      amount,
      currency: t.currency,
      dueDate: dateOf(openedAt + 30 * day),
      openedAt,
      queue: n % 2 === 0 ? 'CARDHOLDER_CLAIMS' : 'NETWORK_CLAIMS',
      assigneeName: status === 'OPEN' ? null : 'Claims desk B',
      assignedAt: status === 'OPEN' ? null : openedAt + 3 * hour,
      resolution:
        status === 'RESOLVED'
          ? {
              outcome: n % 2 === 0 ? 'CARDHOLDER_FAVOR' : 'OPERATOR_FAVOR',
              resolvedAmount: n % 2 === 0 ? amount : 0,
              resolvedAt: openedAt + 40 * hour,
            }
          : null,
      reviewer: {
        displayName: 'Marit Solberg',
        team: 'Dispute review',
        reviewedAt: openedAt + 39 * hour,
        comment: 'Journal and cassette counts compared.',
      },
    });
  }
}

/** One ACH batch of an account and business date: a credit entry for each terminal that paid out, a debit entry for each terminal's processing fees. */
export function deriveBatch(fleet: Fleet, account: Account, settlementDate: string): Batch | null {
  const rows = fleet.transactions.filter((t) => t.accountId === account.accountId && dateOf(t.at) === settlementDate);
  if (rows.length === 0) return null;
  const credit = new Map<string, number>(),
    debit = new Map<string, number>();
  for (const t of rows) {
    const paid = (t.type === 'CASH_WITHDRAWAL' ? t.amtComp : 0) + t.surComp;
    if (paid > 0) credit.set(t.terminalId, (credit.get(t.terminalId) ?? 0) + paid);
    debit.set(t.terminalId, (debit.get(t.terminalId) ?? 0) + 35);
  }
  const sum = (m: Map<string, number>): number => [...m.values()].reduce((a, b) => a + b, 0);
  const opened = Date.parse(`${settlementDate}T00:00:00Z`);
  return {
    batchId: makeId('ach', `${account.accountId}/${settlementDate}`),
    accountId: account.accountId,
    settlementDate,
    status: 'PENDING',
    credits: credit.size,
    debits: debit.size,
    creditTotal: sum(credit),
    debitTotal: sum(debit),
    currency: account.currency,
    openedAt: opened,
    closedAt: opened + 24 * hour,
    submittedAt: null,
    settledAt: null,
  };
}
