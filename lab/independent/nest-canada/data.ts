// @ts-nocheck: written without noUncheckedIndexedAccess
// Deterministic seed data of the service: two Canadian organizations, five accounts, 28 terminals.
import { createHash } from 'node:crypto';

export const now = Date.UTC(2025, 10, 14, 15, 30, 0);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export function uuid(seed: string): string {
  const h = createHash('sha256')
    .update('tfp:' + seed)
    .digest('hex');
  const variant = '89ab'[parseInt(h[16]!, 16) % 4]!;
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-${variant}${h.slice(17, 20)}-${h.slice(20, 32)}`;
}

function generator(seed: number): () => number {
  let s = (seed * 2654435761 + 12345) >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 4294967296;
  };
}

export interface Organization {
  organizationId: string;
  name: string;
  legalName: string;
  language: string;
  timeZone: string;
  brandColour: string;
  logoUrl: string;
  portalHost: string;
  dnsState: string;
  certificateState: string;
}
export interface Account {
  accountId: string;
  organizationId: string;
  code: string;
  name: string;
  language: string;
  timeZone: string;
  city: string;
  province: string;
  contactEmail: string;
  payoutSchedule: string;
}
export interface Terminal {
  terminalId: string;
  organizationId: string;
  accountId: string;
  label: string;
  model: string;
  serialNumber: string;
  terminalStatus: string;
  connectorId: string;
  groupIds: string[];
  timeZone: string;
  surcharge: number;
  language: string;
  locationId: string;
  siteName: string;
  addressLine: string;
  city: string;
  province: string;
  postalCode: string;
  latitude: number;
  longitude: number;
  lastHeartbeatAt: number;
  profileVersion: string;
  cassettes: { position: number; denomination: number; noteCount: number }[];
}
export interface Connector {
  connectorId: string;
  organizationId: string;
  name: string;
  connectorKind: string;
  protocol: string;
  connectorStatus: string;
  latencyMs: number;
  lastCheckedAt: number;
}
export interface Group {
  groupId: string;
  organizationId: string;
  name: string;
  nameFr: string;
}
export interface User {
  userId: string;
  organizationId: string;
  keyName: string | null;
  username: string;
  displayName: string;
  email: string;
  role: string;
  language: string;
  timeZone: string;
  accountIds: string[] | null;
  terminalIds: string[] | null;
  lastSignInAt: number;
}
export interface Transaction {
  transactionId: string;
  terminalId: string;
  at: number;
  type: string;
  sequenceNumber: number;
  accountType: string;
  emvIndicator: string | null;
  response: string;
  responseCode: string;
  amountRequested: number;
  amountCompleted: number;
  surchargeRequested: number;
  surchargeCompleted: number;
  relatedTransactionId: string | null;
  pan: string;
  track2: string;
  pinBlock: string;
}
export interface Settlement {
  batchId: string;
  accountId: string;
  businessDate: string;
  batchStatus: string;
  creditEntryCount: number;
  debitEntryCount: number;
  creditTotal: number;
  debitTotal: number;
  windowStartAt: number;
  windowEndAt: number;
  derivedAt: number;
  submittedAt: number | null;
  settledAt: number | null;
  returnReason: string | null;
}
export interface Dispute {
  disputeId: string;
  status: string;
  reasonCode: string;
  transactionId: string;
  terminalId: string;
  amount: number;
  openedAt: number;
  dueAt: number;
  assignedTeam: string | null;
  assigneeName: string | null;
  assignedAt: number | null;
  outcome: string | null;
  resolutionNote: string | null;
  resolvedAt: number | null;
  note: string | null;
  reviewerName: string | null;
  reviewedAt: number | null;
}
export interface Command {
  commandId: string;
  terminalId: string;
  commandType: string;
  status: string;
  queuedAt: number;
  completedAt: number | null;
  requestedBy: string;
}
export interface Job {
  jobId: string;
  terminalId: string;
  jobType: string;
  status: string;
  profileVersion: string;
  createdAt: number;
  finishedAt: number | null;
}
export interface Alert {
  alertId: string;
  terminalId: string;
  kind: string;
  severity: string;
  openedAt: number;
  closedAt: number | null;
  message: string;
}
export interface Journal {
  journalId: string;
  terminalId: string;
  connectorId: string;
  kind: string;
  at: number;
  text: string;
}
export interface StatusChange {
  changeId: string;
  terminalId: string;
  at: number;
  from: string;
  to: string;
}
export interface Form {
  formId: string;
  terminalId: string;
  formType: string;
  status: string;
  submittedAt: number;
  submittedBy: string;
}

// ---------------------------------------------------------------- time

const formats = new Map<string, Intl.DateTimeFormat>();
function wall(ms: number, zone: string): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  const p: Record<string, number> = {};
  for (const part of format.formatToParts(ms)) if (part.type !== 'literal') p[part.type] = Number(part.value);
  return Date.UTC(p.year!, p.month! - 1, p.day!, p.hour!, p.minute!, p.second!);
}
export function offsetOf(ms: number, zone: string): number {
  return wall(ms, zone) - Math.floor(ms / 1000) * 1000;
}
export function offsetText(offset: number): string {
  const total = Math.abs(offset) / minute;
  const two = (n: number) => String(n).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(total / 60))}:${two(total % 60)}`;
}
export function localText(ms: number, zone: string): string {
  const offset = offsetOf(ms, zone);
  return new Date(ms + offset).toISOString().slice(0, 19) + offsetText(offset);
}
export function localDate(ms: number, zone: string): string {
  return localText(ms, zone).slice(0, 10);
}
export function localMidnight(date: string, zone: string): number {
  const utc = Date.parse(date + 'T00:00:00Z');
  return utc - offsetOf(utc - offsetOf(utc, zone), zone);
}
export function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

