// The public OpenAPI document and the integration catalog.
type Schema = Record<string, unknown>;
const str = (description?: string, more: Schema = {}): Schema => ({
  type: 'string',
  ...(description ? { description } : {}),
  ...more,
});
const money = (description: string) =>
  str(`${description} Decimal string with two places, in the currency of the Currency member.`, {
    pattern: '^-?[0-9]+\\.[0-9]{2}$',
    examples: ['120.00'],
  });
const when = (description: string) => str(`${description} ISO 8601 with offset.`, { format: 'date-time' });
const orNull = (s: Schema): Schema => ({ ...s, type: [s.type as string, 'null'] });
const day = (description: string) => str(description, { format: 'date' });
const int = (description?: string): Schema => ({ type: 'integer', ...(description ? { description } : {}) });
const words = (...values: string[]) => str(undefined, { enum: values });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const many = (items: Schema): Schema => ({ type: 'array', items });
const object = (properties: Record<string, Schema>, optional: string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((k) => !optional.includes(k)),
});
const currency = str('ISO 4217 currency code.', { enum: ['USD'] });
const contextMember = str('Identifies the kind of answer; an identifier, not an address to fetch.');
const envelope = (item: Schema, extra: Record<string, Schema> = {}): Schema =>
  object(
    {
      '@odata.context': contextMember,
      '@odata.count': int('Number of all items that match, on every page together.'),
      ...extra,
      value: many(item),
      '@odata.nextLink': str(
        'Absolute address of the next page, with every parameter of this request. Absent on the last page.',
        { format: 'uri' },
      ),
    },
    ['@odata.nextLink'],
  );
const entity = (name: string): Schema => ({ allOf: [object({ '@odata.context': contextMember }), ref(name)] });
const terminalKey = str('Identifier of a terminal, for instance TRM-2041.');
const person: Schema = {
  type: ['object', 'null'],
  properties: {
    UserId: { type: ['string', 'null'], format: 'uuid', description: 'null when you may not see this user.' },
    DisplayName: str("'Account staff' when you may not see this user."),
  },
};
const access = object(
  Object.fromEntries(
    [
      'CanCreateDisputes',
      'CanDeriveSettlements',
      'CanViewProvisioning',
      'CanManageUsers',
      'CanChangeConfiguration',
      'CanViewReports',
    ].map((k) => [k, { type: 'boolean' } as Schema]),
  ),
);
const documentShape = object({
  DocumentId: str(),
  Title: str(),
  Kind: words('Certificate', 'Agreement'),
  TerminalId: orNull(terminalKey),
  ExpiresOn: orNull(day('Day of expiry, if any.')),
});
const eventNames = [
  'heartbeat_stale',
  'processor_outage',
  'communication_flapping',
  'cash_low',
  'cash_out',
  'dispenser_fault',
  'compliance_expiration',
  'location_risk_change',
  'decline_spike',
  'approval_rate_drop',
  'reversal_spike',
  'high_decline_velocity',
  'repeated_same_card_attempt',
  'command_failed',
  'provisioning_failed',
  'settlement_mismatch',
];

