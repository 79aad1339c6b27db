// @ts-nocheck: written without noUncheckedIndexedAccess
// Deterministic data of the operator. Nothing here depends on the clock of the machine.
export const NOW = Date.parse('2025-03-14T15:30:00Z');
const MIN = 60_000,
  HOUR = 3_600_000,
  DAY = 86_400_000;

export type TenantKey = 'andina' | 'plata';
export type Role = 'ADMINISTRADOR' | 'SUPERVISOR_ZONA' | 'LECTOR' | 'TECNICO';
export type Tenant = {
  key: TenantKey;
  id: string;
  razonSocial: string;
  rut: string;
  pais: string;
  moneda: string;
  escala: number;
  offsetMin: number;
  marca: { nombre: string; colorPrimario: string; logoUrl: string };
  dns: { host: string; estado: string; verificadoEn: number | null };
};
export type User = {
  id: string;
  key: string;
  name: string;
  tenant: TenantKey;
  nombre: string;
  correo: string;
  rol: Role;
  groups: 'all' | string[];
  extra: string[];
  ultimoAcceso: number;
};
export type Cassette = { posicion: number; denominacion: number; billetes: number; capacidad: number };
export type Terminal = {
  n: number;
  id: string;
  tenant: TenantKey;
  codigo: string;
  nombre: string;
  modelo: string;
  serie: string;
  version: string;
  locId: string;
  conId: string;
  merchant: string;
  offsetMin: number;
  estado: 'OPERATIVO' | 'DEGRADADO' | 'FUERA_DE_SERVICIO' | 'SIN_COMUNICACION';
  ultimoLatido: number;
  casetes: Cassette[];
  dispensador: string;
  impresora: string;
  tempC: number;
  senalDbm: number;
};
export type Location = {
  id: string;
  tenant: TenantKey;
  nombre: string;
  direccion: string;
  ciudad: string;
  region: string;
  lat: number;
  lon: number;
  riesgo: 'BAJO' | 'MEDIO' | 'ALTO';
  horario: string;
  terminals: string[];
};
export type Group = { id: string; tenant: TenantKey; nombre: string; proposito: string; terminals: string[] };
export type Connector = {
  id: string;
  tenant: TenantKey;
  nombre: string;
  protocolo: string;
  adquirente: string;
  estado: 'EN_LINEA' | 'INTERMITENTE' | 'CAIDO';
  latenciaMs: number;
  aprobacion: number;
  ultimoEco: number;
};
export type Merchant = { id: string; tenant: TenantKey; nombre: string; terminals: string[] };
export type Txn = {
  id: string;
  tenant: TenantKey;
  terminal: string;
  at: number;
  offsetMin: number;
  tipo: 'RETIRO' | 'CONSULTA_SALDO' | 'TRANSFERENCIA' | 'REVERSO';
  secuencia: string;
  tipoCuenta: string;
  emv?: string;
  codigo: string;
  texto: string;
  aprobada: boolean;
  reqU: number;
  compU: number;
  surReqU: number;
  surCompU: number;
  pan: string;
};
export type Command = {
  id: string;
  tenant: TenantKey;
  terminal: string;
  tipo: string;
  estado: 'EN_COLA' | 'ENVIADO' | 'COMPLETADO' | 'FALLIDO';
  solicitadoPor: string;
  creadoEn: number;
  completadoEn: number | null;
  resultado: string | null;
};
export type Job = {
  id: string;
  tenant: TenantKey;
  terminal: string;
  tipo: string;
  estado: 'PENDIENTE' | 'EN_CURSO' | 'TERMINADO' | 'ERROR';
  iniciadoEn: number;
  terminadoEn: number | null;
};
export type Incident = {
  id: string;
  tenant: TenantKey;
  terminal: string;
  evento: string;
  severidad: 'INFO' | 'ADVERTENCIA' | 'CRITICA';
  estado: 'ABIERTO' | 'CERRADO';
  abiertoEn: number;
  detalle: string;
};
export type Journal = { id: string; tenant: TenantKey; terminal: string; codigo: string; texto: string; at: number };
export type Batch = {
  id: string;
  tenant: TenantKey;
  merchant: string;
  fecha: string;
  estado: 'BORRADOR' | 'ENVIADO' | 'LIQUIDADO' | 'RECHAZADO';
  creditos: number;
  debitos: number;
  credU: number;
  debU: number;
  terminals: string[];
  desde: number;
  hasta: number;
  creadoEn: number;
  enviadoEn: number | null;
  liquidadoEn: number | null;
};
export type Dispute = {
  id: string;
  tenant: TenantKey;
  estado: 'ABIERTA' | 'EN_REVISION' | 'RESUELTA_A_FAVOR' | 'RESUELTA_EN_CONTRA';
  motivo: string;
  txn: string;
  terminal: string;
  units: number;
  vence: string;
  abiertaEn: number;
  asignadaA: string | null;
  asignadaEn: number | null;
  resultado: string | null;
  resueltaEn: number | null;
  nota: string | null;
  revisor: string | null;
  revisadoEn: number | null;
  comentario: string | null;
};
export type Form = {
  id: string;
  tenant: TenantKey;
  terminal: string;
  tipo: string;
  estado: string;
  enviadoPor: string;
  enviadoEn: number;
};
export type Compliance = {
  id: string;
  tenant: TenantKey;
  terminal: string;
  requisito: string;
  estado: 'VIGENTE' | 'POR_VENCER' | 'VENCIDO';
  venceEn: string;
};
export type Doc = { id: string; tenant: TenantKey; terminal: string; titulo: string; tipo: string; subidoEn: number };
export type Video = {
  id: string;
  tenant: TenantKey;
  terminal: string;
  titulo: string;
  duracionSeg: number;
  grabadoEn: number;
};
export type Onboarding = { id: string; tenant: TenantKey; terminal: string; etapa: string; avance: number };

