import {
  presentBatch,
  presentCommand,
  presentConnector,
  presentConnectorStatus,
  presentDispute,
  presentGroup,
  presentLocation,
  presentMonitoring,
  presentProvisioning,
  presentTimeline,
  presentTransaction,
} from '../model/present.ts';
import type { Terminal } from '../model/types.ts';
import { type LogicalRecord, record, reference } from '../model/values.ts';
import { type Answer, refuse } from '../protocol/answers.ts';
import { type Call, describeCall } from './call.ts';
import { answerCatalog } from './catalog.ts';
import { answerFeed } from './feeds.ts';
import { answerList, finishRecords, listTerminalTransactions, listTransactions } from './lists.ts';
import { answerPortal } from './portal.ts';
import { createDispute, deriveSettlements } from './writes.ts';

type Kind = 'terminal' | 'transaction' | 'connector';

/** Finds the entity that the path names within the scope, or refuses as the shape states. */
function findTarget<Found extends { readonly key: string }>(
  call: Call,
  kind: Kind,
  lists: { visible: readonly Found[]; all: readonly Found[] },
) {
  const { ids } = call.service.style;
  const isRequested = (each: Found) => ids.text(kind, each.key) === call.id;
  const found = lists.visible.find(isRequested);
  if (found !== undefined) return found;
  const isKnown = lists.all.some(isRequested);
  if (!isKnown && isMalformed(call, kind)) return refuse('not-found', 400);
  return refuse(isKnown ? 'foreign' : 'not-found');
}

/** Returns whether an id has a letter where ids have only digits. */
function isMalformed({ service, id }: Call, kind: Kind): boolean {
  const { choices } = service;
  const style = { terminal: choices.terminalIds, transaction: choices.transactionIds, connector: choices.connectorIds }[
    kind
  ];
  const isOfDigits = ['digits', 'short', 'padded', 'number', 'sixteen-digits', 'huge-number'].includes(style);
  return choices.malformedId === '400' && isOfDigits && /\D/.test(id ?? '');
}

/** Returns the empty reply about a terminal out of scope, where the shape has one. */
function answerAsEmpty(call: Call): Answer | undefined {
  const { choices } = call.service;
  const { id } = call.operation;
  if (id === 'getTerminalFeed' && choices.feedRefusal === 'empty-channel')
    return { kind: 'feed', title: 'Terminal activity', items: [] };
  if (choices.foreignLists !== 'empty') return undefined;
  if (id === 'listCommands') return { kind: 'list', name: 'commands', records: [] };
  return id === 'listTerminalTransactions'
    ? { kind: 'list', name: 'transactions', records: [], isOfTerminal: true }
    : undefined;
}

function isRefusal(value: object): value is Extract<Answer, { kind: 'refusal' }> {
  return 'kind' in value && value.kind === 'refusal';
}

function finishOne(record: LogicalRecord, call: Call, targetKey: string): LogicalRecord {
  return finishRecords([record], call, targetKey)[0] ?? record;
}

function isUnprovisioned(call: Call, terminal: Terminal): boolean {
  return call.service.choices.provisioningPresent === 'some-without' && terminal.index % 4 === 2;
}

function answerTerminal(call: Call, terminal: Terminal): Answer {
  const { scope } = call;
  switch (call.operation.id) {
    case 'getLocation': {
      const location = scope.world.locations.find((each) => each.key === terminal.locationKey);
      if (location === undefined) {
        if (call.service.choices.missingLocation === 'refused') return refuse('not-found');
        const nothing = {
          terminal: reference('terminal', terminal.key, terminal.label),
          name: null,
          street: null,
          city: null,
        };
        return { kind: 'record', name: 'location', record: record('place', nothing) };
      }
      const place = finishOne(presentLocation(scope, location, terminal), call, terminal.key);
      return { kind: 'record', name: 'location', record: place };
    }
    case 'getMonitoring':
      return { kind: 'monitoring', record: finishOne(presentMonitoring(scope, terminal), call, terminal.key) };
    case 'listTerminalTransactions':
      return listTerminalTransactions(call, terminal);
    case 'listCommands': {
      const commands = scope.commands.filter((each) => each.terminalKey === terminal.key);
      return answerList(
        call,
        'commands',
        commands.map((each) => presentCommand(scope, each)),
        terminal.key,
      );
    }
    case 'getPayload': {
      if (isUnprovisioned(call, terminal)) return refuse('not-found');
      const record = finishOne(presentProvisioning(scope, terminal, 'payload'), call, terminal.key);
      return { kind: 'record', name: 'payload', record };
    }
    case 'getExport':
      if (isUnprovisioned(call, terminal)) return refuse('not-found');
      return { kind: 'export', record: finishOne(presentProvisioning(scope, terminal, 'export'), call, terminal.key) };
    default:
      return answerFeed(call, terminal.key);
  }
}