// ---------------------------------------------------------------- organizations, accounts

export const organizations: Organization[] = [
  {
    organizationId: uuid('org:boreal'),
    name: 'Boréal Guichets',
    legalName: 'Boréal Guichets inc.',
    language: 'fr-CA',
    timeZone: 'America/Toronto',
    brandColour: '#0b4f6c',
    logoUrl: 'https://cdn.boreal.example/logo.svg',
    portalHost: 'portail.boreal.example',
    dnsState: 'verified',
    certificateState: 'issued',
  },
  {
    organizationId: uuid('org:prairie'),
    name: 'Prairie Cash Services',
    legalName: 'Prairie Cash Services Ltd.',
    language: 'en-CA',
    timeZone: 'America/Edmonton',
    brandColour: '#c8963e',
    logoUrl: 'https://cdn.prairiecash.example/logo.svg',
    portalHost: 'portal.prairiecash.example',
    dnsState: 'pending-verification',
    certificateState: 'not-requested',
  },
];
const boreal = organizations[0]!.organizationId;
const prairie = organizations[1]!.organizationId;

function account(
  code: string,
  organizationId: string,
  name: string,
  language: string,
  timeZone: string,
  city: string,
  province: string,
  contactEmail: string,
  payoutSchedule: string,
): Account {
  return {
    accountId: uuid('account:' + code),
    organizationId,
    code,
    name,
    language,
    timeZone,
    city,
    province,
    contactEmail,
    payoutSchedule,
  };
}
export const accounts: Account[] = [
  account(
    'BQC',
    boreal,
    'Boréal Québec',
    'fr-CA',
    'America/Toronto',
    'Montréal',
    'QC',
    'comptes.qc@boreal.example',
    'daily',
  ),
  account(
    'BOT',
    boreal,
    'Boréal Ottawa–Outaouais',
    'en-CA',
    'America/Toronto',
    'Ottawa',
    'ON',
    'accounts.ott@boreal.example',
    'daily',
  ),
  account(
    'BAT',
    boreal,
    'Boréal Atlantique',
    'en-CA',
    'America/Halifax',
    'Halifax',
    'NS',
    'atlantic@boreal.example',
    'daily',
  ),
  account(
    'PPL',
    prairie,
    'Prairie Plains',
    'en-CA',
    'America/Edmonton',
    'Calgary',
    'AB',
    'plains@prairiecash.example',
    'daily',
  ),
  account(
    'PPC',
    prairie,
    'Prairie Pacific',
    'en-CA',
    'America/Vancouver',
    'Vancouver',
    'BC',
    'pacific@prairiecash.example',
    'daily',
  ),
];
const accountByCode = new Map(accounts.map((a) => [a.code, a]));

// ---------------------------------------------------------------- connectors, groups

function connector(
  code: string,
  organizationId: string,
  name: string,
  connectorKind: string,
  protocol: string,
  connectorStatus: string,
  latencyMs: number,
  age: number,
): Connector {
  return {
    connectorId: uuid('connector:' + code),
    organizationId,
    name,
    connectorKind,
    protocol,
    connectorStatus,
    latencyMs,
    lastCheckedAt: now - age * 1000,
  };
}
export const connectors: Connector[] = [
  connector('B1', boreal, 'Commutation Interac Est', 'processor-host', 'iso8583-tls', 'up', 184, 25),
  connector('B2', boreal, 'Acadia Switch', 'processor-host', 'iso8583-tls', 'degraded', 612, 40),
  connector('B3', boreal, 'Lien secondaire Laval', 'backup-link', 'iso8583-vpn', 'up', 231, 55),
  connector('B4', boreal, 'Standby Halifax', 'backup-link', 'iso8583-vpn', 'standby', 0, 300),
  connector('P1', prairie, 'Interac West Gateway', 'processor-host', 'iso8583-tls', 'up', 205, 30),
  connector('P2', prairie, 'Pacific Rim Processor', 'processor-host', 'iso8583-tls', 'up', 173, 20),
  connector('P3', prairie, 'Chinook Backup Link', 'backup-link', 'iso8583-vpn', 'down', 0, 65),
];
function group(code: string, organizationId: string, name: string, nameFr: string): Group {
  return { groupId: uuid('group:' + code), organizationId, name, nameFr };
}
export const groups: Group[] = [
  group('GB1', boreal, 'Convenience stores', 'Dépanneurs'),
  group('GB2', boreal, 'Bars and restaurants', 'Bars et restos'),
  group('GB3', boreal, 'Transit hubs', 'Pôles de transport'),
  group('GB4', boreal, 'Open all night', 'Ouvert la nuit'),
  group('GB5', boreal, 'Pilot 2026', 'Projet pilote 2026'),
  group('GP1', prairie, 'Gas stations', 'Stations-service'),
  group('GP2', prairie, 'Casinos & bingo halls', 'Casinos et salles de bingo'),
  group('GP3', prairie, 'Grocery', 'Épiceries'),
  group('GP4', prairie, 'Coast to plains 24/7', 'Côte et plaines 24/7'),
];