export const gid = (kind: string, rest: string | number): string =>
  Buffer.from(`${kind}|${rest}`, 'utf8').toString('base64url');

const rng = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

export const tenants: Record<TenantKey, Tenant> = {
  andina: {
    key: 'andina',
    id: gid('Cuenta', 'AND'),
    razonSocial: 'Red Andina de Cajeros S.A.',
    rut: '20601884213',
    pais: 'PE',
    moneda: 'PEN',
    escala: 2,
    offsetMin: -300,
    marca: { nombre: 'RedAndina', colorPrimario: '#0B5FA5', logoUrl: 'https://marca.redandina.example/logo.svg' },
    dns: { host: 'docs.redandina.example', estado: 'VERIFICADO', verificadoEn: Date.parse('2025-01-20T13:00:00Z') },
  },
  plata: {
    key: 'plata',
    id: gid('Cuenta', 'PLA'),
    razonSocial: 'Cajeros del Plata S.R.L.',
    rut: '217445980018',
    pais: 'UY',
    moneda: 'UYU',
    escala: 2,
    offsetMin: -180,
    marca: { nombre: 'PlataCash', colorPrimario: '#6A1B4D', logoUrl: 'https://marca.platacash.example/logo.svg' },
    dns: { host: 'docs.platacash.example', estado: 'PENDIENTE', verificadoEn: null },
  },
};

const T = (t: TenantKey, n: number) => gid('Cajero', `${t === 'andina' ? 'A' : 'P'}${String(n).padStart(2, '0')}`);
const A = (...ns: number[]) => ns.map((n) => T('andina', n));
const P = (...ns: number[]) => ns.map((n) => T('plata', n));

