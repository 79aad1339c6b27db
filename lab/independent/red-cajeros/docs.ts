// The public OpenAPI document (served at /v1/integrations/public-openapi.json).
type S = Record<string, unknown>;
const str = (description?: string): S => ({ type: 'string', ...(description ? { description } : {}) });
const id = (what: string): S => ({ type: 'string', description: `Identificador global opaco (base64url) de ${what}` });
const int = (description?: string): S => ({ type: 'integer', ...(description ? { description } : {}) });
const num = (description?: string): S => ({ type: 'number', ...(description ? { description } : {}) });
const bool = (description?: string): S => ({ type: 'boolean', ...(description ? { description } : {}) });
const dt = (description?: string): S => ({
  type: 'string',
  format: 'date-time',
  ...(description ? { description } : {}),
});
const date = (description?: string): S => ({ type: 'string', format: 'date', ...(description ? { description } : {}) });
const ms = (description?: string): S => ({
  type: 'integer',
  format: 'int64',
  description: `${description ? `${description}; ` : ''}milisegundos desde 1970-01-01T00:00:00Z`,
});
const oneOf = (values: string[], description?: string): S => ({
  type: 'string',
  enum: values,
  ...(description ? { description } : {}),
});
const nul = (s: S): S => ({
  ...s,
  type: [s.type as string, 'null'],
  ...(s.enum ? { enum: [...(s.enum as string[]), null] } : {}),
});
const arr = (items: S): S => ({ type: 'array', items });
const ref = (name: string): S => ({ $ref: `#/components/schemas/${name}` });
const obj = (properties: Record<string, S>, optional: string[] = [], description?: string): S => ({
  type: 'object',
  ...(description ? { description } : {}),
  properties,
  required: Object.keys(properties).filter((k) => !optional.includes(k)),
});
const edges = (node: S, extra: Record<string, S> = {}): S =>
  obj({
    edges: arr(obj({ cursor: str('Cursor opaco para `after`'), node })),
    pageInfo: ref('PaginaInfo'),
    totalCount: int('Elementos de la lista completa, no solo de la página'),
    ...extra,
  });
const data = (s: S): S => obj({ data: s });
const mini = () => obj({ id: id('cajero'), codigo: str('Código visible del cajero') });

