import { presentTerminal, presentTransaction, presentUser } from '../model/present.ts';
import type { Scope } from '../model/scope.ts';
import type { OperationId } from '../protocol/operations.ts';
import {
  defineFault,
  findOtherTenant,
  hasDisputes,
  hasGlobalIds,
  hasRows,
  ownsKey,
  type RuleName,
  widenOn,
  widenScope,
} from './define.ts';
import type { Fault } from './types.ts';

type Collection = Parameters<typeof widenScope>[1][number];

/** Faults that show data of another tenant in one reply. */
const FOREIGN: readonly [string, OperationId, readonly Collection[], RuleName][] = [
  ['foreign-transactions', 'listTransactions', ['transactions'], 'outside'],
  ['foreign-settlements', 'listSettlements', ['batches'], 'batchScoped'],
  ['foreign-disputes', 'listDisputes', ['disputes'], 'limited'],
  ['foreign-locations', 'listLocations', ['terminals'], 'limited'],
  ['foreign-connectors', 'listConnectors', ['connectors'], 'limited'],
  ['foreign-groups', 'listGroups', ['groups'], 'limited'],
  ['foreign-location-readable', 'getLocation', ['terminals'], 'limited'],
  ['foreign-monitoring-readable', 'getMonitoring', ['terminals'], 'limited'],
  ['foreign-terminal-transactions-readable', 'listTerminalTransactions', ['terminals', 'transactions'], 'outside'],
  ['foreign-commands-readable', 'listCommands', ['terminals', 'commands'], 'limited'],
  ['foreign-payload-readable', 'getPayload', ['terminals'], 'limited'],
  ['foreign-export-readable', 'getExport', ['terminals'], 'limited'],
  ['foreign-timeline-readable', 'getTimeline', ['transactions'], 'limited'],
  ['foreign-connector-status-readable', 'getConnectorStatus', ['connectors'], 'limited'],
  ['foreign-terminal-feed-readable', 'getTerminalFeed', ['terminals', 'transactions', 'observations'], 'feedScope'],
  ['foreign-portal-terminals', 'getPortal', ['terminals'], 'limited'],
  ['foreign-portal-transactions', 'getPortal', ['transactions'], 'limited'],
  ['foreign-portal-users', 'getPortal', ['users'], 'limited'],
  ['foreign-portal-connectors', 'getPortal', ['connectors'], 'limited'],
];

/** Faults that show a user restricted to some terminals the rest of their tenant. */
const WIDER: readonly [string, OperationId, readonly Collection[]][] = [
  ['restricted-user-sees-all-transactions', 'listTransactions', ['transactions']],
  ['restricted-user-sees-all-portal-terminals', 'getPortal', ['terminals']],
  ['restricted-user-sees-all-locations', 'listLocations', ['terminals']],
  ['restricted-user-reads-any-monitoring', 'getMonitoring', ['terminals']],
  ['restricted-user-reads-any-terminal-transactions', 'listTerminalTransactions', ['terminals', 'transactions']],
  ['restricted-user-reads-any-timeline', 'getTimeline', ['transactions']],
  ['restricted-user-sees-all-disputes', 'listDisputes', ['disputes']],
];

function withAllLocations(scope: Scope): Scope {
  const keys = new Set(scope.terminals.map((terminal) => terminal.locationKey));
  return { ...scope, locations: scope.world.locations.filter((location) => keys.has(location.key)) };
}

/** Faults in areas that only some roles may read. */
const LIMITED_AREAS = [
  'foreign-settlements',
  'foreign-commands-readable',
  'foreign-payload-readable',
  'foreign-export-readable',
  'foreign-portal-users',
];