// name, city, region, address, lat, lon, risk, model, state, connector
type Row = [string, string, string, string, number, number, Location['riesgo'], string, Terminal['estado'], number];
const rowsA: Row[] = [
  [
    'Piura Plaza de Armas',
    'Piura',
    'Piura',
    'Jr. Tacna 540',
    -5.1945,
    -80.6328,
    'BAJO',
    'NCR SelfServ 22',
    'OPERATIVO',
    1,
  ],
  [
    'Aeropuerto Chiclayo Salidas',
    'Chiclayo',
    'Lambayeque',
    'Av. Bolognesi s/n',
    -6.7875,
    -79.8281,
    'BAJO',
    'Hyosung MX5300',
    'OPERATIVO',
    1,
  ],
  [
    'Bodega Pérez & Hijos',
    'Trujillo',
    'La Libertad',
    'Av. España 1820',
    -8.1116,
    -79.0288,
    'MEDIO',
    'Genmega G2500',
    'OPERATIVO',
    1,
  ],
  [
    'Mercado Modelo Puerta 1',
    'Chimbote',
    'Áncash',
    'Jr. Leoncio Prado 610',
    -9.0745,
    -78.5936,
    'ALTO',
    'Hyosung MX2800',
    'OPERATIVO',
    2,
  ],
  [
    'Grifo Panamericana Km 430',
    'Casma',
    'Áncash',
    'Panamericana Norte km 430',
    -9.4745,
    -78.3046,
    'MEDIO',
    'Genmega G2500',
    'DEGRADADO',
    2,
  ],
  [
    'Jirón de la Unión 412',
    'Lima',
    'Lima',
    'Jr. de la Unión 412',
    -12.0472,
    -77.0319,
    'MEDIO',
    'NCR SelfServ 22',
    'OPERATIVO',
    2,
  ],
  [
    'Galería Gamarra <Stand 14>',
    'Lima',
    'Lima',
    'Jr. Gamarra 1047',
    -12.0669,
    -77.0137,
    'ALTO',
    'Hyosung MX2800',
    'SIN_COMUNICACION',
    3,
  ],
  [
    'Aeropuerto Jorge Chávez T1',
    'Callao',
    'Callao',
    'Av. Elmer Faucett s/n',
    -12.0241,
    -77.112,
    'BAJO',
    'NCR SelfServ 84',
    'OPERATIVO',
    3,
  ],
  [
    'Mercado Modelo Puerta 2',
    'Chimbote',
    'Áncash',
    'Jr. Leoncio Prado 610',
    -9.0745,
    -78.5936,
    'ALTO',
    'Hyosung MX2800',
    'OPERATIVO',
    3,
  ],
  [
    'Miraflores Larcomar',
    'Lima',
    'Lima',
    'Malecón de la Reserva 610',
    -12.1319,
    -77.0302,
    'BAJO',
    'NCR SelfServ 84',
    'FUERA_DE_SERVICIO',
    3,
  ],
  [
    'Arequipa Mercaderes',
    'Arequipa',
    'Arequipa',
    'Calle Mercaderes 215',
    -16.3984,
    -71.5358,
    'BAJO',
    'NCR SelfServ 22',
    'OPERATIVO',
    3,
  ],
  [
    'Aeropuerto Cusco Llegadas',
    'Cusco',
    'Cusco',
    'Av. Velasco Astete s/n',
    -13.5357,
    -71.9388,
    'BAJO',
    'Hyosung MX5300',
    'DEGRADADO',
    2,
  ],
  [
    'Cusco Plaza San Francisco',
    'Cusco',
    'Cusco',
    'Plaza San Francisco 104',
    -13.5193,
    -71.9812,
    'MEDIO',
    'Genmega G2500',
    'OPERATIVO',
    3,
  ],
  [
    'Aeropuerto Juliaca',
    'Juliaca',
    'Puno',
    'Av. Aviación s/n',
    -15.4671,
    -70.1582,
    'MEDIO',
    'Hyosung MX2800',
    'OPERATIVO',
    4,
  ],
  [
    'Tacna Zofra',
    'Tacna',
    'Tacna',
    'Carretera Panamericana Sur km 1308',
    -18.0146,
    -70.2536,
    'ALTO',
    'Genmega G2500',
    'OPERATIVO',
    4,
  ],
  [
    'Desaguadero Frontera',
    'Desaguadero',
    'La Paz',
    'Av. Internacional 12',
    -16.5655,
    -69.0419,
    'ALTO',
    'Hyosung MX2800',
    'OPERATIVO',
    4,
  ],
];
const rowsP: Row[] = [
  [
    'Montevideo 18 de Julio',
    'Montevideo',
    'Montevideo',
    'Av. 18 de Julio 1360',
    -34.9058,
    -56.1882,
    'BAJO',
    'NCR SelfServ 22',
    'OPERATIVO',
    1,
  ],
  [
    'Punta Carretas Shopping',
    'Montevideo',
    'Montevideo',
    'Ellauri 350',
    -34.9239,
    -56.1592,
    'BAJO',
    'Hyosung MX5300',
    'OPERATIVO',
    1,
  ],
  [
    'Terminal Tres Cruces',
    'Montevideo',
    'Montevideo',
    'Bulevar Artigas 1825',
    -34.8939,
    -56.1664,
    'MEDIO',
    'Genmega G2500',
    'SIN_COMUNICACION',
    1,
  ],
  [
    'Colonia Puerto',
    'Colonia',
    'Colonia',
    'Rivadavia 10',
    -34.4718,
    -57.8443,
    'BAJO',
    'Hyosung MX2800',
    'OPERATIVO',
    2,
  ],
  ['Salto Termas', 'Salto', 'Salto', 'Ruta 3 km 488', -31.4561, -57.9068, 'MEDIO', 'Genmega G2500', 'DEGRADADO', 2],
];

const C = (t: TenantKey, n: number) => gid('Conector', `${t[0]}${n}`);
export const terminals: Terminal[] = [];
export const locations: Location[] = [];
const build = (t: TenantKey, rows: Row[]) =>
  rows.forEach((r, i) => {
    const n = i + 1,
      rand = rng((t === 'andina' ? 1000 : 9000) + n * 17),
      id = T(t, n);
    const shared = t === 'andina' && n === 9 ? locations.find((l) => l.terminals.includes(T(t, 4))) : undefined;
    const locId = shared ? shared.id : gid('Ubicacion', `${t[0]}${n}`);
    const estado = r[8];
    const low = estado === 'DEGRADADO',
      out = estado === 'FUERA_DE_SERVICIO';
    terminals.push({
      n,
      id,
      tenant: t,
      codigo: `${t === 'andina' ? 'RA' : 'PC'}-${1000 + n}`,
      nombre: r[0],
      modelo: r[7],
      serie: `${r[7].slice(0, 2).toUpperCase()}${Math.floor(rand() * 9e5 + 1e5)}`,
      version: `7.${Math.floor(rand() * 4)}.${Math.floor(rand() * 9)}`,
      locId,
      conId: C(t, r[9]),
      merchant: '',
      offsetMin: t === 'andina' ? (n === 16 ? -240 : -300) : -180,
      estado,
      ultimoLatido: NOW - (estado === 'SIN_COMUNICACION' ? 9 * HOUR + n * MIN : Math.floor(rand() * 4 * MIN) + 20_000),
      casetes: [20, 50, 100].map((d, k) => ({
        posicion: k + 1,
        denominacion: d * 100,
        billetes: out ? 0 : low && k === 1 ? 14 : Math.floor(rand() * 1400 + 300),
        capacidad: 2000,
      })),
      dispensador: out ? 'SIN_EFECTIVO' : n === 12 && t === 'andina' ? 'FALLA_SENSOR' : 'OK',
      impresora: rand() < 0.2 ? 'PAPEL_BAJO' : 'OK',
      tempC: Math.floor(rand() * 14 + 24),
      senalDbm: -Math.floor(rand() * 40 + 55),
    });
    if (shared) shared.terminals.push(id);
    else
      locations.push({
        id: locId,
        tenant: t,
        nombre: t === 'andina' && n === 4 ? 'Mercado Modelo de Chimbote' : r[0],
        direccion: r[3],
        ciudad: r[1],
        region: r[2],
        lat: r[4],
        lon: r[5],
        riesgo: r[6],
        horario: r[0].startsWith('Aeropuerto') ? '24h' : '07:00-22:00',
        terminals: [id],
      });
  });