const schemas: Record<string, Schema> = {
  Error: object({
    error: object({
      code: str('Stable word, for instance InvalidParameter.'),
      message: str(),
      target: orNull(str('Parameter, member or resource the error is about.')),
      details: many(object({ code: str(), target: str(), message: str() })),
    }),
  }),
  Transaction: object(
    {
      TransactionId: str(undefined, { format: 'uuid' }),
      TerminalId: terminalKey,
      TerminalDateTime: when('Date and time at the terminal, with the offset of the terminal.'),
      TransactionType: words('Withdrawal', 'BalanceInquiry', 'Transfer', 'Reversal'),
      SequenceNumber: str('Sequence number given by the terminal, six digits.'),
      AccountType: words('Checking', 'Savings', 'Credit'),
      EmvIndicator: str('How the chip was used. The member is present only when an EMV indicator is available.', {
        enum: ['ChipContact', 'ChipContactless', 'Fallback'],
      }),
      Response: object({
        Code: str('Two-digit response code.'),
        Outcome: words('Approved', 'PartiallyApproved', 'Declined'),
        Text: str(),
      }),
      AmountRequested: money('Amount requested.'),
      AmountCompleted: money('Amount completed; 0.00 for declined transactions, balance inquiries and reversals.'),
      SurchargeRequested: money('Surcharge requested.'),
      SurchargeCompleted: money('Surcharge completed.'),
      Currency: currency,
    },
    ['EmvIndicator'],
  ),
  TransactionSummary: object({
    TotalSurcharge: money('Sum of SurchargeCompleted over every matching row.'),
    TotalWithdrawn: money(
      'Sum of AmountCompleted over every matching row of type Withdrawal. Transfers move no cash and do not count.',
    ),
    Currency: currency,
    TransactionCount: int('Number of matching rows.'),
  }),
  TimelineEvent: object({
    Position: int('From 1, oldest first.'),
    OccurredAt: when('Time of the event.'),
    Stage: words(
      'CardRead',
      'PinEntered',
      'RequestSent',
      'HostResponse',
      'CashDispensed',
      'Completed',
      'Declined',
      'Reversed',
      'DisputeOpened',
      'DisputeResolved',
    ),
    Detail: str(),
  }),
  Settlement: object({
    BatchId: str(),
    PayoutAccountId: str(),
    PayoutAccountName: str(),
    TerminalIds: {
      ...many(terminalKey),
      description: 'Every terminal paid out by the batch. A batch is visible only to users who may see all of them.',
    },
    Status: words('Draft', 'Submitted', 'Settled', 'Returned'),
    ReturnCode: orNull(str('ACH return code of a returned batch.')),
    CreditEntryCount: int(),
    DebitEntryCount: int(),
    CreditTotal: money('Sum of the credit entries.'),
    DebitTotal: money('Sum of the debit entries.'),
    NetPayout: money('CreditTotal minus DebitTotal.'),
    Currency: currency,
    PeriodStart: day('First business day (UTC).'),
    PeriodEnd: day('Last business day (UTC).'),
    CreatedAt: when('Derived at.'),
    SubmittedAt: orNull(when('Sent to the ACH operator.')),
    SettledAt: orNull(when('Settled.')),
  }),
  DeriveRequest: {
    ...object(
      {
        PeriodStart: day('Default: the day after the last weekly period, 2025-11-17.'),
        PeriodEnd: day('Must be over. Default: yesterday.'),
        PayoutAccountId: str('Default: every payout account.'),
      },
      ['PeriodStart', 'PeriodEnd', 'PayoutAccountId'],
    ),
    description: 'All members are optional; the body may be left out.',
  },
  DeriveResult: object({
    '@odata.context': contextMember,
    '@odata.count': int('Number of batches made.'),
    value: many(ref('Settlement')),
    Skipped: many(object({ PayoutAccountId: str(), Reason: words('PeriodAlreadyDerived', 'NoActivity') })),
  }),
  Dispute: object(
    {
      DisputeId: str(),
      Status: words('Open', 'UnderReview', 'AwaitingEvidence', 'Resolved'),
      ReasonCode: words(
        'CashNotDispensed',
        'PartialDispense',
        'DuplicatePosting',
        'UnauthorizedUse',
        'SurchargeNotDisclosed',
      ),
      TransactionId: str(undefined, { format: 'uuid' }),
      TerminalId: terminalKey,
      Amount: money('Amount in dispute.'),
      Currency: currency,
      OpenedAt: when('Opened.'),
      DueDate: day('Due.'),
      AssignmentQueue: words('DisputeDesk', 'FieldReview'),
      AssignedTo: person,
      AssignedAt: orNull(when('Assigned.')),
      Resolution: {
        type: ['object', 'null'],
        description: 'null until the case is resolved.',
        properties: {
          Outcome: words('Upheld', 'Denied'),
          ResolvedAt: when('Resolved.'),
          Amount: money('Amount refunded.'),
          Note: str(),
        },
      },
      Reviewer: {
        type: 'object',
        description: 'Present only once the case is resolved.',
        properties: {
          UserId: { type: ['string', 'null'] },
          DisplayName: str(),
          ReviewedAt: when('Reviewed.'),
          Note: str(),
        },
      },
    },
    ['Reviewer'],
  ),
  DisputeRequest: object(
    {
      TransactionId: str('A transaction you may see.', { format: 'uuid' }),
      ReasonCode: words(
        'CashNotDispensed',
        'PartialDispense',
        'DuplicatePosting',
        'UnauthorizedUse',
        'SurchargeNotDisclosed',
      ),
      Amount: money('At most the amount requested plus the surcharge. Default: the amount requested.'),
      Currency: currency,
      AssignmentQueue: words('DisputeDesk', 'FieldReview'),
    },
    ['Amount', 'Currency', 'AssignmentQueue'],
  ),
  Location: object({
    LocationId: str(),
    TerminalId: terminalKey,
    Name: str(),
    Address: object({ Street: str(), City: str(), Region: str(), PostalCode: str(), Country: str() }),
    Latitude: str('Decimal degrees.'),
    Longitude: str('Decimal degrees.'),
    UtcOffset: str(),
    RiskLevel: words('Low', 'Medium', 'High'),
  }),
  Incident: object({
    IncidentId: str(),
    TerminalId: terminalKey,
    Kind: words(...eventNames),
    Severity: words('Information', 'Warning', 'Critical'),
    State: words('Open', 'Closed'),
    OpenedAt: when('Opened.'),
    ClosedAt: orNull(when('Closed.')),
    Description: str(),
  }),
  StatusMonitoring: object({
    TerminalId: terminalKey,
    State: words('Online', 'Degraded', 'Offline', 'Maintenance'),
    LastHeartbeatAt: when('Last heartbeat.'),
    HeartbeatAgeSeconds: int(),
    Telemetry: object({
      Communication: object({ Link: words('Cellular', 'Ethernet'), SignalDbm: int() }),
      CashRemaining: money('Cash left in all cassettes.'),
      Currency: currency,
      Cassettes: many(
        object({
          Position: int(),
          Denomination: money('Value of one note.'),
          NotesRemaining: int(),
          State: words('Normal', 'Low', 'Empty'),
        }),
      ),
      Dispenser: object({ State: words('Ready', 'Fault'), FaultCode: orNull(str()) }),
      ReceiptPrinter: words('Ready', 'PaperLow'),
      SoftwareVersion: str(),
    }),
    OpenIncidents: many(ref('Incident')),
  }),
  Connector: object({
    ConnectorId: str(undefined, { format: 'uuid' }),
    Name: str(),
    Protocol: str(),
    Processor: str(),
    State: words('Connected', 'Degraded', 'Standby', 'Disconnected'),
    TerminalCount: int('Terminals you may see.'),
    TerminalIds: many(terminalKey),
  }),
  ConnectorStatus: object({
    ConnectorId: str(undefined, { format: 'uuid' }),
    Name: str(),
    State: words('Connected', 'Degraded', 'Standby', 'Disconnected'),
    CheckedAt: when('Checked.'),
    LastMessageAt: when('Last message.'),
    AverageLatencyMilliseconds: int(),
    VisibleTerminalCount: int(),
    TransactionCount: int('Transactions of the terminals you may see.'),
    ApprovalRate: orNull(str('Share of those transactions not declined, three places.')),
  }),
  TerminalGroup: object({
    GroupId: str(),
    Name: str(),
    Description: str(),
    TerminalCount: int('Terminals you may see.'),
    TerminalIds: { ...many(terminalKey), description: 'The terminals of the group that you may see.' },
  }),
  Command: object({
    CommandId: str(undefined, { format: 'uuid' }),
    TerminalId: terminalKey,
    CommandType: words('RefreshConfiguration', 'RebootTerminal', 'LoadTerminalKey', 'SetSurcharge', 'UploadJournal'),
    State: words('Queued', 'Completed', 'Failed'),
    QueuedAt: when('Queued.'),
    CompletedAt: orNull(when('Finished.')),
    RequestedBy: person,
    Result: orNull(str()),
  }),
  ProvisioningPayload: object({
    TerminalId: terminalKey,
    ConfigurationVersion: str(),
    TimeZoneOffset: str(),
    Host: object({ ConnectorId: str(), Address: str(), Port: int(), Tls: { type: 'boolean' }, Protocol: str() }),
    Surcharge: object({ Amount: money('Surcharge.'), Currency: currency }),
    Cassettes: many(object({ Position: int(), Denomination: money('Value of one note.') })),
    Receipt: object({ Header: str(), Footer: str() }),
    KeyReference: {
      ...object({ KeySlot: str(), CheckValue: str() }),
      description: 'A reference only; key material is never delivered here.',
    },
  }),
  ProvisioningExport: object({
    ExportId: str(),
    TerminalId: terminalKey,
    GeneratedAt: when('Generated.'),
    Payload: ref('ProvisioningPayload'),
    Jobs: many(
      object({
        JobId: str(),
        Kind: words('InitialProvisioning', 'ConfigurationUpdate'),
        State: words('Running', 'Completed', 'Failed'),
        Version: str(),
        StartedAt: when('Started.'),
        FinishedAt: orNull(when('Finished.')),
      }),
    ),
  }),
  Portal: object({
    Principal: object({
      UserId: str(),
      DisplayName: str(),
      Email: str(),
      Role: words('AccountAdministrator', 'RegionalManager', 'Viewer', 'SiteMerchant'),
      TerminalVisibility: words('AllTerminals', 'SelectedGroups', 'SelectedTerminals', 'None'),
      GroupIds: many(str()),
      LastSignInAt: when('Last sign-in.'),
    }),
    Account: object({
      AccountId: str(),
      Name: str(),
      LegalName: str(),
      TimeZone: str(),
      SupportEmail: str(),
      Currency: currency,
    }),
    Branding: object({ BrandName: str(), PrimaryColor: str(), LogoUrl: str(), PortalHost: str(), DocsHost: str() }),
    Dns: many(
      object({
        Host: str(),
        RecordType: str(),
        Target: str(),
        State: words('Verified', 'Pending'),
        CheckedAt: when('Checked.'),
      }),
    ),
    Access: access,
    VisibleUsers: many(object({ UserId: str(), DisplayName: str(), Email: str(), Role: str() })),
    VisibleTerminals: many(
      object({
        TerminalId: terminalKey,
        Name: str(),
        Model: str(),
        SerialNumber: str(),
        State: str(),
        City: str(),
        Region: str(),
        ConnectorId: str(),
        GroupIds: many(str()),
        InstalledAt: when('Installed.'),
      }),
    ),
    VisibleGroups: many(ref('TerminalGroup')),
    VisibleConnectors: many(ref('Connector')),
    RecentTransactions: { ...many(ref('Transaction')), description: 'The latest 25.' },
    RecentCommands: { ...many(ref('Command')), description: 'The latest 20.' },
    RecentForms: {
      ...many(
        object({
          FormId: str(),
          TerminalId: terminalKey,
          Kind: str(),
          State: str(),
          SubmittedAt: when('Submitted.'),
          SubmittedBy: person,
        }),
      ),
      description: 'The latest 15.',
    },
    ReportCatalog: many(object({ ReportId: str(), Title: str() })),
    ComplianceVault: many(documentShape),
    Onboarding: many(object({ Step: str(), State: words('Done', 'Pending') })),
    Documents: many(documentShape),
    Videos: many(object({ VideoId: str(), Title: str(), DurationSeconds: int(), Url: str() })),
  }),
  CatalogGroup: object({
    Service: str(),
    portal_surfaces: many(str()),
    api_endpoints: many(object({ Method: words('GET', 'POST'), Path: str(), Purpose: str() })),
    webhook_events: many(words(...eventNames)),
    rss_feeds: many(object({ Path: str(), Title: str() })),
    notes: many(str()),
  }),
  BrandingStatus: object({
    Branding: object({ State: str(), IsReady: { type: 'boolean' } }),
    DocsHost: object({ Host: str(), State: str(), IsReady: { type: 'boolean' } }),
    CheckedAt: when('Checked.'),
  }),
};

