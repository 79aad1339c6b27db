import type { Scope } from './scope.ts';
import type { Batch, Command, Connector, Dispute, Group, Location, Terminal, Transaction, User } from './types.ts';
import { code, instant, type LogicalRecord, money, record, reference, type Value } from './values.ts';

/** Returns the sum of one entry of a batch over its terminals. */
export function sumBatch(batch: Batch) {
  const sum = { creditCount: 0, debitCount: 0, credit: 0, debit: 0 };
  for (const entries of batch.entriesByTerminal.values()) {
    sum.creditCount += entries.creditCount;
    sum.debitCount += entries.debitCount;
    sum.credit += entries.credit;
    sum.debit += entries.debit;
  }
  return sum;
}

function findTerminal(scope: Scope, key: string): Terminal | undefined {
  return scope.world.terminals.find((terminal) => terminal.key === key);
}

function readHeartbeat(scope: Scope, { heartbeatAgeMs }: Terminal): number | undefined {
  return heartbeatAgeMs === undefined ? undefined : scope.nowMs - heartbeatAgeMs;
}

/** Presents a transaction row with the fields that section 2 names. */
export function presentTransaction(scope: Scope, row: Transaction): LogicalRecord {
  const terminal = findTerminal(scope, row.terminalKey);
  const isNonFinancial = row.type === 'balance_inquiry' && scope.choices.nonFinancialAmounts === 'null';
  const fields: Record<string, Value> = {
    id: reference('transaction', row.key),
    terminal: reference('terminal', row.terminalKey, terminal?.label),
    at: instant(row.atMs, 'row', terminal?.offsetMinutes ?? 0),
    type: code('transaction-type', row.type),
    sequence: row.sequence,
    accountType: code('account-type', row.accountType),
    ...(row.emv === undefined ? {} : { emv: code('emv', row.emv ? 'chip' : 'stripe') }),
    response: code('response', row.response),
    amountRequested: money(isNonFinancial ? null : row.amountRequested, 'row'),
    amountCompleted: money(isNonFinancial ? null : row.amountCompleted, 'row'),
    surchargeRequested: money(row.surchargeRequested, 'row'),
    surchargeCompleted: money(row.surchargeCompleted, 'row'),
    card: row.lastFour,
  };
  return record('transaction', fields, { kind: 'transaction', key: row.key });
}

export function presentBatch(scope: Scope, batch: Batch): LogicalRecord {
  const sum = sumBatch(batch);
  const { netPayout, debitSign, entryCounts } = scope.choices;
  const net = sum.credit - sum.debit;
  const fee = netPayout === 'less-fees' ? Math.floor(sum.credit / 100) : 0;
  const isPaid = batch.status === 'settled';
  const payout = netPayout === 'debit-less-credit' ? -net : net - fee;
  const counts: Record<string, Value> = { creditCount: sum.creditCount, debitCount: sum.debitCount };
  if (entryCounts !== 'credits-and-debits') counts.entryCount = sum.creditCount + sum.debitCount;
  const fields: Record<string, Value> = {
    ...(scope.choices.batchIdentity === 'id' ? { id: reference('batch', batch.key) } : {}),
    account: reference('account', batch.tenantKey),
    status: code('status', batch.status),
    ...(entryCounts === 'total' ? { entryCount: counts.entryCount } : counts),
    creditTotal: money(sum.credit, 'batch'),
    debitTotal: money(debitSign === 'negative' ? -sum.debit : sum.debit, 'batch'),
    netPayout: money(netPayout === 'null-until-paid' && !isPaid ? null : payout, 'batch'),
    openedAt: instant(batch.openedAtMs, 'batch'),
    closedAt: instant(batch.closedAtMs, 'batch'),
    settledAt: instant(batch.settledAtMs, 'batch'),
    ...(scope.choices.bankData === 'masked-account'
      ? { bank: { kind: 'record', type: 'bank', fields: { account: '••••4410' } } as const }
      : {}),
  };
  return record('batch', fields, { kind: 'batch', key: batch.key });
}

/** Presents who works on a case: users whom the caller may not see appear as a team. */
function presentAssignee({ choices, users }: Scope, { assigneeKey }: Dispute): Value {
  if (assigneeKey === undefined) return null;
  const assignee = users.find((user) => user.key === assigneeKey);
  if (choices.assigneeForm === 'team' || assignee === undefined) return 'Disputes team';
  return choices.assigneeForm === 'name' ? assignee.name : reference('user', assigneeKey);
}

export function presentDispute(scope: Scope, dispute: Dispute): LogicalRecord {
  const isResolved = dispute.resolvedAtMs !== undefined;
  const fields: Record<string, Value> = {
    id: reference('dispute', dispute.key),
    status: code('status', dispute.status),
    reason: code('reason', dispute.reason),
    transaction: reference('transaction', dispute.transactionKey),
    terminal: reference('terminal', dispute.terminalKey),
    amount: money(dispute.amount, 'dispute'),
    openedAt: instant(dispute.openedAtMs),
    dueDate: instant(dispute.dueAtMs, 'due'),
    assignee: presentAssignee(scope, dispute),
    assignedAt: instant(dispute.assignedAtMs),
    resolution: isResolved ? code('status', dispute.status) : null,
    resolvedAt: instant(dispute.resolvedAtMs),
    reviewer: dispute.reviewer ?? null,
    reviewNote: dispute.note ?? null,
  };
  return record('dispute', fields, { kind: 'dispute', key: dispute.key });
}

