// The operations, the integration catalog and the public OpenAPI document.

type Json = any;
export interface Op {
  Verb: 'GET' | 'POST';
  Route: string;
  Tag: string;
  OpId: string;
  Access: 'READ' | 'WRITE' | 'PUBLIC';
  Sum: string;
  Result?: string;
  Rss?: boolean;
  Raw?: boolean;
}

export const ops: Op[] = [
  {
    Verb: 'GET',
    Route: '/v1/portal',
    Tag: 'ACCT',
    OpId: 'Portal_GetSnapshot',
    Access: 'READ',
    Sum: 'Scoped portal snapshot of the current user',
    Result: 'PortalSnapshot',
  },
  {
    Verb: 'GET',
    Route: '/v1/integrations/catalog',
    Tag: 'ACCT',
    OpId: 'Integrations_GetCatalog',
    Access: 'READ',
    Sum: 'Grouped inventory of the integration surface',
    Result: 'Catalog',
  },
  {
    Verb: 'GET',
    Route: '/v1/integrations/public-openapi.json',
    Tag: 'ACCT',
    OpId: 'Integrations_GetPublicOpenApi',
    Access: 'PUBLIC',
    Sum: 'This document',
    Raw: true,
  },
  {
    Verb: 'GET',
    Route: '/v1/transactions',
    Tag: 'TXN',
    OpId: 'Transactions_List',
    Access: 'READ',
    Sum: 'Scoped normalized transaction rows and their summary',
    Result: 'TxnPage',
  },
  {
    Verb: 'GET',
    Route: '/v1/transactions/{transaction_id}/timeline',
    Tag: 'TXN',
    OpId: 'Transactions_GetTimeline',
    Access: 'READ',
    Sum: 'Timeline of one transaction',
    Result: 'TxnTimeline',
  },
  {
    Verb: 'GET',
    Route: '/v1/settlements',
    Tag: 'STL',
    OpId: 'Settlements_List',
    Access: 'READ',
    Sum: 'Scoped ACH settlement batches',
    Result: 'BatchPage',
  },
  {
    Verb: 'POST',
    Route: '/v1/settlements/derive',
    Tag: 'STL',
    OpId: 'Settlements_Derive',
    Access: 'WRITE',
    Sum: 'Derives the missing batches (role ADMIN)',
    Result: 'DeriveResult',
  },
  {
    Verb: 'GET',
    Route: '/v1/disputes',
    Tag: 'STL',
    OpId: 'Disputes_List',
    Access: 'READ',
    Sum: 'Scoped dispute cases',
    Result: 'DispPage',
  },
  {
    Verb: 'POST',
    Route: '/v1/disputes',
    Tag: 'STL',
    OpId: 'Disputes_Create',
    Access: 'WRITE',
    Sum: 'Opens a dispute case (roles ADMIN, FLD_MGR)',
    Result: 'Disp',
  },
  {
    Verb: 'GET',
    Route: '/v1/locations',
    Tag: 'TERM',
    OpId: 'Locations_List',
    Access: 'READ',
    Sum: 'Locations',
    Result: 'LocPage',
  },
  {
    Verb: 'GET',
    Route: '/v1/locations/{terminal_id}',
    Tag: 'TERM',
    OpId: 'Locations_GetByTerminal',
    Access: 'READ',
    Sum: 'The location of one terminal',
    Result: 'Loc',
  },
  {
    Verb: 'GET',
    Route: '/v1/terminals',
    Tag: 'TERM',
    OpId: 'Terminals_List',
    Access: 'READ',
    Sum: 'Visible terminals',
    Result: 'TermPage',
  },
  {
    Verb: 'GET',
    Route: '/v1/terminals/{terminal_id}/status-monitoring',
    Tag: 'TERM',
    OpId: 'Terminals_GetStatusMonitoring',
    Access: 'READ',
    Sum: 'Status and telemetry of one terminal',
    Result: 'TermStatus',
  },
  {
    Verb: 'GET',
    Route: '/v1/terminals/{terminal_id}/transactions',
    Tag: 'TXN',
    OpId: 'Terminals_ListTransactions',
    Access: 'READ',
    Sum: 'Transactions of one terminal',
    Result: 'TxnPage',
  },
  {
    Verb: 'GET',
    Route: '/v1/connectors',
    Tag: 'RMS',
    OpId: 'Connectors_List',
    Access: 'READ',
    Sum: 'Connectors',
    Result: 'ConnPage',
  },
  {
    Verb: 'GET',
    Route: '/v1/connectors/{connector_id}/status',
    Tag: 'RMS',
    OpId: 'Connectors_GetStatus',
    Access: 'READ',
    Sum: 'Status of one connector',
    Result: 'ConnStatus',
  },
  {
    Verb: 'GET',
    Route: '/v1/terminal-groups',
    Tag: 'TERM',
    OpId: 'TerminalGroups_List',
    Access: 'READ',
    Sum: 'Terminal groups',
    Result: 'GrpPage',
  },
  {
    Verb: 'GET',
    Route: '/v1/terminals/{terminal_id}/commands',
    Tag: 'RMS',
    OpId: 'Terminals_ListCommands',
    Access: 'READ',
    Sum: 'Commands of one terminal',
    Result: 'CmdPage',
  },
  {
    Verb: 'GET',
    Route: '/v1/terminals/{terminal_id}/provisioning-payload',
    Tag: 'RMS',
    OpId: 'Terminals_GetProvisioningPayload',
    Access: 'READ',
    Sum: 'Provisioning payload of one terminal',
    Result: 'ProvPayload',
  },
  {
    Verb: 'GET',
    Route: '/v1/terminals/{terminal_id}/provisioning-export',
    Tag: 'RMS',
    OpId: 'Terminals_GetProvisioningExport',
    Access: 'READ',
    Sum: 'Provisioning export of one terminal',
    Result: 'ProvExport',
  },
  {
    Verb: 'GET',
    Route: '/v1/feeds/account.xml',
    Tag: 'ACCT',
    OpId: 'Feeds_GetAccount',
    Access: 'READ',
    Sum: 'Account RSS feed',
    Rss: true,
  },
  {
    Verb: 'GET',
    Route: '/v1/feeds/terminals/{terminal_id}.xml',
    Tag: 'TERM',
    OpId: 'Feeds_GetTerminal',
    Access: 'READ',
    Sum: 'RSS feed of one terminal',
    Rss: true,
  },
  {
    Verb: 'GET',
    Route: '/v1/public/branding-status',
    Tag: 'ACCT',
    OpId: 'Public_GetBrandingStatus',
    Access: 'PUBLIC',
    Sum: 'Branding and docs-host readiness',
    Result: 'BrandingStatus',
  },
];