const foreignFaults = FOREIGN.map(([id, operation, names, violates]) =>
  defineFault({
    id,
    violates,
    title: `${operation} shows ${names.join(' and ')} of other tenants`,
    hooks: {
      scope: (scope, context) => {
        if (context.operation !== operation) return scope;
        const widened = widenScope(scope, names);
        return operation === 'listLocations' ? withAllLocations(widened) : widened;
      },
    },
    applies: (choices) => {
      if (names.includes('disputes') && !hasDisputes(choices)) return false;
      if (names.includes('transactions') && !names.includes('observations') && !hasRows(choices)) return false;
      if (names.includes('commands') && choices.commandsPresent === 'none') return false;
      if (names.includes('connectors') && choices.connectorCount === 'none') return false;
      if (names.includes('groups') && choices.groupStructure === 'none') return false;
      if (id.endsWith('-readable') && !ownsKey(choices, 'tenants')) return false;
      if (LIMITED_AREAS.includes(id) && !ownsKey(choices, 'administrator')) return false;
      if (id === 'foreign-portal-terminals' && choices.portalCap === 'capped') return false;
      // Where ids repeat, the id of another tenant's thing is also an own id.
      return hasGlobalIds(choices);
    },
  }),
);

const widerFaults = WIDER.map(([id, operation, names]) =>
  defineFault({
    id,
    violates: 'exactly',
    title: `${operation} shows a restricted user the rest of its tenant`,
    hooks: {
      scope: (scope, context) => {
        if (context.operation !== operation) return scope;
        const widened = widenScope(scope, names, 'own');
        return operation === 'listLocations' ? withAllLocations(widened) : widened;
      },
    },
    applies: (choices) =>
      ownsKey(choices, 'restricted') &&
      (!names.includes('disputes') || hasDisputes(choices)) &&
      (!names.includes('transactions') || hasRows(choices)),
  }),
);

