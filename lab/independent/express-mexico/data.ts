// In-memory "collections". Everything is deterministic: fixed clock, fixed seeds.
export const NOW = '2026-03-12T18:00:00.000Z';
export const nowMs = Date.parse(NOW);
export const iso = (ms: number): string => new Date(ms).toISOString();
export const money = (n: number): number => Math.round(n * 100) / 100;
const MIN = 60_000;
const HOUR = 60 * MIN;
export const DAY = 24 * HOUR;

const KIND: Record<string, string> = {
  org: '65a1f0c2',
  acc: '65a1f3b7',
  ter: '65b20d4e',
  grp: '65b3771a',
  con: '65b40e92',
  usr: '65a9cc01',
  txn: '69a5813c',
  cmd: '69ae2207',
  job: '69ae5f10',
  alr: '69b01c33',
  jrn: '69b0a4d8',
  dis: '69ac9e64',
  stl: '69adb0f5',
  loc: '65b20f88',
  frm: '69a77d21',
  doc: '65c9a310',
  cmp: '65ca11be',
  onb: '65cb8d02',
  vid: '65cc40e7',
};
export function oid(kind: string, n: number): string {
  const mix = (Math.imul(n + 11, 2654435761) >>> 0).toString(16).padStart(8, '0');
  return KIND[kind] + mix + '7d' + (0x4a0000 + n).toString(16).padStart(6, '0');
}