const ESTADO_CAJERO = ['OPERATIVO', 'DEGRADADO', 'FUERA_DE_SERVICIO', 'SIN_COMUNICACION'];
const schemas = (): Record<string, S> => ({
  Dinero: obj({
    units: int('Importe en la unidad menor'),
    scale: int('Decimales: importe = units / 10^scale'),
    currency: str('ISO 4217'),
  }),
  PaginaInfo: obj({ hasNextPage: bool(), endCursor: nul(str()) }),
  CajeroBreve: mini(),
  FilaTransaccion: obj(
    {
      id: id('la transacción'),
      cajero: ref('CajeroBreve'),
      fechaHoraTerminal: dt('Fecha y hora del cajero, con su propia zona'),
      tipo: oneOf(['RETIRO', 'CONSULTA_SALDO', 'TRANSFERENCIA', 'REVERSO']),
      secuencia: str('Número de secuencia, seis dígitos'),
      tipoCuenta: oneOf(['AHORROS', 'CORRIENTE', 'CREDITO']),
      emv: oneOf(['CHIP', 'SIN_CONTACTO'], 'Presente solo cuando hay dato EMV'),
      respuesta: obj({ codigo: str(), texto: str(), aprobada: bool() }),
      montoSolicitado: ref('Dinero'),
      montoCompletado: ref('Dinero'),
      recargoSolicitado: ref('Dinero'),
      recargoCompletado: ref('Dinero'),
    },
    ['emv'],
  ),
  ResumenTransacciones: obj(
    { totalRecargo: ref('Dinero'), totalRetirado: ref('Dinero') },
    [],
    'Totales de todas las filas que cumplen los filtros dentro del alcance (no solo de la página). totalRecargo suma recargoCompletado de todas las filas; totalRetirado suma montoCompletado de las filas RETIRO.',
  ),
  ListaTransacciones: data(edges(ref('FilaTransaccion'), { resumen: ref('ResumenTransacciones') })),
  LineaDeTiempo: data(
    (() => {
      const e = edges(
        obj({
          id: id('el evento'),
          clave: oneOf([
            'SOLICITUD_RECIBIDA',
            'VALIDACION_LOCAL',
            'ENVIO_AUTORIZADOR',
            'RESPUESTA_AUTORIZADOR',
            'DISPENSADO',
            'REVERSO_CONFIRMADO',
            'CIERRE',
          ]),
          texto: str(),
          ocurridoEn: dt(),
        }),
        { transaccion: ref('FilaTransaccion') },
      );
      return { ...e, description: 'Eventos de una sola transacción, del más antiguo al más reciente.' };
    })(),
  ),
  Liquidacion: obj(
    {
      id: id('la liquidación'),
      estado: oneOf(['BORRADOR', 'ENVIADO', 'LIQUIDADO', 'RECHAZADO']),
      fechaOperacion: date(),
      comercio: obj({ id: id('el comercio'), nombre: str() }),
      cajeros: arr(id('cajero')),
      asientos: obj({ creditos: int(), debitos: int(), total: int('creditos + debitos') }),
      totalCreditos: ref('Dinero'),
      totalDebitos: ref('Dinero'),
      pagoNeto: { allOf: [ref('Dinero')], description: 'totalCreditos - totalDebitos' },
      tiempos: obj({
        periodoDesde: dt(),
        periodoHasta: dt(),
        creadoEn: dt(),
        enviadoEn: nul(dt()),
        liquidadoEn: nul(dt()),
      }),
    },
    [],
    'Un lote es visible cuando todos sus cajeros son visibles.',
  ),
  ListaLiquidaciones: data(edges(ref('Liquidacion'))),
  DerivarLiquidaciones: obj(
    {
      fecha: date('Día cerrado (anterior a hoy en la zona de la cuenta)'),
      comercioId: id('el comercio; sin él, todos los comercios de la cuenta'),
    },
    ['comercioId'],
  ),
  LiquidacionesDerivadas: data(
    edges(ref('Liquidacion'), { derivados: int('Lotes creados por esta llamada; 0 si ya existían') }),
  ),
  Disputa: obj(
    {
      id: id('la disputa'),
      estado: oneOf(['ABIERTA', 'EN_REVISION', 'RESUELTA_A_FAVOR', 'RESUELTA_EN_CONTRA']),
      codigoMotivo: oneOf(['D01_NO_DISPENSADO', 'D02_DISPENSA_PARCIAL', 'D07_NO_RECONOCIDA']),
      transaccionId: id('la transacción'),
      cajeroId: id('el cajero'),
      monto: { allOf: [ref('Dinero')], description: 'Monto solicitado de la transacción' },
      fechaLimite: date(),
      abiertaEn: dt(),
      comentario: nul(str()),
      asignacion: obj({ equipo: nul(str()), asignadaEn: nul(dt()) }),
      resolucion: obj({ resultado: nul(oneOf(['REEMBOLSADO', 'RECHAZADO'])), resueltaEn: nul(dt()), nota: nul(str()) }),
      revisor: obj({ nombre: str(), revisadoEn: dt() }, [], 'Solo cuando la disputa está resuelta'),
    },
    ['revisor'],
  ),
  ListaDisputas: data(edges(ref('Disputa'))),
  NuevaDisputa: obj(
    {
      transaccionId: id('la transacción (un RETIRO visible)'),
      codigoMotivo: oneOf(['D01_NO_DISPENSADO', 'D02_DISPENSA_PARCIAL', 'D07_NO_RECONOCIDA']),
      comentario: { type: 'string', maxLength: 500 },
    },
    ['comentario'],
  ),
  DisputaCreada: data(obj({ disputa: ref('Disputa') })),
  Ubicacion: obj(
    {
      id: id('la ubicación'),
      nombre: str(),
      direccion: str(),
      ciudad: str(),
      region: str(),
      pais: str('ISO 3166-1 alfa-2'),
      coordenadas: obj({ lat: num(), lon: num() }),
      nivelRiesgo: oneOf(['BAJO', 'MEDIO', 'ALTO']),
      horario: str(),
      cajeros: arr(ref('CajeroBreve')),
    },
    [],
    'cajeros: solo los visibles',
  ),
  ListaUbicaciones: data(edges(ref('Ubicacion'))),
  UnaUbicacion: data(ref('Ubicacion')),
  Incidente: obj({
    id: id('el incidente'),
    cajeroId: id('el cajero'),
    evento: str('Nombre de evento, ver catálogo'),
    severidad: oneOf(['INFO', 'ADVERTENCIA', 'CRITICA']),
    abiertoEn: ms(),
    detalle: str(),
  }),
  Monitoreo: data(
    obj({
      cajero: obj({ id: id('el cajero'), codigo: str(), nombre: str() }),
      estado: oneOf(ESTADO_CAJERO),
      ultimoLatido: ms(),
      medidoEn: ms(),
      telemetria: obj({
        casetes: arr(obj({ posicion: int(), denominacion: ref('Dinero'), billetes: int(), capacidad: int() })),
        efectivoDisponible: ref('Dinero'),
        dispensador: oneOf(['OK', 'SIN_EFECTIVO', 'FALLA_SENSOR']),
        impresora: oneOf(['OK', 'PAPEL_BAJO']),
        temperaturaC: int(),
        senalDbm: int(),
      }),
      incidentesAbiertos: edges(ref('Incidente')),
    }),
  ),
  Conector: obj(
    {
      id: id('el conector'),
      nombre: str(),
      protocolo: str(),
      adquirente: str(),
      estado: oneOf(['EN_LINEA', 'INTERMITENTE', 'CAIDO']),
      cajeros: arr(ref('CajeroBreve')),
    },
    [],
    'cajeros: solo los visibles',
  ),
  ListaConectores: data(edges(ref('Conector'))),
  EstadoConector: data(
    obj({
      conector: obj({ id: id('el conector'), nombre: str() }),
      estado: oneOf(['EN_LINEA', 'INTERMITENTE', 'CAIDO']),
      latenciaMs: int(),
      tasaAprobacion: num('Entre 0 y 1'),
      ultimoEco: ms(),
      cajeros: arr(ref('CajeroBreve')),
      medidoEn: ms(),
    }),
  ),
  Grupo: obj({
    id: id('el grupo'),
    nombre: str(),
    proposito: str(),
    cantidadCajeros: int('Cajeros visibles del grupo'),
    cajeros: arr(ref('CajeroBreve')),
  }),
  ListaGrupos: data(edges(ref('Grupo'))),
  Comando: obj({
    id: id('el comando'),
    cajeroId: id('el cajero'),
    tipo: oneOf([
      'REINICIAR',
      'SINCRONIZAR_HORA',
      'CARGAR_CLAVES',
      'ACTUALIZAR_PANTALLAS',
      'CONSULTAR_CONTADORES',
      'ABRIR_SERVICIO',
    ]),
    estado: oneOf(['EN_COLA', 'ENVIADO', 'COMPLETADO', 'FALLIDO']),
    solicitadoPor: str(),
    creadoEn: dt(),
    completadoEn: nul(dt()),
    resultado: nul(str()),
  }),
  ListaComandos: data(edges(ref('Comando'))),
  CargaAprovisionamiento: data(
    obj({
      cajeroId: id('el cajero'),
      codigo: str(),
      serie: str(),
      perfil: str(),
      versionObjetivo: str(),
      conector: obj({ id: id('el conector'), nombre: str(), protocolo: str() }),
      pantallas: str(),
      clavesCargadas: arr(obj({ ranura: int(), tipo: str(), kcv: str('Valor de verificación; nunca la clave') })),
      casetes: arr(obj({ posicion: int(), denominacion: ref('Dinero'), capacidad: int() })),
    }),
  ),
  ExportacionAprovisionamiento: data(
    obj({
      cajeroId: id('el cajero'),
      archivo: str(),
      formato: str(),
      sha256: str('Huella de contenido'),
      generadoEn: ms(),
      contenido: str('Carga serializada'),
    }),
  ),
  Cajero: obj({
    id: id('el cajero'),
    codigo: str(),
    nombre: str(),
    modelo: str(),
    serie: str(),
    versionSoftware: str(),
    estado: oneOf(ESTADO_CAJERO),
    ultimoLatido: ms(),
    ubicacionId: id('la ubicación'),
    conectorId: id('el conector'),
  }),
  Portal: data(
    obj({
      principal: obj({
        id: id('el usuario'),
        nombre: str(),
        correo: str(),
        rol: oneOf(['ADMINISTRADOR', 'SUPERVISOR_ZONA', 'LECTOR', 'TECNICO']),
        ultimoAcceso: ms(),
      }),
      cuenta: obj({
        id: id('la cuenta'),
        razonSocial: str(),
        identificadorTributario: str(),
        pais: str(),
        moneda: str(),
      }),
      organizacion: obj({
        marca: obj({ nombre: str(), colorPrimario: str(), logoUrl: str() }),
        dns: obj({ host: str(), estado: oneOf(['VERIFICADO', 'PENDIENTE']), verificadoEn: nul(dt()) }),
      }),
      permisos: obj({
        verTransacciones: bool(),
        verLiquidaciones: bool(),
        derivarLiquidaciones: bool(),
        abrirDisputas: bool(),
        verAprovisionamiento: bool(),
        administrarCuenta: bool(),
      }),
      usuarios: edges(obj({ id: id('el usuario'), nombre: str(), correo: str(), rol: str() })),
      cajeros: edges(ref('Cajero')),
      grupos: edges(ref('Grupo')),
      conectores: edges(ref('Conector')),
      transaccionesRecientes: edges(ref('FilaTransaccion')),
      comandosRecientes: edges(ref('Comando')),
      formulariosRecientes: edges(
        obj({
          id: id('el formulario'),
          cajeroId: id('el cajero'),
          tipo: str(),
          estado: str(),
          enviadoPor: str(),
          enviadoEn: ms(),
        }),
      ),
      catalogoReportes: edges(obj({ id: id('el reporte'), clave: str(), titulo: str() })),
      bovedaCumplimiento: edges(
        obj({
          id: id('el requisito'),
          cajeroId: id('el cajero'),
          requisito: str(),
          estado: oneOf(['VIGENTE', 'POR_VENCER', 'VENCIDO']),
          venceEn: date(),
        }),
      ),
      incorporacion: edges(
        obj({ id: id('la incorporación'), cajeroId: id('el cajero'), etapa: str(), avance: int('Porcentaje') }),
      ),
      documentos: edges(
        obj({ id: id('el documento'), cajeroId: id('el cajero'), titulo: str(), tipo: str(), subidoEn: ms() }),
      ),
      videos: edges(
        obj({ id: id('el video'), cajeroId: id('el cajero'), titulo: str(), duracionSeg: int(), grabadoEn: ms() }),
      ),
      generadoEn: ms(),
    }),
  ),
  Catalogo: data(
    edges(
      obj({
        id: id('el servicio'),
        servicio: str(),
        titulo: str(),
        portal_surfaces: arr(str()),
        api_endpoints: arr(obj({ metodo: oneOf(['GET', 'POST']), ruta: str() })),
        webhook_events: arr(str()),
        rss_feeds: arr(str()),
        notes: arr(str()),
      }),
    ),
  ),
  EstadoMarca: data(
    obj({
      marca: obj({ estado: str(), plantilla: str() }),
      servidorDocs: obj({ estado: str(), dns: str(), tls: str() }),
      listo: bool(),
      verificadoEn: ms(),
    }),
  ),
  Problema: {
    ...obj(
      {
        type: { type: 'string', format: 'uri' },
        title: str(),
        status: int(),
        detail: str(),
        instance: str(),
        parametro: str('En errores de parámetro'),
        errores: arr(obj({ campo: str(), mensaje: str() })),
      },
      ['parametro', 'errores'],
    ),
    additionalProperties: true,
  },
});

