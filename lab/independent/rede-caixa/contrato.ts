// @ts-nocheck: written without noUncheckedIndexedAccess
// The documented contract: endpoint inventory, catalog families and the public OpenAPI document.
type S = any;
const str = { type: 'string' },
  num = { type: 'number' },
  int = { type: 'integer', format: 'int64' },
  bool = { type: 'boolean' };
const dia = { type: 'string', format: 'date' },
  inst = { type: 'string', format: 'date-time' };
const localDt = {
  type: 'string',
  description: 'Data e hora local do terminal, sem fuso (AAAA-MM-DDThh:mm:ss)',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$',
};
const en = (...v: string[]): S => ({ type: 'string', enum: v });
const arr = (items: S): S => ({ type: 'array', items });
const ref = (n: string): S => ({ $ref: `#/components/schemas/${n}` });
const nul = (s: S): S => (s.$ref ? { anyOf: [s, { type: 'null' }] } : { ...s, type: [s.type, 'null'] });
const obj = (properties: Record<string, S>, opcional: string[] = []): S => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((k) => !opcional.includes(k)),
});
const pag = {
  number: int,
  size: int,
  numberOfElements: int,
  totalElements: int,
  totalPages: int,
  first: bool,
  last: bool,
  empty: bool,
};
const link = obj({ href: str });