const body = (schema: Schema) => ({ 'application/json': { schema } });
const ok = (schema: Schema, description = 'OK') => ({ description, content: body(schema) });
const error = (description: string) => ({ description, content: body(ref('Error')) });
const inPath = (name: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
});
const inQuery = (name: string, description: string, schema: Schema) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});
const paging = [
  inQuery('limit', 'Number of rows on one page, from 1; more than 500 counts as 500. Default 100.', {
    type: 'integer',
    minimum: 1,
    default: 100,
  }),
  inQuery('$skiptoken', 'Taken from @odata.nextLink; not to be built by hand.', { type: 'string' }),
];
const sorting = [
  inQuery('sort_by', 'Sort column; rows that are equal in it follow newest first.', {
    type: 'string',
    enum: ['term_date', 'trans_type', 'seq_no', 'acct_type', 'response', 'amt_req', 'amt_comp', 'sur_req', 'sur_comp'],
    default: 'term_date',
  }),
  inQuery('sort_dir', 'Sort direction.', { type: 'string', enum: ['asc', 'desc'], default: 'desc' }),
];
const terminalIn = inPath('terminal_id', 'Identifier of a terminal that you may see.');
const get = (summary: string, schema: Schema, parameters: unknown[] = [], extra: Record<string, unknown> = {}) => ({
  get: {
    summary,
    parameters,
    responses: {
      200: ok(schema),
      400: error('A parameter is not valid.'),
      401: error('The key is missing or not valid.'),
      ...(parameters.some((p) => (p as { in: string }).in === 'path')
        ? { 404: error('It does not exist or you may not see it; the two look the same.') }
        : {}),
      ...extra,
    },
  },
});
const feed = (summary: string, parameters: unknown[] = []) => ({
  get: {
    summary,
    parameters,
    responses: {
      200: {
        description: 'RSS 2.0. Each item has guid, title, link, category, pubDate and description; newest first.',
        content: { 'application/rss+xml': { schema: { type: 'string' } } },
      },
      401: error('The key is missing or not valid.'),
      ...(parameters.length ? { 404: error('It does not exist or you may not see it.') } : {}),
    },
  },
});
const forbidden = { 403: error('Your role lacks the right that is needed.') };