const otherFaults: Fault[] = [
  defineFault({
    id: 'one-foreign-transaction',
    violates: 'outside',
    title: 'The list of transactions contains one row of another tenant',
    hooks: {
      filter: (rows, { operation, scope, terminal, group }) => {
        const isPlain = operation === 'listTransactions' && terminal === undefined && group === undefined;
        const other = findOtherTenant(scope);
        const row = scope.world.transactions.find(
          (each) => each.tenantKey === other && each.arrivedAtMs <= scope.nowMs,
        );
        return isPlain && row !== undefined ? [row, ...rows] : rows;
      },
    },
    applies: hasRows,
  }),
  defineFault({
    id: 'foreign-terminal-filter-opens-scope',
    violates: 'outside',
    title: 'terminal_id of another tenant returns its rows',
    hooks: {
      scope: (scope, { operation }) =>
        operation === 'listTransactions' ? { ...widenScope(scope, ['terminals']) } : scope,
      filter: (rows, { scope, terminal }) =>
        terminal === undefined || rows.length > 0
          ? rows
          : scope.world.transactions.filter(
              (row) => row.terminalKey === terminal.key && row.arrivedAtMs <= scope.nowMs,
            ),
    },
    applies: (choices) => hasRows(choices) && hasGlobalIds(choices) && ownsKey(choices, 'tenants'),
  }),
  defineFault({
    id: 'foreign-group-filter-opens-scope',
    violates: 'outside',
    title: 'group_id of another tenant returns its rows',
    hooks: {
      scope: (scope, { operation }) => (operation === 'listTransactions' ? widenScope(scope, ['groups']) : scope),
      filter: (rows, { scope, group, terminal }) =>
        group === undefined || terminal !== undefined || rows.length > 0
          ? rows
          : scope.world.transactions.filter(
              (row) => group.terminalKeys.includes(row.terminalKey) && row.arrivedAtMs <= scope.nowMs,
            ),
    },
    applies: (choices) =>
      hasRows(choices) && hasGlobalIds(choices) && ownsKey(choices, 'tenants') && choices.groupStructure !== 'none',
  }),
  defineFault({
    id: 'sorting-opens-scope',
    violates: 'outside',
    title: 'A sorted list contains rows of other tenants',
    hooks: {
      filter: (rows, { scope, query, terminal, group }) =>
        query.has('sort_by') && terminal === undefined && group === undefined
          ? [
              ...rows,
              ...scope.world.transactions.filter(
                (row) => row.tenantKey === findOtherTenant(scope) && row.arrivedAtMs <= scope.nowMs,
              ),
            ]
          : rows,
    },
    applies: hasRows,
  }),
  defineFault({
    id: 'limit-filled-with-foreign-rows',
    violates: 'outside',
    title: 'A page shorter than limit is filled with rows of other tenants',
    hooks: {
      page: (rows, { scope, limit }) =>
        limit === undefined || rows.length >= limit
          ? rows
          : [
              ...rows,
              ...scope.world.transactions
                .filter((row) => row.tenantKey === findOtherTenant(scope) && row.arrivedAtMs <= scope.nowMs)
                .slice(0, limit - rows.length),
            ],
    },
    applies: (choices) => hasRows(choices) && choices.maximumLimit !== '20' && choices.transactionVolume !== 'many',
  }),
  defineFault({
    id: 'visible-terminal-without-rows',
    violates: 'exactly',
    title: 'The list of transactions lacks the rows of one visible terminal',
    hooks: {
      filter: (rows, { operation }) => {
        const first = rows[0];
        const hasOthers = rows.some((row) => row.terminalKey !== first?.terminalKey);
        return operation === 'listTransactions' && hasOthers
          ? rows.filter((row) => row.terminalKey !== first?.terminalKey)
          : rows;
      },
    },
    applies: (choices) => hasRows(choices) && choices.liveData !== 'transactions',
  }),
  defineFault({
    id: 'group-names-hidden-terminals',
    violates: 'limited',
    title: 'A group names terminals that the user may not see',
    hooks: {
      scope: (scope, { operation }) =>
        operation !== 'listGroups'
          ? scope
          : {
              ...scope,
              groups: scope.groups.map((group) => ({
                ...group,
                directKeys: [
                  ...group.directKeys,
                  ...scope.world.terminals
                    .filter((terminal) => !scope.terminals.includes(terminal))
                    .slice(0, 2)
                    .map((terminal) => terminal.key),
                ],
              })),
            },
    },
    applies: (choices) =>
      choices.groupStructure !== 'none' && (choices.groupTerminals === 'ids' || choices.groupTerminals === 'objects'),
  }),
  defineFault({
    id: 'connectors-empty',
    violates: 'exactly',
    title: 'The list of connectors is always empty',
    hooks: { list: (records, { operation }) => (operation === 'listConnectors' ? [] : records) },
    applies: (choices) => choices.connectorCount !== 'none',
  }),
  defineFault({
    id: 'disputes-of-first-user',
    violates: 'exactly',
    title: 'The disputes of the first caller are shown to all',
    hooks: () => {
      let first: Scope | undefined;
      return {
        scope: (scope, { operation }) => {
          if (operation !== 'listDisputes') return scope;
          first ??= scope;
          return { ...scope, disputes: first.disputes };
        },
      };
    },
    applies: (choices) => hasDisputes(choices) && choices.keysGiven !== 'one',
  }),
  defineFault({
    id: 'portal-of-another-user',
    violates: 'exactly',
    title: 'The portal of every user shows the principal of the first user',
    hooks: {
      portal: (sections, { scope }) =>
        sections.map((section) => {
          const [other] = scope.world.users;
          return section.name === 'principal' && other !== undefined
            ? { ...section, content: presentUser(scope, other) }
            : section;
        }),
    },
    applies: (choices) => choices.keysGiven !== 'one',
  }),
  defineFault({
    id: 'portal-terminal-of-other-tenant',
    violates: 'limited',
    title: 'The portal shows one terminal and one transaction of another tenant',
    hooks: {
      portal: (sections, { scope }) => {
        const other = findOtherTenant(scope);
        const terminal = scope.world.terminals.find(
          (each) => each.tenantKey === other && !scope.terminals.includes(each),
        );
        const row = scope.world.transactions.find((each) => each.terminalKey === terminal?.key);
        return sections.map((section) => {
          const content = Array.isArray(section.content) ? section.content : [];
          if (section.name === 'terminals' && terminal !== undefined)
            return { ...section, content: [...content, presentTerminal(scope, terminal)] };
          if (section.name === 'transactions' && row !== undefined)
            return { ...section, content: [...content, presentTransaction(scope, row)] };
          return section;
        });
      },
    },
    applies: hasGlobalIds,
  }),
  defineFault({
    id: 'settlements-by-any-tenant-of-same-day',
    violates: 'batchScoped',
    title: 'A batch counts the entries of other tenants of the same day',
    hooks: {
      scope: (scope, { operation }) =>
        operation !== 'listSettlements'
          ? scope
          : {
              ...scope,
              batches: scope.batches.map((batch) => {
                const same = scope.world.batches.filter((each) => each.openedAtMs === batch.openedAtMs);
                return { ...batch, entriesByTerminal: new Map(same.flatMap((each) => [...each.entriesByTerminal])) };
              }),
            },
    },
    applies: (choices) => hasRows(choices) && ownsKey(choices, 'administrator'),
  }),
  defineFault({
    id: 'reads-of-restricted-users-widened-by-groups',
    violates: 'exactly',
    title: 'A group filter shows a restricted user all terminals of the group',
    hooks: widenOn(['listTransactions'], ['groups', 'transactions'], 'own'),
    applies: (choices) => hasRows(choices) && choices.groupStructure !== 'none' && ownsKey(choices, 'restricted'),
  }),
];

