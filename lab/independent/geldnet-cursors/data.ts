// @ts-nocheck: written without noUncheckedIndexedAccess
// Deterministic seed data. "GeldNet NL": two tenants on one processor platform.
export type Role = 'BEHEERDER' | 'OPERATOR' | 'INZAGE';
export interface User {
  ref: string;
  key?: string;
  tenant: string;
  name: string;
  mail: string;
  role: Role;
  accounts: readonly string[] | 'ALL';
  terminals?: readonly string[];
  rights: readonly string[];
}
export interface Site {
  ref: string;
  tenant: string;
  name: string;
  street: string;
  postcode: string;
  plaats: string;
  lat: number;
  lon: number;
}
export interface Terminal {
  ref: string;
  sn: string;
  model: string;
  tenant: string;
  account: string;
  site: Site;
  connector: string;
  groups: string[];
  state: string;
  heartbeat: number | null;
  cassettes: { slot: number; denom_minor: number; notes: number; level: string }[];
  signal: number;
  firmware: string;
}
export interface Txn {
  ref: string;
  term: Terminal;
  at: number;
  kind: string;
  stan: string;
  acct: string;
  emv?: string;
  code: string;
  text: string;
  req: number;
  comp: number;
  feeReq: number;
  feeComp: number;
  pan: string;
}
export interface Batch {
  ref: string;
  term: Terminal;
  state: string;
  from: number;
  to: number;
  credits: number;
  debits: number;
  credit: number;
  debit: number;
  cutoff: number;
  submitted: number | null;
  settled: number | null;
}
export interface Dispute {
  ref: string;
  term: Terminal;
  txn: Txn;
  state: string;
  reason: string;
  amount: number;
  opened: number;
  due: number;
  assignee: string | null;
  assigned: number | null;
  decided: number | null;
  note: string | null;
}
export interface Incident {
  ref: string;
  term: Terminal;
  kind: string;
  at: number;
  closed: number | null;
  text: string;
}
export interface Journal {
  ref: string;
  term: Terminal;
  at: number;
  text: string;
}
export interface Command {
  ref: string;
  term: Terminal;
  verb: string;
  state: string;
  queued: number;
  completed: number | null;
}
export interface Job {
  ref: string;
  term: Terminal;
  profile: string;
  state: string;
  started: number;
  ended: number | null;
}

export const HOUR = 3600_000,
  DAY = 24 * HOUR;
export const NOW = Math.floor(Date.now() / HOUR) * HOUR;
export const TODAY = Math.floor(NOW / DAY) * DAY;

const lastSunday = (y: number, m: number) => {
  const d = new Date(Date.UTC(y, m + 1, 0));
  return d.getTime() - d.getUTCDay() * DAY + HOUR;
};
const offset = (t: number) => {
  const y = new Date(t).getUTCFullYear();
  return t >= lastSunday(y, 2) && t < lastSunday(y, 9) ? 2 : 1;
};
export const local = (t: number) => new Date(t + offset(t) * HOUR).toISOString().slice(0, 19) + `+0${offset(t)}:00`;
export const day = (t: number) => new Date(t).toISOString().slice(0, 10);

export function hash(s: string): number {
  let h = 2166136261;
  for (let i = 0; i < s.length; i++) {
    h ^= s.charCodeAt(i);
    h = Math.imul(h, 16777619);
  }
  h ^= h >>> 15;
  h = Math.imul(h, 2246822507);
  h ^= h >>> 13;
  return h >>> 0;
}
const pick = <T>(a: readonly T[], s: string): T => a[hash(s) % a.length];
const luhn = (s: string) => {
  let sum = 0;
  for (let i = 0; i < s.length; i++) {
    let d = Number(s[s.length - 1 - i]);
    if (i % 2 === 0) {
      d *= 2;
      if (d > 9) d -= 9;
    }
    sum += d;
  }
  return s + ((10 - (sum % 10)) % 10);
};

export const tenants: Record<
  string,
  { ref: string; name: string; kvk: string; host: string; color: string; dns: string; mail: string; fee: number }