// ---------------------------------------------------------------- terminals

type Row = [
  code: string,
  account: string,
  site: string,
  address: string,
  city: string,
  province: string,
  postal: string,
  lat: number,
  lon: number,
  zone: string,
  model: string,
  status: string,
  connector: string,
  groups: string,
  surcharge: number,
];
const T = 'America/Toronto';
const rows: Row[] = [
  [
    'BQ-101',
    'BQC',
    "Dépanneur L'Étoile & Fils",
    '1450 rue Ontario Est',
    'Montréal',
    'QC',
    'H2L 1S2',
    45.5212,
    -73.5581,
    T,
    'halo-ii',
    'online',
    'B1',
    'GB1 GB4',
    300,
  ],
  [
    'BQ-102',
    'BQC',
    'Resto-Bar Le Vieux Fût',
    '88 rue Saint-Paul Est',
    'Montréal',
    'QC',
    'H2Y 1G9',
    45.5075,
    -73.5528,
    T,
    'genmega-gt3000',
    'online',
    'B1',
    'GB2',
    350,
  ],
  [
    'BQ-103',
    'BQC',
    'Gare routière de Québec',
    '320 rue Abraham-Martin',
    'Québec',
    'QC',
    'G1K 8N2',
    46.8178,
    -71.2139,
    T,
    'hyosung-2800',
    'degraded',
    'B1',
    'GB3 GB4',
    300,
  ],
  [
    'BQ-104',
    'BQC',
    'Dépanneur du Coin',
    '12 boulevard Cartier Ouest',
    'Laval',
    'QC',
    'H7N 2H4',
    45.5573,
    -73.6897,
    T,
    'halo-ii',
    'online',
    'B3',
    'GB1',
    275,
  ],
  [
    'BQ-105',
    'BQC',
    'Brasserie des Écluses',
    '455 rue King Ouest',
    'Sherbrooke',
    'QC',
    'J1H 1R4',
    45.4025,
    -71.8938,
    T,
    'genmega-gt3000',
    'offline',
    'B3',
    'GB2',
    350,
  ],
  [
    'BQ-106',
    'BQC',
    'Marché Trois-Rivières',
    '1620 rue Notre-Dame Centre',
    'Trois-Rivières',
    'QC',
    'G9A 6E5',
    46.343,
    -72.5419,
    T,
    'halo-ii',
    'online',
    'B1',
    'GB1',
    250,
  ],
  [
    'BQ-107',
    'BQC',
    'Station Saguenay',
    '210 rue Racine Est',
    'Saguenay',
    'QC',
    'G7H 1R9',
    48.4284,
    -71.0582,
    T,
    'hyosung-2800',
    'inactive',
    'B3',
    'GB3',
    300,
  ],
  [
    'BO-201',
    'BOT',
    'ByWard Corner Store',
    '55 York Street',
    'Ottawa',
    'ON',
    'K1N 5T1',
    45.4286,
    -75.6933,
    T,
    'halo-ii',
    'online',
    'B1',
    'GB1 GB4',
    325,
  ],
  [
    'BO-202',
    'BOT',
    'Rideau Transit Hub',
    '40 Rideau Street',
    'Ottawa',
    'ON',
    'K1N 9J8',
    45.4254,
    -75.6919,
    T,
    'hyosung-2800',
    'online',
    'B1',
    'GB3',
    300,
  ],
  [
    'BO-203',
    'BOT',
    'Pub du Vieux-Hull',
    '117 promenade du Portage',
    'Gatineau',
    'QC',
    'J8X 2K2',
    45.4265,
    -75.7127,
    T,
    'genmega-gt3000',
    'online',
    'B3',
    'GB2 GB4',
    350,
  ],
  [
    'BO-204',
    'BOT',
    'Kanata Smoke & Gift',
    '499 Terry Fox Drive',
    'Ottawa',
    'ON',
    'K2T 1H7',
    45.3088,
    -75.915,
    T,
    'halo-ii',
    'offline',
    'B1',
    'GB1',
    300,
  ],
  [
    'BA-301',
    'BAT',
    "Murphy's Corner Store",
    '1706 Lower Water Street',
    'Halifax',
    'NS',
    'B3J 1S4',
    44.6475,
    -63.5703,
    'America/Halifax',
    'halo-ii',
    'online',
    'B2',
    'GB1',
    300,
  ],
  [
    'BA-302',
    'BAT',
    'Le Coude Brewpub',
    '720 rue Main',
    'Moncton',
    'NB',
    'E1C 1E4',
    46.0878,
    -64.7782,
    'America/Moncton',
    'genmega-gt3000',
    'degraded',
    'B2',
    'GB2 GB4',
    350,
  ],
  [
    'BA-303',
    'BAT',
    'George Street Tavern',
    '22 George Street',
    "St. John's",
    'NL',
    'A1C 1J4',
    47.5615,
    -52.7126,
    'America/St_Johns',
    'genmega-gt3000',
    'online',
    'B2',
    'GB2',
    350,
  ],
  [
    'BA-304',
    'BAT',
    'Charlottetown Ferry Dock',
    '1 Great George Street',
    'Charlottetown',
    'PE',
    'C1A 4J6',
    46.232,
    -63.125,
    'America/Halifax',
    'hyosung-2800',
    'online',
    'B1',
    'GB3',
    300,
  ],
  [
    'BA-305',
    'BAT',
    'Torbay Road Convenience',
    '286 Torbay Road',
    "St. John's",
    'NL',
    'A1A 4L6',
    47.5946,
    -52.723,
    'America/St_Johns',
    'halo-ii',
    'online',
    'B2',
    'GB1 GB4',
    275,
  ],
  [
    'PP-401',
    'PPL',
    'Stampede Fuel Stop',
    '1400 Centre Street N',
    'Calgary',
    'AB',
    'T2E 2R5',
    51.0667,
    -114.0626,
    'America/Edmonton',
    'halo-ii',
    'online',
    'P1',
    'GP1 GP4',
    300,
  ],
  [
    'PP-402',
    'PPL',
    'Jasper Avenue Grocers',
    '10150 Jasper Avenue',
    'Edmonton',
    'AB',
    'T5J 1W4',
    53.5411,
    -113.4938,
    'America/Edmonton',
    'hyosung-2800',
    'online',
    'P1',
    'GP3',
    275,
  ],
  [
    'PP-403',
    'PPL',
    'Wascana Bingo Hall',
    '2125 11th Avenue',
    'Regina',
    'SK',
    'S4P 3X3',
    50.4491,
    -104.6115,
    'America/Regina',
    'genmega-gt3000',
    'online',
    'P1',
    'GP2',
    400,
  ],
  [
    'PP-404',
    'PPL',
    'Broadway Bridge Gas',
    '615 Broadway Avenue',
    'Saskatoon',
    'SK',
    'S7N 1B3',
    52.1186,
    -106.656,
    'America/Regina',
    'halo-ii',
    'offline',
    'P3',
    'GP1',
    300,
  ],
  [
    'PP-405',
    'PPL',
    'The Forks Market',
    '1 Forks Market Road',
    'Winnipeg',
    'MB',
    'R3C 4L8',
    49.8875,
    -97.1311,
    'America/Winnipeg',
    'hyosung-2800',
    'online',
    'P1',
    'GP3',
    275,
  ],
  [
    'PP-406',
    'PPL',
    'Club Regent Annex',
    '1425 Regent Avenue W',
    'Winnipeg',
    'MB',
    'R2C 3B2',
    49.8956,
    -97.0367,
    'America/Winnipeg',
    'genmega-gt3000',
    'degraded',
    'P1',
    'GP2 GP4',
    400,
  ],
  [
    'PP-407',
    'PPL',
    'Medicine Hat Truck Plaza',
    '3216 13th Avenue SE',
    'Medicine Hat',
    'AB',
    'T1B 1H8',
    50.0164,
    -110.6528,
    'America/Edmonton',
    'halo-ii',
    'inactive',
    'P3',
    'GP1',
    300,
  ],
  [
    'PC-501',
    'PPC',
    'Granville Late Night Grocer',
    '1055 Granville Street',
    'Vancouver',
    'BC',
    'V6Z 1L4',
    49.2792,
    -123.1226,
    'America/Vancouver',
    'hyosung-2800',
    'online',
    'P2',
    'GP3 GP4',
    325,
  ],
  [
    'PC-502',
    'PPC',
    'Inner Harbour Gas',
    '925 Wharf Street',
    'Victoria',
    'BC',
    'V8W 1T3',
    48.4247,
    -123.3701,
    'America/Vancouver',
    'halo-ii',
    'online',
    'P2',
    'GP1',
    300,
  ],
  [
    'PC-503',
    'PPC',
    'River Rock Side Lounge',
    '8811 River Road',
    'Richmond',
    'BC',
    'V6X 3P8',
    49.1966,
    -123.1263,
    'America/Vancouver',
    'genmega-gt3000',
    'online',
    'P2',
    'GP2',
    450,
  ],
  [
    'PC-504',
    'PPC',
    'Kelowna Lakeside Market',
    '1350 Water Street',
    'Kelowna',
    'BC',
    'V1Y 9P3',
    49.8911,
    -119.4977,
    'America/Vancouver',
    'halo-ii',
    'offline',
    'P1',
    'GP3',
    300,
  ],
  [
    'PC-505',
    'PPC',
    'Cranbrook Crossroads Fuel',
    '1417 Cranbrook Street N',
    'Cranbrook',
    'BC',
    'V1C 3S7',
    49.5241,
    -115.7558,
    'America/Edmonton',
    'halo-ii',
    'online',
    'P1',
    'GP1 GP4',
    300,
  ],
];