export type On = (id: string) => boolean;

export function catalog(on: On): Json {
  const acctFeed = { Route: '/v1/feeds/account.xml', MediaType: 'application/rss+xml', Level: 'ACCOUNT' };
  const termFeed = {
    Route: '/v1/feeds/terminals/{terminal_id}.xml',
    MediaType: 'application/rss+xml',
    Level: 'TERMINAL',
  };
  const seen = new Set<string>();
  const svc = (
    ServiceCd: string,
    ServiceNm: string,
    surfaces: string[],
    tags: string[],
    events: string[],
    feeds: Json[],
    notes: string[],
  ): Json => {
    const out: Json = {
      ServiceCd,
      ServiceNm,
      portal_surfaces: surfaces.map((SurfaceNm) => ({ SurfaceNm })),
      api_endpoints: ops
        .filter((o) => tags.includes(o.Tag) || tags.includes(o.Route))
        .map((o) => ({
          Verb: o.Verb,
          Route: on('ver-catalog-path') ? o.Route.replace('/v1', '') : o.Route,
          Access: o.Access,
        })),
      webhook_events: events
        .filter(
          (e) =>
            !(on('catalog-event-once') && seen.has(e)) && !(on('catalog-event-lost') && e === 'provisioning_failed'),
        )
        .map((EvtNm) => ({ EvtNm, Levels: ['ACCOUNT', 'TERMINAL'] })),
      rss_feeds: feeds,
      notes,
    };
    for (const e of events) seen.add(e);
    if (on('catalog-no-notes') && notes.length === 0) delete out.notes;
    if (on('catalog-feed-lost')) out.rss_feeds = out.rss_feeds.filter((f: Json) => f.Level !== 'TERMINAL');
    if (on('catalog-endpoint-lost'))
      out.api_endpoints = out.api_endpoints.filter((e: Json) => !e.Route.endsWith('/timeline'));
    if (on('catalog-renamed')) {
      const { portal_surfaces, api_endpoints, webhook_events, rss_feeds, ...rest } = out;
      return {
        ...rest,
        PortalSurfaces: portal_surfaces,
        ApiEndpoints: api_endpoints,
        WebhookEvents: webhook_events,
        RssFeeds: rss_feeds,
      };
    }
    return out;
  };
  return {
    CatalogVer: '2026.11',
    Services: [
      svc(
        'ACCT',
        'Account and fleet snapshot',
        ['Dashboard', 'Account profile', 'Branding'],
        ['ACCT'],
        ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
        [acctFeed],
        ['Begin with the portal snapshot; it is the safest first call.'],
      ),
      svc(
        'TERM',
        'Terminals, locations, telemetry',
        ['Terminals', 'Locations', 'Groups'],
        ['TERM'],
        ['heartbeat_stale', 'cash_low', 'cash_out', 'dispenser_fault', 'compliance_expiration', 'location_risk_change'],
        [acctFeed, termFeed],
        [],
      ),
      svc(
        'TXN',
        'Transactions and processor activity',
        ['Transactions', 'Processor health'],
        ['TXN'],
        [
          'decline_spike',
          'approval_rate_drop',
          'reversal_spike',
          'high_decline_velocity',
          'repeated_same_card_attempt',
        ],
        [acctFeed, termFeed],
        ['Rows carry no card data.', 'Amounts are decimal numbers in the account currency.'],
      ),
      svc(
        'RMS',
        'RMS, commands, connectors, provisioning',
        ['Remote management', 'Connectors', 'Provisioning'],
        ['RMS'],
        ['command_failed', 'provisioning_failed'],
        [termFeed],
        ['Command and provisioning activity is in the terminal feed.'],
      ),
      svc(
        'STL',
        'Settlements, payouts, disputes',
        ['Settlements', 'Disputes'],
        ['STL'],
        ['settlement_mismatch'],
        [],
        ['The POST operations need more than a reporting role.'],
      ),
      svc(
        'CMP',
        'Compliance vault and onboarding',
        ['Compliance vault', 'Onboarding', 'Documents', 'Videos'],
        ['/v1/portal'],
        ['compliance_expiration', 'location_risk_change'],
        [],
        ['Read these through the portal snapshot; they have no endpoints of their own.'],
      ),
    ],
  };
}