> = {
  VRB: {
    ref: 'VRB',
    name: 'Vecht Retail Bank',
    kvk: '30114875',
    host: 'automaten.vechtretailbank.example',
    color: '#00594C',
    dns: 'VERIFIED',
    mail: 'vechtretailbank.example',
    fee: 275,
  },
  MGS: {
    ref: 'MGS',
    name: 'Markt & Gracht Geldservice',
    kvk: '34220916',
    host: 'portaal.marktgracht.example',
    color: '#B3471D',
    dns: 'PENDING_CNAME',
    mail: 'marktgracht.example',
    fee: 350,
  },
};
export const accounts = [
  { ref: 'VRB-NRD', tenant: 'VRB', name: 'Regio Noord' },
  { ref: 'VRB-WST', tenant: 'VRB', name: 'Regio West' },
  { ref: 'VRB-ZUI', tenant: 'VRB', name: 'Regio Zuid' },
  { ref: 'MGS-A', tenant: 'MGS', name: 'Horeca & Markt' },
  { ref: 'MGS-B', tenant: 'MGS', name: 'Tankstations' },
];

export const users: User[] = [
  {
    ref: 'u-vrb-01',
    key: 'gnk_VRB7fQ2mXvRwLz90aTq1',
    tenant: 'VRB',
    name: 'Annelies de Groot',
    mail: 'a.degroot',
    role: 'BEHEERDER',
    accounts: 'ALL',
    rights: ['SETTLEMENT_DERIVE', 'DISPUTE_OPEN', 'USER_MANAGE', 'REPORT_READ'],
  },
  {
    ref: 'u-vrb-02',
    key: 'gnk_VRB3kP8sYcNdHu52bWe6',
    tenant: 'VRB',
    name: 'Bram Visser',
    mail: 'b.visser',
    role: 'OPERATOR',
    accounts: ['VRB-NRD', 'VRB-WST'],
    rights: ['DISPUTE_OPEN', 'REPORT_READ'],
  },
  {
    ref: 'u-vrb-03',
    key: 'gnk_VRB1oJ4tGzKqMi78cVx3',
    tenant: 'VRB',
    name: 'Chantal Hoekstra',
    mail: 'c.hoekstra',
    role: 'INZAGE',
    accounts: ['VRB-NRD'],
    terminals: ['VRB-0412', 'VRB-0418', 'VRB-0421', 'VRB-0433'],
    rights: ['REPORT_READ'],
  },
  {
    ref: 'u-vrb-04',
    tenant: 'VRB',
    name: 'Dirk Postma',
    mail: 'd.postma',
    role: 'INZAGE',
    accounts: ['VRB-WST'],
    rights: ['REPORT_READ'],
  },
  {
    ref: 'u-vrb-05',
    tenant: 'VRB',
    name: 'Elif Yildiz',
    mail: 'e.yildiz',
    role: 'OPERATOR',
    accounts: ['VRB-ZUI'],
    rights: ['DISPUTE_OPEN', 'REPORT_READ'],
  },
  {
    ref: 'u-mgs-01',
    key: 'gnk_MGS5dR6nBhSpEj34yUo9',
    tenant: 'MGS',
    name: 'Frank Mulder',
    mail: 'frank',
    role: 'BEHEERDER',
    accounts: 'ALL',
    rights: ['SETTLEMENT_DERIVE', 'DISPUTE_OPEN', 'USER_MANAGE', 'REPORT_READ'],
  },
  {
    ref: 'u-mgs-02',
    key: 'gnk_MGS8wC0lFaTgIk61zXb2',
    tenant: 'MGS',
    name: 'Greta Smit',
    mail: 'greta',
    role: 'INZAGE',
    accounts: ['MGS-A'],
    terminals: ['MGS-1003', 'MGS-1004', 'MGS-1010'],
    rights: ['REPORT_READ'],
  },
  {
    ref: 'u-mgs-03',
    tenant: 'MGS',
    name: 'Hamza El Amrani',
    mail: 'hamza',
    role: 'OPERATOR',
    accounts: ['MGS-B'],
    rights: ['DISPUTE_OPEN', 'REPORT_READ'],
  },
];