export const terminals: Terminal[] = rows.map((r, i) => {
  const [
    code,
    accountCode,
    siteName,
    addressLine,
    city,
    province,
    postalCode,
    latitude,
    longitude,
    timeZone,
    model,
    terminalStatus,
    connectorCode,
    groupCodes,
    surcharge,
  ] = r;
  const owner = accountByCode.get(accountCode)!;
  const age =
    terminalStatus === 'inactive'
      ? 5 * day + i * minute
      : terminalStatus === 'offline'
        ? 7 * hour + i * 3 * minute
        : terminalStatus === 'degraded'
          ? 14 * minute + i * 7000
          : 30_000 + i * 4000;
  return {
    terminalId: uuid('terminal:' + code),
    organizationId: owner.organizationId,
    accountId: owner.accountId,
    label: code,
    model,
    serialNumber: `SN${String(700311 + i * 137)}`,
    terminalStatus,
    connectorId: uuid('connector:' + connectorCode),
    groupIds: groupCodes.split(' ').map((g) => uuid('group:' + g)),
    timeZone,
    surcharge,
    language: province === 'QC' ? 'fr-CA' : 'en-CA',
    locationId: uuid('location:' + code),
    siteName,
    addressLine,
    city,
    province,
    postalCode,
    latitude,
    longitude,
    lastHeartbeatAt: now - age,
    profileVersion: `2025.${10 - (i % 3)}.${i % 5}`,
    cassettes: [
      { position: 1, denomination: 2000, noteCount: 180 + ((i * 91) % 1400) },
      { position: 2, denomination: i % 3 === 0 ? 5000 : 2000, noteCount: 40 + ((i * 53) % 600) },
    ],
  };
});
export const terminalById = new Map(terminals.map((t) => [t.terminalId, t]));
export const accountById = new Map(accounts.map((a) => [a.accountId, a]));
export const connectorById = new Map(connectors.map((c) => [c.connectorId, c]));
const idOf = (code: string) => uuid('terminal:' + code);

