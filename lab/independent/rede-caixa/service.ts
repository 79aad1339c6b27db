// @ts-nocheck: written without noUncheckedIndexedAccess
import { createHash } from 'node:crypto';
import { ENDPOINTS, FAMILIAS, openapi } from './contrato.ts';
import type { Conector, Disp, Grupo, Lote, Term, Tx, User } from './dados.ts';
import * as D from './dados.ts';
import { dia, local, NOW, r2, zoned } from './dados.ts';
import { faults } from './faults.ts';

export const keys: { readonly [name: string]: string } = {
  saqueAdministrador: 'sag_prd_9fK2vQx7LmT4wRb1',
  saqueFinanceiro: 'sag_prd_Ht63cYz0NpD8eUj5',
  saqueConsulta: 'sag_prd_b7WqA1rVk5XgS2oM',
  norteAdministrador: 'ncx_prd_Zd84tLf6JhC0yPn3',
  norteConsulta: 'ncx_prd_u5EiB9sGm2RaQ7vK',
};
const dono: Record<string, number> = {
  [keys.saqueAdministrador]: 501,
  [keys.saqueFinanceiro]: 502,
  [keys.saqueConsulta]: 503,
  [keys.norteAdministrador]: 601,
  [keys.norteConsulta]: 602,
};

type Req = { method: string; path: string; headers: Record<string, string>; body?: string };
type Res = { status: number; headers: Record<string, string | string[]>; body: string };
class Falha extends Error {
  status: number;
  codigo: string;
  constructor(status: number, codigo: string, msg: string) {
    super(msg);
    this.status = status;
    this.codigo = codigo;
  }
}
const TITULO: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  500: 'Internal Server Error',
};
const PAN = '4532015112830366',
  BASE = 'https://api.saqueagil.example';
const esc = (s: string) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const soma = (xs: number[]) => r2(xs.reduce((a, b) => a + b, 0));