function prng(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface Org {
  _id: string;
  code: string;
  name: string;
  branding: any;
  dns: any;
}
export interface Account {
  _id: string;
  code: string;
  name: string;
  orgId: string;
  legalName: string;
  rfc: string;
  city: string;
  status: string;
  clabeLast4: string;
}
export interface Terminal {
  _id: string;
  code: string;
  name: string;
  accountId: string;
  orgId: string;
  status: string;
  model: string;
  serialNumber: string;
  lastHeartbeatAt: string;
  statusChangedAt: string;
  n: number;
  surcharge: number;
}
export interface Group {
  _id: string;
  code: string;
  name: string;
  kind: string;
  orgId: string;
  accountId: string | null;
  terminalIds: string[];
}
export interface Connector {
  _id: string;
  code: string;
  name: string;
  kind: string;
  orgId: string;
  status: string;
  terminalIds: string[];
  latencyMs: number;
  lastCheckAt: string;
}
export interface User {
  _id: string;
  code: string;
  name: string;
  email: string;
  role: string;
  orgId: string;
  accountIds: string[];
  terminalIds: string[] | null;
  keyName: string | null;
  apiKey: string | null;
}
export interface Tx {
  _id: string;
  code: string;
  terminalId: string;
  terminalCode: string;
  at: string;
  type: string;
  sequenceNumber: number;
  accountType: string;
  emv: string | null;
  network: string;
  response: { code: string; result: string; description: string };
  amountRequested: number;
  amountCompleted: number;
  surchargeRequested: number;
  surchargeCompleted: number;
  originalTransactionId: string | null;
  pan: string;
  track2: string;
  pinBlock: string;
}
export interface Batch {
  _id: string;
  code: string;
  orgId: string;
  accountId: string;
  groupId: string;
  terminalIds: string[];
  status: string;
  entryCount: number;
  creditCount: number;
  debitCount: number;
  creditTotal: number;
  debitTotal: number;
  businessDate: string;
  openedAt: string;
  closedAt: string | null;
  sentAt: string | null;
  paidAt: string | null;
}
export interface Dispute {
  _id: string;
  code: string;
  status: string;
  reasonCode: string;
  transactionId: string;
  terminalId: string;
  amount: number;
  openedAt: string;
  dueDate: string;
  notes: string | null;
  assignment: { team: string; assignee: string | null; assignedAt: string | null };
  resolution: { outcome: string | null; resolvedAt: string | null; comment: string | null };
  reviewer: { name: string; role: string; reviewedAt: string };
}

export interface State {
  orgs: Org[];
  accounts: Account[];
  terminals: Terminal[];
  groups: Group[];
  connectors: Connector[];
  users: User[];
  transactions: Tx[];
  settlements: Batch[];
  disputes: Dispute[];
  commands: any[];
  jobs: any[];
  alerts: any[];
  journal: any[];
  locations: any[];
  forms: any[];
  documents: any[];
  compliance: any[];
  onboarding: any[];
  videos: any[];
}

const PANS = ['4111111111111111', '5555555555554444', '4000056655665556', '5105105105105100'];

/** Totals of a batch: one credit per paid withdrawal (amount + surcharge), one debit (service fee) per terminal that was active. */
export function batchFigures(
  state: State,
  group: Group,
  businessDate: string,
): { entryCount: number; creditCount: number; debitCount: number; creditTotal: number; debitTotal: number } | null {
  const ids = new Set(group.terminalIds);
  const rows = state.transactions.filter((t) => ids.has(t.terminalId) && t.at.slice(0, 10) === businessDate);
  if (rows.length === 0) return null;
  const credits = rows.filter((t) => t.type === 'retiro' && t.amountCompleted > 0);
  const active = new Set(rows.map((t) => t.terminalId)).size;
  return {
    entryCount: credits.length + active,
    creditCount: credits.length,
    debitCount: active,
    creditTotal: money(credits.reduce((s, t) => s + t.amountCompleted + t.surchargeCompleted, 0)),
    debitTotal: money(active * 18.5),
  };
}

export function createState(): State {
  const rnd = prng(20260312);
  const orgs: Org[] = [
    {
      _id: oid('org', 1),
      code: 'ORG-BAJIO',
      name: 'Cajeros del Bajío S.A. de C.V.',
      branding: {
        displayName: 'Cajeros del Bajío',
        primaryColor: '#0B6E4F',
        logoUrl: 'https://portal.cajerosbajio.example/logo.svg',
        status: 'publicada',
      },
      dns: { host: 'portal.cajerosbajio.example', status: 'verificado', lastCheckedAt: '2026-03-12T12:00:00.000Z' },
    },
    {
      _id: oid('org', 2),
      code: 'ORG-MAYA',
      name: 'Efectivo Maya S. de R.L. de C.V.',
      branding: {
        displayName: 'Efectivo Maya',
        primaryColor: '#B23A48',
        logoUrl: 'https://portal.efectivomaya.example/logo.svg',
        status: 'borrador',
      },
      dns: { host: 'portal.efectivomaya.example', status: 'pendiente', lastCheckedAt: '2026-03-12T11:30:00.000Z' },
    },
  ];
  const acc = (
    n: number,
    code: string,
    name: string,
    org: number,
    legalName: string,
    rfc: string,
    city: string,
    clabeLast4: string,
  ): Account => ({
    _id: oid('acc', n),
    code,
    name,
    orgId: orgs[org]!._id,
    legalName,
    rfc,
    city,
    status: 'activa',
    clabeLast4,
  });
  const accounts: Account[] = [
    acc(
      1,
      'CTA-LEO',
      'Bajío León',
      0,
      'Cajeros del Bajío León S.A. de C.V.',
      'CBL150312AB1',
      'León, Guanajuato',
      '4471',
    ),
    acc(
      2,
      'CTA-QRO',
      'Bajío Querétaro',
      0,
      'Cajeros del Bajío Querétaro S.A. de C.V.',
      'CBQ170908CD2',
      'Santiago de Querétaro',
      '0932',
    ),
    acc(
      3,
      'CTA-MID',
      'Maya Mérida',
      1,
      'Efectivo Maya Mérida S. de R.L. de C.V.',
      'EMM160521EF3',
      'Mérida, Yucatán',
      '7718',
    ),
    acc(
      4,
      'CTA-CUN',
      'Maya Cancún',
      1,
      'Efectivo Maya Cancún S. de R.L. de C.V.',
      'EMC180114GH4',
      'Cancún, Quintana Roo',
      '2250',
    ),
  ];
  const sites: Array<[string, number, string, Array<[string, string, string]>]> = [
    [
      'LEO',
      0,
      'Guanajuato',
      [
        ['Plaza Mayor León', 'Blvd. Juan Alonso de Torres 2002', '37150'],
        ['Farmacias Guadalupe & Hijos', 'Calle Madero 310', '37000'],
        ['Mercado Aldama', 'Calle Comonfort 118', '37000'],
        ['Tienda La Esperanza', 'Calle Pino Suárez 77', '37000'],
        ['Parque Industrial Stiva', 'Av. Stiva 15', '37290'],
        ['Gasolinera El Refugio', 'Blvd. Aeropuerto 1450', '37545'],
        ['Zona Piel', 'Calle Hilario Medina 402', '37260'],
        ['Central de Abastos', 'Blvd. Hermanos Aldama 4001', '37490'],
        ['Poliforum', 'Blvd. Adolfo López Mateos 1820', '37500'],
        ['Hotel Real de Minas', 'Blvd. López Mateos 2211', '37530'],
        ['Outlet Mulza', 'Blvd. Aeropuerto 104', '37670'],
      ],
    ],
    [
      'QRO',
      1,
      'Querétaro',
      [
        ['Jardín Zenea', 'Calle Corregidora Norte 5', '76000'],
        ['Plaza Antea', 'Av. Antea 1090', '76100'],
        ['Mercado de la Cruz', 'Calle Garibaldi 30', '76020'],
        ['UAQ Cerro de las Campanas', 'Calle Hidalgo s/n', '76010'],
        ['Central Camionera', 'Prol. Luis Vega Monroy 800', '76090'],
        ['Parque Bernardo Quintana', 'Carretera 57 km 201', '76246'],
        ['Abarrotes Doña Lupita', 'Av. Candiles 214', '76190'],
        ['Hospital San José', 'Av. Constituyentes 302', '76180'],
      ],
    ],
    [
      'MID',
      2,
      'Yucatán',
      [
        ['Plaza Grande', 'Calle 60 No. 501', '97000'],
        ['Paseo de Montejo', 'Paseo de Montejo 480', '97127'],
        ['Mercado Lucas de Gálvez', 'Calle 56A No. 499', '97000'],
        ['Altabrisa', 'Calle 7 No. 451', '97130'],
        ['Súper Itzimná', 'Calle 20 No. 98', '97100'],
        ['Aeropuerto Crescencio Rejón', 'Av. Itzáes km 4.5', '97291'],
      ],
    ],
    [
      'CUN',
      3,
      'Quintana Roo',
      [
        ['Ferretería Pech & Hermanos', 'Av. Tulum 260', '77500'],
        ['Hotel Caracol', 'Blvd. Kukulcán km 8.5', '77500'],
        ['Mercado 28', 'Av. Xel-Há 28', '77509'],
        ['Muelle Puerto Juárez', 'Av. López Portillo 12', '77520'],
        ['Plaza Las Américas', 'Av. Tulum Sur 260', '77506'],
      ],
    ],
  ];
  const terminals: Terminal[] = [];
  const locations: any[] = [];
  const STATUS: Record<string, string> = {
    'LEO-3': 'mantenimiento',
    'LEO-4': 'fueraDeLinea',
    'LEO-7': 'degradada',
    'LEO-10': 'fueraDeLinea',
    'QRO-2': 'mantenimiento',
    'QRO-6': 'fueraDeLinea',
    'QRO-7': 'degradada',
    'MID-3': 'degradada',
    'MID-6': 'mantenimiento',
    'CUN-3': 'mantenimiento',
    'CUN-4': 'fueraDeLinea',
  };
  const SUR = [29.5, 34.8, 25.25, 39.9];
  for (const [prefix, a, stateName, list] of sites) {
    list.forEach(([name, street, postalCode], i) => {
      const n = terminals.length + 1;
      const short = `${prefix}-${i + 1}`;
      const status = STATUS[short] ?? 'enLinea';
      const beat =
        nowMs -
        (status === 'fueraDeLinea'
          ? 7 * HOUR + n * MIN
          : status === 'mantenimiento'
            ? 2 * HOUR + n * MIN
            : (n % 9) * MIN + 31_000);
      terminals.push({
        _id: oid('ter', n),
        code: `CJ-${short}`,
        name,
        accountId: accounts[a]!._id,
        orgId: accounts[a]!.orgId,
        status,
        model: n % 3 === 0 ? 'Hyosung MX2800' : n % 3 === 1 ? 'Genmega GT3000' : 'NCR SelfServ 23',
        serialNumber: `MX${730114 + n * 3571}`,
        lastHeartbeatAt: iso(beat),
        statusChangedAt: iso(nowMs - ((n % 7) + 1) * 5 * HOUR - n * MIN),
        n,
        surcharge: SUR[n % 4]!,
      });
      locations.push({
        _id: oid('loc', n),
        terminalId: oid('ter', n),
        terminalCode: `CJ-${short}`,
        name,
        street,
        city: accounts[a]!.city.split(',')[0],
        state: stateName,
        postalCode,
        country: 'México',
        latitude: money(20 + a * 0.3 + i * 0.01),
        longitude: money(-101 + a * 4 + i * 0.01),
        riskLevel: ['bajo', 'medio', 'alto'][n % 3],
        openingHours: n % 2 ? 'las24Horas' : 'horarioComercial',
      });
    });
  }
  const by = (short: string): string => {
    const t = terminals.find((x) => x.code === `CJ-${short}`);
    if (!t) throw new Error(short);
    return t._id;
  };
  const range = (p: string, from: number, to: number): string[] =>
    Array.from({ length: to - from + 1 }, (_, i) => by(`${p}-${from + i}`));
  const grp = (
    n: number,
    code: string,
    name: string,
    kind: string,
    org: number,
    a: number | null,
    terminalIds: string[],
  ): Group => ({
    _id: oid('grp', n),
    code,
    name,
    kind,
    orgId: orgs[org]!._id,
    accountId: a === null ? null : accounts[a]!._id,
    terminalIds,
  });
  const groups: Group[] = [
    grp(1, 'RUT-LEO-CENTRO', 'Ruta León Centro', 'ruta', 0, 0, range('LEO', 1, 4)),
    grp(2, 'RUT-LEO-INDUSTRIAL', 'Ruta León Industrial', 'ruta', 0, 0, range('LEO', 5, 11)),
    grp(3, 'RUT-QRO-NORTE', 'Ruta Querétaro Norte', 'ruta', 0, 1, range('QRO', 1, 4)),
    grp(4, 'RUT-QRO-SUR', 'Ruta Querétaro Sur', 'ruta', 0, 1, range('QRO', 5, 8)),
    grp(5, 'ETQ-PREMIUM', 'Plazas Premium', 'etiqueta', 0, null, [
      by('LEO-2'),
      by('LEO-6'),
      by('LEO-9'),
      by('QRO-3'),
      by('QRO-7'),
    ]),
    grp(6, 'RUT-MID', 'Ruta Mérida', 'ruta', 1, 2, range('MID', 1, 6)),
    grp(7, 'RUT-CUN', 'Ruta Cancún', 'ruta', 1, 3, range('CUN', 1, 5)),
    grp(8, 'ETQ-24H', 'Tiendas 24 Horas', 'etiqueta', 1, null, [by('MID-1'), by('MID-4'), by('CUN-2')]),
  ];
  const con = (
    n: number,
    code: string,
    name: string,
    kind: string,
    org: number,
    status: string,
    terminalIds: string[],
  ): Connector => ({
    _id: oid('con', n),
    code,
    name,
    kind,
    orgId: orgs[org]!._id,
    status,
    terminalIds,
    latencyMs: 80 + n * 37,
    lastCheckAt: iso(nowMs - n * 3 * MIN),
  });
  const connectors: Connector[] = [
    con(1, 'CNX-PROSA-BAJIO', 'Prosa Bajío', 'procesador', 0, 'operativo', [
      ...range('LEO', 1, 11),
      ...range('QRO', 1, 4),
    ]),
    con(2, 'CNX-EGLOBAL', 'E-Global Querétaro', 'procesador', 0, 'degradado', range('QRO', 5, 8)),
    con(3, 'CNX-VIGIA', 'Vigía Monitoreo', 'monitoreo', 0, 'operativo', [by('LEO-5'), ...range('LEO', 7, 11)]),
    con(4, 'CNX-PROSA-PENINSULA', 'Prosa Península', 'procesador', 1, 'operativo', [
      ...range('MID', 1, 6),
      ...range('CUN', 1, 3),
    ]),
    con(5, 'CNX-CARIBE', 'Red Caribe', 'procesador', 1, 'caido', range('CUN', 4, 5)),
    con(6, 'CNX-VIGIA-MID', 'Vigía Mérida', 'monitoreo', 1, 'operativo', range('MID', 1, 6)),
  ];
  const A = accounts.map((a) => a._id);
  const usr = (
    n: number,
    name: string,
    email: string,
    role: string,
    org: number,
    accountIds: string[],
    terminalIds: string[] | null,
    keyName: string | null,
    apiKey: string | null,
  ): User => ({
    _id: oid('usr', n),
    code: `USR-${String(n).padStart(3, '0')}`,
    name,
    email,
    role,
    orgId: orgs[org]!._id,
    accountIds,
    terminalIds,
    keyName,
    apiKey,
  });
  const users: User[] = [
    usr(
      1,
      'Ximena Arredondo',
      'ximena@cajerosbajio.example',
      'administrador',
      0,
      [A[0]!, A[1]!],
      null,
      'adminBajio',
      'cf_live_a81f3c90d27b45e6a0c2f7d1',
    ),
    usr(
      2,
      'Rodrigo Zepeda',
      'rodrigo@cajerosbajio.example',
      'analista',
      0,
      [A[0]!, A[1]!],
      null,
      'analistaBajio',
      'cf_live_5d0e77b2c94f18a36be1d408',
    ),
    usr(
      3,
      'Itzel Montoya',
      'itzel@cajerosbajio.example',
      'gerente',
      0,
      [A[1]!],
      null,
      'gerenteQueretaro',
      'cf_live_c3b96a1e0f5842d7961ab3ee',
    ),
    usr(
      4,
      'Beto Saldaña',
      'beto@cajerosbajio.example',
      'tecnico',
      0,
      [A[0]!],
      [...range('LEO', 1, 4), by('LEO-6')],
      'tecnicoLeon',
      'cf_live_19f4d8e7b6a3402c8d5507fa',
    ),
    usr(
      5,
      'Emilio Canul',
      'emilio@efectivomaya.example',
      'administrador',
      1,
      [A[2]!, A[3]!],
      null,
      'adminMaya',
      'cf_live_e27c05ab91d64f3880fe6b12',
    ),
    usr(
      6,
      'Renata Pech',
      'renata@efectivomaya.example',
      'consulta',
      1,
      [A[3]!],
      null,
      'consultaCancun',
      'cf_live_7b48e0d16c9a4e52b30d9f65',
    ),
    usr(7, 'Nacho Villaseñor', 'nacho@cajerosbajio.example', 'tecnico', 0, [A[1]!], range('QRO', 1, 2), null, null),
    usr(8, 'Fernanda Uc', 'fernanda@efectivomaya.example', 'gerente', 1, [A[2]!], null, null, null),
  ];

  // Transactions: each terminal works through the same sixteen situations in its own order.
  const PATTERN = [
    'retiro',
    'retiro',
    'consulta',
    'retiroDeclinado',
    'retiro',
    'transferencia',
    'retiro',
    'retiroParcial',
    'reverso',
    'retiro',
    'consulta',
    'retiro',
    'retiroDeclinado',
    'retiro',
    'consultaDeclinada',
    'retiro',
  ];
  const DECLINES: Array<[string, string]> = [
    ['51', 'Fondos insuficientes'],
    ['55', 'NIP incorrecto'],
    ['61', 'Excede el límite diario'],
    ['54', 'Tarjeta vencida'],
  ];
  const transactions: Tx[] = [];
  const start = Date.parse('2026-03-02T13:00:00.000Z');
  for (const t of terminals) {
    let seq = 1000 + t.n * 40;
    for (let k = 0; k < 16; k++) {
      const kind = PATTERN[(k * 5 + t.n) % 16]!;
      const at = start + k * 15.3 * HOUR + t.n * 16 * MIN + Math.floor(rnd() * 40 * MIN);
      const isRetiro = kind.startsWith('retiro') || kind === 'reverso';
      const requested = kind.startsWith('consulta')
        ? 0
        : kind === 'retiroParcial'
          ? 2000 + 500 * Math.floor(rnd() * 8)
          : 100 * (1 + Math.floor(rnd() * 60));
      const declined = kind.endsWith('Declinado') || kind.endsWith('Declinada');
      const failed = kind === 'reverso';
      const completed = declined || failed ? 0 : kind === 'retiroParcial' ? requested - 1000 : requested;
      const surcharge = isRetiro ? t.surcharge : kind.startsWith('consulta') ? 12.5 : 8.75;
      const emvPick = (k + t.n) % 4;
      const pan = PANS[Math.floor(rnd() * 4)]!;
      const dec = DECLINES[Math.floor(rnd() * 4)]!;
      const n = transactions.length + 1;
      const tx: Tx = {
        _id: oid('txn', n),
        code: `TX-${String(n).padStart(6, '0')}`,
        terminalId: t._id,
        terminalCode: t.code,
        at: iso(at),
        type: isRetiro ? 'retiro' : kind.startsWith('consulta') ? 'consulta' : 'transferencia',
        sequenceNumber: seq++,
        accountType: ['debito', 'ahorro', 'cheques', 'credito'][Math.floor(rnd() * 4)]!,
        emv: emvPick === 3 ? null : emvPick === 1 ? 'sinContacto' : 'chip',
        network: pan.startsWith('4') ? 'visa' : 'mastercard',
        response: declined
          ? { code: dec[0], result: 'rechazada', description: dec[1] }
          : failed
            ? { code: '91', result: 'fallida', description: 'Falla del dispensador' }
            : kind === 'retiroParcial'
              ? { code: '10', result: 'aprobadaParcial', description: 'Entrega parcial' }
              : { code: '00', result: 'aprobada', description: 'Aprobada' },
        amountRequested: requested,
        amountCompleted: completed,
        surchargeRequested: surcharge,
        surchargeCompleted: declined || failed ? 0 : surcharge,
        originalTransactionId: null,
        pan,
        track2: `${pan}=28122010000000000`,
        pinBlock: (0x1a2b3c4d + n * 977).toString(16).padStart(16, '0').toUpperCase(),
      };
      transactions.push(tx);
      if (failed) {
        const m = n + 1;
        transactions.push({
          ...tx,
          _id: oid('txn', m),
          code: `TX-${String(m).padStart(6, '0')}`,
          at: iso(at + 45_000),
          type: 'reverso',
          sequenceNumber: seq++,
          response: { code: '00', result: 'aprobada', description: 'Reverso aplicado' },
          amountCompleted: 0,
          surchargeCompleted: 0,
          originalTransactionId: tx._id,
        });
      }
    }
  }

  const state: State = {
    orgs,
    accounts,
    terminals,
    groups,
    connectors,
    users,
    transactions,
    settlements: [],
    disputes: [],
    commands: [],
    jobs: [],
    alerts: [],
    journal: [],
    locations,
    forms: [],
    documents: [],
    compliance: [],
    onboarding: [],
    videos: [],
  };

  const dates = ['2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10'];
  const stStatus = ['pagado', 'pagado', 'enviado', 'rechazado', 'cerrado', 'abierto'];
  let sn = 0;
  for (const g of groups.filter((x) => x.kind === 'ruta')) {
    dates.forEach((d, i) => {
      const fig = batchFigures(state, g, d);
      if (!fig) return;
      sn++;
      const open = Date.parse(`${d}T06:00:00.000Z`);
      const status = stStatus[i]!;
      state.settlements.push({
        _id: oid('stl', sn),
        code: `LOTE-${d.replaceAll('-', '')}-${g.code.slice(4)}`,
        orgId: g.orgId,
        accountId: g.accountId as string,
        groupId: g._id,
        terminalIds: [...g.terminalIds],
        status,
        ...fig,
        businessDate: d,
        openedAt: iso(open),
        closedAt: status === 'abierto' ? null : iso(open + DAY),
        sentAt: ['pagado', 'enviado', 'rechazado'].includes(status) ? iso(open + DAY + 3 * HOUR) : null,
        paidAt: status === 'pagado' ? iso(open + 2 * DAY + 9 * HOUR) : null,
      });
    });
  }

  const disputeOn = [
    'LEO-1',
    'LEO-2',
    'LEO-4',
    'LEO-6',
    'LEO-7',
    'LEO-9',
    'LEO-11',
    'QRO-1',
    'QRO-3',
    'QRO-5',
    'QRO-6',
    'QRO-8',
    'MID-1',
    'MID-3',
    'MID-5',
    'CUN-1',
    'CUN-2',
    'CUN-3',
    'CUN-5',
  ];
  const dsStatus = ['abierta', 'resueltaAFavor', 'enRevision', 'resueltaEnContra'];
  const reasons = ['noDispensado', 'montoIncorrecto', 'cargoDuplicado', 'noReconocido'];
  disputeOn.forEach((short, i) => {
    const tid = by(short);
    const tx = transactions.filter((x) => x.terminalId === tid && x.type === 'retiro' && x.amountCompleted > 0)[i % 4]!;
    const status = dsStatus[i % 4]!;
    const opened = Date.parse(tx.at) + 26 * HOUR;
    const resolved = status.startsWith('resuelta');
    state.disputes.push({
      _id: oid('dis', i + 1),
      code: `DIS-${String(i + 1).padStart(4, '0')}`,
      status,
      reasonCode: reasons[(i * 3) % 4]!,
      transactionId: tx._id,
      terminalId: tid,
      amount: i % 3 === 0 ? tx.amountRequested : money(tx.amountRequested / 2),
      openedAt: iso(opened),
      dueDate: iso(opened + 15 * DAY),
      notes: i % 2 ? null : 'Reporte recibido por teléfono',
      assignment:
        status === 'abierta'
          ? { team: 'mesaDisputas', assignee: null, assignedAt: null }
          : {
              team: 'mesaDisputas',
              assignee: ['Paola Rentería', 'Iván Cepeda'][i % 2]!,
              assignedAt: iso(opened + 2 * HOUR),
            },
      resolution: resolved
        ? {
            outcome: status === 'resueltaAFavor' ? 'aFavorDelCliente' : 'enContraDelCliente',
            resolvedAt: iso(opened + 50 * HOUR),
            comment: 'Revisión de bitácora y arqueo',
          }
        : { outcome: null, resolvedAt: null, comment: null },
      reviewer: { name: 'Graciela Ontiveros', role: 'revisorDisputas', reviewedAt: iso(opened + 49 * HOUR) },
    });
  });

  for (const t of terminals) {
    const names = ['reiniciar', 'sincronizarReloj', 'actualizarPantallas', 'consultarInventario'];
    for (let k = 0; k < 4; k++) {
      const status = ['completado', t.n % 3 === 0 ? 'fallido' : 'completado', 'enCola', 'completado'][k];
      const queued = nowMs - (40 - k * 9) * HOUR - t.n * 7 * MIN;
      state.commands.push({
        _id: oid('cmd', t.n * 4 + k),
        code: `CMD-${String(t.n * 4 + k).padStart(5, '0')}`,
        terminalId: t._id,
        terminalCode: t.code,
        command: names[(k + t.n) % 4],
        status,
        origin: k % 2 ? 'programado' : 'portal',
        queuedAt: iso(queued),
        completedAt: status === 'enCola' ? null : iso(queued + 6 * MIN),
      });
    }
    for (let k = 0; k < 2; k++) {
      const st = k === 0 ? 'completado' : ['pendiente', 'enProceso', 'fallido'][t.n % 3];
      const created = nowMs - (70 - k * 50) * HOUR - t.n * 5 * MIN;
      state.jobs.push({
        _id: oid('job', t.n * 2 + k),
        code: `APR-${String(t.n * 2 + k).padStart(5, '0')}`,
        terminalId: t._id,
        terminalCode: t.code,
        kind: k ? 'actualizacionParametros' : 'altaInicial',
        status: st,
        createdAt: iso(created),
        finishedAt: st === 'completado' || st === 'fallido' ? iso(created + 20 * MIN) : null,
      });
      state.journal.push({
        _id: oid('jrn', t.n * 2 + k),
        code: `BIT-${String(t.n * 2 + k).padStart(5, '0')}`,
        terminalId: t._id,
        terminalCode: t.code,
        event: k ? 'ecoDeRed' : 'cambioDeLlaveConfirmado',
        detail: k ? 'Eco 0800 respondido en 112 ms' : 'Inicio de sesión 0810 aceptado',
        at: iso(nowMs - (k * 11 + 1) * HOUR - t.n * 9 * MIN),
      });
    }
    const kinds = ['efectivoBajo', 'latidoVencido', 'fallaDispensador', 'comunicacionIntermitente'];
    const howMany = t.status === 'enLinea' ? 1 : 2;
    for (let k = 0; k < howMany; k++) {
      state.alerts.push({
        _id: oid('alr', t.n * 2 + k),
        code: `ALE-${String(t.n * 2 + k).padStart(5, '0')}`,
        terminalId: t._id,
        terminalCode: t.code,
        kind: k ? 'latidoVencido' : kinds[t.n % 4],
        severity: ['baja', 'media', 'alta'][(t.n + k) % 3],
        status: k || t.n % 2 ? 'activa' : 'atendida',
        openedAt: iso(nowMs - (k * 5 + 3) * HOUR - t.n * 11 * MIN),
      });
    }
    state.compliance.push({
      _id: oid('cmp', t.n),
      code: `CUM-${String(t.n).padStart(4, '0')}`,
      terminalId: t._id,
      terminalCode: t.code,
      requirement: ['dictamenProteccionCivil', 'polizaDeSeguro', 'contratoDeSitio'][t.n % 3],
      status: t.n % 5 === 0 ? 'porVencer' : 'vigente',
      expiresAt: iso(nowMs + (20 + t.n * 6) * DAY),
    });
    if (t.n % 3 === 1)
      state.onboarding.push({
        _id: oid('onb', t.n),
        code: `ALT-${String(t.n).padStart(4, '0')}`,
        terminalId: t._id,
        terminalCode: t.code,
        stage: ['contratoFirmado', 'instalacion', 'enProduccion'][(t.n % 2) + 1],
        updatedAt: iso(nowMs - t.n * DAY),
      });
    if (t.n % 2 === 0)
      state.forms.push({
        _id: oid('frm', t.n),
        code: `FRM-${String(t.n).padStart(4, '0')}`,
        terminalId: t._id,
        terminalCode: t.code,
        title: t.n % 4 ? 'Solicitud de dotación de efectivo' : 'Cambio de domicilio',
        status: t.n % 4 ? 'recibido' : 'enCaptura',
        submittedAt: iso(nowMs - t.n * 3 * HOUR),
      });
    if (t.n % 2 === 1)
      state.documents.push({
        _id: oid('doc', t.n),
        code: `DOC-${String(t.n).padStart(4, '0')}`,
        accountId: t.accountId,
        terminalId: t._id,
        title: `Contrato de sitio ${t.name}`,
        kind: 'contrato',
        uploadedAt: iso(nowMs - (60 + t.n) * DAY),
      });
  }
  accounts.forEach((a, i) =>
    state.documents.push({
      _id: oid('doc', 100 + i),
      code: `DOC-${100 + i}`,
      accountId: a._id,
      terminalId: null,
      title: `Contrato marco ${a.name}`,
      kind: 'contratoMarco',
      uploadedAt: iso(nowMs - (200 + i) * DAY),
    }),
  );
  ['Cómo cargar casetes', 'Limpieza del lector', 'Arqueo paso a paso'].forEach((title, i) =>
    state.videos.push({
      _id: oid('vid', i + 1),
      code: `VID-${i + 1}`,
      title,
      durationSeconds: 180 + i * 65,
      url: `https://videos.cajafacil.example/${i + 1}`,
    }),
  );
  return state;
}