// ---------------------------------------------------------------- users

function user(
  username: string,
  organizationId: string,
  keyName: string | null,
  displayName: string,
  role: string,
  language: string,
  timeZone: string,
  accountCodes: string[] | null,
  terminalCodes: string[] | null,
  age: number,
): User {
  const domain = organizationId === boreal ? 'boreal.example' : 'prairiecash.example';
  return {
    userId: uuid('user:' + username),
    organizationId,
    keyName,
    username,
    displayName,
    email: `${username}@${domain}`,
    role,
    language,
    timeZone,
    accountIds: accountCodes === null ? null : accountCodes.map((c) => uuid('account:' + c)),
    terminalIds: terminalCodes === null ? null : terminalCodes.map(idOf),
    lastSignInAt: now - age * minute,
  };
}
export const users: User[] = [
  user('genevieve.tremblay', boreal, 'boreal-admin', 'Geneviève Tremblay', 'tenant-admin', 'fr-CA', T, null, null, 12),
  user('marc-andre.roy', boreal, 'boreal-analyst', 'Marc-André Roy', 'read-only-analyst', 'fr-CA', T, null, null, 95),
  user(
    'siobhan.macneil',
    boreal,
    'boreal-atlantic-manager',
    'Siobhan MacNeil',
    'account-manager',
    'en-CA',
    'America/Halifax',
    ['BAT'],
    null,
    31,
  ),
  user(
    'olivier.gagnon',
    boreal,
    'boreal-technician',
    'Olivier Gagnon',
    'field-technician',
    'fr-CA',
    T,
    null,
    ['BQ-101', 'BQ-105', 'BO-202', 'BA-303'],
    240,
  ),
  user(
    'pat.leblanc',
    boreal,
    null,
    'Pat LeBlanc',
    'read-only-analyst',
    'fr-CA',
    'America/Moncton',
    ['BAT'],
    null,
    2900,
  ),
  user('helene.bouchard', boreal, null, 'Hélène Bouchard', 'account-manager', 'fr-CA', T, ['BQC'], null, 1500),
  user(
    'dale.kowalchuk',
    prairie,
    'prairie-admin',
    'Dale Kowalchuk',
    'tenant-admin',
    'en-CA',
    'America/Edmonton',
    null,
    null,
    5,
  ),
  user(
    'mei.chan',
    prairie,
    'prairie-pacific-viewer',
    'Mei Chan',
    'read-only-analyst',
    'en-CA',
    'America/Vancouver',
    ['PPC'],
    null,
    610,
  ),
  user(
    'jordan.cardinal',
    prairie,
    null,
    'Jordan Cardinal',
    'field-technician',
    'en-CA',
    'America/Regina',
    null,
    ['PP-403', 'PP-404'],
    4300,
  ),
];