function answerTimeline(call: Call): Answer {
  const { scope } = call;
  const row = findTarget(call, 'transaction', {
    visible: scope.transactions,
    all: scope.world.transactions.filter((each) => each.arrivedAtMs <= scope.nowMs),
  });
  if (isRefusal(row)) return row;
  const [transaction = presentTransaction(scope, row), ...steps] = finishRecords(
    [presentTransaction(scope, row), ...presentTimeline(scope, row)],
    call,
    row.key,
  );
  return { kind: 'timeline', transaction, steps };
}

function listLocations(call: Call): Answer {
  const { scope } = call;
  const perTerminal = call.service.choices.locationIdentity === 'terminal';
  const records = perTerminal
    ? scope.terminals.flatMap((terminal) => {
        const location = scope.world.locations.find((each) => each.key === terminal.locationKey);
        return location === undefined ? [] : [presentLocation(scope, location, terminal)];
      })
    : scope.locations.map((location) => presentLocation(scope, location));
  return answerList(call, 'locations', records);
}

/** Answers a call whose key may use the operation. */
export function answerCall(call: Call): Answer {
  const { operation, scope } = call;
  if (operation.path.includes('{terminal_id}')) {
    const terminal = findTarget(call, 'terminal', { visible: scope.terminals, all: scope.world.terminals });
    return isRefusal(terminal) ? (answerAsEmpty(call) ?? terminal) : answerTerminal(call, terminal);
  }
  switch (operation.id) {
    case 'getPortal':
      return answerPortal(call);
    case 'getCatalog':
      return answerCatalog(call);
    case 'listTransactions':
      return listTransactions(call);
    case 'getTimeline':
      return answerTimeline(call);
    case 'listSettlements':
      return answerList(
        call,
        'batches',
        scope.batches.map((each) => presentBatch(scope, each)),
      );
    case 'listDisputes':
      return answerList(
        call,
        'disputes',
        scope.disputes.map((each) => presentDispute(scope, each)),
      );
    case 'listLocations':
      return listLocations(call);
    case 'listConnectors':
      return answerList(
        call,
        'connectors',
        scope.connectors.map((each) => presentConnector(scope, each)),
      );
    case 'getConnectorStatus': {
      const connector = findTarget(call, 'connector', { visible: scope.connectors, all: scope.world.connectors });
      if (isRefusal(connector)) return connector;
      const record = finishOne(presentConnectorStatus(scope, connector), call, connector.key);
      return { kind: 'record', name: 'connectorStatus', record };
    }
    case 'listGroups':
      return answerList(
        call,
        'groups',
        scope.groups.map((each) => presentGroup(scope, each)),
      );
    case 'getAccountFeed':
      return answerFeed(call, undefined);
    case 'deriveSettlements':
      return deriveSettlements(call);
    case 'createDispute':
      return createDispute(call);
    default:
      return refuse('unknown-path');
  }
}

/** Returns the empty form of the reply to a read of an area that the role excludes, if there is one. */
export function answerEmptyArea(call: Call): Answer | undefined {
  const names: Partial<Record<string, string>> = {
    listTransactions: 'transactions',
    listSettlements: 'batches',
    listDisputes: 'disputes',
    listConnectors: 'connectors',
  };
  const name = names[call.operation.id];
  if (name === undefined) return undefined;
  const context = describeCall(call);
  const records = call.service.hooks.list?.([], context) ?? [];
  return {
    kind: 'list',
    name,
    records,
    ...(name === 'transactions' ? { totals: { surcharge: 0, withdrawn: 0, rowCount: 0 } } : {}),
  };
}