build('andina', rowsA);
build('plata', rowsP);

const G = (t: TenantKey, n: number) => gid('Grupo', `${t[0]}${n}`);
export const groups: Group[] = [
  {
    id: G('andina', 1),
    tenant: 'andina',
    nombre: 'Zona Norte',
    proposito: 'Operación regional',
    terminals: A(1, 2, 3, 4, 5),
  },
  {
    id: G('andina', 2),
    tenant: 'andina',
    nombre: 'Lima y Callao',
    proposito: 'Operación regional',
    terminals: A(6, 7, 8, 9, 10),
  },
  {
    id: G('andina', 3),
    tenant: 'andina',
    nombre: 'Zona Sur',
    proposito: 'Operación regional',
    terminals: A(11, 12, 13, 14, 15),
  },
  {
    id: G('andina', 4),
    tenant: 'andina',
    nombre: 'Aeropuertos',
    proposito: 'Contrato concesionarios',
    terminals: A(2, 8, 12, 14),
  },
  { id: G('andina', 5), tenant: 'andina', nombre: 'Alto tráfico', proposito: 'Recarga diaria', terminals: A(6, 7, 13) },
  { id: G('andina', 6), tenant: 'andina', nombre: 'Piloto biométrico', proposito: 'Aún sin cajeros', terminals: [] },
  { id: G('plata', 1), tenant: 'plata', nombre: 'Montevideo', proposito: 'Operación regional', terminals: P(1, 2, 3) },
  { id: G('plata', 2), tenant: 'plata', nombre: 'Interior', proposito: 'Operación regional', terminals: P(4, 5) },
];
export const connectors: Connector[] = [
  {
    id: C('andina', 1),
    tenant: 'andina',
    nombre: 'Autorizador Unibanca',
    protocolo: 'ISO8583/TCP',
    adquirente: 'Unibanca',
    estado: 'EN_LINEA',
    latenciaMs: 312,
    aprobacion: 0.942,
    ultimoEco: NOW - 21_000,
  },
  {
    id: C('andina', 2),
    tenant: 'andina',
    nombre: 'Procesos Pacífico',
    protocolo: 'ISO8583/TLS',
    adquirente: 'Pacífico',
    estado: 'INTERMITENTE',
    latenciaMs: 1480,
    aprobacion: 0.871,
    ultimoEco: NOW - 95_000,
  },
  {
    id: C('andina', 3),
    tenant: 'andina',
    nombre: 'Red Cóndor',
    protocolo: 'ISO8583/TLS',
    adquirente: 'Cóndor',
    estado: 'EN_LINEA',
    latenciaMs: 268,
    aprobacion: 0.955,
    ultimoEco: NOW - 12_000,
  },
  {
    id: C('andina', 4),
    tenant: 'andina',
    nombre: 'Switch Altiplano',
    protocolo: 'ISO20022/HTTPS',
    adquirente: 'Altiplano',
    estado: 'CAIDO',
    latenciaMs: 0,
    aprobacion: 0,
    ultimoEco: NOW - 2 * HOUR,
  },
  {
    id: C('plata', 1),
    tenant: 'plata',
    nombre: 'Red Banelco Sur',
    protocolo: 'ISO8583/TLS',
    adquirente: 'Banelco',
    estado: 'EN_LINEA',
    latenciaMs: 240,
    aprobacion: 0.961,
    ultimoEco: NOW - 15_000,
  },
  {
    id: C('plata', 2),
    tenant: 'plata',
    nombre: 'Switch Litoral',
    protocolo: 'ISO8583/TCP',
    adquirente: 'Litoral',
    estado: 'EN_LINEA',
    latenciaMs: 377,
    aprobacion: 0.933,
    ultimoEco: NOW - 33_000,
  },
];
const M = (t: TenantKey, n: number) => gid('Comercio', `${t[0]}${n}`);
export const merchants: Merchant[] = [
  { id: M('andina', 1), tenant: 'andina', nombre: 'Inversiones Sechura S.A.C.', terminals: A(1, 2) },
  { id: M('andina', 2), tenant: 'andina', nombre: 'Bodega Pérez & Hijos E.I.R.L.', terminals: A(3) },
  { id: M('andina', 3), tenant: 'andina', nombre: 'Asociación Mercado Modelo', terminals: A(4, 9) },
  { id: M('andina', 4), tenant: 'andina', nombre: 'Servicentros Unidos S.A.', terminals: A(5, 6) },
  { id: M('andina', 5), tenant: 'andina', nombre: 'Concesiones Lima S.A.', terminals: A(7, 8, 10) },
  { id: M('andina', 6), tenant: 'andina', nombre: 'Turismo Qosqo S.R.L.', terminals: A(12) },
  { id: M('andina', 7), tenant: 'andina', nombre: 'Retail Misti S.A.', terminals: A(11, 13) },
  { id: M('andina', 8), tenant: 'andina', nombre: 'Fronteras del Sur S.A.C.', terminals: A(14, 15, 16) },
  { id: M('plata', 1), tenant: 'plata', nombre: 'Comercios Rambla S.A.', terminals: P(1, 2, 3) },
  { id: M('plata', 2), tenant: 'plata', nombre: 'Litoral Turismo S.A.', terminals: P(4, 5) },
];
for (const m of merchants) for (const id of m.terminals) terminals.find((t) => t.id === id)!.merchant = m.id;