const siteRows: [string, string, string, string, string, string, number, number][] = [
  ['S-101', 'VRB', 'Station Zwolle', 'Stationsplein 4', '8011 CW', 'Zwolle', 52.5049, 6.0917],
  ['S-102', 'VRB', 'Bakkerij Jansen & Zn.', 'Grote Markt 17', '9712 HN', 'Groningen', 53.2187, 6.5668],
  ['S-103', 'VRB', 'UMC hal oost', 'Hanzeplein 1', '9713 GZ', 'Groningen', 53.2215, 6.5758],
  ['S-104', 'VRB', 'Winkelhof Assen', 'Kruisstraat 22', '9401 HS', 'Assen', 52.9952, 6.564],
  ['S-105', 'VRB', 'Filiaal Leeuwarden', 'Nieuwestad 88', '8911 CZ', 'Leeuwarden', 53.2012, 5.7923],
  ['S-106', 'VRB', 'Amsterdam Sloterdijk', 'Orlyplein 10', '1043 DP', 'Amsterdam', 52.3889, 4.8377],
  ['S-107', 'VRB', 'Albert Cuyp "Zuid"', 'Albert Cuypstraat 203', '1073 BE', 'Amsterdam', 52.3558, 4.8945],
  ['S-108', 'VRB', 'Ziekenhuis Haarlem', 'Boerhaavelaan 22', '2035 RC', 'Haarlem', 52.361, 4.6396],
  ['S-109', 'VRB', 'Leiden Centraal', 'Stationsplein 3', '2312 AJ', 'Leiden', 52.1663, 4.4817],
  ['S-110', 'VRB', 'Station Breda', 'Stationsplein 16', '4811 BB', 'Breda', 51.5955, 4.78],
  ['S-111', 'VRB', 'Markt Eindhoven', 'Markt 29', '5611 EC', 'Eindhoven', 51.4394, 5.478],
  ['S-112', 'VRB', 'Kliniek Maastricht', 'P. Debyelaan 25', '6229 HX', 'Maastricht', 50.835, 5.717],
  ['S-201', 'MGS', 'Café De Gracht', 'Oudegracht 112', '3511 AW', 'Utrecht', 52.0921, 5.119],
  ['S-202', 'MGS', 'Vredenburg & Co', 'Vredenburg 40', '3511 BD', 'Utrecht', 52.093, 5.1141],
  ['S-203', 'MGS', 'Hal 3 <Marktplein>', 'Marktplein 9', '7311 LR', 'Apeldoorn', 52.2157, 5.9632],
  ['S-204', 'MGS', 'Tank A2 Oost', 'Rijksweg A2 41', '4131 NR', 'Vianen', 51.997, 5.095],
  ['S-205', 'MGS', 'Tank A28 Noord', 'Rijksweg A28 7', '3831 PB', 'Leusden', 52.147, 5.418],
  ['S-206', 'MGS', 'Tank Ring Ede', 'Galvanistraat 2', '6716 AE', 'Ede', 52.031, 5.629],
];
export const sites: Site[] = siteRows.map(([ref, tenant, name, street, postcode, plaats, lat, lon]) => ({
  ref,
  tenant,
  name,
  street,
  postcode,
  plaats,
  lat,
  lon,
}));