// ---------------------------------------------------------------- transactions

const testCards = ['4111111111111111', '4242424242424242', '5555555555554444', '4012888888881881', '5105105105105100'];
const declines: [string, string][] = [
  ['51', 'insufficient-funds'],
  ['55', 'incorrect-pin'],
  ['61', 'exceeds-limit'],
  ['91', 'issuer-unavailable'],
];

export const transactions: Transaction[] = [];
terminals.forEach((terminal, ti) => {
  const random = generator(ti + 17);
  const slots = 13 + ((ti * 5) % 6);
  const youngest = now - terminal.lastHeartbeatAt + 2 * minute;
  const window = Math.max(9.4 * day - youngest, day);
  const ages: number[] = [];
  for (let i = 0; i < slots; i++) {
    const near = i < 4 && terminal.terminalStatus !== 'inactive';
    ages.push(youngest + Math.floor((near ? random() * 20 * hour : random() * window) / 1000) * 1000);
  }
  ages.sort((a, b) => b - a);
  let sequence = 1000 + ti * 431;
  const add = (
    at: number,
    i: number,
    type: string,
    response: string,
    code: string,
    asked: number,
    done: number,
    feeAsked: number,
    feeDone: number,
    related: string | null,
    host: boolean,
  ): Transaction => {
    sequence++;
    const pan = testCards[Math.floor(random() * testCards.length)]!;
    const chance = random();
    const row: Transaction = {
      transactionId: uuid(`transaction:${terminal.label}:${sequence}`),
      terminalId: terminal.terminalId,
      at,
      type,
      sequenceNumber: sequence,
      accountType: ['chequing', 'savings', 'chequing', 'credit'][Math.floor(random() * 4)]!,
      emvIndicator:
        host || chance < 0.18 ? null : chance < 0.7 ? 'chip-contact' : chance < 0.95 ? 'contactless' : 'chip-fallback',
      response,
      responseCode: code,
      amountRequested: asked,
      amountCompleted: done,
      surchargeRequested: feeAsked,
      surchargeCompleted: feeDone,
      relatedTransactionId: related,
      pan,
      track2: `;${pan}=27121011234500000?`,
      pinBlock: createHash('md5').update(`${pan}${sequence}`).digest('hex').slice(0, 16).toUpperCase(),
    };
    transactions.push(row);
    return row;
  };
  ages.forEach((age, i) => {
    const at = now - age;
    const amount = 2000 * (1 + Math.floor(random() * 20)) + (random() < 0.12 ? 80000 : 0);
    const fee = terminal.surcharge;
    const kind = random();
    if (i === 3) {
      const original = add(at, i, 'withdrawal', 'approved', '00', amount, amount, fee, fee, null, false);
      const reversal = add(
        at + 95_000,
        i,
        'reversal',
        'approved',
        '00',
        amount,
        -amount,
        fee,
        -fee,
        original.transactionId,
        true,
      );
      original.relatedTransactionId = reversal.transactionId;
      reversal.pan = original.pan;
      reversal.track2 = original.track2;
      reversal.accountType = original.accountType;
    } else if (i === 1 || (kind < 0.15 && i > 5)) {
      const [code] = declines[Math.floor(random() * declines.length)]!;
      add(at, i, 'withdrawal', 'declined', code, amount, 0, fee, 0, null, false);
    } else if (i === 5 || (kind < 0.24 && i > 5)) {
      add(at, i, 'balance-inquiry', 'approved', '00', 0, 0, 0, 0, null, false);
    } else if (i === 7 && ti % 2 === 0) {
      add(at, i, 'transfer', 'approved', '00', amount, amount, 150, 150, null, false);
    } else if (i === 8 && amount > 4000) {
      add(at, i, 'withdrawal', 'partially-approved', '10', amount, amount - 2000, fee, fee, null, false);
    } else {
      add(at, i, 'withdrawal', 'approved', '00', amount, amount, fee, fee, null, false);
    }
  });
});
transactions.sort((a, b) => b.at - a.at || (a.transactionId < b.transactionId ? -1 : 1));
export const transactionById = new Map(transactions.map((t) => [t.transactionId, t]));

// ---------------------------------------------------------------- settlements and disputes

/** Computes the batch of one account and one business date (local day of the account's time zone). */
export function deriveBatch(owner: Account, businessDate: string): Settlement {
  const windowStartAt = localMidnight(businessDate, owner.timeZone);
  const windowEndAt = localMidnight(
    new Date(Date.parse(businessDate + 'T00:00:00Z') + day).toISOString().slice(0, 10),
    owner.timeZone,
  );
  const batch: Settlement = {
    batchId: uuid(`batch:${owner.code}:${businessDate}`),
    accountId: owner.accountId,
    businessDate,
    batchStatus: 'pending',
    creditEntryCount: 0,
    debitEntryCount: 0,
    creditTotal: 0,
    debitTotal: 0,
    windowStartAt,
    windowEndAt,
    derivedAt: now,
    submittedAt: null,
    settledAt: null,
    returnReason: null,
  };
  for (const t of transactions) {
    if (t.at < windowStartAt || t.at >= windowEndAt || terminalById.get(t.terminalId)!.accountId !== owner.accountId)
      continue;
    if (t.type === 'withdrawal' && t.response !== 'declined') {
      batch.creditEntryCount++;
      batch.creditTotal += t.amountCompleted + t.surchargeCompleted;
    } else if (t.type === 'reversal') {
      batch.debitEntryCount++;
      batch.debitTotal += -t.amountCompleted - t.surchargeCompleted;
    }
  }
  return batch;
}