export const publicDocument: Record<string, unknown> = {
  openapi: '3.1.0',
  info: {
    title: 'Terminal Fleet Portal Data Service',
    version: '1.0',
    description:
      'Tenant-scoped data of a payment-terminal fleet. Every answer is limited to what the user that owns the key may see. Webhooks are delivered signed; their event names are listed in the integration catalog.',
  },
  servers: [{ url: '/' }],
  security: [{ ApiKey: [] }],
  paths: {
    '/v1/portal': get('Portal snapshot of the current user', entity('Portal')),
    '/v1/integrations/catalog': get(
      'Integration catalog',
      object({ '@odata.context': contextMember, '@odata.count': int(), value: many(ref('CatalogGroup')) }),
    ),
    '/v1/integrations/public-openapi.json': {
      get: {
        summary: 'This document',
        security: [],
        parameters: [{ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'The document. It may be cached; ETag is sent.',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
          304: { description: 'Not changed.' },
        },
      },
    },
    '/v1/transactions': get(
      'Transactions of the terminals you may see',
      envelope(ref('Transaction'), { Summary: ref('TransactionSummary') }),
      [
        ...paging,
        inQuery('terminal_id', 'Only rows of this terminal. A terminal you may not see gives no rows.', {
          type: 'string',
        }),
        inQuery('group_id', 'Only rows of terminals in this group that you may see.', { type: 'string' }),
        ...sorting,
      ],
    ),
    '/v1/transactions/{transaction_id}/timeline': get(
      'Timeline of one transaction',
      object({
        '@odata.context': contextMember,
        TransactionId: str(),
        TerminalId: terminalKey,
        '@odata.count': int(),
        value: many(ref('TimelineEvent')),
      }),
      [inPath('transaction_id', 'Identifier of a transaction.')],
    ),
    '/v1/settlements': get('ACH settlement batches', envelope(ref('Settlement')), [
      ...paging,
      inQuery('status', 'Only batches with this status.', words('Draft', 'Submitted', 'Settled', 'Returned')),
    ]),
    '/v1/settlements/derive': {
      post: {
        summary:
          'Derives draft batches from the transactions of a period. Needs CanDeriveSettlements. A payout account that already has a batch overlapping the period is skipped. The batches made appear in GET /v1/settlements.',
        requestBody: { required: false, content: body(ref('DeriveRequest')) },
        responses: {
          200: ok(ref('DeriveResult'), 'Nothing to derive.'),
          201: ok(ref('DeriveResult'), 'At least one batch was made.'),
          400: error('The body is not valid.'),
          401: error('The key is missing or not valid.'),
          ...forbidden,
          404: error('No such payout account.'),
          415: error('Not JSON.'),
        },
      },
    },
    '/v1/disputes': {
      ...get('Dispute cases', envelope(ref('Dispute')), [
        ...paging,
        inQuery('status', 'Only cases with this status.', words('Open', 'UnderReview', 'AwaitingEvidence', 'Resolved')),
        inQuery('terminal_id', 'Only cases of this terminal.', { type: 'string' }),
      ]),
      post: {
        summary:
          'Opens a dispute case for a transaction you may see. Needs CanCreateDisputes. The case appears in GET /v1/disputes.',
        requestBody: { required: true, content: body(ref('DisputeRequest')) },
        responses: {
          201: ok(entity('Dispute'), 'Opened.'),
          400: error('The body is not valid.'),
          401: error('The key is missing or not valid.'),
          ...forbidden,
          404: error('No such transaction, or you may not see it.'),
          409: error('An unresolved case exists for the transaction.'),
          415: error('Not JSON.'),
        },
      },
    },
    '/v1/locations': get('Locations of the terminals you may see', envelope(ref('Location')), paging),
    '/v1/locations/{terminal_id}': get('Location of one terminal', entity('Location'), [terminalIn]),
    '/v1/terminals/{terminal_id}/status-monitoring': get(
      'Status and telemetry of one terminal',
      entity('StatusMonitoring'),
      [terminalIn],
    ),
    '/v1/terminals/{terminal_id}/transactions': get(
      'Transactions of one terminal',
      envelope(ref('Transaction'), { Summary: ref('TransactionSummary') }),
      [terminalIn, ...paging, ...sorting],
    ),
    '/v1/connectors': get(
      'Connectors used by terminals you may see; users who see every terminal of the account also see unused ones',
      envelope(ref('Connector')),
      paging,
    ),
    '/v1/connectors/{connector_id}/status': get('Status of one connector', entity('ConnectorStatus'), [
      inPath('connector_id', 'Identifier of a connector.'),
    ]),
    '/v1/terminal-groups': get(
      'Terminal groups with terminals you may see; users who see every terminal of the account also see empty ones',
      envelope(ref('TerminalGroup')),
      paging,
    ),
    '/v1/terminals/{terminal_id}/commands': get('Commands of one terminal, newest first', envelope(ref('Command')), [
      terminalIn,
      ...paging,
      inQuery('state', 'Only commands in this state.', words('Queued', 'Completed', 'Failed')),
    ]),
    '/v1/terminals/{terminal_id}/provisioning-payload': get(
      'Provisioning payload of one terminal; needs CanViewProvisioning',
      entity('ProvisioningPayload'),
      [terminalIn],
      forbidden,
    ),
    '/v1/terminals/{terminal_id}/provisioning-export': get(
      'Provisioning export of one terminal; needs CanViewProvisioning',
      entity('ProvisioningExport'),
      [terminalIn],
      forbidden,
    ),
    '/v1/feeds/account.xml': feed(
      'RSS digest of the account. Categories: TerminalHeartbeat, TerminalStatusChange, TransactionActivity, AlertIncident, SwitchJournal',
    ),
    '/v1/feeds/terminals/{terminal_id}.xml': feed(
      'RSS stream of one terminal. Categories as in the account feed and CommandQueued, CommandCompleted, CommandFailed, ProvisioningJob',
      [terminalIn],
    ),
    '/v1/public/branding-status': {
      get: {
        summary: 'Branding and docs-host readiness',
        security: [],
        responses: { 200: ok(entity('BrandingStatus')) },
      },
    },
  },
  components: { securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } }, schemas },
};