export const groups = [
  {
    ref: 'G-VRB-STAT',
    tenant: 'VRB',
    name: 'Stations',
    members: ['VRB-0412', 'VRB-0412B', 'VRB-0507', 'VRB-0526', 'VRB-0603'],
  },
  {
    ref: 'G-VRB-MARKT',
    tenant: 'VRB',
    name: 'Markten',
    members: ['VRB-0418', 'VRB-0430', 'VRB-0511', 'VRB-0507', 'VRB-0609'],
  },
  {
    ref: 'G-VRB-ZORG',
    tenant: 'VRB',
    name: 'Zorg',
    members: ['VRB-0421', 'VRB-0512', 'VRB-0526B', 'VRB-0614', 'VRB-0412'],
  },
  { ref: 'G-VRB-ZRAND', tenant: 'VRB', name: 'Zuidrand', members: ['VRB-0620', 'VRB-0609'] },
  { ref: 'G-MGS-UTR', tenant: 'MGS', name: 'Utrecht', members: ['MGS-1003', 'MGS-1004', 'MGS-1007', 'MGS-1011'] },
  { ref: 'G-MGS-WEG', tenant: 'MGS', name: 'Langs de weg', members: ['MGS-2001', 'MGS-2002', 'MGS-2003', 'MGS-2004'] },
  { ref: 'G-MGS-24U', tenant: 'MGS', name: '24 uur open', members: ['MGS-1010', 'MGS-2001', 'MGS-1003'] },
];
export const connectors = [
  { ref: 'CN-VRB-EQX', tenant: 'VRB', name: 'EquiXchange host', protocol: 'ISO8583/1993', state: 'UP' },
  { ref: 'CN-VRB-GMA', tenant: 'VRB', name: 'Geldmaat switch', protocol: 'NDC+', state: 'DEGRADED' },
  { ref: 'CN-VRB-ZLK', tenant: 'VRB', name: 'Zuidlijn koppeling', protocol: 'ISO8583/1987', state: 'UP' },
  { ref: 'CN-MGS-01', tenant: 'MGS', name: 'MG primair', protocol: 'ISO8583/1993', state: 'UP' },
  { ref: 'CN-MGS-02', tenant: 'MGS', name: 'MG reserve', protocol: 'ISO8583/1993', state: 'DOWN' },
];

