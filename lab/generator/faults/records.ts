import { isRecord, type LogicalRecord, type Money, money, reference, type Value } from '../model/values.ts';
import { type Choices, defineFault, hasDisputes, hasRows, ownsKey, type RuleName } from './define.ts';
import type { Fault } from './types.ts';

/** Returns a record without some of its fields. */
function omitFields(record: LogicalRecord, names: readonly string[]): LogicalRecord {
  const fields = Object.fromEntries(Object.entries(record.fields).filter(([name]) => !names.includes(name)));
  return { ...record, fields };
}

function addFields(record: LogicalRecord, fields: Readonly<Record<string, Value>>): LogicalRecord {
  return { ...record, fields: { ...record.fields, ...fields } };
}

function isMoney(value: Value): value is Money {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'money';
}

const ROW_FIELDS = [
  'at',
  'type',
  'sequence',
  'accountType',
  'response',
  'amountRequested',
  'amountCompleted',
  'surchargeRequested',
  'surchargeCompleted',
];

const missingInRows = ROW_FIELDS.map((name) =>
  defineFault({
    id: `rows-lack-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    violates: 'rowCarries',
    title: `Transaction rows lack the field ${name}`,
    hooks: { record: (record) => (record.type === 'transaction' ? omitFields(record, [name]) : record) },
    applies: hasRows,
  }),
);

const MISSING: readonly [string, string, readonly string[], RuleName][] = [
  ['batches-lack-status', 'batch', ['status'], 'batchCarries'],
  ['batches-lack-entry-counts', 'batch', ['creditCount', 'debitCount', 'entryCount'], 'batchCarries'],
  ['batches-lack-credit-total', 'batch', ['creditTotal'], 'batchCarries'],
  ['batches-lack-debit-total', 'batch', ['debitTotal'], 'batchCarries'],
  ['batches-lack-net-payout', 'batch', ['netPayout'], 'batchCarries'],
  ['batches-lack-timing', 'batch', ['openedAt', 'closedAt', 'settledAt'], 'batchCarries'],
  ['disputes-lack-status', 'dispute', ['status', 'resolution'], 'disputeCarries'],
  ['disputes-lack-reason', 'dispute', ['reason'], 'disputeCarries'],
  ['disputes-lack-transaction', 'dispute', ['transaction'], 'disputeCarries'],
  ['disputes-lack-terminal', 'dispute', ['terminal'], 'disputeCarries'],
  ['disputes-lack-amount', 'dispute', ['amount'], 'disputeCarries'],
  ['disputes-lack-due-date', 'dispute', ['dueDate'], 'disputeCarries'],
  ['disputes-lack-assignment', 'dispute', ['assignee', 'assignedAt'], 'disputeCarries'],
  ['resolved-disputes-lack-reviewer', 'dispute', ['reviewer', 'reviewNote'], 'disputeCarries'],
];

const hasResolved = (choices: Choices) => hasDisputes(choices) && choices.disputesPresent !== 'open-only';
const hasOpen = (choices: Choices) => hasDisputes(choices) && choices.disputesPresent !== 'resolved-only';

const missingElsewhere = MISSING.map(([id, type, names, violates]) =>
  defineFault({
    id,
    violates,
    title: `Every ${type} lacks ${names.join(' and ')}`,
    hooks: { record: (record) => (record.type === type ? omitFields(record, names) : record) },
    applies: (choices) =>
      id.startsWith('resolved')
        ? hasResolved(choices)
        : type === 'batch'
          ? ownsKey(choices, 'administrator')
          : hasDisputes(choices),
  }),
);

/** A card number of the test range of a made-up network, with a valid check digit. */
const CARD_NUMBER = '4000001234567899';
const SECRETS: readonly [string, string, Value][] = [
  ['pan', 'card_number', CARD_NUMBER],
  ['track-data', 'track2', `;${CARD_NUMBER}=29121010000012300000?`],
  ['pin-block', 'pin_block', '8F3A1C229B7D40E6'],
  ['key-material', 'working_key', '0123456789ABCDEFFEDCBA9876543210'],
];

const secretFaults = SECRETS.flatMap(([name, field, value]) => [
  defineFault({
    id: `rows-show-${name}`,
    violates: 'secrets',
    title: `Transaction rows show ${name}`,
    hooks: {
      record: (record, { operation }) =>
        record.type === 'transaction' && operation === 'listTransactions'
          ? addFields(record, { [field]: value })
          : record,
    },
    applies: hasRows,
  }),
  defineFault({
    id: `timeline-shows-${name}`,
    violates: 'secrets',
    title: `The timeline of a transaction shows ${name}`,
    hooks: { record: (record) => (record.type === 'timelineEvent' ? addFields(record, { [field]: value }) : record) },
    applies: (choices) => hasRows(choices) && choices.timelineForm !== 'map-of-instants',
  }),
]);

const ENCODED: readonly [string, string, Value][] = [
  ['pan-base64', 'blob', Buffer.from(CARD_NUMBER).toString('base64')],
  ['pan-spaced', 'number', CARD_NUMBER.replace(/(\d{4})(?=\d)/g, '$1 ')],
  ['track-one', 'track1', `%B${CARD_NUMBER}^DOE/JANE^29121010000012300000?`],
  ['emv-tag-57', 'emv_tags', `57118${CARD_NUMBER}D29121010000012300000F`],
  ['pan-as-number', 'reference', Number(CARD_NUMBER)],
];

const encodedFaults = ENCODED.map(([name, field, value]) =>
  defineFault({
    id: `rows-show-${name}`,
    violates: 'secrets',
    title: `Transaction rows show ${name}`,
    hooks: { record: (record) => (record.type === 'transaction' ? addFields(record, { [field]: value }) : record) },
    applies: hasRows,
  }),
);

const otherFaults: Fault[] = [
  defineFault({
    id: 'terminal-rows-show-pan',
    violates: 'secrets',
    title: 'The rows of one terminal show the card number',
    hooks: {
      record: (record, { operation }) =>
        record.type === 'transaction' && operation === 'listTerminalTransactions'
          ? addFields(record, { card_number: CARD_NUMBER })
          : record,
    },
    applies: hasRows,
  }),
  defineFault({
    id: 'portal-rows-show-pan',
    violates: 'secrets',
    title: 'The recent transactions of the portal show the card number',
    hooks: {
      record: (record, { operation }) =>
        record.type === 'transaction' && operation === 'getPortal'
          ? addFields(record, { card_number: CARD_NUMBER })
          : record,
    },
    applies: (choices) => hasRows(choices) && choices.portalRecentRows === 'like-list',
  }),
  defineFault({
    id: 'declined-rows-show-pan',
    violates: 'secrets',
    title: 'Rows of declined transactions show the card number',
    hooks: {
      record: (record) => {
        const response = record.fields.response;
        const isDecline =
          typeof response === 'object' && response !== null && 'value' in response && response.value !== '00';
        return record.type === 'transaction' && isDecline ? addFields(record, { card_number: CARD_NUMBER }) : record;
      },
    },
    applies: (choices) => hasRows(choices) && choices.transactionVolume !== 'few' && choices.declines !== 'none',
  }),
  defineFault({
    id: 'pan-nested-in-response',
    violates: 'secrets',
    title: 'A nested message of a row contains the card number',
    hooks: {
      record: (record) =>
        record.type === 'transaction' ? addFields(record, { raw_message: [`0210|2|${CARD_NUMBER}|39|00`] }) : record,
    },
    applies: hasRows,
  }),
  defineFault({
    id: 'open-disputes-show-reviewer',
    violates: 'reviewer',
    title: 'Open cases show reviewer metadata',
    hooks: {
      record: (record) =>
        record.type === 'dispute' && record.fields.reviewer === null
          ? addFields(record, { reviewer: 'M. Osei', reviewNote: 'In review' })
          : record,
    },
    applies: hasOpen,
  }),
  defineFault({
    id: 'dispute-names-foreign-transaction',
    violates: 'limited',
    title: 'A dispute refers to a transaction of another tenant',
    hooks: {
      record: (record, { scope }) => {
        const row = scope.world.transactions.find((each) => !scope.user.tenantKeys.includes(each.tenantKey));
        return record.type === 'dispute' && row !== undefined
          ? addFields(record, {
              transaction: reference('transaction', row.key),
              terminal: reference('terminal', row.terminalKey),
            })
          : record;
      },
    },
    applies: hasDisputes,
  }),
  defineFault({
    id: 'terminal-rows-other-amounts',
    violates: 'ofTerminal',
    title: 'The rows of one terminal have other completed amounts than the list',
    hooks: {
      record: (record, { operation }) => {
        const completed = record.fields.amountCompleted;
        const isHere = record.type === 'transaction' && operation === 'listTerminalTransactions';
        return isHere && isMoney(completed) && completed.minor !== null
          ? addFields(record, { amountCompleted: money(completed.minor + 500, 'row') })
          : record;
      },
    },
    applies: hasRows,
  }),
  defineFault({
    id: 'terminal-rows-other-types',
    violates: 'ofTerminal',
    title: 'The rows of one terminal have another sequence number than the list',
    hooks: {
      record: (record, { operation }) =>
        record.type === 'transaction' && operation === 'listTerminalTransactions'
          ? addFields(record, { sequence: Number(record.fields.sequence) + 17 })
          : record,
    },
    applies: hasRows,
  }),
  defineFault({
    id: 'location-of-another-terminal',
    violates: 'location',
    title: 'The location of a terminal is that of another visible terminal',
    hooks: {
      record: (record, { operation, scope, targetKey }) => {
        const other = scope.world.locations.find(
          (each) => each.key !== record.about?.key && each.tenantKey === scope.user.tenantKey,
        );
        if (operation !== 'getLocation' || other === undefined || targetKey === undefined) return record;
        return addFields(record, {
          id: reference('location', other.key),
          name: other.name,
          street: other.street,
          city: other.city,
          postcode: other.postcode,
        });
      },
    },
  }),
  defineFault({
    id: 'status-of-another-connector',
    violates: 'connectorStatus',
    title: 'The status of a connector is that of another one',
    hooks: {
      record: (record, { operation, scope }) => {
        const other = scope.connectors.find((each) => each.key !== record.about?.key);
        return operation === 'getConnectorStatus' && other !== undefined
          ? addFields(record, { connector: reference('connector', other.key), latencyMs: other.latencyMs })
          : record;
      },
    },
    applies: (choices) => choices.connectorCount === 'three' && ownsKey(choices, 'administrator'),
  }),
  defineFault({
    id: 'timeline-of-another-transaction',
    violates: 'timeline',
    title: 'The timeline of a transaction is that of another one',
    hooks: {
      record: (record, { operation, scope, targetKey }) => {
        if (operation !== 'getTimeline') return record;
        const other = scope.transactions.find((row) => row.key !== targetKey);
        const at = record.fields.at;
        const isInstant =
          isRecord(record) && typeof at === 'object' && at !== null && 'kind' in at && at.kind === 'instant';
        return isInstant && other !== undefined
          ? addFields(record, { at: { ...at, ms: other.atMs }, transaction: reference('transaction', other.key) })
          : record;
      },
    },
    applies: (choices) => hasRows(choices) && choices.transactionVolume !== 'few',
  }),
  defineFault({
    id: 'all-batches-equal',
    violates: 'batchCarries',
    title: 'Every batch has the totals of the first one',
    hooks: {
      list: (records, { operation }) =>
        operation !== 'listSettlements'
          ? records
          : records.map((record) =>
              addFields(record, {
                creditTotal: records[0]?.fields.creditTotal,
                debitTotal: records[0]?.fields.debitTotal,
                netPayout: records[0]?.fields.netPayout,
              }),
            ),
    },
    applies: (choices) => hasRows(choices) && choices.batchUnit === 'account-day' && ownsKey(choices, 'administrator'),
  }),
];

export const recordFaults: readonly Fault[] = [
  ...missingInRows,
  ...missingElsewhere,
  ...secretFaults,
  ...encodedFaults,
  ...otherFaults,
];