// ---- schemas ----
const S: Json = { type: 'string' };
const N: Json = { type: 'number', format: 'double' };
const I: Json = { type: 'integer', format: 'int32' };
const L: Json = { type: 'integer', format: 'int64' };
const Ms: Json = { type: 'integer', format: 'int64', description: 'Epoch milliseconds' };
const B: Json = { type: 'boolean' };
const Dt: Json = { type: 'string', format: 'date' };
const Local: Json = { type: 'string', format: 'date-time', description: 'Local time with offset' };
const nul = (s: Json): Json => ({ ...s, nullable: true });
const ref = (n: string): Json => ({ $ref: `#/components/schemas/${n}` });
const arr = (items: Json): Json => ({ type: 'array', items });
const obj = (properties: Record<string, Json>, optional: string[] = []): Json => ({
  type: 'object',
  required: Object.keys(properties).filter((k) => !optional.includes(k)),
  properties,
});
const page = (n: string, more: Record<string, Json> = {}): Json =>
  obj({ Items: arr(ref(n)), PageNo: I, PageSize: I, TotalCount: I, ...more });

function schemas(): Record<string, Json> {
  return {
    CallStatus: obj({ Cd: I, Msg: S, TraceId: S, ServedAtMs: Ms }),
    Problem: obj({ type: S, title: S, status: I, detail: S, traceId: S }, ['detail']),
    Txn: obj(
      {
        TxnId: L,
        TermId: I,
        TermDtTm: Local,
        TxnType: { type: 'string', enum: ['WDL', 'INQ', 'XFR', 'REV'] },
        STAN: S,
        AcctType: S,
        EmvInd: { type: 'string', description: 'C chip, T tap, F fallback; present only when available' },
        RespCd: S,
        RespTxt: S,
        AmtAuth: { ...N, description: 'Amount requested' },
        AmtCmpl: { ...N, description: 'Amount completed; negative on a reversal' },
        SurchFee: { ...N, description: 'Surcharge requested' },
        SurchFeeCmpl: { ...N, description: 'Surcharge completed' },
      },
      ['EmvInd'],
    ),
    TxnSummary: obj({ TotSurch: N, TotWithdrawn: N, CcyCd: S }),
    TxnPage: page('Txn', { Summary: { ...ref('TxnSummary') } }),
    TimelineStep: obj({ StepNo: I, StepCd: S, StepTxt: S, AtMs: Ms }),
    TxnTimeline: obj({ TxnId: L, TermId: I, STAN: S, OrigTxnId: nul(L), Steps: arr(ref('TimelineStep')) }),
    BatchEntry: obj({ TermId: I, EntryKind: { type: 'string', enum: ['CR', 'DR'] }, Amt: N, Memo: S }),
    Batch: obj({
      BatchId: I,
      SettleGrpId: I,
      BusinessDt: Dt,
      BatchStatus: S,
      CrEntryCnt: I,
      DrEntryCnt: I,
      EntryCnt: I,
      CrTot: N,
      DrTot: N,
      NetPayout: N,
      OpenedMs: Ms,
      CutoffMs: Ms,
      TransmittedMs: nul(Ms),
      SettledMs: nul(Ms),
      EffectiveDt: Dt,
      Entries: arr(ref('BatchEntry')),
    }),
    BatchPage: page('Batch'),
    DeriveRequest: obj({ BusinessDt: Dt }, ['BusinessDt']),
    DeriveResult: obj({ DerivedCnt: I, Items: arr(ref('Batch')) }),
    DispAssign: obj({ QueueCd: S, AssigneeNm: nul(S), AssignedMs: nul(Ms) }),
    DispResolution: obj({ OutcomeCd: nul(S), ResolvedMs: nul(Ms), AmtCredited: nul(N) }),
    DispReviewer: obj({ ReviewerNm: S, ReviewedMs: Ms, NoteTxt: S }),
    Disp: obj(
      {
        DispId: I,
        DispStatus: S,
        ReasonCd: S,
        TxnId: L,
        TermId: I,
        DispAmt: N,
        DueDt: Dt,
        OpenedMs: Ms,
        Assignment: ref('DispAssign'),
        Resolution: ref('DispResolution'),
        Reviewer: ref('DispReviewer'),
      },
      ['Reviewer'],
    ),
    DispPage: page('Disp'),
    DisputeRequest: obj({ TxnId: L, ReasonCd: S, DispAmt: N }, ['DispAmt']),
    Loc: obj({
      LocId: I,
      LocNm: S,
      AddrLn1: S,
      City: S,
      StateCd: S,
      Geo: obj({ Lat: N, Lng: N }),
      RiskCd: S,
      TermIds: arr(I),
    }),
    LocPage: page('Loc'),
    Term: obj({ TermId: I, TermNm: S, GrpId: I, LocId: I, ConnId: I, Model: S, OpState: S, LastHbMs: Ms }),
    TermPage: page('Term'),
    Cassette: obj({ CassNo: I, Denom: I, NotesRem: I, NotesCap: I }),
    TermStatus: obj({
      TermId: I,
      OpState: S,
      LastHbMs: Ms,
      LastHbDtTm: Local,
      Telemetry: obj({
        Cassettes: arr(ref('Cassette')),
        CashRemAmt: N,
        RcptPaperPct: I,
        SignalDbm: I,
        CabinetTempC: N,
      }),
      OpenAlerts: arr(obj({ AlertId: I, EvtNm: S, Txt: S, OpenedMs: Ms })),
    }),
    Conn: obj({ ConnId: I, ConnNm: S, ConnKind: S, HostNm: S, ConnState: S, TermCnt: I, TermIds: arr(I) }),
    ConnPage: page('Conn'),
    ConnStatus: obj({ ConnId: I, ConnState: S, LastEchoMs: Ms, TermCnt: I, TxnCnt: I, AprvRatePct: nul(N) }),
    Grp: obj({ GrpId: I, GrpNm: S, ParentGrpId: nul(I), TermIds: arr(I), SubtreeTermCnt: I }),
    GrpPage: page('Grp'),
    Cmd: obj({
      CmdId: I,
      TermId: I,
      CmdCd: S,
      CmdState: { type: 'string', enum: ['QUEUED', 'COMPLETED', 'FAILED'] },
      QueuedDtTm: Local,
      DoneMs: nul(Ms),
    }),
    CmdPage: page('Cmd'),
    ProvPayload: obj({
      TermId: I,
      PayloadVer: I,
      Host: obj({ ConnId: I, HostNm: S }),
      SurchFee: N,
      CcyCd: S,
      KeySlots: arr(obj({ SlotNo: I, KeyNm: S, LoadedMs: Ms })),
    }),
    ProvExport: obj({
      TermId: I,
      ExportedDtTm: Local,
      Params: arr(obj({ Nm: S, Val: S })),
      Jobs: arr(obj({ JobId: I, JobCd: S, JobState: S, StartMs: Ms })),
    }),
    BrandingStatus: obj({ BrandingReady: B, DocsHostReady: B, Checks: arr(obj({ CheckCd: S, Ok: B })), CheckedMs: Ms }),
    CatalogService: obj({
      ServiceCd: S,
      ServiceNm: S,
      portal_surfaces: arr(obj({ SurfaceNm: S })),
      api_endpoints: arr(obj({ Verb: S, Route: S, Access: S })),
      webhook_events: arr(obj({ EvtNm: S, Levels: arr(S) })),
      rss_feeds: arr(obj({ Route: S, MediaType: S, Level: S })),
      notes: arr(S),
    }),
    Catalog: obj({ CatalogVer: S, Services: arr(ref('CatalogService')) }),
    PortalUser: obj({ UserId: I, Login: S, FullNm: S, RoleCd: S, LastLoginMs: Ms }),
    Form: obj({ FormId: I, TermId: I, FormCd: S, FormNm: S, SubmittedDtTm: Local }),
    PortalSnapshot: obj({
      Principal: ref('PortalUser'),
      AcctProfile: obj({ AcctNo: I, AcctNm: S, CcyCd: S, City: S, TmZone: S, OpenedDt: Dt }),
      OrgBranding: obj({ BrandNm: S, LogoRef: S, PrimaryColor: S }),
      DnsState: obj({ DocsHost: S, CnameOk: B, CertOk: B, CheckedMs: Ms }),
      AccessFlags: obj({ CanRead: B, CanOpenDispute: B, CanDeriveSettlement: B, CanConfigure: B }),
      Users: arr(ref('PortalUser')),
      Terms: arr(ref('Term')),
      Grps: arr(ref('Grp')),
      Conns: arr(ref('Conn')),
      RecentTxns: arr(ref('Txn')),
      RecentCmds: arr(ref('Cmd')),
      RecentForms: arr(ref('Form')),
      ReportCatalog: arr(obj({ RptCd: S, RptNm: S, Fmts: arr(S) })),
      ComplianceVault: arr(obj({ DocNm: S, TermId: nul(I), ExpiresDt: Dt })),
      Onboarding: arr(obj({ StepCd: S, Done: B })),
      Documents: arr(obj({ DocId: I, DocNm: S })),
      Videos: arr(obj({ VideoId: I, VideoNm: S, LenSec: I })),
    }),
  };
}

