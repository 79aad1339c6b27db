type Schema = Readonly<Record<string, unknown>>;

const string: Schema = { type: 'string' };
const count: Schema = { type: 'integer', minimum: 0 };
const flag: Schema = { type: 'boolean' };
const stamp: Schema = { type: 'string', pattern: '^\\d{8}T\\d{6}Z$' };
const day: Schema = { type: 'string', pattern: '^\\d{8}$' };
const list = (items: Schema): Schema => ({ type: 'array', items });
const either = (...values: readonly string[]): Schema => ({ type: 'string', enum: values });
const orNull = (schema: Schema): Schema => ({ oneOf: [schema, { type: 'null' }] });
const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** A closed object; a name that ends in a question mark may be absent. */
function object(members: Readonly<Record<string, Schema>>): Schema {
  const entries = Object.entries(members).map(([name, schema]) => [name.replace('?', ''), schema] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(entries),
    required: Object.keys(members).filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

const unit = object({ Code: string });
const codeAndName = object({ Code: string, Name: string });
const job = object({ Code: string, State: either('Completed'), At: stamp });

/** The schema of a page of rows, the same for every list. */
const page = (embedded: string, row: string, totals: Readonly<Record<string, Schema>> = {}): Schema =>
  object({
    _embedded: object({ [embedded]: list(named(row)) }),
    _links: object({ self: object({ href: string }), 'next?': object({ href: string }) }),
    aggregate: object({ Rows: count, ...totals }),
  });

const group = object({ Group: codeAndName, Parent: orNull(string), Units: list(unit) });
const claim = {
  Case: string,
  Phase: either('Lodged', 'Investigating', 'Won', 'Lost'),
  Cause: string,
  About: object({ Transaction: string, Unit: string }),
  Sum: named('Money'),
  AnswerBy: day,
  Desk: object({ Queue: string, Agent: orNull(string) }),
  Outcome: orNull(object({ Ruling: either('Upheld', 'Rejected'), On: day })),
  'DecidedBy?': object({ Code: string, Name: string, At: stamp }),
};
const service = object({
  portal_surfaces: list(string),
  api_endpoints: list(object({ verb: string, route: string })),
  webhook_events: list(object({ name: string, weight: either('Note', 'Warn', 'Urgent') })),
  rss_feeds: list(object({ route: string })),
  notes: string,
});

/** The schema of every response body, by name. */
export const SCHEMAS: Readonly<Record<string, Schema>> = {
  Money: object({ amount: { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' }, currency: string }),
  Transaction: object({
    Ref: string,
    Unit: unit,
    Stamp: stamp,
    Type: object({ Code: either('WDL', 'FST', 'BAL', 'TRF', 'REV'), Label: string }),
    Trace: { type: 'string', pattern: '^\\d{6}$' },
    Account: either('CHK', 'SAV', 'CRD'),
    'Emv?': object({ Entry: either('Contact', 'Contactless') }),
    Result: object({ Code: string, Approved: flag }),
    Money: object({
      Requested: named('Money'),
      Completed: named('Money'),
      SurchargeRequested: named('Money'),
      SurchargeCompleted: named('Money'),
    }),
  }),
  Batch: object({
    Batch: string,
    Payee: object({ Group: string }),
    State: either('Draft', 'Sent', 'Paid'),
    Counts: object({ Credits: count, Debits: count }),
    CreditSum: named('Money'),
    DebitSum: named('Money'),
    Payout: named('Money'),
    Schedule: object({ SettlesFor: day, CutOff: stamp, 'PaidOn?': day }),
  }),
  Claim: object(claim),
  LodgedClaim: object({ LodgedAt: stamp, ...claim }),
  DerivedBatches: object({
    Job: object({ State: either('Done'), Days: count, Rehearsed: flag }),
    _embedded: object({ batches: list(named('Batch')) }),
  }),
  Place: object({
    Site: string,
    Name: string,
    Address: object({ Street: string, Town: string }),
    Units: list(unit),
  }),
  HostLink: object({ Connector: codeAndName, Kind: either('Processor', 'Telemetry'), Units: list(unit) }),
  HostLine: object({
    Connector: codeAndName,
    State: either('Up', 'Down'),
    Echo: object({ LastAt: stamp, RoundTripMs: count }),
  }),
  UnitGroup: group,
  Order: object({
    Command: string,
    Unit: unit,
    Order: string,
    Progress: object({ State: either('Queued', 'Completed'), QueuedAt: stamp, 'CompletedAt?': stamp }),
    Remark: string,
  }),
  Timeline: object({
    Ref: string,
    Unit: unit,
    _embedded: object({ timelineSteps: list(object({ At: stamp, Source: either('Unit', 'Host'), What: string })) }),
  }),
  Status: object({
    Unit: object({ Code: string, Model: string }),
    Line: object({ State: either('In service', 'Degraded'), LastHeard: stamp }),
    Cash: object({ Cassettes: list(object({ Slot: count, FaceValue: count, Notes: count })) }),
    Alerts: list(object({ Told: string, Since: stamp })),
  }),
  Payload: object({
    Unit: unit,
    Revision: count,
    Settings: object({ Host: string, Surcharge: string, Languages: list(string) }),
    Job: job,
  }),
  Export: object({ Unit: unit, Revision: count, Sheet: list(object({ Label: string, Text: string })), Job: job }),
  Portal: object({
    You: object({ Code: string, Name: string, Role: string, Customer: string }),
    Customer: object({ Code: string, LegalName: string, Currency: string }),
    Organisation: object({
      Brand: object({ Title: string, Colour: string, State: string }),
      Names: list(object({ Host: string, Record: string, State: string })),
    }),
    Rights: object({ DeriveSettlements: flag, LodgeDisputes: flag, ReadReports: flag }),
    _embedded: object({
      people: list(object({ Code: string, Name: string, Role: string })),
      units: list(object({ Code: string, Model: string, Group: string })),
      unitGroups: list(named('UnitGroup')),
      hostLinks: list(object({ Connector: codeAndName, Kind: string })),
      latestTransactions: list(named('Transaction')),
      latestCommands: list(named('Order')),
      latestForms: list(object({ Form: string, Units: list(unit) })),
      reportShelf: list(object({ Title: string, Format: string })),
      vault: list(object({ Paper: string, State: string })),
      onboardingSteps: list(object({ Step: string, State: string })),
      papers: list(object({ Title: string, Pages: count })),
      films: list(object({ Title: string, Minutes: count })),
    }),
  }),
  Catalog: { type: 'object', minProperties: 1, additionalProperties: service },
  Branding: object({ Brand: object({ Title: string, State: string }), DocsHost: object({ State: string }) }),
  Document: { type: 'object', required: ['openapi', 'info', 'paths'] },
  Errors: object({ errors: list(object({ status: string, title: string, detail: string })) }),
  TransactionPage: page('transactionRows', 'Transaction', {
    SurchargeTotal: named('Money'),
    WithdrawnTotal: named('Money'),
  }),
  BatchPage: page('batches', 'Batch', { PayoutTotal: named('Money') }),
  ClaimPage: page('claims', 'Claim'),
  PlacePage: page('places', 'Place'),
  HostLinkPage: page('hostLinks', 'HostLink'),
  UnitGroupPage: page('unitGroups', 'UnitGroup'),
  OrderPage: page('orders', 'Order'),
  Rehearsal: object({ Rehearse: flag }),
  Lodging: object({ About: string, Cause: { type: 'string', minLength: 1 } }),
};
