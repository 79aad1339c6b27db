// @ts-nocheck: written without noUncheckedIndexedAccess
// Deterministic sample data: a Brazilian processor with two client organizations.
export const NOW = Math.floor(Date.now() / 1000) * 1000;
const OFF = 3 * 3600e3; // all terminals are in UTC-03:00
export const local = (t: number) => new Date(t - OFF).toISOString().slice(0, 19);
export const zoned = (t: number) => local(t) + '-03:00';
export const dia = (t: number) => local(t).slice(0, 10);
export const r2 = (n: number) => Math.round(n * 100) / 100;
const DAY = 86400e3;

export type Org = {
  id: number;
  razaoSocial: string;
  nomeFantasia: string;
  cnpj: string;
  dominio: string;
  cor: string;
  dnsSituacao: string;
};
export type Conta = { id: number; orgId: number; nome: string };
export type User = {
  id: number;
  orgId: number;
  nome: string;
  login: string;
  perfil: string;
  contas: number[] | null;
  terminais: number[] | null;
  autoridades: string[];
};
export type Term = {
  id: number;
  codigo: string;
  nome: string;
  orgId: number;
  contaId: number;
  conectorId: number;
  modelo: string;
  ativo: boolean;
  situacao: string;
  heartbeat: number;
  cidade: string;
  uf: string;
  i: number;
};
export type Grupo = { id: number; orgId: number; nome: string; membros: number[] };
export type Conector = {
  id: number;
  orgId: number;
  nome: string;
  processadora: string;
  protocolo: string;
  situacao: string;
  latencia: number;
};
export type Tx = {
  id: number;
  orgId: number;
  terminalId: number;
  t: number;
  tipo: string;
  seq: number;
  conta: string;
  emv?: string;
  cod: string;
  res: string;
  desc: string;
  req: number;
  comp: number;
  sreq: number;
  scomp: number;
};
export type Lote = {
  id: number;
  terminalId: number;
  status: string;
  nc: number;
  nd: number;
  cred: number;
  deb: number;
  ini: string;
  fim: string;
  criadoEm: number;
  fechadoEm: number | null;
  enviadoEm: number | null;
  liquidadoEm: number | null;
};
export type Disp = {
  id: number;
  situacao: string;
  motivo: string;
  txId: number | null;
  terminalId: number;
  valor: number;
  vence: string;
  respId: number | null;
  atribEm: number | null;
  resultado: string | null;
  obs: string | null;
  resolvEm: number | null;
  revisorId: number | null;
  abertaEm: number;
  abertaPor: number;
};
export type Cmd = {
  id: number;
  terminalId: number;
  tipo: string;
  situacao: string;
  por: number;
  criadoEm: number;
  fimEm: number | null;
};
export type Job = {
  id: number;
  terminalId: number;
  tipo: string;
  situacao: string;
  criadoEm: number;
  fimEm: number | null;
};
export type Inc = {
  id: number;
  terminalId: number;
  tipo: string;
  gravidade: string;
  ativo: boolean;
  em: number;
  texto: string;
};
export type Jrn = { id: number; terminalId: number; em: number; codigo: string; texto: string };