const endpoint = (Path: string, Purpose: string, Method = 'GET') => ({ Method, Path, Purpose });
const accountRss = { Path: '/v1/feeds/account.xml', Title: 'Account feed' },
  terminalRss = { Path: '/v1/feeds/terminals/{terminal_id}.xml', Title: 'Terminal feed' };
export const catalogGroups = [
  {
    Service: 'Account and fleet snapshot',
    portal_surfaces: ['Dashboard', 'Account profile', 'Users', 'Branding and DNS'],
    api_endpoints: [
      endpoint('/v1/portal', 'Portal snapshot'),
      endpoint('/v1/integrations/catalog', 'Integration catalog'),
      endpoint('/v1/integrations/public-openapi.json', 'Public OpenAPI document'),
      endpoint('/v1/public/branding-status', 'Branding and docs-host readiness'),
      endpoint('/v1/feeds/account.xml', 'Account RSS feed'),
    ],
    webhook_events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    rss_feeds: [accountRss],
    notes: ['Start with the portal snapshot.', 'The public endpoints need no key.'],
  },
  {
    Service: 'Terminals, locations, telemetry',
    portal_surfaces: ['Terminals', 'Locations', 'Status monitoring', 'Terminal groups'],
    api_endpoints: [
      endpoint('/v1/locations', 'Locations'),
      endpoint('/v1/locations/{terminal_id}', 'One location'),
      endpoint('/v1/terminals/{terminal_id}/status-monitoring', 'Status and telemetry'),
      endpoint('/v1/terminal-groups', 'Terminal groups'),
      endpoint('/v1/feeds/terminals/{terminal_id}.xml', 'Terminal RSS feed'),
    ],
    webhook_events: [
      'heartbeat_stale',
      'cash_low',
      'cash_out',
      'dispenser_fault',
      'compliance_expiration',
      'location_risk_change',
    ],
    rss_feeds: [accountRss, terminalRss],
    notes: ['Telemetry is the last that the terminal reported.'],
  },
  {
    Service: 'Transactions and processor activity',
    portal_surfaces: ['Transactions', 'Switch journal'],
    api_endpoints: [
      endpoint('/v1/transactions', 'Transactions with a summary'),
      endpoint('/v1/transactions/{transaction_id}/timeline', 'Timeline'),
      endpoint('/v1/terminals/{terminal_id}/transactions', 'Transactions of one terminal'),
    ],
    webhook_events: [
      'decline_spike',
      'approval_rate_drop',
      'reversal_spike',
      'high_decline_velocity',
      'repeated_same_card_attempt',
    ],
    rss_feeds: [accountRss, terminalRss],
    notes: ['Card numbers, track data, PIN blocks and keys are never delivered.'],
  },
  {
    Service: 'RMS, commands, connectors, provisioning',
    portal_surfaces: ['Remote management', 'Connectors', 'Provisioning'],
    api_endpoints: [
      endpoint('/v1/connectors', 'Connectors'),
      endpoint('/v1/connectors/{connector_id}/status', 'Connector status'),
      endpoint('/v1/terminals/{terminal_id}/commands', 'Commands'),
      endpoint('/v1/terminals/{terminal_id}/provisioning-payload', 'Provisioning payload'),
      endpoint('/v1/terminals/{terminal_id}/provisioning-export', 'Provisioning export'),
    ],
    webhook_events: ['command_failed', 'provisioning_failed'],
    rss_feeds: [terminalRss],
    notes: ['Provisioning needs the right CanViewProvisioning.'],
  },
  {
    Service: 'Settlements, payouts, disputes',
    portal_surfaces: ['Settlements', 'Disputes'],
    api_endpoints: [
      endpoint('/v1/settlements', 'ACH settlement batches'),
      endpoint('/v1/settlements/derive', 'Derive batches', 'POST'),
      endpoint('/v1/disputes', 'Dispute cases'),
      endpoint('/v1/disputes', 'Open a dispute case', 'POST'),
    ],
    webhook_events: ['settlement_mismatch'],
    rss_feeds: [],
    notes: ['Writes need rights beyond reading.'],
  },
  {
    Service: 'Compliance vault and onboarding',
    portal_surfaces: ['Compliance vault', 'Onboarding', 'Documents', 'Videos'],
    api_endpoints: [endpoint('/v1/portal', 'Portal snapshot, the only source of compliance data')],
    webhook_events: ['compliance_expiration', 'location_risk_change'],
    rss_feeds: [],
    notes: ['There are no dedicated compliance endpoints.'],
  },
];