export const settlements: Settlement[] = [];
for (let d = 11; d >= 5; d--) {
  const businessDate = `2025-11-${String(d).padStart(2, '0')}`;
  accounts.forEach((owner, ai) => {
    const batch = deriveBatch(owner, businessDate);
    if (batch.creditEntryCount + batch.debitEntryCount === 0) return;
    batch.derivedAt = batch.windowEndAt + 2 * hour + ai * 5 * minute;
    if (d <= 10) batch.submittedAt = batch.derivedAt + 3 * hour;
    batch.batchStatus = d === 11 ? 'pending' : d === 10 ? 'submitted' : (d + ai) % 11 === 8 ? 'returned' : 'settled';
    if (batch.batchStatus === 'settled') batch.settledAt = batch.submittedAt! + 26 * hour;
    if (batch.batchStatus === 'returned') batch.returnReason = 'account-closed';
    settlements.push(batch);
  });
}

const reasons = [
  'cash-not-dispensed',
  'partial-dispense',
  'duplicate-charge',
  'unrecognized-transaction',
  'surcharge-disputed',
];
export const disputes: Dispute[] = [];
terminals.forEach((terminal, ti) => {
  if (ti % 5 === 3) return;
  const list = transactions.filter(
    (t) =>
      t.terminalId === terminal.terminalId &&
      t.type === 'withdrawal' &&
      t.response !== 'declined' &&
      now - t.at > 30 * hour,
  );
  const t = list[ti % Math.max(list.length, 1)];
  if (t === undefined) return;
  const status = ['open', 'resolved', 'under-review', 'awaiting-evidence', 'resolved'][(ti * 3) % 5]!;
  const reasonCode = reasons[ti % reasons.length]!;
  const openedAt = t.at + 5 * hour;
  const assigned = status !== 'open';
  const name = terminal.organizationId === boreal ? 'Hélène Bouchard' : 'Dale Kowalchuk';
  const resolvedAt = status === 'resolved' ? Math.min(openedAt + 20 * hour, now - hour) : null;
  disputes.push({
    disputeId: uuid('dispute:' + terminal.label),
    status,
    reasonCode,
    transactionId: t.transactionId,
    terminalId: terminal.terminalId,
    amount:
      reasonCode === 'surcharge-disputed'
        ? t.surchargeCompleted
        : reasonCode === 'partial-dispense'
          ? Math.min(2000, t.amountCompleted)
          : t.amountCompleted,
    openedAt,
    dueAt: openedAt + 30 * day,
    assignedTeam: assigned ? 'claims-desk' : null,
    assigneeName: assigned ? name : null,
    assignedAt: assigned ? openedAt + hour : null,
    outcome: status === 'resolved' ? (ti % 2 === 0 ? 'accepted' : 'denied') : null,
    resolutionNote:
      status === 'resolved'
        ? ti % 2 === 0
          ? 'Journal confirms the claim.'
          : 'Cassette count balances; claim denied.'
        : null,
    resolvedAt,
    note: null,
    reviewerName: status === 'resolved' || status === 'under-review' ? name : null,
    reviewedAt: status === 'resolved' ? resolvedAt : status === 'under-review' ? openedAt + 2 * hour : null,
  });
});
disputes.sort((a, b) => b.openedAt - a.openedAt || (a.disputeId < b.disputeId ? -1 : 1));

// ---------------------------------------------------------------- operations