export const users: User[] = [
  {
    id: gid('Usuario', 'a1'),
    key: 'ra_live_Vq7Lx2mT9sKd4WfH',
    name: 'valentina',
    tenant: 'andina',
    nombre: 'Valentina Rojas Quispe',
    correo: 'vrojas@redandina.example',
    rol: 'ADMINISTRADOR',
    groups: 'all',
    extra: [],
    ultimoAcceso: NOW - 40 * MIN,
  },
  {
    id: gid('Usuario', 'a2'),
    key: 'ra_live_Jn3Rb8pYc6ZtUe1G',
    name: 'joaquin',
    tenant: 'andina',
    nombre: 'Joaquín Salas Montes',
    correo: 'jsalas@redandina.example',
    rol: 'SUPERVISOR_ZONA',
    groups: [G('andina', 1)],
    extra: A(12),
    ultimoAcceso: NOW - 3 * HOUR,
  },
  {
    id: gid('Usuario', 'a3'),
    key: 'ra_live_Cm5Hd0aQw2NxIo7B',
    name: 'camila',
    tenant: 'andina',
    nombre: 'Camila Huamán Torres',
    correo: 'chuaman@redandina.example',
    rol: 'LECTOR',
    groups: 'all',
    extra: [],
    ultimoAcceso: NOW - 26 * HOUR,
  },
  {
    id: gid('Usuario', 'a4'),
    key: 'ra_live_Mt9Fg4vSk1EyPl6D',
    name: 'mateo',
    tenant: 'andina',
    nombre: 'Mateo Ccori Apaza',
    correo: 'mccori@redandina.example',
    rol: 'TECNICO',
    groups: [],
    extra: A(3),
    ultimoAcceso: NOW - 75 * MIN,
  },
  {
    id: gid('Usuario', 'a5'),
    key: 'ra_live_In8Wu6zXj3OrAb5C',
    name: 'ines',
    tenant: 'andina',
    nombre: 'Inés Paredes Luna',
    correo: 'iparedes@redandina.example',
    rol: 'LECTOR',
    groups: [],
    extra: [],
    ultimoAcceso: NOW - 9 * DAY,
  },
  {
    id: gid('Usuario', 'p1'),
    key: 'pc_live_Br2Ke7tGv9MsLq4X',
    name: 'bruno',
    tenant: 'plata',
    nombre: 'Bruno Etcheverry Silva',
    correo: 'betcheverry@platacash.example',
    rol: 'ADMINISTRADOR',
    groups: 'all',
    extra: [],
    ultimoAcceso: NOW - 12 * MIN,
  },
  {
    id: gid('Usuario', 'p2'),
    key: 'pc_live_Ad6Yn1wRf5ThZc8J',
    name: 'adriana',
    tenant: 'plata',
    nombre: 'Adriana Sosa Méndez',
    correo: 'asosa@platacash.example',
    rol: 'TECNICO',
    groups: [],
    extra: P(4),
    ultimoAcceso: NOW - 50 * HOUR,
  },
];