const laterFaults: Fault[] = [
  defineFault({
    id: 'page-total-counts-foreign-rows',
    violates: 'limited',
    title: 'The number of all rows counts the rows of other tenants',
    hooks: { pageTotal: (_, { scope }) => scope.world.transactions.length },
    applies: (choices) =>
      hasRows(choices) && !choices.paging.startsWith('none') && ['shown', 'header'].includes(choices.pageTotal),
  }),
  defineFault({
    id: 'second-key-opens-another-scope',
    violates: 'exactly',
    title: 'The second key of a user opens the scope of another tenant',
    hooks: {
      authenticate: (user, { key, world }) =>
        user?.secondKey !== undefined && user.secondKey === key
          ? (world.users.find((other) => other.tenantKey !== user.tenantKey) ?? user)
          : user,
    },
    applies: (choices) => choices.keysPerUser === 'two',
  }),
  defineFault({
    id: 'both-filters-joined-with-or',
    violates: 'combined',
    title: 'terminal_id and group_id together return the rows of either',
    hooks: {
      filter: (rows, { all, terminal, group }) =>
        terminal === undefined || group === undefined
          ? rows
          : all.filter((row) => row.terminalKey === terminal.key || group.terminalKeys.includes(row.terminalKey)),
    },
    applies: (choices) => hasRows(choices) && choices.groupStructure !== 'none',
  }),
  defineFault({
    id: 'both-filters-open-scope',
    violates: 'outside',
    title: 'terminal_id and group_id together also return a row of another tenant',
    hooks: {
      filter: (rows, { scope, terminal, group }) => {
        const other = findOtherTenant(scope);
        const row = scope.world.transactions.find((each) => each.tenantKey === other);
        return terminal !== undefined && group !== undefined && row !== undefined ? [row, ...rows] : rows;
      },
    },
    applies: (choices) => hasRows(choices) && choices.groupStructure !== 'none',
  }),
  defineFault({
    id: 'dispute-on-foreign-transaction',
    violates: 'limited',
    title: 'A dispute about a transaction of another tenant is opened',
    hooks: widenOn(['createDispute'], ['transactions']),
    applies: (choices) => hasRows(choices) && hasGlobalIds(choices) && ownsKey(choices, 'tenants') && writes(choices),
  }),
  defineFault({
    id: 'derivation-for-all-tenants',
    violates: 'limited',
    title: 'A derivation derives and shows the batches of all tenants',
    hooks: {
      scope: (scope, { operation }) =>
        operation === 'deriveSettlements'
          ? { ...scope, user: { ...scope.user, tenantKeys: scope.world.tenants.map((tenant) => tenant.key) } }
          : scope,
    },
    applies: (choices) =>
      hasRows(choices) && choices.transactionVolume !== 'few' && writes(choices) && choices.deriveReply === '200-list',
  }),
];

/** Returns whether a given key may write. */
function writes(choices: Parameters<typeof hasRows>[0]): boolean {
  return choices.writers !== 'none-of-the-keys' && ownsKey(choices, 'administrator');
}

export const scopeFaults: readonly Fault[] = [...foreignFaults, ...widerFaults, ...otherFaults, ...laterFaults];
