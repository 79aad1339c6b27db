// @ts-nocheck: written without noUncheckedIndexedAccess
type J = Record<string, unknown>;
const ref = (n: string): J => ({ $ref: `#/components/schemas/${n}` });
const maybe = (n: string): J => ({ nullable: true, allOf: [ref(n)] });
const str = (description?: string): J => ({ type: 'string', ...(description ? { description } : {}) });
const id = (description?: string): J => ({ type: 'string', format: 'uuid', ...(description ? { description } : {}) });
const time = (description?: string): J => ({
  type: 'string',
  format: 'date-time',
  ...(description ? { description } : {}),
});
const day: J = { type: 'string', format: 'date' };
const int: J = { type: 'integer' },
  num: J = { type: 'number' },
  bool: J = { type: 'boolean' };
const nul = (x: J): J => ({ ...x, nullable: true });
const en = (...v: string[]): J => ({ type: 'string', enum: v });
const list = (items: J): J => ({ type: 'array', items });
const obj = (properties: Record<string, J>, optional: string[] = [], description?: string): J => ({
  type: 'object',
  ...(description ? { description } : {}),
  required: Object.keys(properties).filter((k) => !optional.includes(k)),
  properties,
  additionalProperties: false,
});
const M = ref('Amount');
const ROLE = en('Administrator', 'FinanceManager', 'ReadOnly', 'FieldEngineer'),
  TSTATUS = en('Online', 'Degraded', 'Offline', 'Maintenance'),
  CSTATUS = en('Connected', 'Degraded', 'Disconnected'),
  DNS = en('Verified', 'PendingVerification');
const DISPUTE_STATUS = ['Open', 'Assigned', 'UnderReview', 'ResolvedAccepted', 'ResolvedRejected'],
  BATCH_STATUS = ['Pending', 'Submitted', 'Settled', 'Returned'],
  REASON = [
    'CashNotDispensed',
    'PartialDispense',
    'SurchargeNotDisclosed',
    'UnrecognisedTransaction',
    'DuplicateDebit',
  ];