export const orgs: Org[] = [
  {
    id: 1,
    razaoSocial: 'Saque Ágil Participações S.A.',
    nomeFantasia: 'Saque Ágil',
    cnpj: '12.345.678/0001-95',
    dominio: 'portal.saqueagil.com.br',
    cor: '#0B6E4F',
    dnsSituacao: 'VERIFICADO',
  },
  {
    id: 2,
    razaoSocial: 'Norte Caixas Eletrônicos Ltda.',
    nomeFantasia: 'Norte Caixas',
    cnpj: '98.765.432/0001-10',
    dominio: 'atm.nortecaixas.com.br',
    cor: '#8A1C7C',
    dnsSituacao: 'PENDENTE',
  },
];
export const contas: Conta[] = [
  { id: 11, orgId: 1, nome: 'Rede Sudeste' },
  { id: 12, orgId: 1, nome: 'Rede Sul' },
  { id: 13, orgId: 1, nome: 'Rede Nordeste' },
  { id: 21, orgId: 2, nome: 'Capital Manauara' },
  { id: 22, orgId: 2, nome: 'Interior Paraense' },
];
const LER = ['TRANSACAO_LER', 'LIQUIDACAO_LER', 'DISPUTA_LER', 'TERMINAL_LER'];
const ADM = [...LER, 'DISPUTA_ABRIR', 'LIQUIDACAO_DERIVAR', 'CONFIGURACAO_ADMINISTRAR', 'USUARIO_GERENCIAR'];
export const users: User[] = [
  {
    id: 501,
    orgId: 1,
    nome: 'Helena Prado',
    login: 'helena.prado',
    perfil: 'ADMINISTRADOR',
    contas: null,
    terminais: null,
    autoridades: ADM,
  },
  {
    id: 502,
    orgId: 1,
    nome: 'Marcos Teixeira',
    login: 'marcos.teixeira',
    perfil: 'ANALISTA_FINANCEIRO',
    contas: [11, 12],
    terminais: null,
    autoridades: [...LER, 'DISPUTA_ABRIR'],
  },
  {
    id: 503,
    orgId: 1,
    nome: 'Lívia Nogueira',
    login: 'livia.nogueira',
    perfil: 'CONSULTA',
    contas: [11, 12],
    terminais: [30101, 30102, 30105, 30107],
    autoridades: LER,
  },
  {
    id: 504,
    orgId: 1,
    nome: 'Caio Bezerra',
    login: 'caio.bezerra',
    perfil: 'OPERADOR_CAMPO',
    contas: [13],
    terminais: null,
    autoridades: LER,
  },
  {
    id: 601,
    orgId: 2,
    nome: 'Otávio Meireles',
    login: 'otavio.meireles',
    perfil: 'ADMINISTRADOR',
    contas: null,
    terminais: null,
    autoridades: ADM,
  },
  {
    id: 602,
    orgId: 2,
    nome: 'Rita Sampaio',
    login: 'rita.sampaio',
    perfil: 'CONSULTA',
    contas: [21],
    terminais: [40201, 40203, 40207],
    autoridades: LER,
  },
  {
    id: 603,
    orgId: 2,
    nome: 'Iara Monteiro',
    login: 'iara.monteiro',
    perfil: 'ANALISTA_FINANCEIRO',
    contas: [22],
    terminais: null,
    autoridades: [...LER, 'DISPUTA_ABRIR'],
  },
];
export const conectores: Conector[] = [
  {
    id: 901,
    orgId: 1,
    nome: 'Elo Direto',
    processadora: 'Elo',
    protocolo: 'ISO8583',
    situacao: 'OPERACIONAL',
    latencia: 412,
  },
  {
    id: 902,
    orgId: 1,
    nome: 'Switch Paulista',
    processadora: 'TecBan',
    protocolo: 'ISO8583',
    situacao: 'DEGRADADO',
    latencia: 1630,
  },
  {
    id: 903,
    orgId: 1,
    nome: 'Contingência Recife',
    processadora: 'Cielo',
    protocolo: 'TCP_PROPRIETARIO',
    situacao: 'OPERACIONAL',
    latencia: 588,
  },
  {
    id: 951,
    orgId: 2,
    nome: 'Amazônia Switch',
    processadora: 'TecBan',
    protocolo: 'ISO8583',
    situacao: 'OPERACIONAL',
    latencia: 702,
  },
  {
    id: 952,
    orgId: 2,
    nome: 'Pará Satélite',
    processadora: 'Rede',
    protocolo: 'TCP_PROPRIETARIO',
    situacao: 'INDISPONIVEL',
    latencia: 0,
  },
];
const nomes1 = [
  'Padaria Pão & Cia',
  'Posto Anhanguera',
  'Mercado São Judas',
  'Shopping Batel',
  'Farmácia do Povo',
  'Rodoviária Tietê',
  'Posto Serra Azul',
  'Mercado <Bom Preço>',
  'Shopping Recife Sul',
  'Aeroporto Afonso Pena',
  'Hotel Beira-Mar',
  'Terminal Boa Viagem',
];
const nomes2 = [
  'Porto de Manaus',
  'Feira da Panair',
  'Mercado Adolpho & Lisboa',
  'Belém Ver-o-Peso',
  'Posto Santarém',
  'Shopping Ponta Negra',
  'Drogaria Tapajós',
  'Marabá Centro',
];
const cid1 = [
    ['São Paulo', 'SP'],
    ['Curitiba', 'PR'],
    ['Recife', 'PE'],
  ],
  cid2 = [
    ['Manaus', 'AM'],
    ['Belém', 'PA'],
  ];
