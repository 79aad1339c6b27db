// Seeded fleet data. Everything is made again for each service instance.

export type Money = { minorUnits: number; currency: string };
export type Role = 'ADMINISTRATOR' | 'REGIONAL_MANAGER' | 'AUDITOR' | 'FIELD_TECHNICIAN';
export type Account = {
  id: string;
  legalName: string;
  tradeName: string;
  customerNumber: string;
  timeZone: string;
  offset: string;
  domain: string;
  supportEmail: string;
};
export type User = {
  id: string;
  accountId: string;
  keyName: string | null;
  displayName: string;
  email: string;
  role: Role;
  groupIds: string[] | null;
  terminalIds: string[];
  lastSignInAt: string;
};
export type Group = { id: string; accountId: string; parentId: string | null; name: string };
export type Connector = {
  id: string;
  accountId: string;
  name: string;
  kind: string;
  protocol: string;
  state: string;
  lastExchangeAt: string;
};
export type Location = {
  id: string;
  accountId: string;
  name: string;
  street: string;
  city: string;
  region: string;
  postalCode: string;
  latitude: number;
  longitude: number;
  riskTier: string;
};
export type Terminal = {
  id: string;
  accountId: string;
  groupId: string;
  connectorId: string;
  locationId: string;
  number: string;
  label: string;
  model: string;
  status: string;
  installedOn: string;
  surcharge: number;
  lastHeartbeatAt: string;
  statusChangedAt: string;
  profileVersion: number;
};
export type Transaction = {
  id: string;
  terminalId: string;
  accountId: string;
  at: number;
  type: string;
  sequence: number;
  accountType: string;
  emv: string | null;
  code: string;
  text: string;
  amtReq: number;
  amtComp: number;
  surReq: number;
  surComp: number;
  network: string;
  originalId: string | null;
  pan: string;
};
export type Command = {
  id: string;
  terminalId: string;
  kind: string;
  status: string;
  queuedAt: string;
  completedAt: string | null;
  requestedBy: string;
};
export type Job = {
  id: string;
  terminalId: string;
  kind: string;
  status: string;
  startedAt: string;
  finishedAt: string | null;
};
export type Incident = {
  id: string;
  terminalId: string;
  event: string;
  severity: string;
  openedAt: string;
  closedAt: string | null;
  detail: string;
};
export type Journal = { id: string; terminalId: string; at: string; text: string };
export type Batch = {
  id: string;
  accountId: string;
  groupId: string;
  businessDate: string;
  status: string;
  creditEntries: number;
  debitEntries: number;
  credit: number;
  debit: number;
  cutoffAt: string;
  submittedAt: string | null;
  effectiveEntryDate: string;
  settledAt: string | null;
  returnedAt: string | null;
};
export type Dispute = {
  id: string;
  accountId: string;
  transactionId: string;
  terminalId: string;
  status: string;
  reasonCode: string;
  amount: number;
  openedAt: string;
  dueDate: string;
  queue: string;
  assigneeName: string | null;
  assignedAt: string | null;
  outcome: string | null;
  resolvedAmount: number;
  resolvedAt: string | null;
  reviewerName: string;
  reviewedAt: string;
  comment: string;
};
export type Form = { id: string; terminalId: string; kind: string; submittedAt: string; submittedBy: string };

export type State = {
  accounts: Account[];
  users: User[];
  groups: Group[];
  connectors: Connector[];
  locations: Location[];
  terminals: Terminal[];
  transactions: Transaction[];
  commands: Command[];
  jobs: Job[];
  incidents: Incident[];
  journal: Journal[];
  batches: Batch[];
  disputes: Dispute[];
  forms: Form[];
  catalogIds: string[];
  uuid: () => string;
  cache: Map<string, unknown>;
};

export const NOW = Date.parse('2025-11-20T21:30:00Z');
const DAY = 86_400_000;
export const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

export const keys: ReadonlyMap<string, string> = new Map([
  ['admin', 'pcn-3b7e0c52-adm-Qm4tZ8yLw1'],
  ['north', 'pcn-91d4a6f0-mgr-Hc7rV2kXs9'],
  ['viewer', 'pcn-c08e5b17-aud-Tn3pJ6dFb5'],
  ['technician', 'pcn-5a2f9e84-fld-Ry8gW1mQz4'],
  ['harbor', 'hla-e46b1d39-adm-Ku5xN9cBt2'],
]);