const termRows: [string, string, string, string, string, string][] = [
  ['VRB-0412', 'VRB-NRD', 'S-101', 'CN-VRB-EQX', 'CINEO-2550', 'ONLINE'],
  ['VRB-0412B', 'VRB-NRD', 'S-101', 'CN-VRB-EQX', 'CINEO-2550R', 'ONLINE'],
  ['VRB-0418', 'VRB-NRD', 'S-102', 'CN-VRB-EQX', 'SELF-22', 'OFFLINE'],
  ['VRB-0421', 'VRB-NRD', 'S-103', 'CN-VRB-EQX', 'CINEO-2550R', 'ONLINE'],
  ['VRB-0430', 'VRB-NRD', 'S-104', 'CN-VRB-GMA', 'SELF-22', 'DEGRADED'],
  ['VRB-0433', 'VRB-NRD', 'S-105', 'CN-VRB-EQX', 'SELF-22', 'DEGRADED'],
  ['VRB-0507', 'VRB-WST', 'S-106', 'CN-VRB-GMA', 'CINEO-2550', 'ONLINE'],
  ['VRB-0511', 'VRB-WST', 'S-107', 'CN-VRB-GMA', 'SELF-22', 'ONLINE'],
  ['VRB-0512', 'VRB-WST', 'S-108', 'CN-VRB-EQX', 'CINEO-2550R', 'OFFLINE'],
  ['VRB-0520', 'VRB-WST', 'S-107', 'CN-VRB-GMA', 'SELF-22', 'ONLINE'],
  ['VRB-0526', 'VRB-WST', 'S-109', 'CN-VRB-EQX', 'CINEO-2550', 'ONLINE'],
  ['VRB-0526B', 'VRB-WST', 'S-109', 'CN-VRB-EQX', 'CINEO-2550R', 'DEGRADED'],
  ['VRB-0603', 'VRB-ZUI', 'S-110', 'CN-VRB-ZLK', 'CINEO-2550', 'ONLINE'],
  ['VRB-0609', 'VRB-ZUI', 'S-111', 'CN-VRB-ZLK', 'SELF-22', 'ONLINE'],
  ['VRB-0614', 'VRB-ZUI', 'S-112', 'CN-VRB-ZLK', 'CINEO-2550R', 'DEGRADED'],
  ['VRB-0620', 'VRB-ZUI', 'S-112', 'CN-VRB-ZLK', 'SELF-22', 'STAGED'],
  ['MGS-1003', 'MGS-A', 'S-201', 'CN-MGS-01', 'NTX-7', 'ONLINE'],
  ['MGS-1004', 'MGS-A', 'S-202', 'CN-MGS-01', 'NTX-7R', 'DEGRADED'],
  ['MGS-1007', 'MGS-A', 'S-202', 'CN-MGS-01', 'NTX-7', 'ONLINE'],
  ['MGS-1010', 'MGS-A', 'S-203', 'CN-MGS-01', 'NTX-7R', 'OFFLINE'],
  ['MGS-1011', 'MGS-A', 'S-201', 'CN-MGS-01', 'NTX-7', 'ONLINE'],
  ['MGS-2001', 'MGS-B', 'S-204', 'CN-MGS-02', 'NTX-7', 'ONLINE'],
  ['MGS-2002', 'MGS-B', 'S-205', 'CN-MGS-02', 'NTX-7R', 'ONLINE'],
  ['MGS-2003', 'MGS-B', 'S-206', 'CN-MGS-01', 'NTX-7', 'DEGRADED'],
  ['MGS-2004', 'MGS-B', 'S-206', 'CN-MGS-01', 'NTX-7', 'ONLINE'],
];
export const terminals: Terminal[] = termRows.map(([ref, account, site, connector, model, state]) => ({
  ref,
  account,
  model,
  connector,
  state,
  tenant: ref.slice(0, 3),
  sn: `NL${100000 + (hash('sn' + ref) % 899999)}`,
  site: sites.find((s) => s.ref === site)!,
  groups: groups.filter((g) => g.members.includes(ref)).map((g) => g.ref),
  heartbeat:
    state === 'STAGED' ? null : NOW - (state === 'OFFLINE' ? 7 * HOUR : 0) - 60_000 * (1 + (hash('hb' + ref) % 9)),
  cassettes: [1, 2, 3].map((slot) => {
    const notes = slot === 1 && state === 'DEGRADED' ? 0 : 60 + (hash(ref + slot) % 1900);
    return {
      slot,
      denom_minor: [1000, 2000, 5000][slot - 1],
      notes,
      level: notes === 0 ? 'EMPTY' : notes < 300 ? 'LOW' : 'OK',
    };
  }),
  signal: -55 - (hash('sig' + ref) % 40),
  firmware: pick(['7.4.1', '7.4.3', '7.5.0'], 'fw' + ref),
}));