const SCHEMAS: Record<string, S> = {
  Erro: obj({ timestamp: inst, status: int, error: str, codigo: str, mensagem: str, path: str }),
  TerminalRef: obj({ id: int, codigo: str, nome: str }),
  ContaRef: obj({ id: int, nome: str }),
  Pessoa: obj({ usuarioId: int, nome: str }),
  Transacao: obj(
    {
      id: int,
      dataHoraTerminal: localDt,
      terminal: ref('TerminalRef'),
      conta: ref('ContaRef'),
      tipoTransacao: en('SAQUE', 'CONSULTA_SALDO', 'TRANSFERENCIA'),
      numeroSequencia: int,
      tipoConta: en('CORRENTE', 'POUPANCA', 'CREDITO'),
      indicadorEmv: { ...en('CHIP', 'APROXIMACAO'), description: 'Presente somente quando disponível' },
      resposta: obj({ codigo: str, resultado: en('APROVADA', 'PARCIAL', 'NEGADA', 'ESTORNADA'), descricao: str }),
      valorSolicitado: num,
      valorConcluido: num,
      sobretaxaSolicitada: num,
      sobretaxaConcluida: num,
    },
    ['indicadorEmv'],
  ),
  PaginaTransacoes: obj({
    content: arr(ref('Transacao')),
    ...pag,
    resumo: {
      ...obj({ totalSobretaxa: num, totalSacado: num }),
      description:
        'Totais de todas as linhas do filtro (não só da página): sobretaxa concluída e valor concluído dos saques',
    },
  }),
  LinhaDoTempo: obj({
    transacaoId: int,
    terminal: ref('TerminalRef'),
    resultado: str,
    eventos: arr(
      obj({
        ordem: int,
        evento: en(
          'RECEBIDA',
          'ENVIADA_AO_EMISSOR',
          'RESPOSTA_RECEBIDA',
          'NEGADA',
          'ESTORNADA',
          'CEDULAS_DISPENSADAS',
          'CONCLUIDA',
          'DISPUTA_ABERTA',
        ),
        em: inst,
        detalhe: str,
      }),
    ),
  }),
  Lote: obj({
    id: int,
    status: en('ABERTO', 'FECHADO', 'ENVIADO', 'LIQUIDADO', 'REJEITADO'),
    conta: ref('ContaRef'),
    terminal: ref('TerminalRef'),
    lancamentos: obj({ creditos: int, debitos: int, total: int }),
    totalCreditos: num,
    totalDebitos: num,
    repasseLiquido: { ...num, description: 'totalCreditos - totalDebitos' },
    periodo: obj({ inicio: dia, fim: dia }),
    criadoEm: inst,
    fechadoEm: nul(inst),
    enviadoEm: nul(inst),
    liquidadoEm: nul(inst),
  }),
  ColecaoLotes: obj({
    _embedded: obj({ lotes: arr(ref('Lote')) }),
    _links: obj({ self: link, first: link, prev: link, next: link }, ['prev', 'next']),
    page: obj({ size: int, totalElements: int, totalPages: int, number: int }),
  }),
  DerivacaoPedido: {
    ...obj({ dataInicio: dia, dataFim: dia, contaId: int, terminalId: int }, ['contaId', 'terminalId']),
    example: { dataInicio: '2026-01-01', dataFim: '2026-01-07' },
  },
  DerivacaoResultado: obj({ criados: int, lotes: arr(ref('Lote')) }),
  Disputa: obj(
    {
      id: int,
      situacao: en('ABERTA', 'EM_ANALISE', 'ACEITA', 'RECUSADA'),
      motivo: obj({
        codigo: en('CEDULA_NAO_DISPENSADA', 'VALOR_DIVERGENTE', 'DEBITO_DUPLICADO', 'NAO_RECONHECIDA'),
        descricao: str,
      }),
      transacaoId: int,
      terminalId: int,
      valor: num,
      vencimento: dia,
      responsavel: nul(ref('Pessoa')),
      atribuidaEm: nul(inst),
      resolucao: nul(obj({ resultado: en('PROCEDENTE', 'IMPROCEDENTE'), observacao: str, resolvidaEm: inst })),
      revisor: { ...obj({ usuarioId: int, nome: str, revisadaEm: inst }), description: 'Somente após a resolução' },
      abertaEm: inst,
      abertaPor: nul(ref('Pessoa')),
    },
    ['revisor'],
  ),
  DisputaPedido: {
    ...obj(
      {
        transacaoId: int,
        motivo: en('CEDULA_NAO_DISPENSADA', 'VALOR_DIVERGENTE', 'DEBITO_DUPLICADO', 'NAO_RECONHECIDA'),
        valor: { ...num, exclusiveMinimum: 0, description: 'Padrão: valor da transação' },
        responsavelId: int,
      },
      ['valor', 'responsavelId'],
    ),
    example: { transacaoId: 4100001, motivo: 'VALOR_DIVERGENTE', valor: 10 },
  },
  Localizacao: obj({
    terminal: ref('TerminalRef'),
    endereco: obj({ logradouro: str, cidade: str, uf: str, cep: str }),
    latitude: num,
    longitude: num,
    risco: en('BAIXO', 'MEDIO', 'ALTO'),
    acesso24h: bool,
  }),
  Monitoramento: obj({
    terminal: ref('TerminalRef'),
    situacao: en('ONLINE', 'OFFLINE', 'MANUTENCAO'),
    ultimoHeartbeat: inst,
    comunicacao: obj({ meio: str, falhas24h: int, sinalDbm: nul(int) }),
    dispensador: str,
    impressora: str,
    cassetes: arr(obj({ posicao: int, denominacao: int, quantidade: int, capacidade: int })),
    saldoNumerario: num,
    alertasAtivos: arr(obj({ id: int, tipo: str, gravidade: str, desde: inst, descricao: str })),
  }),
  Conector: obj({
    id: int,
    nome: str,
    processadora: str,
    protocolo: str,
    situacao: en('OPERACIONAL', 'DEGRADADO', 'INDISPONIVEL'),
    quantidadeTerminais: int,
  }),
  ColecaoConectores: obj({ _embedded: obj({ conectores: arr(ref('Conector')) }), _links: obj({ self: link }) }),
  ConectorStatus: obj({
    conectorId: int,
    nome: str,
    situacao: en('OPERACIONAL', 'DEGRADADO', 'INDISPONIVEL'),
    latenciaMediaMs: int,
    taxaAprovacao: nul(num),
    ultimaTransacaoEm: nul(inst),
    terminais: arr(ref('TerminalRef')),
  }),
  Grupo: obj({ id: int, nome: str, quantidadeTerminais: int, terminais: arr(ref('TerminalRef')) }),
  PaginaGrupos: obj({ content: arr(ref('Grupo')), ...pag }),
  Comando: obj({
    id: int,
    terminalId: int,
    tipo: str,
    situacao: en('NA_FILA', 'CONCLUIDO', 'FALHOU'),
    solicitadoPor: nul(ref('Pessoa')),
    criadoEm: inst,
    concluidoEm: nul(inst),
  }),
  Configuracao: obj({
    terminalId: int,
    codigo: str,
    versaoConfiguracao: str,
    modelo: str,
    conector: obj({ id: int, nome: str, protocolo: str }),
    comunicacao: obj({ host: str, porta: int, tls: bool }),
    parametros: obj({
      moeda: str,
      idioma: str,
      valorMaximoSaque: num,
      sobretaxaSaque: num,
      intervaloHeartbeatSegundos: int,
    }),
    cargaRemotaDeChaves: str,
  }),
  Exportacao: obj({
    formato: str,
    terminal: ref('TerminalRef'),
    geradoEm: inst,
    configuracao: ref('Configuracao'),
    tarefas: arr(
      obj({
        id: int,
        tipo: str,
        situacao: en('CONCLUIDO', 'EM_EXECUCAO', 'FALHOU', 'AGENDADO'),
        criadoEm: inst,
        concluidoEm: nul(inst),
      }),
    ),
  }),
  Portal: obj({
    principal: obj({ id: int, nome: str, login: str, perfil: str, autoridades: arr(str) }),
    conta: obj({
      organizacaoId: int,
      razaoSocial: str,
      cnpj: str,
      fusoHorario: str,
      moeda: str,
      subcontas: arr(ref('ContaRef')),
    }),
    marca: obj({ nomeExibicao: str, corPrimaria: str, logotipo: str }),
    dns: obj({ dominio: str, situacao: en('VERIFICADO', 'PENDENTE') }),
    permissoes: obj({
      visualizarTransacoes: bool,
      visualizarLiquidacoes: bool,
      abrirDisputa: bool,
      derivarLiquidacao: bool,
      administrarConfiguracao: bool,
      gerenciarUsuarios: bool,
    }),
    usuarios: arr(obj({ id: int, nome: str, login: str, perfil: str })),
    terminais: arr(
      obj({
        id: int,
        codigo: str,
        nome: str,
        conta: ref('ContaRef'),
        modelo: str,
        ativo: bool,
        situacao: en('ONLINE', 'OFFLINE', 'MANUTENCAO'),
        ultimoHeartbeat: inst,
        conectorId: int,
      }),
    ),
    grupos: arr(obj({ id: int, nome: str })),
    conectores: arr(obj({ id: int, nome: str, situacao: str })),
    transacoesRecentes: arr(ref('Transacao')),
    comandosRecentes: arr(ref('Comando')),
    formulariosRecentes: arr(obj({ id: int, titulo: str, terminalId: int, enviadoEm: inst })),
    relatorios: arr(obj({ codigo: str, nome: str, formato: str })),
    cofreConformidade: arr(obj({ terminalId: int, documento: str, validade: dia, situacao: str })),
    implantacao: obj({ etapa: str, percentual: int }),
    documentos: arr(obj({ id: int, titulo: str, versao: str })),
    videos: arr(obj({ id: int, titulo: str, duracaoSegundos: int })),
  }),
  Catalogo: obj({
    versao: str,
    atualizadoEm: dia,
    servicos: arr(
      obj({
        servico: str,
        titulo: str,
        portal_surfaces: arr(str),
        api_endpoints: arr(obj({ metodo: str, caminho: str, descricao: str })),
        webhook_events: arr(str),
        rss_feeds: arr(obj({ caminho: str, tipo: str })),
        notes: arr(str),
      }),
    ),
  }),
  SituacaoMarca: obj({
    marca: obj({ situacao: str, produto: str }),
    portalDocumentacao: obj({ host: str, dns: str, certificado: str, pronto: bool }),
  }),
};
export type Endpoint = {
  metodo: 'GET' | 'POST';
  caminho: string;
  familia: string;
  op: string;
  resumo: string;
  saida: S | 'rss';
  publico?: boolean;
  entrada?: string;
  params?: S[];
};
const qp = (name: string, schema: S, description: string) => ({
  name,
  in: 'query',
  required: false,
  schema,
  description,
});
const idq = { type: 'integer', format: 'int64', minimum: 1 };
const page = [qp('page', { type: 'integer', minimum: 0, default: 0 }, 'Número da página, a partir de 0')];
export const ENDPOINTS: Endpoint[] = [
  {
    metodo: 'GET',
    caminho: '/v1/portal',
    familia: 'conta',
    op: 'obterPortal',
    resumo: 'Retrato do portal do usuário corrente',
    saida: ref('Portal'),
  },
  {
    metodo: 'GET',
    caminho: '/v1/integrations/catalog',
    familia: 'conta',
    op: 'obterCatalogo',
    resumo: 'Catálogo de integrações',
    saida: ref('Catalogo'),
  },
  {
    metodo: 'GET',
    caminho: '/v1/integrations/public-openapi.json',
    familia: 'conta',
    op: 'obterOpenApi',
    resumo: 'Documento OpenAPI público',
    saida: { type: 'object' },
    publico: true,
  },
  {
    metodo: 'GET',
    caminho: '/v1/public/branding-status',
    familia: 'conta',
    op: 'obterSituacaoMarca',
    resumo: 'Situação pública da marca e do host de documentação',
    saida: ref('SituacaoMarca'),
    publico: true,
  },
  {
    metodo: 'GET',
    caminho: '/v1/feeds/account.xml',
    familia: 'conta',
    op: 'feedConta',
    resumo: 'Feed RSS da conta',
    saida: 'rss',
  },
  {
    metodo: 'GET',
    caminho: '/v1/locations',
    familia: 'terminais',
    op: 'listarLocalizacoes',
    resumo: 'Localizações',
    saida: arr(ref('Localizacao')),
  },
  {
    metodo: 'GET',
    caminho: '/v1/locations/{terminal_id}',
    familia: 'terminais',
    op: 'obterLocalizacao',
    resumo: 'Localização de um terminal',
    saida: ref('Localizacao'),
  },
  {
    metodo: 'GET',
    caminho: '/v1/terminals/{terminal_id}/status-monitoring',
    familia: 'terminais',
    op: 'monitorarTerminal',
    resumo: 'Situação e telemetria do terminal',
    saida: ref('Monitoramento'),
  },
  {
    metodo: 'GET',
    caminho: '/v1/terminal-groups',
    familia: 'terminais',
    op: 'listarGrupos',
    resumo: 'Grupos de terminais',
    saida: ref('PaginaGrupos'),
    params: [...page, qp('size', { type: 'integer', minimum: 1, maximum: 100, default: 20 }, 'Tamanho da página')],
  },
  {
    metodo: 'GET',
    caminho: '/v1/feeds/terminals/{terminal_id}.xml',
    familia: 'terminais',
    op: 'feedTerminal',
    resumo: 'Feed RSS do terminal',
    saida: 'rss',
  },
  {
    metodo: 'GET',
    caminho: '/v1/transactions',
    familia: 'transacoes',
    op: 'listarTransacoes',
    resumo: 'Transações normalizadas e resumo',
    saida: ref('PaginaTransacoes'),
    params: [
      qp('limit', { type: 'integer', minimum: 1, default: 50 }, 'Linhas por página; acima de 500 vale 500'),
      ...page,
      qp('terminal_id', idq, 'Somente este terminal'),
      qp('group_id', idq, 'Somente este grupo'),
      qp(
        'sort_by',
        en('terminal_date', 'amt_req', 'amt_comp', 'sur_comp', 'seq'),
        'Coluna de ordenação; padrão terminal_date',
      ),
      qp('sort_dir', en('asc', 'desc'), 'Direção; padrão desc'),
    ],
  },
  {
    metodo: 'GET',
    caminho: '/v1/transactions/{transaction_id}/timeline',
    familia: 'transacoes',
    op: 'obterLinhaDoTempo',
    resumo: 'Linha do tempo da transação',
    saida: ref('LinhaDoTempo'),
  },
  {
    metodo: 'GET',
    caminho: '/v1/terminals/{terminal_id}/transactions',
    familia: 'transacoes',
    op: 'listarTransacoesTerminal',
    resumo: 'Transações de um terminal',
    saida: arr(ref('Transacao')),
    params: [qp('limit', { type: 'integer', minimum: 1, default: 200 }, 'Máximo de linhas (até 500)')],
  },
  {
    metodo: 'GET',
    caminho: '/v1/connectors',
    familia: 'rms',
    op: 'listarConectores',
    resumo: 'Conectores',
    saida: ref('ColecaoConectores'),
  },
  {
    metodo: 'GET',
    caminho: '/v1/connectors/{connector_id}/status',
    familia: 'rms',
    op: 'obterStatusConector',
    resumo: 'Situação de um conector',
    saida: ref('ConectorStatus'),
  },
  {
    metodo: 'GET',
    caminho: '/v1/terminals/{terminal_id}/commands',
    familia: 'rms',
    op: 'listarComandos',
    resumo: 'Comandos do terminal',
    saida: arr(ref('Comando')),
  },
  {
    metodo: 'GET',
    caminho: '/v1/terminals/{terminal_id}/provisioning-payload',
    familia: 'rms',
    op: 'obterConfiguracao',
    resumo: 'Carga de provisionamento',
    saida: ref('Configuracao'),
  },
  {
    metodo: 'GET',
    caminho: '/v1/terminals/{terminal_id}/provisioning-export',
    familia: 'rms',
    op: 'exportarProvisionamento',
    resumo: 'Exportação de provisionamento',
    saida: ref('Exportacao'),
  },
  {
    metodo: 'GET',
    caminho: '/v1/settlements',
    familia: 'liquidacao',
    op: 'listarLotes',
    resumo: 'Lotes ACH',
    saida: ref('ColecaoLotes'),
    params: [
      ...page,
      qp('size', { type: 'integer', minimum: 1, maximum: 100, default: 20 }, 'Tamanho da página'),
      qp('status', en('ABERTO', 'FECHADO', 'ENVIADO', 'LIQUIDADO', 'REJEITADO'), 'Situação do lote'),
      qp('terminalId', idq, 'Terminal do lote'),
    ],
  },
  {
    metodo: 'POST',
    caminho: '/v1/settlements/derive',
    familia: 'liquidacao',
    op: 'derivarLotes',
    resumo: 'Deriva lotes a partir das transações do período',
    saida: ref('DerivacaoResultado'),
    entrada: 'DerivacaoPedido',
  },
  {
    metodo: 'GET',
    caminho: '/v1/disputes',
    familia: 'liquidacao',
    op: 'listarDisputas',
    resumo: 'Disputas',
    saida: arr(ref('Disputa')),
    params: [
      qp('situacao', en('ABERTA', 'EM_ANALISE', 'ACEITA', 'RECUSADA'), 'Situação'),
      qp('limit', { type: 'integer', minimum: 1, default: 200 }, 'Máximo de itens (até 500)'),
    ],
  },
  {
    metodo: 'POST',
    caminho: '/v1/disputes',
    familia: 'liquidacao',
    op: 'abrirDisputa',
    resumo: 'Abre uma disputa',
    saida: ref('Disputa'),
    entrada: 'DisputaPedido',
  },
];
const FC = '/v1/feeds/account.xml',
  FT = '/v1/feeds/terminals/{terminal_id}.xml';