export const offsetMinutes = (offset: string): number =>
  (offset.startsWith('-') ? -1 : 1) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6)));
export const localIso = (ms: number, offset: string): string =>
  new Date(ms + offsetMinutes(offset) * 60_000).toISOString().slice(0, 19) + offset;
export const localDate = (ms: number, offset: string): string => localIso(ms, offset).slice(0, 10);

export const SETTLED_THROUGH = '2025-11-18';

export function deriveBatch(
  state: State,
  account: Account,
  groupId: string,
  date: string,
): Omit<Batch, 'id' | 'status' | 'submittedAt' | 'settledAt' | 'returnedAt'> | null {
  const members = new Set(groupTerminals(state, groupId).map((t) => t.id));
  const rows = state.transactions.filter((x) => members.has(x.terminalId) && localDate(x.at, account.offset) === date);
  if (rows.length === 0) return null;
  let credit = 0,
    debit = 0,
    creditEntries = 0,
    debitEntries = 0;
  for (const id of members) {
    const own = rows.filter((x) => x.terminalId === id);
    if (own.length === 0) continue;
    const net = own.reduce((sum, x) => sum + x.amtComp + x.surComp, 0);
    if (net > 0) {
      credit += net;
      creditEntries += 1;
    }
    if (net < 0) {
      debit -= net;
      debitEntries += 1;
    }
    debit += own.length * 18;
    debitEntries += 1;
  }
  const cutoff = Date.parse(`${date}T23:00:00${account.offset}`);
  return {
    accountId: account.id,
    groupId,
    businessDate: date,
    creditEntries,
    debitEntries,
    credit,
    debit,
    cutoffAt: iso(cutoff),
    effectiveEntryDate: iso(cutoff + 2 * DAY).slice(0, 10),
  };
}

export function descendants(state: { groups: Group[] }, groupId: string): Set<string> {
  const found = new Set([groupId]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const g of state.groups)
      if (g.parentId !== null && found.has(g.parentId) && !found.has(g.id)) {
        found.add(g.id);
        grew = true;
      }
  }
  return found;
}
export function groupTerminals(state: { groups: Group[]; terminals: Terminal[] }, groupId: string): Terminal[] {
  const ids = descendants(state, groupId);
  return state.terminals.filter((t) => ids.has(t.groupId));
}