export const txns: Txn[] = [];
for (const term of terminals) {
  if (term.state === 'STAGED') continue;
  const n = 24 + (hash('n' + term.ref) % 14),
    span = 20.4 * DAY,
    end = (term.heartbeat ?? NOW) - 120_000;
  for (let i = 0; i < n; i++) {
    const s = `${term.ref}/${i}`,
      r = hash('k' + s) % 100;
    const at = Math.floor((end - (span * (n - 1 - i)) / n - (hash('j' + s) % ((span / n) * 0.8))) / 1000) * 1000;
    const recycler = term.model.endsWith('R');
    const kind =
      i === 3 || i === 9
        ? 'WITHDRAWAL'
        : r < 72
          ? 'WITHDRAWAL'
          : r < 84
            ? 'BALANCE_INQUIRY'
            : r < 92
              ? recycler
                ? 'DEPOSIT'
                : 'WITHDRAWAL'
              : r < 96
                ? 'REVERSAL'
                : 'TRANSFER';
    const stan = String(((hash('st' + term.ref) % 800000) + 1000 + i * 3) % 999999).padStart(6, '0');
    const d = hash('d' + s) % 100;
    const [code, text] =
      kind === 'REVERSAL'
        ? ['00', 'REVERSED']
        : d < 80
          ? ['00', 'APPROVED']
          : d < 83 && kind === 'WITHDRAWAL'
            ? ['10', 'APPROVED_PARTIAL']
            : d < 90
              ? ['51', 'DECLINED_FUNDS']
              : d < 95
                ? ['55', 'DECLINED_PIN']
                : ['91', 'DECLINED_ISSUER_DOWN'];
    const ok = code === '00' || code === '10';
    const req = kind === 'BALANCE_INQUIRY' ? 0 : 1000 * (1 + (hash('a' + s) % 50)) * (hash('b' + s) % 3 ? 1 : 2);
    const comp =
      !ok || kind === 'BALANCE_INQUIRY' || kind === 'REVERSAL'
        ? 0
        : code === '10'
          ? req > 1000
            ? req - 1000
            : 500
          : req;
    const feeReq = kind === 'WITHDRAWAL' ? tenants[term.tenant].fee + (hash('f' + s) % 3) * 25 : 0;
    const emv = pick(['CHIP', 'CONTACTLESS', 'CHIP', undefined, 'CHIP'], 'e' + s);
    txns.push({
      ref: `${term.ref}:${day(at).replaceAll('-', '')}:${stan}`,
      term,
      at,
      kind,
      stan,
      acct: pick(['CURRENT', 'SAVINGS', 'CREDIT_LINE', 'CURRENT'], 'ac' + s),
      ...(emv ? { emv } : {}),
      code,
      text,
      req,
      comp,
      feeReq,
      feeComp: ok && comp > 0 ? feeReq : 0,
      pan: luhn(
        '4' +
          String(hash('p' + s))
            .padStart(10, '7')
            .slice(0, 10) +
          String(hash('q' + s))
            .padStart(4, '3')
            .slice(0, 4),
      ),
    });
  }
}
txns.sort((a, b) => b.at - a.at || (a.ref < b.ref ? -1 : 1));

export const SERVICE_FEE = 1250;
export function makeBatch(term: Terminal, from: number, to: number, state: string): Batch | undefined {
  const rows = txns.filter((t) => t.term === term && t.at >= from && t.at < to && t.comp > 0);
  const c = rows.filter((t) => t.kind === 'WITHDRAWAL'),
    d = rows.filter((t) => t.kind === 'DEPOSIT');
  if (!rows.length) return undefined;
  const sub = state === 'SUBMITTED' || state === 'SETTLED' || state === 'RETURNED' ? to + 9 * HOUR : null;
  return {
    ref: `ACH-${term.ref}-${day(from).replaceAll('-', '')}`,
    term,
    state,
    from,
    to,
    credits: c.length,
    debits: d.length + 1,
    credit: c.reduce((s, t) => s + t.comp + t.feeComp, 0),
    debit: d.reduce((s, t) => s + t.comp, 0) + SERVICE_FEE,
    cutoff: state === 'OPEN' ? TODAY + 30 * HOUR : to + 6 * HOUR,
    submitted: sub,
    settled: state === 'SETTLED' ? to + 33 * HOUR : null,
  };
}
export const batches: Batch[] = [];
for (const t of terminals)
  for (const [i, back] of [14, 21].entries()) {
    const state = i
      ? pick(['SETTLED', 'SETTLED', 'RETURNED'], 'bs' + t.ref)
      : pick(['SUBMITTED', 'OPEN', 'ON_HOLD', 'SETTLED'], 'bt' + t.ref);
    const b = makeBatch(t, TODAY - back * DAY, TODAY - (back - 7) * DAY, state);
    if (b) batches.push(b);
  }
batches.sort((a, b) => b.from - a.from || (a.ref < b.ref ? -1 : 1));