export const FAMILIAS = [
  {
    id: 'conta',
    nome: 'Account and fleet snapshot',
    titulo: 'Conta e visão da frota',
    telas: ['Início', 'Perfil da conta', 'Marca e domínio'],
    eventos: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    feeds: [FC],
    notas: ['Comece por GET /v1/portal.'],
  },
  {
    id: 'terminais',
    nome: 'Terminals, locations, telemetry',
    titulo: 'Terminais, localizações e telemetria',
    telas: ['Terminais', 'Mapa', 'Grupos'],
    eventos: [
      'heartbeat_stale',
      'cash_low',
      'cash_out',
      'dispenser_fault',
      'compliance_expiration',
      'location_risk_change',
    ],
    feeds: [FC, FT],
    notas: ['O escopo segue as regras de visibilidade do portal.'],
  },
  {
    id: 'transacoes',
    nome: 'Transactions and processor activity',
    titulo: 'Transações e processadora',
    telas: ['Transações', 'Diário do switch'],
    eventos: [
      'decline_spike',
      'approval_rate_drop',
      'reversal_spike',
      'high_decline_velocity',
      'repeated_same_card_attempt',
    ],
    feeds: [FC, FT],
    notas: ['Nunca há dados de cartão nas respostas.'],
  },
  {
    id: 'rms',
    nome: 'RMS, commands, connectors, provisioning',
    titulo: 'RMS, comandos, conectores e provisionamento',
    telas: ['Comandos', 'Conectores', 'Provisionamento'],
    eventos: ['command_failed', 'provisioning_failed'],
    feeds: [FT],
    notas: ['Somente leitura nesta superfície.'],
  },
  {
    id: 'liquidacao',
    nome: 'Settlements, payouts, disputes',
    titulo: 'Liquidação, repasses e disputas',
    telas: ['Repasses', 'Disputas'],
    eventos: ['settlement_mismatch'],
    feeds: [],
    notas: ['POST exige privilégio maior que leitura.'],
  },
  {
    id: 'conformidade',
    nome: 'Compliance vault and onboarding',
    titulo: 'Cofre de conformidade e implantação',
    telas: ['Cofre', 'Implantação', 'Documentos', 'Vídeos'],
    eventos: ['compliance_expiration', 'location_risk_change'],
    feeds: [],
    notas: ['Disponível apenas no retrato do portal (GET /v1/portal).'],
  },
];
export function openapi(): S {
  const paths: S = {};
  const erro = (description: string) => ({ description, content: { 'application/json': { schema: ref('Erro') } } });
  for (const e of ENDPOINTS) {
    const pp = [...e.caminho.matchAll(/\{(\w+)\}/g)].map((m) => ({
      name: m[1],
      in: 'path',
      required: true,
      schema: { type: 'string', pattern: '^[0-9]+$' },
    }));
    const corpo =
      e.saida === 'rss'
        ? { 'application/rss+xml': { schema: { type: 'string' } } }
        : { 'application/json': { schema: e.saida } };
    const op: S = {
      operationId: e.op,
      summary: e.resumo,
      tags: [e.familia],
      parameters: [...pp, ...(e.params ?? [])],
      responses: {},
    };
    if (e.entrada) {
      op.requestBody = { required: true, content: { 'application/json': { schema: ref(e.entrada) } } };
      op.responses[201] = { description: 'Criado', content: corpo };
      if (e.op === 'derivarLotes') op.responses[200] = { description: 'Nada a derivar', content: corpo };
      op.responses[403] = erro('Privilégio insuficiente');
      op.responses[404] = erro('Não encontrado no escopo');
      if (e.op === 'abrirDisputa') {
        op.responses[409] = erro('Disputa já aberta');
        op.responses[422] = erro('Valor acima da transação');
      }
      op.responses[415] = erro('Tipo não suportado');
    } else op.responses[200] = { description: 'OK', content: corpo };
    if (e.params || e.entrada) op.responses[400] = erro('Requisição inválida');
    if (e.publico) op.security = [];
    else {
      op.responses[401] = erro('Chave ausente ou inválida');
      if (pp.length) op.responses[404] = erro('Não encontrado no escopo');
    }
    (paths[e.caminho] ??= {})[e.metodo.toLowerCase()] = op;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'API de Dados do Portal de Terminais', version: '1.0.0' },
    servers: [{ url: '/' }],
    security: [{ chaveApi: [] }],
    paths,
    components: {
      securitySchemes: { chaveApi: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: structuredClone(SCHEMAS),
    },
  };
}