export function openApi(on: On): Json {
  const paths: Record<string, Json> = {};
  const q = (name: string, schema: Json, description: string): Json => ({
    name,
    in: 'query',
    required: false,
    schema,
    description,
  });
  const paging = [
    q('PageNo', { ...I, minimum: 1, default: 1 }, 'Page number'),
    q('PageSize', { ...I, minimum: 1, maximum: 200, default: 50 }, 'Rows of a page'),
  ];
  const sorting = [
    q('sort_by', { type: 'string', enum: ['term_dttm', 'amt_comp', 'surch_comp', 'stan', 'term_id'] }, 'Sort column'),
    q('sort_dir', { type: 'string', enum: ['asc', 'desc'], default: 'desc' }, 'Sort direction'),
  ];
  const limit = q('limit', { ...I, minimum: 1 }, 'Caps the rows of the page');
  const problem = (description: string): Json => ({
    description,
    content: { 'application/problem+json': { schema: ref('Problem') } },
  });
  for (const op of ops) {
    if (on('doc-op-lost') && op.OpId === 'Terminals_GetProvisioningExport') continue;
    const params: Json[] = [...op.Route.matchAll(/\{(\w+)\}/g)].map((m) => ({
      name: m[1],
      in: 'path',
      required: true,
      schema: { type: 'string' },
      description: 'Decimal digits',
    }));
    if (op.OpId === 'Transactions_List') {
      params.push(limit, q('terminal_id', S, 'Rows of one terminal'));
      if (!on('doc-param-lost')) params.push(q('group_id', S, 'Rows of one terminal group and the groups below it'));
      params.push(...sorting, ...paging);
    } else if (op.OpId === 'Terminals_ListTransactions') params.push(limit, ...sorting, ...paging);
    else if (op.OpId === 'Disputes_List') params.push(q('Status', S, 'One dispute status'), ...paging);
    else if (op.Result?.endsWith('Page')) params.push(...paging);
    const ok: Json = op.Rss
      ? { description: 'OK', content: { 'application/rss+xml': { schema: S } } }
      : op.Raw
        ? { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } }
        : {
            description: 'OK',
            content: { 'application/json': { schema: obj({ Result: ref(op.Result!), Status: ref('CallStatus') }) } },
          };
    const responses: Json = { [op.OpId === 'Disputes_Create' ? '201' : '200']: ok };
    if (op.OpId === 'Settlements_Derive') responses['201'] = ok;
    if (op.Access !== 'PUBLIC')
      responses['401'] = { description: 'Missing or unknown key', content: { 'text/plain': { schema: S } } };
    if (op.Access === 'WRITE')
      Object.assign(responses, {
        400: problem('Malformed body'),
        403: problem('Role too low'),
        415: problem('Body is not JSON'),
        422: problem('Body refused'),
      });
    if (op.OpId === 'Disputes_Create') responses['409'] = problem('An open dispute exists');
    if (op.Route.includes('{')) responses['404'] = problem('Unknown or not visible');
    if (op.Verb === 'GET' && op.Result?.endsWith('Page')) responses['400'] = problem('Malformed parameter');
    const item: Json = {
      tags: [op.Tag],
      operationId: op.OpId,
      summary: op.Sum,
      ...(params.length ? { parameters: params } : {}),
      responses,
    };
    if (op.OpId === 'Disputes_Create')
      item.requestBody = { required: true, content: { 'application/json': { schema: ref('DisputeRequest') } } };
    if (op.OpId === 'Settlements_Derive')
      item.requestBody = { required: false, content: { 'application/json': { schema: ref('DeriveRequest') } } };
    if (op.Access === 'PUBLIC' && !(on('doc-public-secured') && op.OpId === 'Public_GetBrandingStatus'))
      item.security = [];
    let route = op.Route;
    if (on('ver-doc-path') && route.startsWith('/v1/feeds')) route = route.slice(3);
    (paths[route] ??= {})[op.Verb.toLowerCase()] = item;
  }
  const comps = schemas();
  if (on('doc-stale-schema')) {
    const txn = comps.Txn;
    const { AmtCmpl, ...rest } = txn.properties;
    txn.properties = { ...rest, AmtDisp: AmtCmpl };
    txn.required = txn.required.map((k: string) => (k === 'AmtCmpl' ? 'AmtDisp' : k));
  }
  const scheme: Json = { type: 'apiKey', name: on('doc-wrong-header') ? 'Authorization' : 'X-API-Key', in: 'header' };
  return {
    openapi: '3.0.1',
    info: {
      title: 'Terminal Fleet Portal Data Service',
      version: 'v1',
      description: on('doc-live-key')
        ? 'Try it with X-API-Key tfp_7001_Qm4x8ZrT2vLw9KcA.'
        : 'Customer-safe surface. Send your key as <API_KEY> in X-API-Key.',
    },
    servers: [{ url: '/' }],
    paths,
    components: { securitySchemes: { ApiKey: scheme }, schemas: comps },
    security: [{ ApiKey: [] }],
    tags: [{ name: 'ACCT' }, { name: 'TERM' }, { name: 'TXN' }, { name: 'RMS' }, { name: 'STL' }],
  };
}