const SIT = ['ONLINE', 'ONLINE', 'OFFLINE', 'ONLINE', 'MANUTENCAO', 'ONLINE', 'OFFLINE', 'ONLINE'];
export const terms: Term[] = [
  ...nomes1.map(
    (nome, i): Term => ({
      id: 30101 + i,
      codigo: `SAG${1001 + i}`,
      nome,
      orgId: 1,
      contaId: 11 + (i % 3),
      conectorId: i < 5 ? 901 : i < 9 ? 902 : 903,
      modelo: i % 2 ? 'Perto P5200' : 'Diebold Opteva 520',
      ativo: i !== 10,
      situacao: SIT[i % 8],
      heartbeat: 0,
      cidade: cid1[i % 3][0],
      uf: cid1[i % 3][1],
      i,
    }),
  ),
  ...nomes2.map(
    (nome, i): Term => ({
      id: 40201 + i,
      codigo: `NCX${2001 + i}`,
      nome,
      orgId: 2,
      contaId: 21 + (i % 2),
      conectorId: i % 2 ? 952 : 951,
      modelo: 'Itautec DT-3000',
      ativo: true,
      situacao: SIT[(i + 2) % 8],
      heartbeat: 0,
      cidade: cid2[i % 2][0],
      uf: cid2[i % 2][1],
      i,
    }),
  ),
];
for (const t of terms)
  t.heartbeat =
    NOW - (t.situacao === 'OFFLINE' ? 5400e3 * (1 + t.i) : t.situacao === 'MANUTENCAO' ? 900e3 : 20e3 + t.i * 3000);
const T1 = (...x: number[]) => x.map((i) => 30101 + i),
  T2 = (...x: number[]) => x.map((i) => 40201 + i);