export function presentTerminal(scope: Scope, terminal: Terminal): LogicalRecord {
  const fields = {
    id: reference('terminal', terminal.key),
    label: terminal.label,
    model: terminal.model,
    serial: terminal.serial,
    status: code('status', terminal.status),
    lastHeartbeatAt: instant(readHeartbeat(scope, terminal)),
  };
  return record('terminal', fields, { kind: 'terminal', key: terminal.key });
}

/** Presents a location; `terminal` is the terminal of the request. */
export function presentLocation(scope: Scope, location: Location, terminal?: Terminal): LogicalRecord {
  const terminals = scope.terminals.filter((each) => each.locationKey === location.key);
  const fields: Record<string, Value> = {
    id: reference('location', location.key),
    terminal: terminal === undefined ? null : reference('terminal', terminal.key, terminal.label),
    terminals: terminals.map((each) => reference('terminal', each.key)),
    name: location.name,
    street: location.street,
    city: location.city,
    region: location.region,
    postcode: location.postcode,
    country: location.country,
    latitude: location.latitude,
    longitude: location.longitude,
  };
  return record('location', fields, { kind: 'location', key: location.key });
}

export function presentGroup(scope: Scope, group: Group): LogicalRecord {
  const parent = scope.groups.find((each) => each.key === group.parentKey);
  const terminals = group.directKeys.flatMap((key) => findTerminal(scope, key) ?? []);
  const fields = {
    id: reference('group', group.key),
    name: group.name,
    ...(parent === undefined ? {} : { parent: reference('group', parent.key) }),
    terminalCount: terminals.length,
    terminals: terminals.map((terminal) => reference('terminal', terminal.key, terminal.label)),
  };
  return record('group', fields, { kind: 'group', key: group.key });
}

export function presentConnector(_scope: Scope, connector: Connector): LogicalRecord {
  const fields = {
    id: reference('connector', connector.key),
    name: connector.name,
    kind: connector.type,
    host: connector.host,
    status: code('status', connector.state),
  };
  return record('connector', fields, { kind: 'connector', key: connector.key });
}

export function presentConnectorStatus(scope: Scope, connector: Connector): LogicalRecord {
  const fields = {
    connector: reference('connector', connector.key),
    status: code('status', connector.state),
    checkedAt: instant(scope.nowMs - 30_000),
    latencyMs: connector.latencyMs,
  };
  return record('connectorStatus', fields, { kind: 'connector', key: connector.key });
}

export function presentCommand(_scope: Scope, command: Command): LogicalRecord {
  const fields = {
    id: reference('command', command.key),
    terminal: reference('terminal', command.terminalKey),
    command: command.type,
    status: code('status', command.status),
    queuedAt: instant(command.queuedAtMs),
    completedAt: instant(command.completedAtMs),
    requestedBy: command.requestedBy,
  };
  return record('command', fields, { kind: 'command', key: command.key });
}

export function presentUser(scope: Scope, user: User): LogicalRecord {
  const mail = scope.choices.userForm === 'masked-mail' ? user.email.replace(/^(.).*@/, '$1***@') : user.email;
  const fields: Record<string, Value> = { id: reference('user', user.key), name: user.name };
  if (scope.choices.userForm !== 'name-only') Object.assign(fields, { email: mail, role: user.role });
  return record('user', fields, { kind: 'user', key: user.key });
}

export function presentMonitoring(scope: Scope, terminal: Terminal): LogicalRecord {
  const fields = {
    terminal: reference('terminal', terminal.key),
    status: code('status', terminal.status),
    lastHeartbeatAt: instant(readHeartbeat(scope, terminal)),
    cashNotes: terminal.heartbeatAgeMs === undefined ? null : terminal.cashNotes,
    dispenser: code('status', terminal.dispenser),
    observedAt: instant(scope.nowMs),
  };
  return record('monitoring', fields, { kind: 'terminal', key: terminal.key });
}

export function presentProvisioning(scope: Scope, terminal: Terminal, type: 'payload' | 'export'): LogicalRecord {
  const jobs = scope.jobs.filter((job) => job.terminalKey === terminal.key);
  const fields: Record<string, Value> = {
    terminal: reference('terminal', terminal.key),
    version: jobs[0]?.version ?? '4.2.0',
    profile: `${terminal.model} standard`,
    serial: terminal.serial,
    generatedAt: instant(scope.nowMs),
  };
  if (type === 'export') {
    fields.jobs = jobs.map((job) =>
      record('job', { id: reference('job', job.key), status: code('status', job.status), at: instant(job.atMs) }),
    );
  }
  return record(type, fields, { kind: 'terminal', key: terminal.key });
}

/** Presents the steps of a transaction in the order of time. */
export function presentTimeline(_scope: Scope, row: Transaction): LogicalRecord[] {
  const isApproved = row.response === '00';
  const steps: [string, number][] = [
    ['requested', 0],
    ['sent_to_processor', 400],
    [isApproved ? 'approved' : 'declined', 1300],
  ];
  if (isApproved && row.type === 'withdrawal') steps.push(['dispensed', 5200]);
  return steps.map(([step, delayMs]) =>
    record('timelineEvent', {
      at: instant(row.atMs + delayMs),
      step: code('status', step),
      transaction: reference('transaction', row.key),
    }),
  );
}