const problem = (description: string): S => ({
  description,
  content: { 'application/problem+json': { schema: ref('Problema') } },
});
const okJson = (schema: string, description = 'Correcto'): S => ({
  description,
  content: { 'application/json': { schema: ref(schema) } },
});
const PAGE: S[] = [
  {
    name: 'limit',
    in: 'query',
    description: 'Máximo de elementos. Por omisión 50; los valores sobre 200 se reducen a 200.',
    schema: { type: 'integer', minimum: 1, default: 50 },
  },
  {
    name: 'after',
    in: 'query',
    description: 'Cursor (`endCursor` o `edges[].cursor`) desde el cual continuar; repita los demás parámetros.',
    schema: { type: 'string' },
  },
];
const PATH = (n: string): S => ({
  name: n,
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: 'Identificador global opaco',
});
const get = (
  operationId: string,
  summary: string,
  schema: string,
  o: { params?: S[]; four?: string[]; rights?: string } = {},
): S => ({
  get: {
    operationId,
    summary,
    ...(o.rights ? { description: o.rights } : {}),
    parameters: o.params ?? [],
    security: [{ ClaveApi: [] }],
    responses: {
      '200': okJson(schema),
      ...(o.params?.some((p) => p.in === 'query') ? { '400': problem('Parámetro o cursor inválido') } : {}),
      '401': problem('Falta la clave o no es válida'),
      ...(o.four?.includes('403') ? { '403': problem('El rol no lo permite') } : {}),
      ...(o.params?.some((p) => p.in === 'path') ? { '404': problem('No existe o está fuera del alcance') } : {}),
    },
  },
});
const feed = (operationId: string, summary: string, params: S[] = []): S => ({
  get: {
    operationId,
    summary,
    parameters: params,
    security: [{ ClaveApi: [] }],
    responses: {
      '200': {
        description:
          'RSS 2.0; item: title, link, guid, category, pubDate, description; del más reciente al más antiguo',
        content: { 'application/rss+xml': { schema: { type: 'string' } } },
      },
      '401': problem('Falta la clave o no es válida'),
      ...(params.length ? { '404': problem('No existe o está fuera del alcance') } : {}),
    },
  },
});
const post = (
  operationId: string,
  summary: string,
  description: string,
  input: string,
  responses: Record<string, S>,
): S => ({
  operationId,
  summary,
  description,
  security: [{ ClaveApi: [] }],
  requestBody: { required: true, content: { 'application/json': { schema: ref(input) } } },
  responses: {
    ...responses,
    '400': problem('JSON inválido'),
    '401': problem('Falta la clave o no es válida'),
    '403': problem('El rol no lo permite'),
    '415': problem('No es application/json'),
    '422': problem('Datos no procesables'),
  },
});
const open = (operationId: string, summary: string, response: S, extra: Record<string, S> = {}): S => ({
  get: { operationId, summary, security: [], responses: { '200': response, ...extra } },
});