export const grupos: Grupo[] = [
  { id: 701, orgId: 1, nome: 'Varejo', membros: T1(0, 2, 4, 7) },
  { id: 702, orgId: 1, nome: 'Postos', membros: T1(1, 6) },
  { id: 703, orgId: 1, nome: 'Shoppings e aeroportos', membros: T1(3, 8, 9) },
  { id: 704, orgId: 1, nome: 'Alto volume', membros: T1(0, 3, 5, 9, 10) },
  { id: 705, orgId: 1, nome: 'Litoral', membros: T1(8, 10, 11) },
  { id: 801, orgId: 2, nome: 'Manaus', membros: T2(0, 2, 4, 6) },
  { id: 802, orgId: 2, nome: 'Pará', membros: T2(1, 3, 5, 7) },
  { id: 803, orgId: 2, nome: 'Piloto', membros: T2(1, 2) },
];
let seed = 20241;
const rnd = (n: number) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor(seed / 65536) % n;
};
export const txs: Tx[] = [];
for (const [orgId, base, n] of [
  [1, 4100001, 432],
  [2, 5200001, 256],
]) {
  const ts = terms.filter((t) => t.orgId === orgId),
    seq: Record<number, number> = {};
  for (let k = 0; k < n; k++) {
    const term = ts[(k + rnd(3)) % ts.length],
      p = rnd(100),
      q = rnd(100);
    const tipo = p < 76 ? 'SAQUE' : p < 91 ? 'CONSULTA_SALDO' : 'TRANSFERENCIA';
    let [cod, res, desc] =
      q < 78
        ? ['00', 'APROVADA', 'Transação aprovada']
        : q < 84
          ? ['51', 'NEGADA', 'Saldo insuficiente']
          : q < 88
            ? ['55', 'NEGADA', 'Senha inválida']
            : q < 91
              ? ['91', 'NEGADA', 'Emissor indisponível']
              : q < 95
                ? ['R1', 'ESTORNADA', 'Estorno por falha no dispensador']
                : ['10', 'PARCIAL', 'Aprovação parcial'];
    const req = tipo === 'SAQUE' ? 20 + 10 * rnd(99) : tipo === 'TRANSFERENCIA' ? 35.5 + 12.25 * rnd(60) : 0;
    if (res === 'PARCIAL' && tipo !== 'SAQUE') [cod, res, desc] = ['00', 'APROVADA', 'Transação aprovada'];
    const ok = res === 'APROVADA' || res === 'PARCIAL';
    const sreq = tipo === 'SAQUE' ? [6.9, 7.5, 8.25][term.i % 3] : tipo === 'CONSULTA_SALDO' ? 2.35 : 0;
    const e = rnd(8);
    seq[term.id] = (seq[term.id] ?? 1200 + term.i * 37) + 1;
    const comp = !ok ? 0 : res === 'PARCIAL' ? Math.max(10, Math.floor(req / 20) * 10) : req;
    const x: Tx = {
      id: base + k,
      orgId,
      terminalId: term.id,
      t: NOW - 27 * DAY + Math.floor(((27 * DAY - 300e3) * (k + 1)) / n / 1000) * 1000,
      tipo,
      seq: seq[term.id],
      conta: ['CORRENTE', 'POUPANCA', 'CREDITO'][rnd(3)],
      cod,
      res,
      desc,
      req,
      comp,
      sreq,
      scomp: ok ? sreq : 0,
    };
    if (e < 6) x.emv = e < 4 ? 'CHIP' : 'APROXIMACAO';
    txs.push(x);
  }
}
export function derivar(
  termId: number,
  ini: string,
  fim: string,
): { nc: number; nd: number; cred: number; deb: number } {
  let nc = 0,
    nd = 0,
    cred = 0,
    deb = 0;
  for (const x of txs) {
    const d = dia(x.t);
    if (x.terminalId !== termId || d < ini || d > fim) continue;
    if (x.comp + x.scomp > 0) {
      nc++;
      cred += x.comp + x.scomp;
    }
    if (x.tipo === 'SAQUE') {
      nd++;
      deb += x.res === 'ESTORNADA' ? 3.2 : 0.45;
    }
  }
  return { nc, nd, cred: r2(cred), deb: r2(deb) };
}
export const lotes: Lote[] = [];
let lid = 88001;
for (let w = 0; w < 4; w++)
  for (const t of terms) {
    const a = NOW - 27 * DAY + w * 7 * DAY,
      b = w === 3 ? NOW : a + 6 * DAY;
    const v = derivar(t.id, dia(a), dia(b));
    if (!v.nc && !v.nd) continue;
    const status =
      w === 3
        ? t.i % 4 === 3
          ? 'FECHADO'
          : 'ABERTO'
        : w === 2
          ? t.i % 3
            ? 'ENVIADO'
            : 'FECHADO'
          : t.i % 5 === 4
            ? 'REJEITADO'
            : 'LIQUIDADO';
    const c = b - (w === 3 ? 3600e3 * 5 : 0),
      f = status === 'ABERTO' ? null : c + (w === 3 ? 0 : 3600e3),
      s = f && !['FECHADO'].includes(status) ? f + 7200e3 : null;
    lotes.push({
      id: lid++,
      terminalId: t.id,
      status,
      ...v,
      ini: dia(a),
      fim: dia(b),
      criadoEm: c,
      fechadoEm: f,
      enviadoEm: s,
      liquidadoEm: status === 'LIQUIDADO' ? s! + DAY : null,
    });
  }
export const motivos: Record<string, string> = {
  CEDULA_NAO_DISPENSADA: 'Cédulas não dispensadas',
  VALOR_DIVERGENTE: 'Valor divergente',
  DEBITO_DUPLICADO: 'Débito em duplicidade',
  NAO_RECONHECIDA: 'Transação não reconhecida',
};
export const disps: Disp[] = [];
let did = 6101;
for (const t of terms) {
  const cand = txs.filter((x) => x.terminalId === t.id && x.tipo === 'SAQUE' && x.comp > 0);
  for (let j = 0; j < 2 + (t.i % 2); j++) {
    const x = cand[(j * 7 + t.i) % cand.length],
      k = disps.length;
    if (disps.some((d) => d.txId === x.id)) continue;
    const adm = t.orgId === 1 ? 501 : 601,
      an = t.orgId === 1 ? 502 : 603,
      st = ['ABERTA', 'EM_ANALISE', 'ACEITA', 'RECUSADA'][(k + (k >> 2)) % 4],
      fin = st === 'ACEITA' || st === 'RECUSADA';
    const ab = Math.min(x.t + 3600e3 * 20, NOW - 60e3);
    disps.push({
      id: did++,
      situacao: st,
      motivo: Object.keys(motivos)[k % 4],
      txId: x.id,
      terminalId: t.id,
      valor: k % 3 ? x.comp : r2(x.comp / 2),
      vence: dia(ab + 30 * DAY),
      respId: st === 'ABERTA' ? null : an,
      atribEm: st === 'ABERTA' ? null : Math.min(ab + 5000e3, NOW - 50e3),
      resultado: fin ? (st === 'ACEITA' ? 'PROCEDENTE' : 'IMPROCEDENTE') : null,
      obs: fin
        ? st === 'ACEITA'
          ? 'Sobra de numerário confirmada na conferência'
          : 'Dispensa confirmada pelo diário'
        : null,
      resolvEm: fin ? Math.min(ab + 9000e3, NOW - 40e3) : null,
      revisorId: fin ? adm : null,
      abertaEm: ab,
      abertaPor: an,
    });
  }
}
export const cmds: Cmd[] = [],
  jobs: Job[] = [],
  incs: Inc[] = [],
  jrns: Jrn[] = [];
