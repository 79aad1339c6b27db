import type { Batch, Dispute } from '../model/types.ts';
import type { OperationId } from '../protocol/operations.ts';
import { type Choices, defineFault, hasRows, ownsKey } from './define.ts';
import type { Fault, FaultContext } from './types.ts';

const PUBLIC: readonly OperationId[] = ['getOpenapi', 'getBranding'];
const FEEDS: readonly OperationId[] = ['getAccountFeed', 'getTerminalFeed'];
const WRITES: readonly OperationId[] = ['deriveSettlements', 'createDispute'];

const keyFaults: Fault[] = [
  ...(['getTimeline', 'getExport', 'listCommands', 'listTransactions'] as const).map((operation) =>
    defineFault({
      id: `missing-key-accepted-on-${operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      violates: 'keyNeeded',
      title: `${operation} is answered without a key`,
      hooks: {
        authenticate: (user, { key, world, operation: requested }) =>
          user ?? (key === undefined && requested === operation ? world.users[0] : undefined),
      },
      applies: hasRows,
    }),
  ),
  defineFault({
    id: 'empty-key-accepted',
    violates: 'keyNeeded',
    title: 'A request with an empty key is answered',
    hooks: { authenticate: (user, { key, world }) => user ?? (key === '' ? world.users[0] : undefined) },
  }),
  defineFault({
    id: 'every-key-refused',
    violates: 'exactly',
    title: 'Every key is refused',
    hooks: { authenticate: () => undefined },
  }),
  defineFault({
    id: 'missing-key-accepted',
    violates: 'keyNeeded',
    title: 'Reads without a key are answered as the first administrator',
    hooks: { authenticate: (user, { key, world }) => user ?? (key === undefined ? world.users[0] : undefined) },
  }),
  defineFault({
    id: 'unknown-key-accepted',
    violates: 'keyNeeded',
    title: 'Any key is accepted as that of the first administrator',
    hooks: {
      authenticate: (user, { key, world, operation }) =>
        user ?? (key === undefined || PUBLIC.includes(operation) ? undefined : world.users[0]),
    },
  }),
  defineFault({
    id: 'key-prefix-accepted',
    violates: 'exactly',
    title: 'A key that begins like a valid one is accepted',
    hooks: {
      authenticate: (user, { key, world }) =>
        user ??
        (key === undefined || key.length < 8
          ? undefined
          : world.users.find((each) => key.startsWith(each.apiKey.slice(0, 12)) || each.apiKey.startsWith(key))),
    },
  }),
  defineFault({
    id: 'missing-key-accepted-on-feeds',
    violates: 'feedScope',
    title: 'Feeds are answered without a key',
    hooks: {
      authenticate: (user, { key, world, operation }) =>
        user ?? (key === undefined && FEEDS.includes(operation) ? world.users[0] : undefined),
    },
  }),
  defineFault({
    id: 'missing-key-accepted-on-catalog',
    violates: 'keyNeeded',
    title: 'The catalog is answered without a key',
    hooks: {
      authenticate: (user, { key, world, operation }) =>
        user ?? (key === undefined && operation === 'getCatalog' ? world.users[0] : undefined),
    },
  }),
  defineFault({
    id: 'unknown-key-accepted-on-transactions',
    violates: 'keyNeeded',
    title: 'The list of transactions accepts any key',
    hooks: {
      authenticate: (user, { key, world, operation }) =>
        user ?? (key !== undefined && operation === 'listTransactions' ? world.users[0] : undefined),
    },
  }),
  defineFault({
    id: 'missing-key-accepted-on-writes',
    violates: 'privilege',
    title: 'Write paths are answered without a key',
    hooks: {
      authenticate: (user, { key, world, operation }) =>
        user ?? (key === undefined && WRITES.includes(operation) ? world.users[0] : undefined),
    },
    applies: (choices) => hasRows(choices) && choices.writers !== 'none-of-the-keys',
  }),
  defineFault({
    id: 'key-opens-another-scope',
    violates: 'exactly',
    title: 'Every key of a tenant opens the scope of its administrator',
    hooks: {
      authenticate: (user, { world }) =>
        user === undefined
          ? undefined
          : world.users.find((each) => each.tenantKey === user.tenantKey && each.role === 'administrator'),
    },
    applies: (choices) => ownsKey(choices, 'reader'),
  }),
  defineFault({
    id: 'key-of-previous-request',
    violates: 'exactly',
    title: 'The first request with another key is answered with the scope of the previous key',
    hooks: () => {
      let previous: string | undefined;
      return {
        authenticate: (user, { world }) => {
          const other = world.users.find((each) => each.key === previous);
          previous = user?.key ?? previous;
          return user === undefined ? undefined : (other ?? user);
        },
      };
    },
    applies: (choices) => choices.keysGiven !== 'one',
  }),
  ...(['getOpenapi', 'getBranding'] as const).map((operation) =>
    defineFault({
      id: `${operation === 'getOpenapi' ? 'openapi' : 'branding'}-needs-key`,
      violates: 'publicEndpoints',
      title: `${operation} refuses requests without a key`,
      hooks: {
        authenticate: (user, { world, operation: requested }) =>
          user ??
          (requested === operation && world.users[0] !== undefined ? { ...world.users[0], key: 'none' } : undefined),
      },
    }),
  ),
];

const canWrite = (choices: Choices) =>
  hasRows(choices) && choices.writers !== 'none-of-the-keys' && ownsKey(choices, 'administrator');
const isDispute = ({ operation }: FaultContext) => operation === 'createDispute';

/** Returns what a write of one operation keeps, changed. */
function keepChanged<Kept extends Batch | Dispute>(
  operation: OperationId,
  change: (entities: Kept[]) => Kept[],
): NonNullable<Fault['create']> {
  return () => ({
    // The operation decides which of the two kinds of entities is written.
    write: (entities, context) =>
      context.operation === operation
        ? (change(entities as unknown as Kept[]) as unknown as typeof entities)
        : entities,
  });
}

const writeFaults: Fault[] = [
  defineFault({
    id: 'reader-may-derive',
    violates: 'privilege',
    title: 'Every user may derive settlements',
    hooks: { mayWrite: (may, context) => may || !isDispute(context) },
    applies: (choices) => ownsKey(choices, 'reader'),
  }),
  defineFault({
    id: 'reader-may-open-disputes',
    violates: 'privilege',
    title: 'Every user may open disputes',
    hooks: { mayWrite: (may, context) => may || isDispute(context) },
    applies: (choices) => hasRows(choices) && ownsKey(choices, 'reader') && choices.keysGiven !== 'restricted-only',
  }),
  defineFault({
    id: 'auditor-may-write',
    violates: 'privilege',
    title: 'A user who may only read may write',
    hooks: { mayWrite: (may, { scope }) => may || scope.user.role === 'auditor' },
    applies: (choices) => hasRows(choices) && ownsKey(choices, 'auditor'),
  }),
  defineFault({
    id: 'disputes-refused-to-everyone',
    violates: 'writesExist',
    title: 'No user may open a dispute',
    hooks: { mayWrite: (may, context) => may && !isDispute(context) },
    applies: canWrite,
  }),
  defineFault({
    id: 'derivation-refused-to-everyone',
    violates: 'writesExist',
    title: 'No user may derive settlements',
    hooks: { mayWrite: (may, context) => may && isDispute(context) },
    applies: canWrite,
  }),
  defineFault({
    id: 'dispute-not-kept',
    violates: 'writesExist',
    title: 'A new dispute is not kept',
    hooks: keepChanged<Dispute>('createDispute', () => []),
    applies: canWrite,
  }),
  defineFault({
    id: 'dispute-kept-twice',
    violates: 'writesExist',
    title: 'A new dispute is kept twice',
    hooks: keepChanged<Dispute>('createDispute', (disputes) => [
      ...disputes,
      ...disputes.map((each) => ({ ...each, key: each.key.replace(/\d+$/, (digits) => String(Number(digits) + 700)) })),
    ]),
    applies: (choices) => canWrite(choices) && choices.listForm !== 'map-by-id',
  }),
  defineFault({
    id: 'dispute-kept-with-other-amount',
    violates: 'disputeCarries',
    title: 'A new dispute is kept with another amount',
    hooks: keepChanged<Dispute>('createDispute', (disputes) =>
      disputes.map((each) => ({ ...each, amount: each.amount + 1 })),
    ),
    applies: canWrite,
  }),
  defineFault({
    id: 'dispute-kept-as-resolved',
    violates: 'reviewer',
    title: 'A new dispute shows reviewer metadata',
    hooks: keepChanged<Dispute>('createDispute', (disputes) =>
      disputes.map((each) => ({ ...each, reviewer: 'none', note: '-' })),
    ),
    applies: canWrite,
  }),
  defineFault({
    id: 'dispute-kept-for-another-tenant',
    violates: 'limited',
    title: 'A new dispute appears in another tenant',
    hooks: (shape) => ({
      write: (entities, context) => {
        if (!isDispute(context)) return entities;
        const { world, user } = context.scope;
        const terminal = world.terminals.find((each) => !user.tenantKeys.includes(each.tenantKey));
        return shape.seed < 0 || terminal === undefined
          ? entities
          : entities.map((each) => ({ ...each, tenantKey: terminal.tenantKey, terminalKey: terminal.key }));
      },
    }),
    applies: canWrite,
  }),
  defineFault({
    id: 'derivation-not-kept',
    violates: 'writesExist',
    title: 'Derived batches are not kept',
    hooks: keepChanged<Batch>('deriveSettlements', () => []),
    applies: canWrite,
  }),
  defineFault({
    id: 'derivation-kept-twice',
    violates: 'writesExist',
    title: 'Derived batches are kept twice',
    hooks: keepChanged<Batch>('deriveSettlements', (batches) => [
      ...batches,
      ...batches.map((each) => ({ ...each, key: each.key.replace(/\d+$/, (digits) => String(Number(digits) + 700)) })),
    ]),
    applies: (choices) => canWrite(choices) && choices.transactionVolume !== 'few',
  }),
  defineFault({
    id: 'refused-dispute-kept',
    violates: 'privilege',
    title: 'A dispute that is refused is kept all the same',
    hooks: { refusedWrite: (context, keep) => (isDispute(context) ? keep() : undefined) },
    applies: (choices) => hasRows(choices) && ownsKey(choices, 'reader') && choices.keysGiven !== 'restricted-only',
  }),
  defineFault({
    id: 'refused-derivation-kept',
    violates: 'privilege',
    title: 'A derivation that is refused is done all the same',
    hooks: { refusedWrite: (context, keep) => (isDispute(context) ? undefined : keep()) },
    applies: (choices) =>
      hasRows(choices) &&
      choices.transactionVolume !== 'few' &&
      choices.writers !== 'administrator-and-finance' &&
      ownsKey(choices, 'reader') &&
      ownsKey(choices, 'administrator'),
  }),
  defineFault({
    id: 'disputes-stale',
    violates: 'writesExist',
    title: 'The list of disputes never changes after the first read',
    hooks: () => {
      const kept = new Map<string, readonly Dispute[]>();
      return {
        scope: (scope, { operation }) => {
          if (operation !== 'listDisputes') return scope;
          const known = kept.get(scope.user.key) ?? scope.disputes;
          kept.set(scope.user.key, known);
          return { ...scope, disputes: known };
        },
      };
    },
    applies: canWrite,
  }),
  defineFault({
    id: 'settlements-stale',
    violates: 'writesExist',
    title: 'The list of settlements never changes after the first read',
    hooks: () => {
      const kept = new Map<string, readonly Batch[]>();
      return {
        scope: (scope, { operation }) => {
          if (operation !== 'listSettlements') return scope;
          const known = kept.get(scope.user.key) ?? [...scope.batches];
          kept.set(scope.user.key, known);
          return { ...scope, batches: known };
        },
      };
    },
    applies: (choices) => canWrite(choices) && choices.transactionVolume !== 'few',
  }),
];

export const accessFaults: readonly Fault[] = [...keyFaults, ...writeFaults];