export function makeState(seed: number): State {
  let a = (seed * 2654435761) >>> 0;
  const rnd = (): number => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (n: number): number => Math.floor(rnd() * n);
  const pick = <T>(list: readonly T[]): T => list[int(list.length)]!;
  const uuid = (): string => {
    let h = '';
    for (let i = 0; i < 32; i += 1) h += i === 12 ? '4' : i === 16 ? '89ab'[int(4)] : '0123456789abcdef'[int(16)];
    return `${h.slice(0, 8)}-${h.slice(8, 12)}-${h.slice(12, 16)}-${h.slice(16, 20)}-${h.slice(20)}`;
  };
  const pan = (): string => {
    let d = '4';
    for (let i = 0; i < 14; i += 1) d += int(10);
    let sum = 0;
    for (let i = 0; i < 15; i += 1) {
      let v = Number(d[14 - i]);
      if (i % 2 === 0) {
        v *= 2;
        if (v > 9) v -= 9;
      }
      sum += v;
    }
    return d + ((10 - (sum % 10)) % 10);
  };

  const state: State = {
    accounts: [],
    users: [],
    groups: [],
    connectors: [],
    locations: [],
    terminals: [],
    transactions: [],
    commands: [],
    jobs: [],
    incidents: [],
    journal: [],
    batches: [],
    disputes: [],
    forms: [],
    catalogIds: [],
    uuid,
    cache: new Map(),
  };
  const A: Account = {
    id: uuid(),
    legalName: 'Prairie Cash Network LLC',
    tradeName: 'Prairie Cash',
    customerNumber: 'C-10482',
    timeZone: 'America/Chicago',
    offset: '-06:00',
    domain: 'portal.prairiecash.example',
    supportEmail: 'support@prairiecash.example',
  };
  const B: Account = {
    id: uuid(),
    legalName: 'Harbor Light ATM Company',
    tradeName: 'Harbor Light',
    customerNumber: 'C-11907',
    timeZone: 'America/New_York',
    offset: '-05:00',
    domain: 'fleet.harborlight.example',
    supportEmail: 'desk@harborlight.example',
  };
  state.accounts.push(A, B);

  const group = (account: Account, name: string, parent: Group | null): Group => {
    const g = { id: uuid(), accountId: account.id, parentId: parent?.id ?? null, name };
    state.groups.push(g);
    return g;
  };
  const north = group(A, 'North Region', null);
  const duluth = group(A, 'Duluth Metro', north);
  const iron = group(A, 'Iron Range', north);
  const hibbing = group(A, 'Hibbing Route', iron);
  const south = group(A, 'South Region', null);
  const rochester = group(A, 'Rochester', south);
  const mankato = group(A, 'Mankato', south);
  const corporate = group(A, 'Corporate Sites', null);
  const coast = group(B, 'Coast', null);
  const wharf = group(B, 'Wharf District', coast);

  const connector = (account: Account, name: string, kind: string, protocol: string, state_: string): Connector => {
    const c = {
      id: uuid(),
      accountId: account.id,
      name,
      kind,
      protocol,
      state: state_,
      lastExchangeAt: iso(NOW - int(900) * 1000),
    };
    state.connectors.push(c);
    return c;
  };
  const switchEast = connector(A, 'Switch link east', 'PROCESSOR_SWITCH', 'ISO8583', 'ONLINE');
  const rms = connector(A, 'Remote management hub', 'RMS', 'MQTT', 'DEGRADED');
  const legacy = connector(A, 'Mankato leased line', 'PROCESSOR_SWITCH', 'TRITON', 'ONLINE');
  const bSwitch = connector(B, 'Harbor switch', 'PROCESSOR_SWITCH', 'ISO8583', 'ONLINE');
  const bRms = connector(B, 'Harbor RMS', 'RMS', 'MQTT', 'OFFLINE');

  const location = (
    account: Account,
    name: string,
    city: string,
    region: string,
    postal: string,
    lat: number,
    lon: number,
  ): Location => {
    const l = {
      id: uuid(),
      accountId: account.id,
      name,
      street: `${100 + int(900)} ${pick(['Main St', 'Superior St', '2nd Ave', 'Lake Rd', 'Broadway'])}`,
      city,
      region,
      postalCode: postal,
      latitude: lat,
      longitude: lon,
      riskTier: pick(['LOW', 'LOW', 'MODERATE', 'ELEVATED']),
    };
    state.locations.push(l);
    return l;
  };
  const statuses = ['IN_SERVICE', 'IN_SERVICE', 'OFFLINE', 'IN_SERVICE', 'DEGRADED'];
  const terminal = (account: Account, g: Group, c: Connector, label: string, loc: Location): Terminal => {
    const n = state.terminals.length + 1;
    const status = statuses[n % statuses.length]!;
    const t = {
      id: uuid(),
      accountId: account.id,
      groupId: g.id,
      connectorId: c.id,
      locationId: loc.id,
      number: `${account === A ? 'PCN' : 'HLA'}${String(4100 + n * 7)}`,
      label,
      model: pick(['Hyosung Halo II', 'Genmega Onyx', 'Triton ARGO 12']),
      status,
      installedOn: `202${1 + int(4)}-0${1 + int(9)}-1${int(10)}`,
      surcharge: pick([250, 300, 350]),
      lastHeartbeatAt: iso(NOW - (status === 'OFFLINE' ? 9_000_000 : int(280) * 1000)),
      statusChangedAt: iso(NOW - (1 + int(40)) * 3_600_000),
      profileVersion: 3 + int(6),
    };
    state.terminals.push(t);
    return t;
  };
  const mall = location(A, 'Miller Hill Mall & Food Court', 'Duluth', 'MN', '55811', 46.807, -92.168);
  const at = (account: Account, name: string, city: string, region: string, postal: string): Location =>
    location(
      account,
      name,
      city,
      region,
      postal,
      Math.round((43 + rnd() * 4) * 1000) / 1000,
      Math.round((-95 + rnd() * 4) * 1000) / 1000,
    );
  const d1 = terminal(A, duluth, switchEast, 'Mall & Food Court upper level', mall);
  terminal(A, duluth, switchEast, 'Canal Park Inn', at(A, 'Canal Park Inn', 'Duluth', 'MN', '55802'));
  terminal(A, duluth, switchEast, 'Lakeside Fuel', at(A, 'Lakeside Fuel', 'Duluth', 'MN', '55804'));
  terminal(A, iron, rms, 'Virginia Depot', at(A, 'Virginia Depot', 'Virginia', 'MN', '55792'));
  const h1 = terminal(A, hibbing, rms, 'Hibbing Co-op', at(A, 'Hibbing Co-op', 'Hibbing', 'MN', '55746'));
  terminal(A, hibbing, rms, 'Chisholm Lanes', at(A, 'Chisholm Lanes', 'Chisholm', 'MN', '55719'));
  terminal(A, north, rms, 'Bemidji Travel Plaza', at(A, 'Bemidji Travel Plaza', 'Bemidji', 'MN', '56601'));
  terminal(A, rochester, switchEast, 'Silver Lake Market', at(A, 'Silver Lake Market', 'Rochester', 'MN', '55906'));
  terminal(A, rochester, switchEast, 'Apache Mall kiosk', at(A, 'Apache Mall', 'Rochester', 'MN', '55902'));
  terminal(A, rochester, switchEast, 'Kutzky Corner', at(A, 'Kutzky Corner', 'Rochester', 'MN', '55902'));
  terminal(A, mankato, legacy, 'River Hills', at(A, 'River Hills', 'Mankato', 'MN', '56001'));
  terminal(A, mankato, legacy, 'Old Town Tavern', at(A, 'Old Town Tavern', 'Mankato', 'MN', '56001'));
  terminal(A, corporate, legacy, 'Headquarters lobby', at(A, 'Headquarters', 'Saint Paul', 'MN', '55101'));
  terminal(A, corporate, legacy, 'Mall management office', mall);
  terminal(B, coast, bSwitch, 'Old Port Garage', at(B, 'Old Port Garage', 'Portland', 'ME', '04101'));
  terminal(B, wharf, bSwitch, 'Fish Pier', at(B, 'Fish Pier', 'Portland', 'ME', '04101'));
  terminal(B, wharf, bRms, 'Commercial & Union', at(B, 'Commercial & Union', 'Portland', 'ME', '04101'));
  terminal(B, coast, bRms, 'Cape Light Store', at(B, 'Cape Light Store', 'Cape Elizabeth', 'ME', '04107'));
  terminal(B, coast, bSwitch, 'Ferry Landing', at(B, 'Ferry Landing', 'Portland', 'ME', '04101'));

  const user = (
    account: Account,
    keyName: string | null,
    displayName: string,
    role: Role,
    groupIds: string[] | null,
    terminalIds: string[],
  ): void => {
    state.users.push({
      id: uuid(),
      accountId: account.id,
      keyName,
      displayName,
      email: `${displayName.toLowerCase().replace(/[^a-z]+/g, '.')}@${account.domain.split('.').slice(1).join('.')}`,
      role,
      groupIds,
      terminalIds,
      lastSignInAt: iso(NOW - int(400) * 60_000),
    });
  };
  user(A, 'admin', 'Marit Solberg', 'ADMINISTRATOR', null, []);
  user(A, 'north', 'Dale Kowalski', 'REGIONAL_MANAGER', [north.id], []);
  user(A, 'viewer', 'Imani Brooks', 'AUDITOR', null, []);
  user(A, 'technician', 'Teo Lindgren', 'FIELD_TECHNICIAN', [], [d1.id, h1.id]);
  user(A, null, 'Ruth Ostrowski', 'REGIONAL_MANAGER', [south.id], []);
  user(B, 'harbor', 'Elias Whitcomb', 'ADMINISTRATOR', null, []);
  user(B, null, 'June Pelletier', 'FIELD_TECHNICIAN', [wharf.id], []);

  // Transactions: twelve business days, ending today.
  const sequences = new Map<string, number>();
  const amounts = [2000, 4000, 4000, 6000, 8000, 10000, 10000, 20000, 20000, 30000, 40000, 50000, 100000];
  const declines: [string, string][] = [
    ['51', 'Insufficient funds'],
    ['55', 'Incorrect PIN'],
    ['61', 'Exceeds withdrawal limit'],
    ['91', 'Issuer unavailable'],
  ];
  const add = (t: Transaction): Transaction => {
    state.transactions.push(t);
    return t;
  };
  for (const t of state.terminals) {
    const account = t.accountId === A.id ? A : B;
    sequences.set(t.id, 300 + int(4000));
    for (let day = 11; day >= 0; day -= 1) {
      const midnight = Date.parse(`${localDate(NOW - day * DAY, account.offset)}T00:00:00${account.offset}`);
      const count = int(10) < 7 ? 1 : 2;
      let minute = 7 * 60 + int(100);
      for (let i = 0; i < count; i += 1) {
        const seq = sequences.get(t.id)! + 1;
        sequences.set(t.id, seq);
        const when = midnight + minute * 60_000 + int(60) * 1000;
        minute += 60 + int(220);
        const kind = int(100);
        const emv = int(5) === 0 ? null : pick(['CHIP', 'CHIP', 'CONTACTLESS']);
        const base = {
          id: uuid(),
          terminalId: t.id,
          accountId: account.id,
          at: when,
          sequence: seq,
          accountType: pick(['CHECKING', 'CHECKING', 'SAVINGS', 'CREDIT']),
          emv,
          network: pick(['VISA', 'MASTERCARD', 'STAR', 'NYCE']),
          originalId: null,
          pan: pan(),
        };
        const amount = pick(amounts);
        if (kind < 8)
          add({
            ...base,
            type: 'BALANCE_INQUIRY',
            code: '00',
            text: 'Approved',
            amtReq: 0,
            amtComp: 0,
            surReq: 0,
            surComp: 0,
          });
        else if (kind < 24) {
          const d = pick(declines);
          add({
            ...base,
            type: 'WITHDRAWAL',
            code: d[0],
            text: d[1],
            amtReq: amount,
            amtComp: 0,
            surReq: t.surcharge,
            surComp: 0,
          });
        } else if (kind < 31 && amount > 2000)
          add({
            ...base,
            type: 'WITHDRAWAL',
            code: '10',
            text: 'Partial dispense',
            amtReq: amount,
            amtComp: Math.max(2000, Math.floor(amount / 2 / 2000) * 2000),
            surReq: t.surcharge,
            surComp: t.surcharge,
          });
        else {
          const sale = add({
            ...base,
            type: 'WITHDRAWAL',
            code: '00',
            text: 'Approved',
            amtReq: amount,
            amtComp: amount,
            surReq: t.surcharge,
            surComp: t.surcharge,
          });
          if (kind > 92) {
            sequences.set(t.id, seq + 1);
            add({
              ...base,
              id: uuid(),
              at: when + 41_000,
              sequence: seq + 1,
              type: 'REVERSAL',
              code: '00',
              text: 'Reversal accepted',
              amtReq: -amount,
              amtComp: -amount,
              surReq: -t.surcharge,
              surComp: -t.surcharge,
              originalId: sale.id,
            });
          }
        }
      }
    }
  }

  const commandKinds = ['RESTART', 'DOWNLOAD_PARAMETERS', 'REQUEST_JOURNAL', 'CLOSE_BUSINESS_DAY', 'UPDATE_SCREENS'];
  const events = [
    'heartbeat_stale',
    'cash_low',
    'dispenser_fault',
    'decline_spike',
    'reversal_spike',
    'compliance_expiration',
  ];
  state.terminals.forEach((t, n) => {
    const admin = n % 3 === 1 ? 'SCHEDULER' : 'OPERATIONS_DESK';
    for (const [i, status] of [
      'QUEUED',
      'COMPLETED',
      n % 3 === 0 ? 'FAILED' : 'COMPLETED',
      n % 2 === 0 ? 'DISPATCHED' : 'COMPLETED',
    ].entries()) {
      const queued = NOW - (i * 17 + 1 + int(9)) * 3_600_000;
      state.commands.push({
        id: uuid(),
        terminalId: t.id,
        kind: commandKinds[(n + i) % commandKinds.length]!,
        status,
        queuedAt: iso(queued),
        completedAt: status === 'COMPLETED' || status === 'FAILED' ? iso(queued + (60 + int(600)) * 1000) : null,
        requestedBy: admin,
      });
    }
    for (let i = 0; i < 1 + (n % 2); i += 1) {
      const start = NOW - (20 + i * 50 + int(20)) * 3_600_000;
      state.jobs.push({
        id: uuid(),
        terminalId: t.id,
        kind: pick(['PROFILE_PUSH', 'REMOTE_KEY_LOAD', 'SOFTWARE_UPDATE']),
        status: i === 1 ? 'RUNNING' : 'SUCCEEDED',
        startedAt: iso(start),
        finishedAt: i === 1 ? null : iso(start + 240_000),
      });
    }
    for (let i = 0; i < 1 + (n % 3 === 0 ? 1 : 0); i += 1) {
      const opened = NOW - (2 + int(60)) * 3_600_000;
      const event = events[(n + i) % events.length]!;
      state.incidents.push({
        id: uuid(),
        terminalId: t.id,
        event,
        severity: pick(['WARNING', 'CRITICAL']),
        openedAt: iso(opened),
        closedAt: (n + i) % 2 === 0 ? null : iso(opened + 3_000_000),
        detail: `${event.replaceAll('_', ' ')} observed on ${t.label}`,
      });
    }
    for (let i = 0; i < 2; i += 1)
      state.journal.push({
        id: uuid(),
        terminalId: t.id,
        at: iso(NOW - (i * 11 + 1 + int(10)) * 3_600_000),
        text: pick([
          '0210 received, response <00>',
          '0800 echo test acknowledged',
          '0420 reversal advice relayed',
          'Session re-established with host',
        ]),
      });
    if (n % 2 === 0)
      state.forms.push({
        id: uuid(),
        terminalId: t.id,
        kind: pick(['CASH_LOAD_SHEET', 'SITE_INSPECTION', 'MERCHANT_AGREEMENT']),
        submittedAt: iso(NOW - (3 + int(200)) * 3_600_000),
        submittedBy: admin,
      });
  });

  // Settlement batches: one for each top-level group and business day up to the day before yesterday.
  for (const account of state.accounts) {
    for (let day = 11; day >= 0; day -= 1) {
      const date = localDate(NOW - day * DAY, account.offset);
      if (date > SETTLED_THROUGH) continue;
      for (const [i, g] of state.groups.filter((x) => x.accountId === account.id && x.parentId === null).entries()) {
        const derived = deriveBatch(state, account, g.id, date);
        if (derived === null) continue;
        const status =
          date === '2025-11-18'
            ? 'PENDING'
            : date === '2025-11-17'
              ? 'SUBMITTED'
              : (day + i) % 5 === 0
                ? 'RETURNED'
                : 'SETTLED';
        const cutoff = Date.parse(derived.cutoffAt);
        state.batches.push({
          id: uuid(),
          ...derived,
          status,
          submittedAt: status === 'PENDING' ? null : iso(cutoff + 3_600_000),
          settledAt: status === 'SETTLED' ? iso(cutoff + 2 * DAY) : null,
          returnedAt: status === 'RETURNED' ? iso(cutoff + 3 * DAY) : null,
        });
      }
    }
  }

  // Disputes: every terminal has at least one; statuses go round.
  const caseStates = ['OPEN', 'UNDER_REVIEW', 'RESOLVED_CREDITED', 'AWAITING_EVIDENCE', 'RESOLVED_DENIED'];
  let k = 0;
  state.terminals.forEach((t, n) => {
    const candidates = state.transactions.filter(
      (x) => x.terminalId === t.id && x.type === 'WITHDRAWAL' && x.amtComp > 0 && x.at < NOW - 5 * DAY,
    );
    for (const x of candidates.slice(0, n % 2 === 0 ? 3 : 2)) {
      const status = caseStates[k % caseStates.length]!;
      k += 1;
      const opened = x.at + (18 + int(30)) * 3_600_000;
      const resolved = status.startsWith('RESOLVED');
      const amount = x.code === '10' ? x.amtComp : Math.min(x.amtComp, pick([2000, 4000, x.amtComp]));
      state.disputes.push({
        id: uuid(),
        accountId: t.accountId,
        transactionId: x.id,
        terminalId: t.id,
        status,
        reasonCode: pick(['CASH_NOT_DISPENSED', 'PARTIAL_DISPENSE', 'DUPLICATE_DEBIT', 'UNRECOGNIZED']),
        amount,
        openedAt: iso(opened),
        dueDate: iso(opened + 30 * DAY).slice(0, 10),
        queue: pick(['first-line', 'chargebacks']),
        assigneeName: status === 'OPEN' ? null : pick(['P. Anand', 'S. Okafor', 'L. Haugen']),
        assignedAt: status === 'OPEN' ? null : iso(opened + 7_200_000),
        outcome: resolved ? (status === 'RESOLVED_CREDITED' ? 'CREDITED' : 'DENIED') : null,
        resolvedAmount: status === 'RESOLVED_CREDITED' ? amount : 0,
        resolvedAt: resolved ? iso(opened + 2 * DAY) : null,
        reviewerName: pick(['C. Mbeki', 'H. Larsson']),
        reviewedAt: iso(opened + 2 * DAY - 900_000),
        comment: resolved ? 'Journal and cash count compared' : 'Preliminary look',
      });
    }
  });

  for (let i = 0; i < 7; i += 1) state.catalogIds.push(uuid());
  return state;
}