const luhn = (body: string) => {
  let s = 0;
  [...body].reverse().forEach((c, i) => {
    let d = +c;
    if (i % 2 === 0) {
      d *= 2;
      if (d > 9) d -= 9;
    }
    s += d;
  });
  return body + String((10 - (s % 10)) % 10);
};
const DECLINES: [string, string][] = [
  ['51', 'Fondos insuficientes'],
  ['55', 'Clave incorrecta'],
  ['61', 'Excede límite diario'],
  ['91', 'Emisor no disponible'],
];
export const txns: Txn[] = [];
for (const t of terminals) {
  const rand = rng(t.n * 7919 + (t.tenant === 'plata' ? 31 : 0));
  const count = t.tenant === 'plata' ? 26 : 24 + ((t.n * 5) % 14);
  let at = NOW - 10 * DAY + Math.floor(rand() * 5 * HOUR),
    seq = 4100 + (t.n % 4) * 13;
  const span = (NOW - (t.estado === 'SIN_COMUNICACION' ? 10 * HOUR : 15 * MIN) - at) / (count + 1);
  for (let i = 0; i < count; i++) {
    at += Math.floor(span * (0.55 + rand() * 0.85));
    seq += 1;
    if (at > NOW - 10 * MIN || (t.estado === 'SIN_COMUNICACION' && at > NOW - 9 * HOUR)) break;
    const p = rand();
    const tipo = p < 0.68 ? 'RETIRO' : p < 0.84 ? 'CONSULTA_SALDO' : p < 0.93 ? 'TRANSFERENCIA' : 'REVERSO';
    const k = t.tenant === 'plata' ? 10 : 1;
    const amount = tipo === 'CONSULTA_SALDO' ? 0 : (1 + Math.floor(rand() * 35)) * 2000 * k;
    const declined = rand() < 0.17,
      partial = !declined && tipo === 'RETIRO' && amount > 8000 * k && rand() < 0.1;
    const d = DECLINES[Math.floor(rand() * 4)];
    const surReq = tipo === 'RETIRO' ? (t.n % 3 === 0 ? 1850 : 1450) * k : tipo === 'CONSULTA_SALDO' ? 350 * k : 0;
    const e = rand();
    txns.push({
      id: gid('Transaccion', `${t.codigo}-${seq}`),
      tenant: t.tenant,
      terminal: t.id,
      at,
      offsetMin: t.offsetMin,
      tipo,
      secuencia: String(seq).padStart(6, '0'),
      tipoCuenta: ['AHORROS', 'CORRIENTE', 'CREDITO'][Math.floor(rand() * 3)],
      ...(e < 0.6 ? { emv: 'CHIP' } : e < 0.8 ? { emv: 'SIN_CONTACTO' } : {}),
      codigo: declined ? d[0] : partial ? '10' : '00',
      texto: declined ? d[1] : partial ? 'Aprobada parcial' : 'Aprobada',
      aprobada: !declined,
      reqU: amount,
      compU:
        declined || tipo === 'REVERSO'
          ? 0
          : partial
            ? Math.max(2000 * k, Math.floor(amount / 4000 / k) * 2000 * k)
            : amount,
      surReqU: surReq,
      surCompU: declined ? 0 : surReq,
      pan: luhn(
        `${['455788', '522134', '601100'][Math.floor(rand() * 3)]}${String(Math.floor(rand() * 1e9)).padStart(9, '0')}`,
      ),
    });
  }
}

export const localIso = (ms: number, offsetMin: number): string => {
  const s = new Date(ms + offsetMin * MIN).toISOString().slice(0, 19),
    a = Math.abs(offsetMin);
  return `${s}${offsetMin < 0 ? '-' : '+'}${String(Math.floor(a / 60)).padStart(2, '0')}:${String(a % 60).padStart(2, '0')}`;
};

export type TimelineEvent = { clave: string; texto: string; at: number };
export const timelineOf = (x: Txn): TimelineEvent[] => {
  const out: TimelineEvent[] = [
    { clave: 'SOLICITUD_RECIBIDA', texto: `Solicitud ${x.tipo} recibida del cajero`, at: x.at },
    {
      clave: 'VALIDACION_LOCAL',
      texto: x.emv ? `Lectura ${x.emv} validada` : 'Lectura de banda validada',
      at: x.at + 400,
    },
    { clave: 'ENVIO_AUTORIZADOR', texto: 'Mensaje enviado al autorizador', at: x.at + 900 },
    { clave: 'RESPUESTA_AUTORIZADOR', texto: `Respuesta ${x.codigo} ${x.texto}`, at: x.at + 2100 },
  ];
  if (x.aprobada && x.tipo === 'RETIRO')
    out.push({
      clave: 'DISPENSADO',
      texto: x.codigo === '10' ? 'Dispensado parcial' : 'Efectivo dispensado',
      at: x.at + 9000,
    });
  if (x.tipo === 'REVERSO' && x.aprobada)
    out.push({ clave: 'REVERSO_CONFIRMADO', texto: 'Reverso confirmado por el emisor', at: x.at + 5200 });
  out.push({
    clave: 'CIERRE',
    texto: x.aprobada ? 'Operación cerrada' : 'Operación cerrada sin movimiento',
    at: x.at + 15000,
  });
  return out;
};

export const commands: Command[] = [],
  jobs: Job[] = [],
  incidents: Incident[] = [],
  journal: Journal[] = [],
  forms: Form[] = [],
  compliance: Compliance[] = [],
  documents: Doc[] = [],
  videos: Video[] = [],
  onboarding: Onboarding[] = [];