export const disputeStates = ['OPEN', 'UNDER_REVIEW', 'RESOLVED_ACCEPTED', 'AWAITING_ISSUER', 'RESOLVED_REJECTED'];
export const reasons = [
  'CASH_NOT_DISPENSED',
  'PARTIAL_DISPENSE',
  'DUPLICATE_DEBIT',
  'SURCHARGE_ERROR',
  'NOT_RECOGNISED',
];
export const disputes: Dispute[] = [];
for (const t of terminals) {
  const w = txns.filter((x) => x.term === t && x.kind === 'WITHDRAWAL').reverse();
  for (const i of [2, 7]) {
    const txn = w[i];
    if (!txn) continue;
    const state = disputeStates[disputes.length % 5],
      opened = txn.at + 26 * HOUR,
      assigned = state === 'OPEN' ? null : opened + 5 * HOUR;
    disputes.push({
      ref: `GS-${t.tenant}-${String(disputes.length + 101)}`,
      term: t,
      txn,
      state,
      reason: pick(reasons, 'r' + txn.ref),
      amount: Math.max(1000, txn.req - 1000 * (hash(txn.ref) % 2)),
      opened,
      due: Math.floor(opened / DAY) * DAY + 12 * DAY,
      assignee: assigned ? `desk-${(hash(txn.ref) % 4) + 1}` : null,
      assigned,
      decided: state.startsWith('RESOLVED') ? opened + 3 * DAY : null,
      note: state.startsWith('RESOLVED') ? 'Beoordeeld op basis van kasstaat' : null,
    });
  }
}
export const incidents: Incident[] = [],
  journal: Journal[] = [],
  commands: Command[] = [],
  jobs: Job[] = [];
for (const t of terminals) {
  const kinds =
    t.state === 'OFFLINE'
      ? ['HEARTBEAT_STALE', 'CASH_LOW']
      : t.state === 'DEGRADED'
        ? ['CASH_OUT', 'DISPENSER_FAULT']
        : ['CASH_LOW', 'COMMUNICATION_FLAPPING'];
  if (t.state !== 'STAGED')
    kinds.forEach((kind, i) => {
      const at = NOW - (i + 1) * 29 * HOUR - (hash('in' + t.ref + i) % (5 * HOUR));
      incidents.push({
        ref: `INC-${t.ref}-${i + 1}`,
        term: t,
        kind,
        at,
        closed: i === 0 && t.state !== 'ONLINE' ? null : at + 3 * HOUR,
        text: `${kind.toLowerCase().replaceAll('_', ' ')} on ${t.ref}`,
      });
    });
  if (t.state !== 'STAGED')
    for (let i = 0; i < 3; i++)
      journal.push({
        ref: `JNL-${t.ref}-${i + 1}`,
        term: t,
        at: NOW - (i * 17 + 2) * HOUR - (hash('jn' + t.ref + i) % HOUR),
        text: pick(
          [
            'switch logon accepted',
            'working key exchange done',
            'reconciliation totals matched',
            'late response discarded',
            'network management echo',
          ],
          'jt' + t.ref + i,
        ),
      });
  const verbs = ['RESTART', 'PULL_JOURNAL', 'SYNC_CLOCK', 'LOAD_SCREENS', 'SET_IN_SERVICE'];
  for (let i = 0; i < 3; i++) {
    const q = NOW - (i * 41 + 1) * HOUR - (hash('cq' + t.ref + i) % (HOUR / 2)),
      state = i === 0 ? 'QUEUED' : i === 2 && hash('cf' + t.ref) % 3 === 0 ? 'FAILED' : 'COMPLETED';
    commands.push({
      ref: `CMD-${t.ref}-${3 - i}`,
      term: t,
      verb: pick(verbs, 'v' + t.ref + i),
      state,
      queued: q,
      completed: i === 0 ? null : q + 90_000,
    });
  }
  jobs.push({
    ref: `PRV-${t.ref}-1`,
    term: t,
    profile: `${t.model}/nl-std`,
    state: t.state === 'STAGED' ? 'RUNNING' : 'DONE',
    started: NOW - 50 * HOUR - (hash('pj' + t.ref) % (40 * HOUR)),
    ended: t.state === 'STAGED' ? null : NOW - 9 * HOUR,
  });
}
const recent = <T extends { at?: number; queued?: number }>(a: T[]) =>
  a.sort((x, y) => (y.at ?? y.queued ?? 0) - (x.at ?? x.queued ?? 0));
recent(incidents);
recent(journal);
recent(commands);