export function openapi(): Record<string, unknown> {
  const provisioningRights = 'Roles ADMINISTRADOR, SUPERVISOR_ZONA y TECNICO, sobre cajeros visibles.';
  return {
    openapi: '3.1.0',
    info: {
      title: 'API del portal de cajeros',
      version: '1.0.0',
      description:
        'Superficie pública para clientes. Toda respuesta se limita a la cuenta, el rol y los cajeros visibles del dueño de la clave. Un recurso fuera del alcance responde 404, igual que uno inexistente; un filtro fuera del alcance devuelve una lista vacía. Las listas son conexiones (edges, pageInfo, totalCount). Los errores son application/problem+json. Roles: ADMINISTRADOR (todo), SUPERVISOR_ZONA (lee y abre disputas en su zona), LECTOR (lee, sin aprovisionamiento), TECNICO (lee sus cajeros, sin liquidaciones).',
    },
    servers: [{ url: '/' }],
    paths: {
      '/v1/portal': get('verPortal', 'Vista del portal del usuario de la clave', 'Portal'),
      '/v1/integrations/catalog': get('verCatalogo', 'Inventario de integración por servicio', 'Catalogo'),
      '/v1/integrations/public-openapi.json': open(
        'verOpenapi',
        'Este documento',
        {
          description: 'Documento OpenAPI, con ETag y Cache-Control público',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        { '304': { description: 'Sin cambios (If-None-Match)' } },
      ),
      '/v1/transactions': get(
        'listarTransacciones',
        'Filas de transacciones de los cajeros visibles y su resumen',
        'ListaTransacciones',
        {
          params: [
            ...PAGE,
            { name: 'terminal_id', in: 'query', schema: { type: 'string' }, description: 'Solo este cajero' },
            {
              name: 'group_id',
              in: 'query',
              schema: { type: 'string' },
              description: 'Solo los cajeros visibles de este grupo; junto con terminal_id se exigen ambos',
            },
            {
              name: 'sort_by',
              in: 'query',
              description: 'Los empates se ordenan por fecha descendente',
              schema: {
                type: 'string',
                enum: ['term_dt', 'seq', 'type', 'amt_req', 'amt_comp', 'sur_req', 'sur_comp'],
                default: 'term_dt',
              },
            },
            { name: 'sort_dir', in: 'query', schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' } },
          ],
        },
      ),
      '/v1/transactions/{transaction_id}/timeline': get(
        'verLineaDeTiempo',
        'Línea de tiempo de una transacción',
        'LineaDeTiempo',
        { params: [PATH('transaction_id')] },
      ),
      '/v1/settlements': get('listarLiquidaciones', 'Lotes ACH', 'ListaLiquidaciones', {
        params: PAGE,
        four: ['403'],
        rights: 'Todos los roles salvo TECNICO.',
      }),
      '/v1/settlements/derive': {
        post: post(
          'derivarLiquidaciones',
          'Deriva los lotes de un día cerrado',
          'Solo ADMINISTRADOR. Un lote que ya existe no se crea otra vez.',
          'DerivarLiquidaciones',
          {
            '201': okJson(
              'LiquidacionesDerivadas',
              'Lotes creados, en estado BORRADOR; aparecen en GET /v1/settlements',
            ),
            '200': okJson('LiquidacionesDerivadas', 'No había nada que crear'),
          },
        ),
      },
      '/v1/disputes': {
        ...get('listarDisputas', 'Disputas de los cajeros visibles', 'ListaDisputas', { params: PAGE }),
        post: post(
          'abrirDisputa',
          'Abre una disputa',
          'ADMINISTRADOR, o SUPERVISOR_ZONA sobre cajeros visibles.',
          'NuevaDisputa',
          {
            '201': okJson('DisputaCreada', 'Disputa en estado ABIERTA; aparece en GET /v1/disputes'),
            '409': problem('La transacción ya tiene una disputa sin resolver'),
          },
        ),
      },
      '/v1/locations': get('listarUbicaciones', 'Ubicaciones', 'ListaUbicaciones', { params: PAGE }),
      '/v1/locations/{terminal_id}': get('verUbicacion', 'Ubicación de un cajero', 'UnaUbicacion', {
        params: [PATH('terminal_id')],
      }),
      '/v1/terminals/{terminal_id}/status-monitoring': get('verMonitoreo', 'Estado y telemetría', 'Monitoreo', {
        params: [PATH('terminal_id')],
      }),
      '/v1/terminals/{terminal_id}/transactions': get(
        'listarTransaccionesDelCajero',
        'Transacciones de un cajero, de la más reciente a la más antigua',
        'ListaTransacciones',
        { params: [PATH('terminal_id'), ...PAGE] },
      ),
      '/v1/connectors': get('listarConectores', 'Conectores', 'ListaConectores', { params: PAGE }),
      '/v1/connectors/{connector_id}/status': get('verEstadoConector', 'Estado de un conector', 'EstadoConector', {
        params: [PATH('connector_id')],
      }),
      '/v1/terminal-groups': get('listarGrupos', 'Grupos de cajeros', 'ListaGrupos', { params: PAGE }),
      '/v1/terminals/{terminal_id}/commands': get('listarComandos', 'Comandos de un cajero', 'ListaComandos', {
        params: [PATH('terminal_id'), ...PAGE],
      }),
      '/v1/terminals/{terminal_id}/provisioning-payload': get(
        'verCargaAprovisionamiento',
        'Carga de aprovisionamiento',
        'CargaAprovisionamiento',
        { params: [PATH('terminal_id')], four: ['403'], rights: provisioningRights },
      ),
      '/v1/terminals/{terminal_id}/provisioning-export': get(
        'exportarAprovisionamiento',
        'Exportación de aprovisionamiento',
        'ExportacionAprovisionamiento',
        { params: [PATH('terminal_id')], four: ['403'], rights: provisioningRights },
      ),
      '/v1/feeds/account.xml': feed(
        'fuenteCuenta',
        'RSS de la cuenta. Categorías: estado (uno por cajero), transaccion (25 recientes), incidente, bitacora (25 recientes)',
      ),
      '/v1/feeds/terminals/{terminal_id}.xml': feed(
        'fuenteCajero',
        'RSS de un cajero. Categorías: estado, transaccion (15 recientes), bitacora, comando, aprovisionamiento, incidente',
        [PATH('terminal_id')],
      ),
      '/v1/public/branding-status': open(
        'verEstadoMarca',
        'Estado público de marca y servidor de documentación',
        okJson('EstadoMarca'),
      ),
    },
    components: {
      securitySchemes: { ClaveApi: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: schemas(),
    },
  };
}