const who = (t: TenantKey) => (t === 'andina' ? 'Valentina Rojas Quispe' : 'Bruno Etcheverry Silva');
const JR: [string, string][] = [
  ['SW-1804', 'Echo test sin respuesta, reintento'],
  ['SW-0420', 'Cambio de clave de sesión confirmado'],
  ['SW-1190', 'Tiempo de respuesta sobre umbral'],
  ['SW-0210', 'Reconexión de enlace'],
  ['SW-0733', 'Totales de host conciliados'],
];
for (const t of terminals) {
  const rand = rng(t.n * 104729 + (t.tenant === 'plata' ? 5 : 0)),
    tag = t.codigo;
  const nc = 4 + (t.n % 3);
  for (let i = 0; i < nc; i++) {
    const estado = (['EN_COLA', 'COMPLETADO', 'COMPLETADO', 'FALLIDO', 'ENVIADO', 'COMPLETADO'] as const)[i % 6];
    const creadoEn = NOW - i * 19 * HOUR - Math.floor(rand() * 5 * HOUR) - 5 * MIN,
      done = estado === 'COMPLETADO' || estado === 'FALLIDO';
    commands.push({
      id: gid('Comando', `${tag}-${i}`),
      tenant: t.tenant,
      terminal: t.id,
      tipo: [
        'REINICIAR',
        'SINCRONIZAR_HORA',
        'CARGAR_CLAVES',
        'ACTUALIZAR_PANTALLAS',
        'CONSULTAR_CONTADORES',
        'ABRIR_SERVICIO',
      ][(i + t.n) % 6],
      estado,
      solicitadoPor: who(t.tenant),
      creadoEn,
      completadoEn: done ? creadoEn + 4 * MIN : null,
      resultado: estado === 'FALLIDO' ? 'Tiempo agotado' : done ? 'OK' : null,
    });
  }
  for (let i = 0; i < 2 + (t.n % 2); i++) {
    const estado = (['EN_CURSO', 'TERMINADO', 'ERROR'] as const)[(i + (t.n % 4 === 0 ? 0 : 1)) % 3];
    const iniciadoEn = NOW - (i + 1) * 31 * HOUR - Math.floor(rand() * 8 * HOUR);
    jobs.push({
      id: gid('Aprovisionamiento', `${tag}-${i}`),
      tenant: t.tenant,
      terminal: t.id,
      tipo: ['PERFIL_COMPLETO', 'TABLA_EMV', 'PANTALLAS'][(i + t.n) % 3],
      estado,
      iniciadoEn,
      terminadoEn: estado === 'EN_CURSO' ? null : iniciadoEn + 11 * MIN,
    });
  }
  const inc = (
    evento: string,
    severidad: Incident['severidad'],
    estado: Incident['estado'],
    ago: number,
    detalle: string,
  ) =>
    incidents.push({
      id: gid('Incidente', `${tag}-${evento}-${incidents.length}`),
      tenant: t.tenant,
      terminal: t.id,
      evento,
      severidad,
      estado,
      abiertoEn: NOW - ago,
      detalle,
    });
  if (t.estado === 'SIN_COMUNICACION')
    inc('heartbeat_stale', 'CRITICA', 'ABIERTO', 8 * HOUR, 'Sin latido por más de 60 minutos');
  if (t.estado === 'FUERA_DE_SERVICIO') inc('cash_out', 'CRITICA', 'ABIERTO', 5 * HOUR, 'Todos los casetes vacíos');
  if (t.estado === 'DEGRADADO') inc('cash_low', 'ADVERTENCIA', 'ABIERTO', 7 * HOUR, 'Casete 2 bajo el mínimo');
  if (t.dispensador === 'FALLA_SENSOR')
    inc('dispenser_fault', 'ADVERTENCIA', 'ABIERTO', 6 * HOUR, 'Sensor de salida obstruido');
  if (t.n % 4 === 3) inc('decline_spike', 'ADVERTENCIA', 'CERRADO', 52 * HOUR, 'Rechazos sobre el promedio');
  inc(
    ['communication_flapping', 'reversal_spike', 'location_risk_change', 'command_failed'][t.n % 4],
    'INFO',
    'CERRADO',
    (70 + t.n) * HOUR,
    'Evento normalizado',
  );
  for (let i = 0; i < 6; i++) {
    const j = JR[(i + t.n) % 5];
    journal.push({
      id: gid('Bitacora', `${tag}-${i}`),
      tenant: t.tenant,
      terminal: t.id,
      codigo: j[0],
      texto: j[1],
      at: NOW - i * 11 * HOUR - Math.floor(rand() * 9 * HOUR) - 3 * MIN,
    });
  }
  forms.push({
    id: gid('Formulario', tag),
    tenant: t.tenant,
    terminal: t.id,
    tipo: ['RECARGA', 'VISITA_TECNICA', 'ARQUEO'][t.n % 3],
    estado: t.n % 2 ? 'APROBADO' : 'PENDIENTE',
    enviadoPor: who(t.tenant),
    enviadoEn: NOW - t.n * 7 * HOUR,
  });
  compliance.push({
    id: gid('Cumplimiento', tag),
    tenant: t.tenant,
    terminal: t.id,
    requisito: ['Certificado EMV nivel 2', 'Póliza de transporte de valores', 'Licencia municipal'][t.n % 3],
    estado: (['VIGENTE', 'POR_VENCER', 'VIGENTE', 'VENCIDO'] as const)[t.n % 4],
    venceEn: new Date(NOW + (t.n % 4 === 3 ? -12 : t.n % 4 === 1 ? 14 : 180 + t.n) * DAY).toISOString().slice(0, 10),
  });
  documents.push({
    id: gid('Documento', tag),
    tenant: t.tenant,
    terminal: t.id,
    titulo: `Acta de instalación ${tag}`,
    tipo: 'application/pdf',
    subidoEn: NOW - (90 + t.n) * DAY,
  });
  if (t.n % 2)
    videos.push({
      id: gid('Video', tag),
      tenant: t.tenant,
      terminal: t.id,
      titulo: `Inspección ${tag}`,
      duracionSeg: 60 + t.n * 9,
      grabadoEn: NOW - (20 + t.n) * DAY,
    });
  if (t.n % 3 === 0 || t.n === 1)
    onboarding.push({
      id: gid('Incorporacion', tag),
      tenant: t.tenant,
      terminal: t.id,
      etapa: ['Contrato', 'Instalación', 'Certificación', 'Producción'][t.n % 4],
      avance: (t.n % 4) * 25 + 25,
    });
}