export function open(fault?: string): (request: Req) => Promise<Res> {
  if (fault !== undefined && !faults.some((f) => f.id === fault)) throw new Error(`unknown fault ${fault}`);
  const F = (id: string) => fault === id;
  const lotes: Lote[] = D.lotes.map((x) => ({ ...x })),
    disps: Disp[] = D.disps.map((x) => ({ ...x }));
  const cache = new Map<string, Res>();
  let relogio = 0;
  const agora = () => NOW + ++relogio * 1000;
  const term = (id: number) => D.terms.find((t) => t.id === id)!;
  const user = (id: number | null) => (id === null ? null : (D.users.find((u) => u.id === id) ?? null));
  const leitor = (u: User) => u.perfil === 'CONSULTA';

  // ---- visibility -------------------------------------------------------------------------------------------------
  const ve = (u: User, t: Term) =>
    t.orgId === u.orgId && (!u.contas || u.contas.includes(t.contaId)) && (!u.terminais || u.terminais.includes(t.id));
  const vis = (u: User) => D.terms.filter((t) => ve(u, t));
  const veId = (u: User, id: number) => ve(u, term(id));
  const daOrg = (u: User, id: number) => term(id).orgId === u.orgId;
  const txVis = (u: User) =>
    D.txs.filter(
      (x) =>
        veId(u, x.terminalId) &&
        !(F('tx-account-dropped') && u.perfil === 'ADMINISTRADOR' && [13, 22].includes(term(x.terminalId).contaId)),
    );
  const gruposVis = (u: User) => D.grupos.filter((g) => g.orgId === u.orgId && g.membros.some((m) => veId(u, m)));
  const conectVis = (u: User) => D.conectores.filter((c) => vis(u).some((t) => t.conectorId === c.id));
  const pessoa = (id: number | null) => {
    const u = user(id);
    return u ? { usuarioId: u.id, nome: u.nome } : null;
  };
  const refT = (t: Term) => ({ id: t.id, codigo: t.codigo, nome: t.nome });
  const refC = (t: Term) => ({ id: t.contaId, nome: D.contas.find((c) => c.id === t.contaId)!.nome });
  function terminal(u: User, raw: string, regra: 'escopo' | 'org' | 'nenhuma' = 'escopo'): Term {
    const t = /^\d{1,9}$/.test(raw) ? D.terms.find((x) => x.id === Number(raw)) : undefined;
    const ok = t && (regra === 'nenhuma' || (regra === 'org' ? t.orgId === u.orgId : ve(u, t)));
    if (!ok && t && F('error-leaks-terminal'))
      throw new Falha(
        404,
        'TERMINAL_NAO_ENCONTRADO',
        `Terminal ${t.codigo} (${t.nome}, ${t.cidade}) não pertence ao seu escopo`,
      );
    if (!ok) throw new Falha(404, 'TERMINAL_NAO_ENCONTRADO', 'Terminal não encontrado');
    return t!;
  }
  const regra = (id: string, r: 'org' | 'nenhuma') => (F(id) ? r : ('escopo' as const));

  // ---- representations --------------------------------------------------------------------------------------------
  function linha(x: Tx, origem: 'lista' | 'terminal' | 'portal' = 'lista'): Record<string, unknown> {
    const t = term(x.terminalId);
    const o: Record<string, unknown> = {
      id: x.id,
      dataHoraTerminal: local(x.t),
      terminal: refT(t),
      conta: refC(t),
      tipoTransacao: x.tipo,
      numeroSequencia: x.seq,
      tipoConta: x.conta,
      indicadorEmv: x.emv,
      resposta: { codigo: x.cod, resultado: x.res, descricao: x.desc },
      valorSolicitado: x.req,
      valorConcluido: x.comp,
      sobretaxaSolicitada: x.sreq,
      sobretaxaConcluida: x.scomp,
    };
    if (!x.emv) {
      delete o.indicadorEmv;
      if (F('emv-empty-when-absent')) o.indicadorEmv = '';
      if (F('emv-null-terminal-rows') && origem === 'terminal') o.indicadorEmv = null;
    }
    if (F('pan-in-rows')) o.numeroCartao = PAN;
    if (F('pan-in-declined-rows') && x.res === 'NEGADA') (o.resposta as any).descricao = `${x.desc} - cartão ${PAN}`;
    if (F('pan-in-portal-recent') && origem === 'portal') o.cartao = { bandeira: 'VISA', pan: PAN };
    if (F('pinblock-terminal-rows') && origem === 'terminal' && x.tipo === 'SAQUE') o.pinBlock = '04124AC9FFA8B3E1';
    if (F('track2-no-emv') && !x.emv) o.trilha2 = `;${PAN}=29121010000012300001?`;
    if (F('terminal-rows-no-surcharge') && origem === 'terminal') {
      delete o.sobretaxaSolicitada;
      delete o.sobretaxaConcluida;
    }
    if (F('seq-missing-declined') && x.res === 'NEGADA') delete o.numeroSequencia;
    if (F('response-missing-reversed') && x.res === 'ESTORNADA') delete o.resposta;
    if (F('terminal-completed-equals-requested') && origem === 'terminal') o.valorConcluido = x.req;
    if (F('date-without-time')) o.dataHoraTerminal = dia(x.t);
    if (F('account-type-missing-balance') && x.tipo === 'CONSULTA_SALDO') delete o.tipoConta;
    if (F('requested-amount-missing')) delete o.valorSolicitado;
    if (F('surcharge-completed-on-declines') && x.res !== 'APROVADA') o.sobretaxaConcluida = x.sreq + 1;
    return o;
  }
  const resumo = (xs: Tx[]) =>
    F('summary-from-requested')
      ? {
          totalSobretaxa: soma(xs.map((x) => x.sreq)),
          totalSacado: soma(xs.filter((x) => x.tipo === 'SAQUE').map((x) => x.req)),
        }
      : {
          totalSobretaxa: soma(xs.map((x) => (F('summary-surcharge-requested') ? x.sreq : x.scomp))),
          totalSacado: soma(xs.filter((x) => x.tipo === 'SAQUE').map((x) => x.comp)),
        };
  function lote(l: Lote): Record<string, any> {
    const t = term(l.terminalId);
    const o: Record<string, any> = {
      id: l.id,
      status: l.status,
      conta: refC(t),
      terminal: refT(t),
      lancamentos: { creditos: l.nc, debitos: l.nd, total: l.nc + l.nd },
      totalCreditos: l.cred,
      totalDebitos: l.deb,
      repasseLiquido: r2(l.cred - l.deb),
      periodo: { inicio: l.ini, fim: l.fim },
      criadoEm: zoned(l.criadoEm),
      fechadoEm: l.fechadoEm && zoned(l.fechadoEm),
      enviadoEm: l.enviadoEm && zoned(l.enviadoEm),
      liquidadoEm: l.liquidadoEm && zoned(l.liquidadoEm),
    };
    if (F('net-payout-sum')) o.repasseLiquido = r2(l.cred + l.deb);
    if (F('net-payout-rejected') && l.status === 'REJEITADO') o.repasseLiquido = l.cred;
    if (F('entry-total-wrong')) o.lancamentos.total = l.nc;
    if (F('entry-counts-missing')) delete o.lancamentos;
    if (F('timing-missing-open') && l.status === 'ABERTO') {
      for (const k of ['periodo', 'criadoEm', 'fechadoEm', 'enviadoEm', 'liquidadoEm']) delete o[k];
    }
    if (F('batch-status-missing')) delete o.status;
    if (F('debit-total-missing-sent') && l.status === 'ENVIADO') delete o.totalDebitos;
    return o;
  }
  function disputa(d: Disp): Record<string, unknown> {
    const o: Record<string, unknown> = {
      id: d.id,
      situacao: d.situacao,
      motivo: { codigo: d.motivo, descricao: D.motivos[d.motivo] },
      transacaoId: d.txId,
      terminalId: d.terminalId,
      valor: d.valor,
      vencimento: d.vence,
      responsavel: pessoa(d.respId),
      atribuidaEm: d.atribEm && zoned(d.atribEm),
      resolucao: d.resultado ? { resultado: d.resultado, observacao: d.obs, resolvidaEm: zoned(d.resolvEm!) } : null,
      abertaEm: zoned(d.abertaEm),
      abertaPor: pessoa(d.abertaPor),
    };
    if (d.revisorId) o.revisor = { ...pessoa(d.revisorId), revisadaEm: zoned(d.resolvEm!) };
    const adm = term(d.terminalId).orgId === 1 ? 501 : 601;
    if (F('reviewer-always') && !d.revisorId) o.revisor = { ...pessoa(adm), revisadaEm: null };
    if (F('reviewer-in-analysis') && d.situacao === 'EM_ANALISE')
      o.revisor = { ...pessoa(adm), revisadaEm: zoned(d.atribEm!) };
    if (F('reviewer-missing-rejected') && d.situacao === 'RECUSADA') delete o.revisor;
    if (F('due-date-missing-resolved') && d.revisorId) delete o.vencimento;
    if (F('dispute-wrong-terminal') && d.txId! % 2)
      o.terminalId = D.terms.find((t) => t.orgId === term(d.terminalId).orgId && t.id !== d.terminalId)!.id;
    if (F('dispute-amount-missing')) delete o.valor;
    if (F('dispute-reason-text-only')) o.motivo = undefined;
    if (F('assignment-missing-analysis') && d.situacao === 'EM_ANALISE') {
      delete o.responsavel;
      delete o.atribuidaEm;
    }
    if (F('resolution-missing-accepted') && d.situacao === 'ACEITA') o.resolucao = null;
    if (F('dispute-transaction-missing')) delete o.transacaoId;
    return o;
  }
  const comando = (c: D.Cmd) => ({
    id: c.id,
    terminalId: c.terminalId,
    tipo: c.tipo,
    situacao: F('commands-all-queued') ? 'NA_FILA' : c.situacao,
    solicitadoPor: pessoa(c.por),
    criadoEm: zoned(c.criadoEm),
    concluidoEm: c.fimEm && zoned(c.fimEm),
  });
  const conector = (u: User, c: Conector) => ({
    id: c.id,
    nome: c.nome,
    processadora: c.processadora,
    protocolo: c.protocolo,
    situacao: c.situacao,
    quantidadeTerminais: D.terms.filter(
      (t) => t.conectorId === c.id && (F('connector-count-hidden') ? t.orgId === u.orgId : ve(u, t)),
    ).length,
  });
  const grupo = (u: User, g: Grupo) => {
    const m = g.membros.map(term).filter((t) => (F('group-members-hidden') ? true : ve(u, t)));
    return {
      id: g.id,
      nome: g.nome,
      quantidadeTerminais: F('group-count-hidden') ? g.membros.length : m.length,
      terminais: m.map(refT),
    };
  };
  const terminalResumo = (t: Term) => ({
    ...refT(t),
    conta: refC(t),
    modelo: t.modelo,
    ativo: t.ativo,
    situacao: F('portal-state-stale') && t.situacao === 'OFFLINE' ? 'ONLINE' : t.situacao,
    ultimoHeartbeat: zoned(t.heartbeat),
    conectorId: t.conectorId,
  });
  const local1 = (t: Term) => ({
    terminal: refT(t),
    endereco: {
      logradouro: `Rua ${['das Acácias', 'XV de Novembro', 'do Sol', 'Sete de Setembro'][t.i % 4]}, ${100 + t.i * 17}`,
      cidade: t.cidade,
      uf: t.uf,
      cep: `${String(1000 + (t.id % 9000)).padStart(5, '0')}-0${10 + t.i}`,
    },
    latitude: r2(-23.55 + t.i * 1.3),
    longitude: r2(-46.63 + t.i * 0.7),
    risco: ['BAIXO', 'MEDIO', 'ALTO'][t.i % 3],
    acesso24h: t.i % 2 === 0,
  });

  // ---- query helpers ----------------------------------------------------------------------------------------------
  function inteiro(q: URLSearchParams, nome: string, padrao: number, min: number, max: number): number {
    const v = q.get(nome);
    if (v === null) return padrao;
    if (!/^\d{1,9}$/.test(v) || Number(v) < min)
      throw new Falha(400, 'PARAMETRO_INVALIDO', `Parâmetro ${nome} inválido`);
    return Math.min(Number(v), max);
  }
  function opcao(q: URLSearchParams, nome: string, valores: readonly string[]): string | null {
    const v = q.get(nome);
    if (v !== null && !valores.includes(v))
      throw new Falha(400, 'PARAMETRO_INVALIDO', `Parâmetro ${nome} deve ser um de: ${valores.join(', ')}`);
    return v;
  }
  const pagina = (content: unknown[], total: number, number: number, size: number) => ({
    content,
    number,
    size,
    numberOfElements: content.length,
    totalElements: total,
    totalPages: Math.ceil(total / size),
    first: number === 0,
    last: (number + 1) * size >= total,
    empty: content.length === 0,
  });

  // ---- transactions -----------------------------------------------------------------------------------------------
  const CAMPO: Record<string, (x: Tx) => number> = {
    terminal_date: (x) => x.t,
    amt_req: (x) => x.req,
    amt_comp: (x) => x.comp,
    sur_comp: (x) => x.scomp,
    seq: (x) => x.seq,
  };
  function listaTx(u: User, q: URLSearchParams) {
    let limit = inteiro(q, 'limit', 50, 1, 500);
    const page = inteiro(q, 'page', 0, 0, 1e6),
      sort = opcao(q, 'sort_by', Object.keys(CAMPO)),
      dir = opcao(q, 'sort_dir', ['asc', 'desc']) ?? 'desc';
    const tid = q.has('terminal_id') ? inteiro(q, 'terminal_id', 0, 1, 1e9) : null,
      gid = q.has('group_id') ? inteiro(q, 'group_id', 0, 1, 1e9) : null;
    const escopo = txVis(u);
    let xs = escopo;
    if (F('sort-query-unscoped') && sort === 'amt_comp') xs = D.txs.filter((x) => x.orgId === u.orgId);
    if (F('terminal-filter-unscoped') && tid) xs = D.txs;
    if (F('group-filter-unscoped') && gid) xs = D.txs.filter((x) => x.orgId === u.orgId);
    if (F('limit-before-filter') && (tid || gid)) xs = [...xs].reverse().slice(0, limit).reverse();
    const g = gid ? D.grupos.find((y) => y.id === gid && y.orgId === u.orgId) : undefined;
    const noGrupo = (x: Tx) =>
      !!g &&
      (F('group-filter-first-member')
        ? g.membros.filter((m) => veId(u, m))[0] === x.terminalId
        : F('group-filter-by-account')
          ? g.membros.some((m) => term(m).contaId === term(x.terminalId).contaId)
          : g.membros.includes(x.terminalId));
    if (F('filters-or') && tid && gid) xs = xs.filter((x) => x.terminalId === tid || noGrupo(x));
    else if (F('filters-dropped-next-page') && page > 0) xs = xs;
    else {
      if (
        tid &&
        !F('terminal-filter-ignored') &&
        !(F('terminal-unknown-all') && !escopo.some((x) => x.terminalId === tid)) &&
        !(F('terminal-filter-lost-with-sort') && sort)
      )
        xs = xs.filter((x) => x.terminalId === tid);
      if (
        gid &&
        !(F('group-filter-ignored-with-terminal') && tid) &&
        !(F('group-filter-ignored-sorted') && sort) &&
        !(F('group-empty-all') && !xs.some(noGrupo))
      )
        xs = xs.filter(noGrupo);
    }
    if (F('drop-zero-when-sorted') && sort === 'amt_comp') xs = xs.filter((x) => x.comp > 0);
    const filtrado = xs;
    let k = CAMPO[sort ?? 'terminal_date'];
    if (F('sort-by-requested') && sort === 'amt_comp') k = CAMPO.amt_req;
    let s = F('sort-dir-ignored') && sort ? 1 : dir === 'desc' ? -1 : 1;
    if (F('sort-dir-wrong-with-terminal') && tid && sort) s = -s;
    if (F('sort-dir-wrong-with-group') && gid && sort) s = 1;
    const cmp = (a: Tx, b: Tx) =>
      F('sort-as-text') && sort
        ? s * (String(k(a)) < String(k(b)) ? -1 : String(k(a)) > String(k(b)) ? 1 : 0) || b.id - a.id
        : (F('sort-terminal-first-limited-role') && leitor(u) && sort ? a.terminalId - b.terminalId : 0) ||
          s * (k(a) - k(b)) ||
          b.id - a.id;
    if (F('sort-ignored') && sort === 'amt_comp') xs = [...xs].sort((a, b) => b.t - a.t || b.id - a.id);
    else if (F('sort-after-limit') && sort) xs = [...xs].reverse();
    else xs = [...xs].sort(cmp);
    if (F('limit-ignored')) limit = 500;
    if (F('limit-ignored-with-terminal') && tid) limit = 500;
    if (F('limit-ignored-sorted') && sort) limit = 500;
    if (F('limit-minimum-ten')) limit = Math.max(10, limit);
    const de = Math.max(0, page * limit - (F('page-overlap') && page > 0 ? 1 : 0));
    let rows = xs.slice(de, page * limit + limit + (F('limit-plus-one') ? 1 : 0));
    if (F('limit-one-empty') && limit === 1) rows = [];
    if (F('sort-after-limit') && sort) rows.sort(cmp);
    if (F('sort-reversed-later-pages') && page > 0 && sort) rows.reverse();
    const conta = F('total-unscoped')
      ? D.txs.filter((x) => x.orgId === u.orgId).length
      : F('total-ignores-filter')
        ? escopo.length
        : filtrado.length;
    const base = F('summary-unscoped')
      ? D.txs.filter((x) => x.orgId === u.orgId && (!tid || x.terminalId === tid) && (!gid || noGrupo(x)))
      : F('summary-ignores-filter')
        ? escopo
        : F('summary-ignores-group') && gid
          ? escopo
          : filtrado;
    const r: any = {
      ...pagina(
        rows.map((x) => linha(x)),
        conta,
        page,
        limit,
      ),
      resumo: F('summary-zero-sorted') && sort ? { totalSobretaxa: 0, totalSacado: 0 } : resumo(base),
    };
    if (F('summary-missing')) delete r.resumo;
    if (F('summary-missing-surcharge-limited-role') && leitor(u)) delete r.resumo.totalSobretaxa;
    return r;
  }
  function linhaDoTempo(u: User | null, raw: string) {
    let x = /^\d{1,9}$/.test(raw) ? D.txs.find((y) => y.id === Number(raw)) : undefined;
    if (
      !x ||
      (u &&
        !(F('timeline-cross-tenant')
          ? true
          : F('timeline-hidden-terminal')
            ? daOrg(u, x.terminalId)
            : veId(u, x.terminalId))) ||
      (F('timeline-declined-404') && x.res === 'NEGADA')
    )
      throw new Falha(404, 'TRANSACAO_NAO_ENCONTRADA', 'Transação não encontrada');
    if (F('timeline-wrong-transaction')) x = D.txs.filter((y) => y.terminalId === x!.terminalId)[0];
    const ev: any[] = [
      { evento: 'RECEBIDA', em: x.t, detalhe: `${x.tipo} seq ${x.seq}` },
      {
        evento: 'ENVIADA_AO_EMISSOR',
        em: x.t + 1000,
        detalhe: D.conectores.find((c) => c.id === term(x!.terminalId).conectorId)!.nome,
      },
      { evento: 'RESPOSTA_RECEBIDA', em: x.t + 2000, detalhe: `${x.cod} ${x.desc}` },
    ];
    if (x.res === 'NEGADA') ev.push({ evento: 'NEGADA', em: x.t + 3000, detalhe: x.desc });
    else if (x.res === 'ESTORNADA') ev.push({ evento: 'ESTORNADA', em: x.t + 9000, detalhe: x.desc });
    else {
      if (x.tipo === 'SAQUE') ev.push({ evento: 'CEDULAS_DISPENSADAS', em: x.t + 6000, detalhe: x.comp.toFixed(2) });
      ev.push({ evento: 'CONCLUIDA', em: x.t + 8000, detalhe: x.desc });
    }
    for (const d of disps)
      if (d.txId === x.id) ev.push({ evento: 'DISPUTA_ABERTA', em: d.abertaEm, detalhe: `Disputa ${d.id}` });
    if (F('timeline-track-data')) ev[0].mensagem = { campo35: `${PAN}=29121010000012300001` };
    if (F('timeline-key-material-reversed') && x.res === 'ESTORNADA')
      ev[1].chaveSessao = '6FB1C8D3A2E94F70B5D1E2A3C4F56789';
    return {
      transacaoId: x.id,
      terminal: refT(term(x.terminalId)),
      resultado: x.res,
      eventos: ev.map((e, i) => ({ ordem: i + 1, ...e, em: zoned(e.em) })),
    };
  }

  // ---- settlements and disputes -----------------------------------------------------------------------------------
  function listaLotes(u: User, q: URLSearchParams) {
    const size = inteiro(q, 'size', 20, 1, 100),
      page = inteiro(q, 'page', 0, 0, 1e6),
      st = opcao(q, 'status', ['ABERTO', 'FECHADO', 'ENVIADO', 'LIQUIDADO', 'REJEITADO']);
    const tid = q.has('terminalId') ? inteiro(q, 'terminalId', 0, 1, 1e9) : null;
    let ls = lotes.filter((l) =>
      F('settlements-cross-tenant-status') && st
        ? true
        : F('settlements-by-account')
          ? daOrg(u, l.terminalId) && (!u.contas || u.contas.includes(term(l.terminalId).contaId))
          : F('settlements-later-pages-unscoped') && page > 0
            ? daOrg(u, l.terminalId)
            : veId(u, l.terminalId),
    );
    ls = ls.filter((l) => (!st || l.status === st) && (!tid || l.terminalId === tid)).sort((a, b) => b.id - a.id);
    const fatia = ls.slice(page * size, page * size + size),
      pages = Math.ceil(ls.length / size);
    const link = (p: number) => {
      const z = new URLSearchParams(q);
      z.set('page', String(p));
      z.set('size', String(size));
      return { href: `${F('links-unversioned') ? '' : '/v1'}/settlements?${z}` };
    };
    const out = fatia.map((l) => {
      const o = lote(l);
      if (F('credit-total-missing-later-pages') && page > 0) delete o.totalCreditos;
      return o;
    });
    return {
      _embedded: { lotes: out },
      _links: {
        self: link(page),
        first: link(0),
        ...(page > 0 ? { prev: link(page - 1) } : {}),
        ...(page + 1 < pages ? { next: link(page + 1) } : {}),
      },
      page: { size, totalElements: ls.length, totalPages: pages, number: page },
    };
  }
  function listaDisputas(u: User, q: URLSearchParams) {
    const st = opcao(q, 'situacao', ['ABERTA', 'EM_ANALISE', 'ACEITA', 'RECUSADA']),
      limit = inteiro(q, 'limit', 200, 1, 500);
    return disps
      .filter((d) =>
        F('disputes-tenant-wide')
          ? daOrg(u, d.terminalId)
          : F('disputes-account-wide')
            ? daOrg(u, d.terminalId) && (!u.contas || u.contas.includes(term(d.terminalId).contaId))
            : F('disputes-own-only') && u.perfil === 'ANALISTA_FINANCEIRO'
              ? d.respId === u.id
              : F('disputes-resolved-all-tenants') && d.resultado !== null
                ? true
                : veId(u, d.terminalId),
      )
      .filter((d) => !st || d.situacao === st)
      .sort((a, b) => b.id - a.id)
      .slice(0, limit)
      .map(disputa);
  }
  function corpo(req: Req): any {
    const ct = Object.entries(req.headers).find(([k]) => k.toLowerCase() === 'content-type')?.[1];
    if (ct && !/^application\/([\w.+-]+\+)?json/i.test(ct))
      throw new Falha(415, 'TIPO_NAO_SUPORTADO', 'Envie application/json');
    try {
      const o = JSON.parse(req.body ?? '');
      if (o && typeof o === 'object' && !Array.isArray(o)) return o;
    } catch {
      if (F('malformed-json-500'))
        throw new Falha(500, 'ERRO_INTERNO', 'com.fasterxml.jackson.core.JsonParseException');
    }
    throw new Falha(400, 'CORPO_INVALIDO', 'Corpo JSON inválido');
  }
  const exige = (u: User, a: string) => {
    if (!u.autoridades.includes(a)) throw new Falha(403, 'ACESSO_NEGADO', 'Privilégio insuficiente');
  };
  const ehData = (v: unknown): v is string =>
    typeof v === 'string' && /^\d{4}-\d\d-\d\d$/.test(v) && !isNaN(Date.parse(v));
  function derivar(u: User, req: Req, consulta = false): [number, unknown] {
    const livre = consulta || F('derive-any-role') || (F('derive-analyst') && u.perfil === 'ANALISTA_FINANCEIRO');
    if (!livre && !F('derive-before-check')) exige(u, 'LIQUIDACAO_DERIVAR');
    const b = consulta ? ({ dataInicio: dia(NOW - 5 * 864e5), dataFim: dia(NOW - 864e5) } as any) : corpo(req),
      erros: string[] = [];
    if (!ehData(b.dataInicio)) erros.push('dataInicio');
    if (!ehData(b.dataFim)) erros.push('dataFim');
    if (b.terminalId !== undefined && !Number.isInteger(b.terminalId)) erros.push('terminalId');
    if (b.contaId !== undefined && !Number.isInteger(b.contaId)) erros.push('contaId');
    if (!erros.length && b.dataFim < b.dataInicio) erros.push('dataFim');
    if (erros.length) throw new Falha(400, 'VALIDACAO', `Campos inválidos: ${erros.join(', ')}`);
    if (
      b.contaId !== undefined &&
      !D.contas.some((c) => c.id === b.contaId && c.orgId === u.orgId && (!u.contas || u.contas.includes(c.id)))
    )
      throw new Falha(404, 'CONTA_NAO_ENCONTRADA', 'Conta não encontrada');
    const ts = (
      b.terminalId !== undefined ? [terminal(u, String(b.terminalId), regra('derive-cross-tenant', 'nenhuma'))] : vis(u)
    ).filter((t) => b.contaId === undefined || t.contaId === b.contaId);
    const novos: Lote[] = [];
    for (const t of ts) {
      const v = D.derivar(t.id, b.dataInicio, b.dataFim);
      if ((!v.nc && !v.nd) || lotes.some((l) => l.terminalId === t.id && l.ini === b.dataInicio && l.fim === b.dataFim))
        continue;
      const l: Lote = {
        id: Math.max(...lotes.map((y) => y.id)) + 1,
        terminalId: t.id,
        status: 'ABERTO',
        ...v,
        ini: b.dataInicio,
        fim: b.dataFim,
        criadoEm: agora(),
        fechadoEm: null,
        enviadoEm: null,
        liquidadoEm: null,
      };
      novos.push(l);
      if (F('derive-not-persisted')) continue;
      lotes.push(l);
    }
    if (!livre) exige(u, 'LIQUIDACAO_DERIVAR');
    const out = novos.map(lote);
    if (F('derive-net-is-credit')) for (const o of out) o.repasseLiquido = o.totalCreditos;
    return [novos.length ? 201 : 200, { criados: novos.length, lotes: out }];
  }
  function abrirDisputa(u: User, req: Req): [number, unknown] {
    if (!F('dispute-any-role') && !(F('dispute-limited-role-norte') && u.orgId === 2)) exige(u, 'DISPUTA_ABRIR');
    const b = corpo(req),
      erros: string[] = [];
    if (b.valor !== undefined && !(typeof b.valor === 'number' && b.valor > 0)) erros.push('valor');
    if (!D.motivos[b.motivo]) erros.push('motivo');
    if (b.responsavelId !== undefined && !D.users.some((x) => x.id === b.responsavelId && x.orgId === u.orgId))
      erros.push('responsavelId');
    if (!Number.isInteger(b.transacaoId) && !F('dispute-without-transaction')) erros.push('transacaoId');
    if (erros.length) throw new Falha(400, 'VALIDACAO', `Campos inválidos: ${erros.join(', ')}`);
    const x = D.txs.find(
      (y) =>
        y.id === b.transacaoId &&
        (F('dispute-create-cross-tenant') ||
          (F('dispute-create-hidden') ? y.orgId === u.orgId : veId(u, y.terminalId))),
    );
    if (!x && !(F('dispute-without-transaction') && b.transacaoId === undefined))
      throw new Falha(404, 'TRANSACAO_NAO_ENCONTRADA', 'Transação não encontrada');
    if (x && (b.valor ?? x.comp) > Math.max(x.comp, x.req))
      throw new Falha(422, 'VALOR_EXCEDIDO', 'Valor acima da transação');
    if (x && disps.some((d) => d.txId === x.id && !d.resultado))
      throw new Falha(409, 'DISPUTA_EXISTENTE', 'Já existe disputa em aberto para a transação');
    const em = agora();
    const d: Disp = {
      id: Math.max(...disps.map((y) => y.id)) + 1,
      situacao: b.responsavelId ? 'EM_ANALISE' : 'ABERTA',
      motivo: b.motivo,
      txId: x?.id ?? null,
      terminalId: x?.terminalId ?? vis(u)[0].id,
      valor: b.valor ?? (x?.comp || x?.req || 0),
      vence: dia(em + 30 * 864e5),
      respId: b.responsavelId ?? null,
      atribEm: b.responsavelId ? em : null,
      resultado: null,
      obs: null,
      resolvEm: null,
      revisorId: null,
      abertaEm: em,
      abertaPor: u.id,
    };
    if (F('dispute-created-first-terminal')) d.terminalId = vis(u).find((t) => t.id !== d.terminalId)!.id;
    if (F('dispute-amount-overwritten')) d.valor = x?.comp ?? 0;
    if (F('dispute-created-other-tenant')) {
      const espelho = { ...d, id: d.id + 5000, terminalId: D.terms.find((t) => t.orgId !== u.orgId)!.id };
      disps.push(espelho);
    }
    if (!F('dispute-not-persisted')) disps.push(d);
    return [201, disputa(d)];
  }

  // ---- terminal surfaces ------------------------------------------------------------------------------------------
  function monitor(t: Term) {
    const cassetes = [50, 20, 100].map((d, i) => ({
      posicao: i + 1,
      denominacao: d,
      quantidade: 200 + ((t.i * 37 + i * 91) % 900),
      capacidade: 2000,
    }));
    const o: any = {
      terminal: refT(t),
      situacao: t.situacao,
      ultimoHeartbeat: zoned(t.heartbeat),
      comunicacao: { meio: t.i % 2 ? '4G' : 'ETHERNET', falhas24h: t.i % 4, sinalDbm: t.i % 2 ? -60 - t.i : null },
      dispensador: t.i % 5 === 3 ? 'ALERTA' : 'OK',
      impressora: t.i % 6 === 5 ? 'SEM_PAPEL' : 'OK',
      cassetes,
      saldoNumerario: soma(cassetes.map((c) => c.denominacao * c.quantidade)),
      alertasAtivos: D.incs
        .filter((n) => n.terminalId === t.id && n.ativo)
        .map((n) => ({ id: n.id, tipo: n.tipo, gravidade: n.gravidade, desde: zoned(n.em), descricao: n.texto })),
    };
    if (F('status-always-online')) o.situacao = 'ONLINE';
    if (F('status-offline-no-telemetry') && t.situacao === 'OFFLINE') {
      for (const k of ['ultimoHeartbeat', 'comunicacao', 'dispensador', 'impressora', 'cassetes', 'saldoNumerario'])
        delete o[k];
    }
    if (F('status-maintenance-404') && t.situacao === 'MANUTENCAO')
      throw new Falha(404, 'TERMINAL_NAO_ENCONTRADO', 'Terminal não encontrado');
    return o;
  }
  function configuracao(t: Term) {
    const c = D.conectores.find((x) => x.id === t.conectorId)!;
    return {
      terminalId: t.id,
      codigo: t.codigo,
      versaoConfiguracao: `2026.${1 + (t.i % 4)}.${t.i}`,
      modelo: t.modelo,
      conector: { id: c.id, nome: c.nome, protocolo: c.protocolo },
      comunicacao: { host: 'switch.saqueagil.example', porta: 7400 + t.i, tls: true },
      parametros: {
        moeda: 'BRL',
        idioma: 'pt-BR',
        valorMaximoSaque: 1500,
        sobretaxaSaque: [6.9, 7.5, 8.25][t.i % 3],
        intervaloHeartbeatSegundos: 60,
      },
      cargaRemotaDeChaves: 'HABILITADA',
    };
  }
  const tarefas = (t: Term) =>
    D.jobs
      .filter((j) => j.terminalId === t.id)
      .map((j) => ({
        id: j.id,
        tipo: j.tipo,
        situacao: j.situacao,
        criadoEm: zoned(j.criadoEm),
        concluidoEm: j.fimEm && zoned(j.fimEm),
      }));
  function conectorStatus(u: User, raw: string) {
    const c = D.conectores.find(
      (x) =>
        String(x.id) === raw &&
        (F('connector-status-unscoped') ||
          (F('connector-status-org') ? x.orgId === u.orgId : conectVis(u).includes(x))),
    );
    if (!c) throw new Falha(404, 'CONECTOR_NAO_ENCONTRADO', 'Conector não encontrado');
    const k = F('connector-status-first') ? D.conectores.find((x) => x.orgId === c.orgId)! : c;
    const ts = D.terms.filter(
      (t) => t.conectorId === k.id && (F('connector-status-hidden-terminals') ? t.orgId === u.orgId : ve(u, t)),
    );
    const xs = D.txs.filter((x) => ts.some((t) => t.id === x.terminalId)),
      ok = xs.filter((x) => x.res !== 'NEGADA').length;
    return {
      conectorId: k.id,
      nome: k.nome,
      situacao: F('connector-status-always-up') ? 'OPERACIONAL' : k.situacao,
      latenciaMediaMs: k.latencia,
      taxaAprovacao: xs.length ? r2(ok / xs.length) : null,
      ultimaTransacaoEm: xs.length ? zoned(xs[xs.length - 1].t) : null,
      terminais: ts.map(refT),
    };
  }

  // ---- portal -----------------------------------------------------------------------------------------------------
  function portal(u: User) {
    const org = D.orgs.find((o) => o.id === u.orgId)!,
      ts = F('portal-terminals-account')
        ? D.terms.filter((t) => t.orgId === u.orgId && (!u.contas || u.contas.includes(t.contaId)))
        : vis(u);
    const marca = F('portal-branding-first-tenant') ? D.orgs[0] : org;
    const us = D.users.filter(
      (x) =>
        x.orgId === u.orgId &&
        (F('portal-users-all') ||
          u.perfil === 'ADMINISTRADOR' ||
          x.id === u.id ||
          (!leitor(u) && x.contas?.every((c) => u.contas!.includes(c)))),
    );
    const tx = D.txs.filter((x) => (F('portal-recent-tenant-wide') ? x.orgId === u.orgId : veId(u, x.terminalId))),
      rec = F('portal-recent-oldest') ? tx.slice(0, 10) : tx.slice(-10).reverse();
    const cm = D.cmds
      .filter((c) => (F('portal-commands-hidden') ? daOrg(u, c.terminalId) : veId(u, c.terminalId)))
      .sort((a, b) => b.criadoEm - a.criadoEm)
      .slice(0, 10);
    const tem = (a: string) => u.autoridades.includes(a);
    const p: any = {
      principal: { id: u.id, nome: u.nome, login: u.login, perfil: u.perfil, autoridades: u.autoridades },
      conta: {
        organizacaoId: org.id,
        razaoSocial: org.razaoSocial,
        cnpj: org.cnpj,
        fusoHorario: 'America/Sao_Paulo',
        moeda: 'BRL',
        subcontas: D.contas
          .filter((c) => c.orgId === u.orgId && (F('portal-accounts-all') || !u.contas || u.contas.includes(c.id)))
          .map((c) => ({ id: c.id, nome: c.nome })),
      },
      marca: {
        nomeExibicao: marca.nomeFantasia,
        corPrimaria: marca.cor,
        logotipo: `https://cdn.saqueagil.example/${marca.id}/logo.svg`,
      },
      dns: { dominio: marca.dominio, situacao: marca.dnsSituacao },
      permissoes: {
        visualizarTransacoes: true,
        visualizarLiquidacoes: true,
        abrirDisputa: tem('DISPUTA_ABRIR'),
        derivarLiquidacao: tem('LIQUIDACAO_DERIVAR'),
        administrarConfiguracao: tem('CONFIGURACAO_ADMINISTRAR'),
        gerenciarUsuarios: tem('USUARIO_GERENCIAR'),
      },
      usuarios: us.map((x) => ({ id: x.id, nome: x.nome, login: x.login, perfil: x.perfil })),
      terminais: ts.map(terminalResumo),
      grupos: (F('portal-groups-hidden') ? D.grupos.filter((g) => g.orgId === u.orgId) : gruposVis(u)).map((g) => ({
        id: g.id,
        nome: g.nome,
      })),
      conectores: conectVis(u).map((c) => ({ id: c.id, nome: c.nome, situacao: c.situacao })),
      transacoesRecentes: rec.map((x) => linha(x, 'portal')),
      comandosRecentes: cm.map(comando),
      formulariosRecentes: vis(u)
        .slice(0, 5)
        .map((t, i) => ({
          id: 4400 + t.i,
          titulo: ['Vistoria de instalação', 'Troca de cassete', 'Laudo de risco'][i % 3],
          terminalId: t.id,
          enviadoEm: zoned(NOW - (i + 1) * 864e5),
        })),
      relatorios: [
        { codigo: 'TRANSACOES_DIARIO', nome: 'Transações por dia', formato: 'CSV' },
        { codigo: 'REPASSE_ACH', nome: 'Repasses ACH', formato: 'PDF' },
        { codigo: 'DISPONIBILIDADE', nome: 'Disponibilidade da rede', formato: 'PDF' },
      ],
      cofreConformidade: (F('portal-compliance-hidden') ? D.terms.filter((t) => t.orgId === u.orgId) : vis(u)).map(
        (t) => ({
          terminalId: t.id,
          documento: 'PCI PTS',
          validade: dia(NOW + (20 + t.i * 15) * 864e5),
          situacao: t.i % 4 ? 'VIGENTE' : 'A_VENCER',
        }),
      ),
      implantacao: { etapa: org.id === 1 ? 'CONCLUIDA' : 'DNS_PENDENTE', percentual: org.id === 1 ? 100 : 80 },
      documentos: [{ id: 31, titulo: 'Contrato de adesão', versao: '4.2' }],
      videos: [{ id: 8, titulo: 'Abastecimento de cassetes', duracaoSegundos: 312 }],
    };
    if (F('portal-forms-missing')) delete p.formulariosRecentes;
    if (F('portal-reports-missing-limited-role') && leitor(u)) delete p.relatorios;
    if (F('portal-flags-all-true')) for (const k of Object.keys(p.permissoes)) p.permissoes[k] = true;
    if (F('portal-principal-admin')) {
      const a = D.users.find((x) => x.orgId === u.orgId)!;
      p.principal = { id: a.id, nome: a.nome, login: a.login, perfil: a.perfil, autoridades: a.autoridades };
    }
    if (F('portal-dns-missing')) delete p.dns;
    if (F('portal-inactive-missing')) p.terminais = p.terminais.filter((t: any) => t.situacao !== 'OFFLINE');
    return p;
  }

  // ---- feeds ------------------------------------------------------------------------------------------------------
  type Item = { cat: string; id: number; em: number; titulo: string; texto: string; t: Term };
  const iStatus = (t: Term): Item => ({
    cat: 'status',
    id: t.id,
    em: t.heartbeat,
    titulo: `${t.codigo} ${t.nome}: ${t.situacao}`,
    texto: `Último heartbeat ${zoned(t.heartbeat)}`,
    t,
  });
  const iTx = (x: Tx): Item => ({
    cat: 'transacao',
    id: x.id,
    em: x.t,
    titulo: `${term(x.terminalId).codigo} ${x.tipo} ${x.res}`,
    texto: `Transação ${x.id}, seq ${x.seq}, valor concluído ${x.comp.toFixed(2)}, sobretaxa ${x.scomp.toFixed(2)}${F('pan-in-terminal-feed') ? `, cartão ${PAN}` : ''}`,
    t: term(x.terminalId),
  });
  const iInc = (n: D.Inc): Item => ({
    cat: 'incidente',
    id: n.id,
    em: n.em,
    titulo: `${term(n.terminalId).codigo} ${n.tipo}`,
    texto: `${n.texto} (gravidade ${n.gravidade}, ${n.ativo ? 'ativo' : 'encerrado'})`,
    t: term(n.terminalId),
  });
  const iJrn = (j: D.Jrn): Item => ({
    cat: 'diario',
    id: j.id,
    em: j.em,
    titulo: `${term(j.terminalId).codigo} diário ${j.codigo}`,
    texto: j.texto,
    t: term(j.terminalId),
  });
  const iCmd = (c: D.Cmd): Item => ({
    cat: 'comando',
    id: c.id,
    em: c.fimEm ?? c.criadoEm,
    titulo: `${term(c.terminalId).codigo} ${c.tipo}: ${c.situacao}`,
    texto: `Comando ${c.id}`,
    t: term(c.terminalId),
  });
  const iJob = (j: D.Job): Item => ({
    cat: 'provisionamento',
    id: j.id,
    em: j.fimEm ?? j.criadoEm,
    titulo: `${term(j.terminalId).codigo} ${j.tipo}: ${j.situacao}`,
    texto: `Tarefa ${j.id}`,
    t: term(j.terminalId),
  });
  function rss(titulo: string, self: string, itens: Item[]): string {
    const e = (s: string) => (F('feed-unescaped') ? s : esc(s));
    itens = [...itens].sort((a, b) => b.em - a.em);
    if (F('feed-atom'))
      return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>${e(titulo)}</title>${itens.map((i) => `<entry><title>${e(i.titulo)}</title><id>urn:saqueagil:${i.cat}:${i.id}</id><summary>${e(i.texto)}</summary></entry>`).join('')}</feed>`;
    return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${e(titulo)}</title><link>${BASE}${self}</link><description>${e('Resumo somente leitura')}</description><language>pt-BR</language><lastBuildDate>${new Date(NOW).toUTCString()}</lastBuildDate>\n${itens.map((i) => `<item><title>${e(i.titulo)}</title><link>${BASE}/v1/terminals/${i.t.id}/status-monitoring</link><guid isPermaLink="false">urn:saqueagil:${i.cat}:${i.id}</guid><category>${i.cat}</category><pubDate>${new Date(i.em).toUTCString()}</pubDate><description>${e(`${i.texto} — terminal ${i.t.id} ${i.t.nome}`)}</description></item>`).join('\n')}\n</channel></rss>\n`;
  }
  function feedConta(u: User) {
    const v = vis(u),
      s = (id: number) => v.some((t) => t.id === id);
    const tx = D.txs.filter((x) => (F('feed-account-tx-hidden') ? x.orgId === u.orgId : s(x.terminalId))).slice(-25);
    let itens = [
      ...(F('feed-account-no-status')
        ? []
        : F('feed-account-offline-missing')
          ? v.filter((t) => t.situacao === 'ONLINE')
          : v
      ).map(iStatus),
      ...tx.map(iTx),
      ...D.incs
        .filter((n) => (F('feed-account-incidents-hidden') ? daOrg(u, n.terminalId) : s(n.terminalId)))
        .map(iInc),
      ...D.jrns.filter((j) => (F('feed-account-journal-cross-tenant') ? true : s(j.terminalId))).map(iJrn),
    ];
    if (F('feed-account-no-incidents')) itens = itens.filter((i) => i.cat !== 'incidente');
    if (F('feed-account-no-journal')) itens = itens.filter((i) => i.cat !== 'diario');
    if (F('feed-account-no-tx')) itens = itens.filter((i) => i.cat !== 'transacao');
    if (F('feed-account-single-terminal')) itens = itens.filter((i) => i.t === v[0]);
    return rss(
      `Resumo da conta — ${D.orgs.find((o) => o.id === u.orgId)!.nomeFantasia}`,
      '/v1/feeds/account.xml',
      itens,
    );
  }
  function feedTerminal(t: Term) {
    const m = (x: { terminalId: number }) => x.terminalId === t.id;
    const tx = D.txs
      .filter((x) => (F('feed-terminal-other-tx') ? term(x.terminalId).contaId === t.contaId : m(x)))
      .slice(-20);
    const cm = D.cmds
      .filter(m)
      .filter(
        (c) =>
          !(F('feed-terminal-no-queued') && c.situacao === 'NA_FILA') &&
          !(F('feed-terminal-no-completed') && c.situacao === 'CONCLUIDO'),
      );
    let itens = [
      iStatus(t),
      ...tx.map(iTx),
      ...D.jrns.filter(m).map(iJrn),
      ...cm.map(iCmd),
      ...D.jobs.filter(m).map(iJob),
      ...D.incs.filter(m).map(iInc),
    ];
    if (F('feed-terminal-no-provisioning')) itens = itens.filter((i) => i.cat !== 'provisionamento');
    if (F('feed-terminal-no-journal')) itens = itens.filter((i) => i.cat !== 'diario');
    if (F('feed-terminal-no-incidents-offline') && t.situacao === 'OFFLINE')
      itens = itens.filter((i) => i.cat !== 'incidente');
    if (F('feed-terminal-no-status')) itens = itens.filter((i) => i.cat !== 'status');
    return rss(`Terminal ${t.codigo} — ${t.nome}`, `/v1/feeds/terminals/${t.id}.xml`, itens);
  }

  // ---- integration surface ----------------------------------------------------------------------------------------
  function catalogo() {
    let servicos: any[] = FAMILIAS.map((f) => ({
      servico: f.nome,
      titulo: f.titulo,
      portal_surfaces: f.telas,
      api_endpoints: ENDPOINTS.filter((e) => e.familia === f.id).map((e) => ({
        metodo: e.metodo,
        caminho:
          F('catalog-unversioned-paths') && e.familia === 'transacoes' ? e.caminho.replace('/v1', '') : e.caminho,
        descricao: e.resumo,
      })),
      webhook_events: f.eventos,
      rss_feeds: f.feeds.map((c) => ({ caminho: c, tipo: 'application/rss+xml' })),
      notes: f.notas,
    }));
    if (F('catalog-notes-missing-one')) delete servicos[5].notes;
    if (F('catalog-feeds-missing')) for (const s of servicos) delete s.rss_feeds;
    if (F('catalog-event-missing'))
      servicos[1].webhook_events = servicos[1].webhook_events.filter((e: string) => e !== 'cash_out');
    if (F('catalog-event-renamed'))
      servicos[2].webhook_events = servicos[2].webhook_events.map((e: string) =>
        e === 'approval_rate_drop' ? 'approvalRateDrop' : e,
      );
    if (F('catalog-events-deduplicated')) {
      const vistos = new Set();
      for (const s of servicos)
        s.webhook_events = s.webhook_events.filter((e: string) => !vistos.has(e) && vistos.add(e));
    }
    if (F('catalog-event-wrong-family')) {
      servicos[4].webhook_events = [];
      servicos[2].webhook_events = [...servicos[2].webhook_events, 'settlement_mismatch'];
    }
    if (F('compliance-endpoint'))
      servicos[5].api_endpoints = [
        ...servicos[5].api_endpoints,
        { metodo: 'GET', caminho: '/v1/compliance', descricao: 'Cofre de conformidade' },
      ];
    if (F('catalog-members-camel'))
      servicos = servicos.map(({ portal_surfaces, api_endpoints, ...s }) => ({
        ...s,
        portalSurfaces: portal_surfaces,
        apiEndpoints: api_endpoints,
      }));
    if (F('catalog-terminal-feed-unlisted'))
      for (const s of servicos) s.rss_feeds = s.rss_feeds.filter((f: any) => !f.caminho.includes('terminals'));
    if (F('catalog-endpoint-missing'))
      for (const s of servicos) s.api_endpoints = s.api_endpoints.filter((e: any) => !e.caminho.endsWith('/timeline'));
    if (F('catalog-stale-endpoint'))
      servicos[4].api_endpoints = servicos[4].api_endpoints.map((e: any) =>
        e.caminho === '/v1/settlements/derive' ? { ...e, caminho: '/v1/settlements/generate' } : e,
      );
    return { versao: 'v1', atualizadoEm: '2026-08-14', servicos };
  }
  function documento() {
    const d: any = openapi();
    if (F('openapi-path-missing')) delete d.paths['/v1/terminals/{terminal_id}/provisioning-export'];
    if (F('openapi-internal-path'))
      d.paths['/v1/internal/tenants/{tenant_id}/keys'] = {
        post: {
          operationId: 'rotacionarChaves',
          summary: 'Rotaciona chaves de API (uso interno)',
          responses: { 200: { description: 'OK' } },
        },
      };
    if (F('openapi-header-name')) d.components.securitySchemes.chaveApi.name = 'X-Api-Token';
    if (F('openapi-public-secured'))
      for (const p of ['/v1/public/branding-status', '/v1/integrations/public-openapi.json'])
        delete d.paths[p].get.security;
    if (F('openapi-no-derive')) delete d.paths['/v1/settlements/derive'];
    if (F('openapi-money-string'))
      for (const k of ['valorSolicitado', 'valorConcluido'])
        d.components.schemas.Transacao.properties[k] = { type: 'string' };
    if (F('openapi-sort-enum'))
      d.paths['/v1/transactions'].get.parameters.find((p: any) => p.name === 'sort_by').schema.enum = [
        'terminal_date',
        'amountCompleted',
      ];
    if (F('openapi-reviewer-required')) d.components.schemas.Disputa.required.push('revisor');
    if (F('openapi-wrong-plural')) {
      d.paths['/v1/terminal-group'] = d.paths['/v1/terminal-groups'];
      delete d.paths['/v1/terminal-groups'];
    }
    return d;
  }
  const brandingStatus = () =>
    F('branding-leaks-tenants')
      ? {
          situacao: 'PRONTA',
          organizacoes: D.orgs.map((o) => ({
            razaoSocial: o.razaoSocial,
            cnpj: o.cnpj,
            dominio: o.dominio,
            dns: o.dnsSituacao,
          })),
          portalDocumentacao: { host: 'docs.saqueagil.example', dns: 'VERIFICADO', certificado: 'ATIVO', pronto: true },
        }
      : {
          marca: { situacao: 'PRONTA', produto: 'Saque Ágil Plataforma' },
          ...(F('branding-no-docs-host')
            ? {}
            : {
                portalDocumentacao: {
                  host: 'docs.saqueagil.example',
                  dns: 'VERIFICADO',
                  certificado: 'ATIVO',
                  pronto: true,
                },
              }),
        };

  // ---- transport --------------------------------------------------------------------------------------------------
  function resposta(status: number, corpoJson: unknown, extra: Record<string, string> = {}): Res {
    return {
      status,
      headers: { 'Content-Type': 'application/json;charset=UTF-8', 'X-Content-Type-Options': 'nosniff', ...extra },
      body: typeof corpoJson === 'string' ? corpoJson : JSON.stringify(corpoJson),
    };
  }
  const RSS = 'application/rss+xml;charset=UTF-8';
  function autentica(req: Req, url: URL): User | null {
    let k = Object.entries(req.headers).find(([n]) => n.toLowerCase() === 'x-api-key')?.[1];
    if (k === undefined && F('key-in-query')) k = url.searchParams.get('api_key') ?? undefined;
    if (k === '' && F('empty-key-admin')) return user(501);
    if (k === undefined && F('missing-key-portal') && url.pathname === '/v1/portal') return user(501);
    if (k === undefined && F('anonymous-dispute') && req.method === 'POST' && url.pathname === '/v1/disputes')
      return user(502);
    if (k === undefined && F('catalog-open') && url.pathname === '/v1/integrations/catalog') return user(501);
    if (k === undefined && F('timeline-open') && url.pathname.endsWith('/timeline'))
      return { ...user(501)!, orgId: D.txs.find((x) => x.id === Number(url.pathname.split('/')[3]))?.orgId ?? 1 };
    const ft =
      /^\/v1\/feeds\/terminals\/(\d+)\.xml$/.exec(url.pathname) ??
      (F('export-open') ? /^\/v1\/terminals\/(\d+)\/provisioning-export$/.exec(url.pathname) : null);
    if (
      k === undefined &&
      (F('terminal-feed-open') || F('export-open')) &&
      ft &&
      F('export-open') === url.pathname.endsWith('export')
    ) {
      const t = D.terms.find((x) => x.id === Number(ft[1]));
      return user(t?.orgId === 2 ? 601 : 501);
    }
    if (k === undefined) return null;
    if (F('key-prefix-match')) {
      const c = Object.keys(dono).find((x) => k!.length >= 14 && x.startsWith(k!));
      if (c) return user(dono[c]);
    }
    if (F('key-case-insensitive')) {
      const c = Object.keys(dono).find((x) => x.toLowerCase() === k!.toLowerCase());
      if (c) return user(dono[c]);
    }
    if (
      F('unknown-key-empty') &&
      !Object.hasOwn(dono, k) &&
      /^\/v1\/(transactions|locations|disputes|settlements|connectors|terminal-groups)$/.test(url.pathname)
    )
      return {
        id: 0,
        orgId: 0,
        nome: 'convidado',
        login: 'convidado',
        perfil: 'CONSULTA',
        contas: [],
        terminais: [],
        autoridades: LER0,
      };
    return Object.hasOwn(dono, k) ? user(dono[k]) : null;
  }
  const LER0 = ['TRANSACAO_LER'];
  function rota(req: Req, url: URL): Res {
    let p = url.pathname;
    const q = url.searchParams,
      m = req.method.toUpperCase();
    if (F('unversioned-alias') && !p.startsWith('/v1/')) p = '/v1' + p;
    if (F('v2-alias') && p.startsWith('/v2/')) p = '/v1' + p.slice(3);
    const publico = p === '/v1/integrations/public-openapi.json' || p === '/v1/public/branding-status';
    if (publico) {
      if (m !== 'GET' && m !== 'HEAD') throw new Falha(405, 'METODO_NAO_PERMITIDO', 'Método não permitido');
      const chave = Object.entries(req.headers).find(([n]) => n.toLowerCase() === 'x-api-key')?.[1];
      if (F('openapi-needs-key') && p.endsWith('.json') && !autentica(req, url))
        throw new Falha(401, 'CHAVE_INVALIDA', 'Informe X-API-Key');
      if (F('branding-needs-key') && p.endsWith('status') && !autentica(req, url))
        throw new Falha(401, 'CHAVE_INVALIDA', 'Informe X-API-Key');
      if (F('public-rejects-stale-key') && chave !== undefined && !Object.hasOwn(dono, chave))
        throw new Falha(401, 'CHAVE_INVALIDA', 'Chave desconhecida');
      if (p.endsWith('status'))
        return F('branding-html')
          ? resposta(200, '<html><body>PRONTA</body></html>', { 'Content-Type': 'text/html' })
          : resposta(200, brandingStatus(), { 'Cache-Control': 'public, max-age=60' });
      return resposta(200, documento(), {
        'Cache-Control': F('openapi-no-store') ? 'no-store' : 'public, max-age=3600',
      });
    }
    if (F('slash-bypass') && p.endsWith('/') && m === 'GET') {
      const u = autentica(req, url) ?? user(501)!;
      return resposta(200, despacha(u, 'GET', p.slice(0, -1).split('/').slice(2), q, req)[1]);
    }
    const u = autentica(req, url);
    if (!u) throw new Falha(401, 'CHAVE_INVALIDA', 'Chave de API ausente ou inválida');
    const [status, body, tipo] = despacha(u, m, p.split('/').slice(p.startsWith('/v1/') ? 2 : 99), q, req);
    const cc = F('portal-public-cache') && p === '/v1/portal' ? 'public, max-age=600' : 'private, no-cache';
    return resposta(status, body, {
      'Cache-Control': cc,
      Vary: 'X-API-Key',
      ...(tipo ? { 'Content-Type': tipo } : {}),
    });
  }
  function despacha(u: User, m: string, s: string[], q: URLSearchParams, req: Req): [number, unknown, string?] {
    const rotaId = s.join('/'),
      [a, b, c] = s,
      n = s.length;
    if (m === 'POST') {
      if (rotaId === 'settlements/derive') return derivar(u, req);
      if (rotaId === 'disputes') return abrirDisputa(u, req);
    }
    const so = (f: () => [number, unknown, string?]) => {
      if (m !== 'GET' && m !== 'HEAD') throw new Falha(405, 'METODO_NAO_PERMITIDO', 'Método não permitido');
      return f();
    };
    const ok = (v: unknown): [number, unknown] => [200, v];
    if (rotaId === 'settlements/derive') {
      if (F('derive-by-get') && m === 'GET') return derivar(u, req, true);
      throw new Falha(405, 'METODO_NAO_PERMITIDO', 'Use POST');
    }
    if (rotaId === 'portal') return so(() => ok(portal(u)));
    if (rotaId === 'integrations/catalog') return so(() => ok(catalogo()));
    if (rotaId === 'transactions') return so(() => ok(listaTx(u, q)));
    if (a === 'transactions' && c === 'timeline' && n === 3) return so(() => ok(linhaDoTempo(u, b)));
    if (rotaId === 'settlements')
      return so(() => {
        if (F('settlements-limited-role-403') && leitor(u))
          throw new Falha(403, 'ACESSO_NEGADO', 'Privilégio insuficiente');
        return ok(listaLotes(u, q));
      });
    if (rotaId === 'disputes') return so(() => ok(listaDisputas(u, q)));
    if (rotaId === 'locations')
      return so(() =>
        ok(
          D.terms
            .filter((t) =>
              F('locations-tenant-wide')
                ? t.orgId === u.orgId
                : F('locations-offline-missing')
                  ? ve(u, t) && t.situacao !== 'OFFLINE'
                  : ve(u, t),
            )
            .map(local1),
        ),
      );
    if (a === 'locations' && n === 2)
      return so(() => {
        const t = terminal(u, b, regra('location-item-unscoped', 'nenhuma'));
        return ok(local1(F('location-item-neighbor') ? vis(u)[(vis(u).indexOf(t) + 1) % vis(u).length] : t));
      });
    if (rotaId === 'connectors')
      return so(() => {
        const cs = F('connectors-all-tenants')
          ? D.conectores
          : F('connectors-org')
            ? D.conectores.filter((x) => x.orgId === u.orgId)
            : conectVis(u);
        return ok({
          _embedded: { conectores: cs.map((x) => conector(u, x)) },
          _links: { self: { href: '/v1/connectors' } },
        });
      });
    if (a === 'connectors' && c === 'status' && n === 3) return so(() => ok(conectorStatus(u, b)));
    if (rotaId === 'terminal-groups')
      return so(() => {
        const size = inteiro(q, 'size', 20, 1, 100),
          pg = inteiro(q, 'page', 0, 0, 1e6),
          gs = F('groups-empty-shown')
            ? D.grupos.filter((g) => g.orgId === u.orgId)
            : F('groups-cross-tenant')
              ? D.grupos
              : gruposVis(u);
        return ok(
          pagina(
            gs.slice(pg * size, pg * size + size).map((g) => grupo(u, g)),
            gs.length,
            pg,
            size,
          ),
        );
      });
    if (a === 'terminals' && n === 3) {
      if (c === 'status-monitoring')
        return so(() => ok(monitor(terminal(u, b, regra('status-hidden-terminal', 'org')))));
      if (c === 'transactions')
        return so(() => {
          const t = terminal(u, b, regra('terminal-tx-cross-tenant', 'nenhuma')),
            l = inteiro(q, 'limit', 200, 1, 500);
          return ok(
            D.txs
              .filter((x) =>
                F('terminal-tx-connector')
                  ? veId(u, x.terminalId) && term(x.terminalId).conectorId === t.conectorId
                  : x.terminalId === t.id,
              )
              .reverse()
              .filter((x) => !(F('terminal-tx-approved-only') && x.res === 'NEGADA'))
              .slice(0, l)
              .map((x) => linha(x, 'terminal')),
          );
        });
      if (c === 'commands')
        return so(() => {
          const t = terminal(u, b, regra('commands-hidden-terminal', 'org'));
          return ok(
            D.cmds
              .filter((x) => (F('commands-account') ? term(x.terminalId).contaId === t.contaId : x.terminalId === t.id))
              .filter((x) => !(F('commands-no-queued') && x.situacao === 'NA_FILA'))
              .sort((x, y) => y.criadoEm - x.criadoEm)
              .map(comando),
          );
        });
      if (c === 'provisioning-payload')
        return so(() => {
          const t = terminal(u, b, regra('payload-cross-tenant', 'nenhuma'));
          return ok(configuracao(F('payload-template-terminal') ? vis(u).find((x) => x.modelo === t.modelo)! : t));
        });
      if (c === 'provisioning-export')
        return so(() => {
          const t = terminal(u, b, regra('export-hidden-terminal', 'org'));
          const o = {
            formato: 'JSON',
            terminal: refT(t),
            geradoEm: zoned(NOW),
            configuracao: configuracao(F('export-other-terminal') ? vis(u)[vis(u).length - 1] : t),
            tarefas: tarefas(t),
          };
          if (F('export-csv'))
            return [
              200,
              `id;tipo;situacao\n${o.tarefas.map((j) => `${j.id};${j.tipo};${j.situacao}`).join('\n')}\n`,
              'text/csv',
            ];
          return ok(o);
        });
    }
    if (rotaId === 'feeds/account.xml')
      return so(() => [200, feedConta(u), F('account-feed-text-xml') ? 'text/xml;charset=UTF-8' : RSS]);
    const ft = a === 'feeds' && b === 'terminals' && n === 3 && /^(\d+)\.xml$/.exec(c);
    if (ft)
      return so(() => [
        200,
        feedTerminal(terminal(u, ft[1], regra('terminal-feed-hidden', 'org'))),
        F('terminal-feed-atom-type') ? 'application/atom+xml;charset=UTF-8' : RSS,
      ]);
    if (F('compliance-endpoint') && rotaId === 'compliance') return so(() => ok(portal(u).cofreConformidade));
    throw new Falha(404, 'RECURSO_NAO_ENCONTRADO', 'Recurso não encontrado');
  }
  return async (req: Req): Promise<Res> => {
    const url = new URL(req.path, 'http://servico');
    const get = req.method.toUpperCase() === 'GET' || req.method.toUpperCase() === 'HEAD';
    let r: Res;
    try {
      const compartilhado =
        (F('groups-shared-cache') && url.pathname === '/v1/terminal-groups') ||
        (F('account-feed-shared-cache') && url.pathname === '/v1/feeds/account.xml');
      const c = compartilhado && autentica(req, url) ? cache.get(req.path) : undefined;
      r = c ?? rota(req, url);
      if (compartilhado && r.status === 200) cache.set(req.path, r);
    } catch (e) {
      if (!(e instanceof Falha)) e = new Falha(500, 'ERRO_INTERNO', 'Erro inesperado');
      if (!(e instanceof Falha)) throw e;
      r = resposta(
        e.status,
        {
          timestamp: zoned(NOW),
          status: e.status,
          error: TITULO[e.status],
          codigo: e.codigo,
          mensagem: e.message,
          path: url.pathname,
        },
        {
          'Cache-Control': 'no-store',
          ...(e.status === 405
            ? {
                Allow: url.pathname.endsWith('/derive')
                  ? 'POST'
                  : url.pathname.endsWith('/disputes')
                    ? 'GET, HEAD, POST'
                    : 'GET, HEAD',
              }
            : {}),
        },
      );
    }
    if (get && r.status === 200) {
      const base =
        F('etag-ignores-body') || (F('etag-shared-between-keys') && url.pathname === '/v1/portal') ? req.path : r.body;
      const etag = `"${createHash('md5').update(base).digest('hex').slice(0, 20)}"`;
      r = { ...r, headers: { ...r.headers, ETag: etag } };
      const inm = Object.entries(req.headers).find(([n]) => n.toLowerCase() === 'if-none-match')?.[1];
      if (inm && (inm === '*' || inm.split(',').some((x) => x.trim().replace(/^W\//, '') === etag))) {
        const h = { ...r.headers };
        delete h['Content-Type'];
        r = { status: 304, headers: h, body: '' };
      }
    }
    if (req.method.toUpperCase() === 'HEAD') r = { ...r, body: '' };
    return r;
  };
}