const schemas = (): Record<string, J> => {
  const one = (data: J): J => obj({ Data: data, Links: ref('Links'), Meta: ref('Meta') });
  const page = (props: Record<string, J>): J =>
    obj({ Data: obj(props), Links: ref('PageLinks'), Meta: ref('PageMeta') });
  return {
    Amount: obj({ Amount: { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' }, Currency: en('GBP') }),
    Links: obj({ Self: str() }),
    PageLinks: obj(
      {
        Self: str(),
        First: str(),
        Prev: str(),
        Next: str('Absolute address of the next page of the same query; absent on the last page.'),
        Last: str(),
      },
      ['Prev', 'Next'],
    ),
    Meta: obj({ GeneratedAt: time() }),
    PageMeta: obj({ GeneratedAt: time(), TotalRecords: int, TotalPages: int, Page: int, PageSize: int }),
    Problem: {
      type: 'object',
      description: 'RFC 9457 problem details.',
      required: ['type', 'title', 'status'],
      properties: {
        type: str(),
        title: str(),
        status: int,
        detail: str(),
        instance: str(),
        errors: { type: 'object', additionalProperties: list(str()) },
      },
    },
    Transaction: obj(
      {
        TransactionId: id(),
        TransactionReference: str('Readable code.'),
        TerminalId: id(),
        TerminalCode: str(),
        TerminalDateTime: time('Terminal date and time, with the local offset.'),
        TransactionType: en('Withdrawal', 'BalanceInquiry', 'Transfer', 'Reversal'),
        SequenceNumber: { type: 'string', pattern: '^\\d{6}$' },
        AccountType: en('Current', 'Savings', 'Credit'),
        EmvIndicator: { ...en('Chip', 'Contactless'), description: 'Only present when available.' },
        Response: en('Approved', 'Declined', 'PartiallyDispensed', 'Reversed'),
        ResponseCode: str(),
        AmountRequested: M,
        AmountCompleted: M,
        SurchargeRequested: M,
        SurchargeCompleted: M,
        RelatedTransactionId: id(
          'The reversal of a reversed withdrawal, or the withdrawal that a reversal belongs to.',
        ),
      },
      ['EmvIndicator', 'RelatedTransactionId'],
    ),
    TransactionSummary: obj(
      { TotalSurcharge: M, TotalWithdrawn: M },
      [],
      'Over all rows that the query matches, not only this page. TotalSurcharge is the sum of SurchargeCompleted; TotalWithdrawn is the sum of AmountCompleted of rows of the type Withdrawal.',
    ),
    TransactionsReply: page({ Transactions: list(ref('Transaction')), Summary: ref('TransactionSummary') }),
    TerminalTransactionsReply: page({ Transactions: list(ref('Transaction')), TerminalId: id() }),
    TimelineEvent: obj(
      {
        Number: int,
        EventType: en(
          'Requested',
          'Authorised',
          'Declined',
          'CashDispensed',
          'PartiallyDispensed',
          'DispenseFailed',
          'Reversed',
          'Completed',
          'IncludedInSettlement',
          'DisputeOpened',
          'DisputeResolved',
        ),
        OccurredAt: time(),
        Description: str(),
        RelatedId: id('Id of the reversal, the batch or the dispute.'),
      },
      ['RelatedId'],
    ),
    TimelineReply: one(
      obj({
        TransactionId: id(),
        TransactionReference: str(),
        TerminalId: id(),
        Events: { ...list(ref('TimelineEvent')), description: 'In chronological order.' },
      }),
    ),
    SettlementEntry: obj(
      {
        EntryId: id(),
        EntryType: en('Credit', 'Debit'),
        TerminalId: id(),
        TransactionId: id(),
        Amount: M,
        Description: str(),
      },
      ['TransactionId'],
      'A credit is the completed amount and the completed surcharge of one withdrawal. A debit is the processing fee of one terminal.',
    ),
    Settlement: obj(
      {
        BatchId: id(),
        BatchCode: str(),
        AccountId: id(),
        AccountCode: str(),
        Status: en(...BATCH_STATUS),
        EntryCount: int,
        CreditEntryCount: int,
        DebitEntryCount: int,
        CreditTotal: M,
        DebitTotal: M,
        NetPayout: { allOf: [M], description: 'CreditTotal less DebitTotal.' },
        PeriodStart: day,
        PeriodEnd: day,
        CreatedAt: time(),
        SubmittedAt: time(),
        SettledAt: time(),
        ReturnedAt: time(),
        Entries: list(ref('SettlementEntry')),
      },
      ['SubmittedAt', 'SettledAt', 'ReturnedAt'],
    ),
    SettlementsReply: page({ Settlements: list(ref('Settlement')) }),
    DeriveRequest: obj(
      {
        AccountId: id('Only this account; otherwise all accounts that you see in full.'),
        PeriodEnd: { ...day, description: 'Last day covered; today if absent.' },
      },
      ['AccountId', 'PeriodEnd'],
    ),
    DeriveReply: one(
      obj({
        Settlements: {
          ...list(ref('Settlement')),
          description: 'The new batches. They cover withdrawals with a completed amount that are in no batch yet.',
        },
      }),
    ),
    Dispute: obj(
      {
        DisputeId: id(),
        DisputeCode: str(),
        Status: en(...DISPUTE_STATUS),
        ReasonCode: en(...REASON),
        TransactionId: id(),
        TerminalId: id(),
        TerminalCode: str(),
        Amount: M,
        OpenedAt: time(),
        DueDate: day,
        Assignment: obj({
          Team: nul(str()),
          UserId: nul(id('Null without an assignee, or if your key cannot see the user.')),
          AssignedAt: nul(time()),
        }),
        Resolution: nul(
          obj({ Outcome: en('Accepted', 'Rejected'), ResolvedAt: time(), RefundAmount: M, Note: nul(str()) }),
        ),
        Reviewer: obj(
          { UserId: nul(id('Null if your key cannot see the user.')), ReviewedAt: time() },
          [],
          'Only present once the case is resolved.',
        ),
        Note: nul(str()),
      },
      ['Reviewer'],
    ),
    DisputesReply: page({ Disputes: list(ref('Dispute')) }),
    DisputeRequest: obj(
      {
        TransactionId: id(),
        ReasonCode: en(...REASON),
        Amount: {
          allOf: [M],
          description:
            'At most the requested amount and surcharge. If absent: what was not dispensed of a partial dispense, otherwise the requested amount.',
        },
        Note: { type: 'string', maxLength: 500 },
      },
      ['Amount', 'Note'],
    ),
    DisputeReply: one(obj({ Dispute: ref('Dispute') })),
    Location: obj({
      LocationId: id(),
      TerminalId: id(),
      TerminalCode: str(),
      Name: str(),
      Address: obj({ Line: str(), Town: str(), PostCode: str(), Country: en('GB') }),
      Latitude: num,
      Longitude: num,
      RiskRating: en('Low', 'Medium', 'High'),
      ComplianceExpiresOn: day,
    }),
    LocationsReply: page({ Locations: list(ref('Location')) }),
    LocationReply: one(obj({ Location: ref('Location') })),
    Cassette: obj({
      Position: int,
      Denomination: M,
      NotesLoaded: int,
      NotesRemaining: int,
      Value: M,
      State: en('Normal', 'Low', 'Empty'),
    }),
    Alert: obj({
      AlertId: id(),
      AlertType: en('HeartbeatStale', 'CashOut', 'CashLow', 'DispenserFault', 'CommunicationFlapping'),
      Severity: en('Warning', 'Critical'),
      RaisedAt: time(),
      Message: str(),
    }),
    StatusReply: one(
      obj({
        TerminalId: id(),
        TerminalCode: str(),
        Status: TSTATUS,
        LastHeartbeatAt: time(),
        Communication: obj({ ConnectorId: id(), State: en('Established', 'Lost'), SignalDbm: int }),
        Telemetry: obj({
          TemperatureCelsius: num,
          ReceiptPaperPercent: int,
          Devices: list(obj({ Device: en('Dispenser', 'CardReader', 'ReceiptPrinter'), State: en('Good', 'Warning') })),
        }),
        Cassettes: { ...list(ref('Cassette')), description: 'Every cassette of the terminal, also empty ones.' },
        CashTotal: { allOf: [M], description: 'Sum of Value over the cassettes.' },
        OpenAlerts: list(ref('Alert')),
      }),
    ),
    Connector: obj({
      ConnectorId: id(),
      ConnectorCode: str(),
      Name: str(),
      Kind: en('Switch', 'Acquirer', 'Processor'),
      Protocol: en('ISO8583', 'NDC', 'DDC'),
      Status: CSTATUS,
      TerminalCount: { ...int, description: 'Terminals visible to you.' },
    }),
    ConnectorsReply: page({ Connectors: list(ref('Connector')) }),
    ConnectorStatusReply: one(
      obj({
        ConnectorId: id(),
        ConnectorCode: str(),
        Status: CSTATUS,
        LastMessageAt: time(),
        LatencyMilliseconds: int,
        CheckedAt: time(),
        TerminalIds: list(id()),
        ActivityLast7Days: obj(
          { Transactions: int, Declined: int, NotDeclined: int },
          [],
          'Transactions of terminals visible to you.',
        ),
      }),
    ),
    TerminalGroup: obj({
      GroupId: id(),
      GroupCode: str(),
      Name: str(),
      ParentGroupId: nul(id()),
      TerminalIds: { ...list(id()), description: 'Members visible to you, including those of nested groups.' },
      TerminalCount: int,
    }),
    TerminalGroupsReply: page({ TerminalGroups: list(ref('TerminalGroup')) }),
    Command: obj({
      CommandId: id(),
      TerminalId: id(),
      CommandType: en('SyncConfiguration', 'CollectLogs', 'Reboot', 'UpdateScreens'),
      Status: en('Queued', 'Completed', 'Failed'),
      QueuedAt: time(),
      CompletedAt: nul(time()),
      RequestedByUserId: nul(id('Null if your key cannot see the user.')),
      Result: nul(str()),
    }),
    CommandsReply: page({ Commands: list(ref('Command')), TerminalId: id() }),
    Configuration: obj({
      TerminalCode: str(),
      ConfigurationVersion: int,
      Host: obj({ ConnectorId: id(), Address: str(), Port: int, Protocol: en('ISO8583', 'NDC', 'DDC') }),
      Surcharge: M,
      Cassettes: list(obj({ Position: int, Denomination: M })),
      KeySlots: list(
        obj(
          { Slot: en('TerminalMasterKey', 'PinEncryptionKey'), State: en('Loaded', 'Empty') },
          [],
          'State of a key slot; keys themselves are never sent.',
        ),
      ),
    }),
    ProvisioningJob: obj({
      JobId: id(),
      Template: str(),
      Status: en('Queued', 'Running', 'Completed', 'Failed'),
      CreatedAt: time(),
      FinishedAt: nul(time()),
    }),
    ProvisioningPayloadReply: one(
      obj({ TerminalId: id(), Configuration: ref('Configuration'), Jobs: list(ref('ProvisioningJob')) }),
    ),
    ProvisioningExportReply: one(
      obj({
        TerminalId: id(),
        FileName: str(),
        Format: en('Json'),
        ExportedAt: time(),
        Sha256: str('Of Content as compact JSON.'),
        Content: ref('Configuration'),
      }),
    ),
    User: obj({ UserId: id(), UserName: str(), DisplayName: str(), Email: str(), Role: ROLE }),
    Terminal: obj({
      TerminalId: id(),
      TerminalCode: str(),
      Name: str(),
      AccountId: id(),
      ConnectorId: id(),
      LocationId: id(),
      GroupIds: list(id()),
      Model: str(),
      SerialNumber: str(),
      SoftwareVersion: str(),
      Status: TSTATUS,
      LastHeartbeatAt: time(),
      InstalledOn: day,
    }),
    PortalReply: one(
      obj({
        Principal: ref('User'),
        Account: obj({
          TenantCode: str(),
          LegalName: str(),
          TradingName: str(),
          CompanyNumber: str(),
          Country: en('GB'),
          Currency: en('GBP'),
          TimeZone: str(),
          Accounts: list(obj({ AccountId: id(), AccountCode: str(), Name: str() })),
        }),
        Branding: obj({ DisplayName: str(), PrimaryColour: str(), PortalDomain: str(), DnsState: DNS }),
        Access: obj({
          IsAdministrator: bool,
          CanReadTransactions: bool,
          CanReadSettlements: bool,
          CanReadDisputes: bool,
          CanDeriveSettlements: bool,
          CanOpenDisputes: bool,
          CanChangeConfiguration: bool,
        }),
        Users: list(ref('User')),
        Terminals: list(ref('Terminal')),
        TerminalGroups: list(ref('TerminalGroup')),
        Connectors: list(ref('Connector')),
        RecentTransactions: { ...list(ref('Transaction')), description: 'The latest 20.' },
        RecentCommands: { ...list(ref('Command')), description: 'The latest 20.' },
        Forms: list(
          obj({
            FormId: id(),
            FormCode: str(),
            Title: str(),
            TerminalId: id(),
            SubmittedAt: time(),
            Status: en('Submitted', 'Approved'),
          }),
        ),
        Reports: list(obj({ ReportCode: str(), Title: str(), Category: str() })),
        ComplianceVault: list(
          obj({
            ComplianceItemId: id(),
            TerminalId: id(),
            Title: str(),
            ExpiresOn: day,
            State: en('Valid', 'Expiring', 'Expired'),
          }),
        ),
        Onboarding: list(
          obj({
            TaskId: id(),
            TerminalId: id(),
            Step: en('SiteAgreement', 'AcceptanceTest'),
            State: en('Complete', 'InProgress'),
          }),
        ),
        Documents: list(obj({ DocumentId: id(), TerminalId: id(), Title: str(), Category: str(), UploadedAt: time() })),
        Videos: list(obj({ VideoId: id(), Title: str(), DurationSeconds: int, Url: str() })),
      }),
    ),
    CatalogService: obj({
      Service: str(),
      Title: str(),
      portal_surfaces: list(obj({ Name: str() })),
      api_endpoints: list(
        obj({ Method: en('GET', 'POST'), Path: str(), Summary: str(), Authentication: en('ApiKey', 'None') }),
      ),
      webhook_events: list(
        obj({ Name: str(), Delivery: en('SignedPush'), SubscriptionLevels: list(en('Account', 'Terminal')) }),
      ),
      rss_feeds: list(obj({ Path: str(), Title: str(), ContentType: en('application/rss+xml') })),
      notes: list(str()),
    }),
    CatalogReply: one(obj({ Services: list(ref('CatalogService')) })),
    BrandingStatusReply: one(
      obj({
        Branding: obj({ Product: str(), State: en('Ready', 'Pending') }),
        DocsHost: obj({ HostName: str(), DnsState: DNS, CertificateState: en('Issued', 'Pending'), IsReady: bool }),
      }),
    ),
  };
};

const p = (n: string): J => ({ $ref: `#/components/parameters/${n}` });
const PAGES = [p('Page'), p('PageSize')];
const DETAIL: Record<
  string,
  {
    op: string;
    reply?: string;
    params?: J[];
    errors?: number[];
    body?: string;
    bodyOptional?: boolean;
    ok?: number[];
    feed?: boolean;
  }
> = {
  'GET /v1/portal': { op: 'GetPortal', reply: 'PortalReply' },
  'GET /v1/integrations/catalog': { op: 'GetCatalog', reply: 'CatalogReply' },
  'GET /v1/integrations/public-openapi.json': { op: 'GetOpenApi' },
  'GET /v1/transactions': {
    op: 'ListTransactions',
    reply: 'TransactionsReply',
    params: [p('Limit'), p('Page'), p('TerminalFilter'), p('GroupFilter'), p('SortBy'), p('SortDir')],
    errors: [400],
  },
  'GET /v1/transactions/{transaction_id}/timeline': {
    op: 'GetTransactionTimeline',
    reply: 'TimelineReply',
    params: [p('TransactionId')],
    errors: [404],
  },
  'GET /v1/settlements': {
    op: 'ListSettlements',
    reply: 'SettlementsReply',
    params: [
      ...PAGES,
      { name: 'status', in: 'query', schema: en(...BATCH_STATUS) },
      { name: 'account_id', in: 'query', schema: id() },
    ],
    errors: [400],
  },
  'POST /v1/settlements/derive': {
    op: 'DeriveSettlements',
    reply: 'DeriveReply',
    body: 'DeriveRequest',
    bodyOptional: true,
    ok: [200, 201],
    errors: [400, 403, 415, 422],
  },
  'GET /v1/disputes': {
    op: 'ListDisputes',
    reply: 'DisputesReply',
    params: [...PAGES, { name: 'status', in: 'query', schema: en(...DISPUTE_STATUS) }, p('TerminalFilter')],
    errors: [400],
  },
  'POST /v1/disputes': {
    op: 'OpenDispute',
    reply: 'DisputeReply',
    body: 'DisputeRequest',
    ok: [201],
    errors: [400, 403, 409, 415, 422],
  },
  'GET /v1/locations': { op: 'ListLocations', reply: 'LocationsReply', params: PAGES, errors: [400] },
  'GET /v1/locations/{terminal_id}': {
    op: 'GetLocation',
    reply: 'LocationReply',
    params: [p('TerminalId')],
    errors: [404],
  },
  'GET /v1/terminals/{terminal_id}/status-monitoring': {
    op: 'GetTerminalStatus',
    reply: 'StatusReply',
    params: [p('TerminalId')],
    errors: [404],
  },
  'GET /v1/terminals/{terminal_id}/transactions': {
    op: 'ListTerminalTransactions',
    reply: 'TerminalTransactionsReply',
    params: [p('TerminalId'), p('Limit'), p('Page')],
    errors: [400, 404],
  },
  'GET /v1/connectors': { op: 'ListConnectors', reply: 'ConnectorsReply', params: PAGES, errors: [400] },
  'GET /v1/connectors/{connector_id}/status': {
    op: 'GetConnectorStatus',
    reply: 'ConnectorStatusReply',
    params: [p('ConnectorId')],
    errors: [404],
  },
  'GET /v1/terminal-groups': { op: 'ListTerminalGroups', reply: 'TerminalGroupsReply', params: PAGES, errors: [400] },
  'GET /v1/terminals/{terminal_id}/commands': {
    op: 'ListTerminalCommands',
    reply: 'CommandsReply',
    params: [p('TerminalId'), ...PAGES],
    errors: [400, 404],
  },
  'GET /v1/terminals/{terminal_id}/provisioning-payload': {
    op: 'GetProvisioningPayload',
    reply: 'ProvisioningPayloadReply',
    params: [p('TerminalId')],
    errors: [404],
  },
  'GET /v1/terminals/{terminal_id}/provisioning-export': {
    op: 'GetProvisioningExport',
    reply: 'ProvisioningExportReply',
    params: [p('TerminalId')],
    errors: [404],
  },
  'GET /v1/feeds/account.xml': { op: 'GetAccountFeed', feed: true },
  'GET /v1/feeds/terminals/{terminal_id}.xml': {
    op: 'GetTerminalFeed',
    feed: true,
    params: [p('TerminalId')],
    errors: [404],
  },
  'GET /v1/public/branding-status': { op: 'GetBrandingStatus', reply: 'BrandingStatusReply' },
  'GET /v1/compliance': { op: 'ListComplianceItems', params: PAGES },
};
const REASON_OF: Record<number, string> = {
  400: 'A parameter or the body is invalid.',
  401: 'The key is missing or unknown.',
  403: 'Your role may not do this.',
  404: 'There is no such resource in your scope.',
  409: 'It conflicts with the current state.',
  415: 'The body is not JSON.',
  422: 'The body refers to something that is not possible.',
};

export function buildOpenApi(
  routes: { method: string; path: string; summary: string; pub: boolean; family: string }[],
): J {
  const paths: Record<string, J> = {};
  for (const r of routes) {
    const d = DETAIL[`${r.method} ${r.path}`]!;
    const schema = d.reply ? ref(d.reply) : { type: 'object' };
    const content: J = d.feed
      ? { 'application/rss+xml': { schema: { type: 'string' } } }
      : { 'application/json': { schema } };
    const responses: J = {};
    for (const ok of d.ok ?? [200])
      responses[ok] = { description: ok === 201 ? 'Created.' : d.ok ? 'Nothing to do.' : 'OK.', content };
    if (r.path.endsWith('public-openapi.json')) responses['304'] = { description: 'Not modified.' };
    for (const e of [...(d.errors ?? []), ...(r.pub ? [] : [401])].sort())
      responses[e] = { description: REASON_OF[e], content: { 'application/problem+json': { schema: ref('Problem') } } };
    const op: J = {
      tags: [r.family],
      operationId: d.op,
      summary: r.summary,
      security: r.pub ? [] : [{ ApiKey: [] }],
      ...(d.params ? { parameters: d.params } : {}),
      responses,
    };
    if (d.body)
      op.requestBody = { required: !d.bodyOptional, content: { 'application/json': { schema: ref(d.body) } } };
    paths[r.path] = { ...(paths[r.path] ?? {}), [r.method.toLowerCase()]: op };
  }
  const path = (name: string): J => ({ name, in: 'path', required: true, schema: id() });
  return {
    openapi: '3.0.3',
    info: {
      title: 'Terminal Fleet Portal Data Service',
      version: '1.0.0',
      description:
        'Replies cover what the user of the key may see in the portal, nothing else. Times carry the offset of Europe/London. Opening disputes and deriving settlements need the role Administrator or FinanceManager. A settlement batch is visible to users who see all terminals of its account. Errors are RFC 9457 problem documents. Unknown query parameters are ignored.',
    },
    servers: [{ url: '/' }],
    security: [{ ApiKey: [] }],
    paths,
    components: {
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      parameters: {
        TerminalId: path('terminal_id'),
        TransactionId: path('transaction_id'),
        ConnectorId: path('connector_id'),
        Page: {
          name: 'page',
          in: 'query',
          description: 'Number of the page, from 1.',
          schema: { type: 'integer', minimum: 1, default: 1 },
        },
        PageSize: {
          name: 'pageSize',
          in: 'query',
          description: 'Rows per page.',
          schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
        },
        Limit: {
          name: 'limit',
          in: 'query',
          description: 'The most rows to return; further rows are on the following pages.',
          schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
        },
        TerminalFilter: {
          name: 'terminal_id',
          in: 'query',
          description: 'Only rows of this terminal. Empty result when it is not in your scope.',
          schema: id(),
        },
        GroupFilter: {
          name: 'group_id',
          in: 'query',
          description: 'Only rows of visible members of this group. Empty result when it is not in your scope.',
          schema: id(),
        },
        SortBy: {
          name: 'sort_by',
          in: 'query',
          description: 'amt_comp is the completed amount.',
          schema: { ...en('terminal_date', 'seq', 'amt_req', 'amt_comp', 'sur_comp'), default: 'terminal_date' },
        },
        SortDir: { name: 'sort_dir', in: 'query', schema: { ...en('asc', 'desc'), default: 'desc' } },
      },
      schemas: schemas(),
    },
  };
}