const FEE = 35;
export const deriveBatch = (m: Merchant, fecha: string, estado: Batch['estado'], creadoEn: number): Batch | null => {
  const off = tenants[m.tenant].offsetMin;
  const desde = Date.parse(`${fecha}T00:00:00Z`) - off * MIN,
    hasta = desde + DAY;
  const mine = txns.filter((x) => m.terminals.includes(x.terminal) && x.at >= desde && x.at < hasta && x.aprobada);
  const cred = mine.filter((x) => x.tipo === 'RETIRO' || x.surCompU > 0),
    rev = mine.filter((x) => x.tipo === 'REVERSO');
  if (!cred.length && !rev.length) return null;
  const credU = cred.reduce((s, x) => s + (x.tipo === 'RETIRO' ? x.compU : 0) + x.surCompU, 0);
  const debU = cred.length * FEE + rev.reduce((s, x) => s + Math.round(x.reqU * 0.1), 0);
  return {
    id: gid('Liquidacion', `${Buffer.from(m.id, 'base64url').toString().slice(9)}-${fecha}`),
    tenant: m.tenant,
    merchant: m.id,
    fecha,
    estado,
    creditos: cred.length,
    debitos: 1 + rev.length,
    credU,
    debU,
    terminals: [...m.terminals],
    desde,
    hasta,
    creadoEn,
    enviadoEn: estado === 'BORRADOR' ? null : creadoEn + 2 * HOUR,
    liquidadoEn: estado === 'LIQUIDADO' ? creadoEn + 26 * HOUR : null,
  };
};
export const batches: Batch[] = [];
for (const f of ['05', '06', '07', '10', '11', '12'])
  for (const m of merchants) {
    const fecha = `2025-03-${f}`,
      estado = f === '12' ? 'ENVIADO' : f === '11' && m.id === M('andina', 2) ? 'RECHAZADO' : 'LIQUIDADO';
    const b = deriveBatch(m, fecha, estado, Date.parse(`${fecha}T00:00:00Z`) + 33 * HOUR);
    if (b) batches.push(b);
  }

export const disputes: Dispute[] = [];
for (const t of terminals) {
  const rand = rng(t.n * 271 + (t.tenant === 'plata' ? 77 : 3));
  const mine = txns.filter((x) => x.terminal === t.id && x.tipo === 'RETIRO' && x.aprobada);
  const states =
    t.n % 3 === 0
      ? (['ABIERTA', 'RESUELTA_A_FAVOR', 'EN_REVISION'] as const)
      : t.n % 3 === 1
        ? (['EN_REVISION', 'RESUELTA_EN_CONTRA'] as const)
        : (['ABIERTA', 'RESUELTA_EN_CONTRA'] as const);
  states.forEach((estado, i) => {
    const x = mine[1 + i * 3];
    if (!x) return;
    const abiertaEn = x.at + 26 * HOUR > NOW ? NOW - HOUR : x.at + 26 * HOUR,
      res = estado.startsWith('RESUELTA'),
      asg = estado !== 'ABIERTA';
    disputes.push({
      id: gid('Disputa', `${t.codigo}-${i + 1}`),
      tenant: t.tenant,
      estado,
      motivo: ['D01_NO_DISPENSADO', 'D02_DISPENSA_PARCIAL', 'D07_NO_RECONOCIDA'][Math.floor(rand() * 3)],
      txn: x.id,
      terminal: t.id,
      units: x.reqU,
      vence: new Date(abiertaEn + 20 * DAY).toISOString().slice(0, 10),
      abiertaEn,
      asignadaA: asg ? 'Mesa de Reclamos' : null,
      asignadaEn: asg ? abiertaEn + 3 * HOUR : null,
      resultado: res ? (estado === 'RESUELTA_A_FAVOR' ? 'REEMBOLSADO' : 'RECHAZADO') : null,
      resueltaEn: res ? Math.min(abiertaEn + 40 * HOUR, NOW - 30 * MIN) : null,
      nota: res ? 'Revisado con cinta de auditoría' : null,
      revisor: asg ? who(t.tenant) : null,
      revisadoEn: res ? Math.min(abiertaEn + 39 * HOUR, NOW - 40 * MIN) : null,
      comentario: null,
    });
  });
}
