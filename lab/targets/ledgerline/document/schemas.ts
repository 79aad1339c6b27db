type Schema = Readonly<Record<string, unknown>>;

/** A closed object: every member is required except those in `optional`. */
const object = (properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});
const list = (items: Schema): Schema => ({ type: 'array', items });
const oneOf = (...values: readonly string[]): Schema => ({ type: 'string', enum: values });
/** Returns a reference to a schema of the document. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const text: Schema = { type: 'string' };
const whole: Schema = { type: 'integer' };
const count: Schema = { type: 'integer', minimum: 0 };
const flag: Schema = { type: 'boolean' };
const day: Schema = { type: 'string', format: 'date' };
const instant: Schema = { type: 'string', format: 'date-time' };
const cents: Schema = { type: 'integer', minimum: 0, description: 'Whole cents' };
const millis: Schema = { type: 'integer', format: 'int64', description: 'Milliseconds since 1970-01-01T00:00:00Z' };
const terminalId: Schema = { type: 'string', pattern: '^[0-9]{5,6}$' };

const connector = { id: text, name: text, direction: oneOf('outbound') };

/** The schemas of the public document, by name: they match the responses exactly. */
export const SCHEMAS: Readonly<Record<string, Schema>> = {
  Refused: object({ error: text }),
  Transaction: object(
    {
      id: { type: 'string', format: 'uuid' },
      terminal: terminalId,
      happenedAt: { ...millis, title: 'Terminal date and time' },
      kind: { ...oneOf('cash', 'advance', 'transfer', 'balance', 'reversal'), title: 'Transaction type' },
      sequence: { ...count, title: 'Sequence number' },
      accountKind: { ...oneOf('chequing', 'savings', 'credit'), title: 'Account type' },
      chip: { ...oneOf('contact', 'contactless'), title: 'EMV indicator, if there is one' },
      outcome: { ...oneOf('approved', 'partial', 'declined', 'timedOut'), title: 'Response' },
      requestedCents: { ...cents, title: 'Amount requested' },
      dispensedCents: { ...cents, title: 'Amount completed' },
      feeRequestedCents: { ...cents, title: 'Surcharge requested' },
      feeTakenCents: { ...cents, title: 'Surcharge completed' },
    },
    ['chip'],
  ),
  Totals: object({
    feesCents: { ...cents, title: 'Total surcharge' },
    cashOutCents: { ...cents, title: 'Total withdrawn' },
  }),
  Transactions: object({ items: list(ref('Transaction')), totals: ref('Totals') }),
  TerminalTransactions: list(ref('Transaction')),
  Timeline: object({
    transactionId: { type: 'string', format: 'uuid' },
    terminal: terminalId,
    steps: list(object({ at: millis, step: oneOf('started', 'sentToHost', 'ended'), detail: text })),
  }),
  Batch: object({
    id: text,
    group: text,
    state: { ...oneOf('collecting', 'sent', 'paid'), title: 'Batch status' },
    timing: object({ opensOn: day, closesOn: day, paysOn: day }),
    entries: object({ credits: count, debits: count }),
    totals: object({ credit: cents, debit: cents, payout: { ...whole, title: 'Net payout, in cents' } }),
  }),
  Batches: list(ref('Batch')),
  Derived: object({ from: day, to: day, batches: list(text) }),
  DeriveOrder: object({ from: day, to: day }),
  Dispute: object(
    {
      id: text,
      state: oneOf('new', 'underReview', 'closedWon', 'closedLost'),
      why: { ...oneOf('cashNotGiven', 'wrongAmount', 'chargedTwice', 'notMine'), title: 'Reason code' },
      transactionId: { type: 'string', format: 'uuid' },
      terminal: terminalId,
      amountCents: cents,
      dueOn: day,
      handling: object({ desk: oneOf('fraud', 'cash'), takenBy: { ...text, nullable: true } }),
      decision: { ...object({ inFavourOfHolder: flag, closedOn: day }), nullable: true },
      closedBy: object({ name: text, on: day }),
    },
    ['closedBy'],
  ),
  Disputes: list(ref('Dispute')),
  NewDispute: object({
    transactionId: { type: 'string', format: 'uuid' },
    why: oneOf('cashNotGiven', 'wrongAmount', 'chargedTwice', 'notMine'),
    amountCents: { type: 'integer', minimum: 1 },
  }),
  Site: object({
    id: text,
    name: text,
    address: object({ street: text, town: text }),
    risk: oneOf('low', 'raised'),
    terminals: list(terminalId),
  }),
  Sites: list(ref('Site')),
  Status: object({
    terminal: terminalId,
    condition: oneOf('inService', 'short of cash', 'silent'),
    lastHeardAt: instant,
    software: object({ release: text, serial: text }),
    cash: object({ noteCents: cents, notes: count, worthCents: cents }),
  }),
  Connector: object(connector),
  Connectors: list(ref('Connector')),
  ConnectorStatus: object({
    ...connector,
    state: oneOf('up', 'slow'),
    delayMs: count,
    terminals: list(terminalId),
  }),
  Group: object({ id: text, name: text, within: text, terminals: list(terminalId) }, ['within']),
  Groups: list(ref('Group')),
  Command: object({
    id: text,
    terminal: terminalId,
    verb: oneOf('reload', 'restart', 'readCounters', 'closeDay'),
    phase: oneOf('queued', 'completed', 'failed'),
    askedAt: instant,
  }),
  Commands: list(ref('Command')),
  ProvisioningPayload: object({
    terminal: terminalId,
    serial: text,
    revision: count,
    settings: object({ feeCents: cents, line: text, receiptText: text }),
    keyLoading: object({ method: oneOf('remote'), scheme: oneOf('TR-34') }),
    job: object({ number: text, phase: oneOf('completed'), at: instant }),
  }),
  ProvisioningExport: object({
    terminal: terminalId,
    format: oneOf('ledgerline-2'),
    exportedAt: instant,
    files: list(object({ name: text, digest: { type: 'string', pattern: '^[0-9a-f]{64}$' } })),
  }),
  Portal: object({
    me: object({
      user: object({ id: text, name: text, role: oneOf('owner', 'branch', 'reader') }),
      customer: object({ id: text, name: text, since: day }),
    }),
    brand: object({
      look: object({ title: text, accent: text }),
      domain: object({ host: text, records: oneOf('verified') }),
    }),
    may: object({ deriveSettlements: flag, openDisputes: flag }),
    people: list(object({ id: text, name: text, role: oneOf('owner', 'branch', 'reader') })),
    fleet: object({
      terminals: list(
        object({
          id: terminalId,
          name: text,
          serial: text,
          group: text,
          condition: oneOf('inService', 'short of cash', 'silent'),
        }),
      ),
      groups: list(ref('Group')),
      lines: list(ref('Connector')),
    }),
    latest: object({
      transactions: list(ref('Transaction')),
      commands: list(ref('Command')),
      forms: list(object({ name: text, sentOn: day, remark: text })),
    }),
    reports: list(object({ name: text, every: oneOf('day', 'month') })),
    compliance: object({ vault: list(object({ name: text, endsOn: day })), onboarding: object({ step: text }) }),
    library: object({ documents: list(object({ name: text })), videos: list(object({ name: text, minutes: count })) }),
  }),
  Catalog: object({
    groups: list(
      object({
        name: text,
        portal_surfaces: list(text),
        api_endpoints: list({ type: 'string', pattern: '^(GET|POST) /v1/' }),
        webhook_events: list(text),
        rss_feeds: list(text),
        notes: text,
      }),
    ),
  }),
  Branding: object({ branding: oneOf('ready'), docsHost: oneOf('ready') }),
  Document: { type: 'object', description: 'This document' },
};