export const commands: Command[] = [];
export const jobs: Job[] = [];
export const alerts: Alert[] = [];
export const journal: Journal[] = [];
export const statusChanges: StatusChange[] = [];
export const forms: Form[] = [];
const commandTypes = ['restart', 'sync-parameters', 'download-journal', 'reset-dispenser', 'update-firmware'];
const alertKinds: [string, string, string][] = [
  ['cash-low', 'warning', 'Cassette 1 is below its threshold.'],
  ['heartbeat-stale', 'critical', 'No heartbeat within the expected interval.'],
  ['dispenser-fault', 'critical', 'Dispenser reported a jam.'],
  ['communication-flapping', 'warning', 'Link went up and down several times.'],
  ['receipt-paper-low', 'info', 'Receipt paper is low.'],
];
const journalKinds: [string, string][] = [
  ['echo-reply', 'Echo test answered by the host'],
  ['message-timeout', 'Request timed out, advice stored'],
  ['route-change', 'Traffic moved to the secondary route'],
  ['sign-on', 'Sign-on accepted by the host'],
];
terminals.forEach((t, i) => {
  const add = (n: number, status: string, age: number) => {
    const queuedAt = now - age;
    commands.push({
      commandId: uuid(`command:${t.label}:${n}`),
      terminalId: t.terminalId,
      commandType: commandTypes[(i + n) % commandTypes.length]!,
      status,
      queuedAt,
      completedAt: status === 'queued' ? null : queuedAt + 4 * minute,
      requestedBy: t.organizationId === boreal ? 'Geneviève Tremblay' : 'Dale Kowalchuk',
    });
  };
  add(1, 'queued', 25 * minute + i * 61_000);
  add(2, 'completed', 30 * hour + i * 13 * minute);
  if (i % 3 === 0) add(3, 'failed', 52 * hour + i * 17 * minute);
  if (i % 4 === 1) add(4, 'completed', 75 * hour + i * 19 * minute);
  const jobStatus = ['completed', 'completed', 'running', 'failed', 'queued'][i % 5]!;
  const createdAt = now - 20 * hour - i * 23 * minute;
  jobs.push({
    jobId: uuid('job:' + t.label),
    terminalId: t.terminalId,
    jobType: 'parameter-download',
    status: jobStatus,
    profileVersion: t.profileVersion,
    createdAt,
    finishedAt: jobStatus === 'completed' || jobStatus === 'failed' ? createdAt + 11 * minute : null,
  });
  const [kind, severity, message] =
    t.terminalStatus === 'offline' || t.terminalStatus === 'inactive'
      ? alertKinds[1]!
      : alertKinds[i % 5 === 1 ? 0 : i % 5]!;
  alerts.push({
    alertId: uuid('alert:' + t.label + ':1'),
    terminalId: t.terminalId,
    kind,
    severity,
    openedAt: now - 3 * hour - i * 9 * minute,
    closedAt: i % 4 === 2 && kind !== 'heartbeat-stale' ? now - hour - i * minute : null,
    message,
  });
  if (i % 3 === 1)
    alerts.push({
      alertId: uuid('alert:' + t.label + ':2'),
      terminalId: t.terminalId,
      kind: 'high-decline-velocity',
      severity: 'warning',
      openedAt: now - 40 * hour - i * 5 * minute,
      closedAt: now - 38 * hour,
      message: 'Many declines in a short time.',
    });
  for (let n = 0; n < 2; n++) {
    const [jk, text] = journalKinds[(i + n * 2) % journalKinds.length]!;
    journal.push({
      journalId: uuid(`journal:${t.label}:${n}`),
      terminalId: t.terminalId,
      connectorId: t.connectorId,
      kind: jk,
      at: now - (n * 26 + 2) * hour - i * 7 * minute,
      text,
    });
  }
  statusChanges.push({
    changeId: uuid('status:' + t.label),
    terminalId: t.terminalId,
    at: t.terminalStatus === 'online' ? now - 9 * day + i * hour : t.lastHeartbeatAt + 5 * minute,
    from: t.terminalStatus === 'online' ? 'offline' : 'online',
    to: t.terminalStatus,
  });
  if (i % 2 === 0)
    forms.push({
      formId: uuid('form:' + t.label),
      terminalId: t.terminalId,
      formType: i % 4 === 0 ? 'site-survey' : 'cash-load-report',
      status: i % 6 === 0 ? 'in-review' : 'submitted',
      submittedAt: now - 28 * hour - i * 47 * minute,
      submittedBy: t.organizationId === boreal ? 'Olivier Gagnon' : 'Jordan Cardinal',
    });
});
commands.sort((a, b) => b.queuedAt - a.queuedAt);
forms.sort((a, b) => b.submittedAt - a.submittedAt);

export const vaultItems = terminals
  .filter((_, i) => i % 2 === 1 || i < 5)
  .map((t, i) => ({
    itemId: uuid('vault:' + t.label),
    terminalId: t.terminalId,
    kind: i % 2 === 0 ? 'merchant-agreement' : 'emv-attestation',
    state: i % 4 === 3 ? 'expiring' : 'valid',
    expiresAt: now + (20 + i * 11) * day,
  }));
export const onboarding = accounts.map((a, i) => ({
  stepId: uuid('onboarding:' + a.code),
  accountId: a.accountId,
  step: ['bank-details', 'site-approval', 'training'][i % 3]!,
  state: i % 2 === 0 ? 'completed' : 'in-progress',
}));
export const documents = accounts.map((a) => ({
  documentId: uuid('document:' + a.code),
  accountId: a.accountId,
  title: `Schedule A, ${a.name}`,
  language: a.language,
  issuedAt: now - 200 * day,
}));
export const videos = [
  {
    videoId: uuid('video:1'),
    title: 'Loading cash safely',
    titleFr: 'Charger les billets en sécurité',
    lengthSeconds: 312,
  },
  { videoId: uuid('video:2'), title: 'Reading the journal', titleFr: 'Lire le journal', lengthSeconds: 198 },
];