for (const t of terms) {
  const adm = t.orgId === 1 ? 501 : 601;
  ['CONCLUIDO', 'NA_FILA', 'FALHOU', 'CONCLUIDO', 'NA_FILA'].slice(0, 3 + (t.i % 3)).forEach((situacao, j) => {
    const c = NOW - (j + 1) * 31e5 - t.i * 7e5;
    cmds.push({
      id: 73000 + (t.id % 1000) * 10 + (t.orgId - 1) * 5000 + j,
      terminalId: t.id,
      tipo: ['REINICIAR', 'ATUALIZAR_PARAMETROS', 'COLETAR_DIARIO', 'SINCRONIZAR_RELOGIO', 'BLOQUEAR_DISPENSADOR'][
        (j + t.i) % 5
      ],
      situacao,
      por: adm,
      criadoEm: c,
      fimEm: situacao === 'NA_FILA' ? null : c + 95e3,
    });
  });
  ['CONCLUIDO', t.i % 3 === 0 ? 'EM_EXECUCAO' : t.i % 3 === 1 ? 'FALHOU' : 'AGENDADO'].forEach((situacao, j) => {
    const c = NOW - 9 * 3600e3 * (2 - j) - t.i * 6e5;
    jobs.push({
      id: 91000 + (t.id % 1000) * 10 + (t.orgId - 1) * 5000 + j,
      terminalId: t.id,
      tipo: j ? 'ATUALIZACAO_CHAVES_REMOTA' : 'CARGA_CONFIGURACAO',
      situacao,
      criadoEm: c,
      fimEm: situacao === 'CONCLUIDO' || situacao === 'FALHOU' ? c + 240e3 : null,
    });
  });
  const I = [
    ['SEM_HEARTBEAT', 'Sem heartbeat além do limite'],
    ['POUCO_NUMERARIO', 'Cassete abaixo de 15%'],
    ['FALHA_DISPENSADOR', 'Dispensador com atolamento'],
    ['INSTABILIDADE_COMUNICACAO', 'Oscilação do enlace'],
  ];
  for (let j = 0; j < 1 + (t.i % 2); j++) {
    const [tipo, texto] = t.situacao === 'OFFLINE' && j === 0 ? I[0] : I[1 + ((t.i + j) % 3)];
    incs.push({
      id: 15000 + (t.id % 1000) * 10 + (t.orgId - 1) * 5000 + j,
      terminalId: t.id,
      tipo,
      gravidade: ['BAIXA', 'MEDIA', 'ALTA'][(t.i + j) % 3],
      ativo: j === 0,
      em: NOW - 45e5 * (j + 1) - t.i * 9e5,
      texto,
    });
  }
  for (let j = 0; j < 3; j++)
    jrns.push({
      id: 27000 + (t.id % 1000) * 10 + (t.orgId - 1) * 5000 + j,
      terminalId: t.id,
      em: NOW - 25e5 * (j + 1) - t.i * 4e5,
      codigo: ['M-18', 'D-04', 'S-11'][j],
      texto: ['Contadores de cédulas lidos', 'Apresentação de cédulas concluída', 'Sessão com o switch restabelecida'][
        j
      ],
    });
}
