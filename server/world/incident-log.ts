import { DAY_MS } from '../../fixtures/calendar.ts';
import { disputesOf } from '../../fixtures/dispute-cases.ts';
import { HISTORY_START_MS } from '../../fixtures/epoch.ts';
import { unusualBatches } from '../../fixtures/settlement-history.ts';
import type { Batch } from '../../fixtures/settlements.ts';
import { sourceOf } from './books.ts';
import {
  type AccountStreams,
  accountHappeningsOf,
  accountIncidentsOf,
  batchIncidentsOf,
  type Happening,
  happeningsOf,
  type Incident,
  incidentsOf,
  knownAt,
} from './rules/index.ts';
import type { GeneratedTenant, TenantState, Terminal } from './tenant.ts';

/*
 * What the rules find, kept. They always look from the beginning of the history, so that it does not matter when and in
 * how many steps somebody asks; and to a horizon beyond the present, so that a clock that moves on a little finds
 * everything worked out. What is not known yet is cut off.
 */

/** What was found of a thing up to an instant. */
export interface Log {
  /** Oldest first. */
  readonly incidents: readonly Incident[];
  /** Oldest first. */
  readonly happenings: readonly Happening[];
}

/** A little more than the history before the sandbox clock starts; each further horizon is twice as far. */
const FIRST_HORIZON_MS = 36 * DAY_MS;

function horizonOf(nowMs: number): number {
  let reachMs = FIRST_HORIZON_MS;
  while (HISTORY_START_MS + reachMs < nowMs) reachMs *= 2;
  return HISTORY_START_MS + reachMs;
}

/** Keeps the log of a thing up to its horizon, and the last cut of it: portal, status and feeds look from one instant. */
class KeptLogs<Thing extends WeakKey> {
  readonly #kept = new WeakMap<Thing, { readonly horizonMs: number; readonly log: Log; cut: Log; cutMs: number }>();

  at(thing: Thing, nowMs: number, workOut: (span: { fromMs: number; toMs: number }) => Log): Log {
    const horizonMs = horizonOf(nowMs);
    let kept = this.#kept.get(thing);
    if (kept === undefined || kept.horizonMs < horizonMs) {
      const log = workOut({ fromMs: HISTORY_START_MS, toMs: horizonMs });
      kept = { horizonMs, log, cut: log, cutMs: horizonMs };
      this.#kept.set(thing, kept);
    }
    if (kept.cutMs !== nowMs) {
      kept.cut = cutAt(kept.log, nowMs);
      kept.cutMs = nowMs;
    }
    return kept.cut;
  }
}

function cutAt({ incidents, happenings }: Log, nowMs: number): Log {
  return {
    incidents: incidents.flatMap((incident) => knownAt(incident, nowMs) ?? []),
    happenings: happenings.filter(({ atMs }) => atMs <= nowMs),
  };
}

const ofTerminals = new KeptLogs<Terminal>();

/** What is known at `nowMs` of a terminal by itself. */
export function terminalLog(terminal: Terminal, nowMs: number): Log {
  return ofTerminals.at(terminal, nowMs, (span) => ({
    incidents: incidentsOf(terminal, span),
    happenings: happeningsOf(terminal, span),
  }));
}

/** What is known at `nowMs` of an account, apart from what its terminals tell by themselves. */
export function accountLog(state: TenantState, accountId: string, nowMs: number): Log {
  const account = accountOf(state.generated, accountId);
  const streams = ofAccounts.at(account, nowMs, (span) => ({
    incidents: accountIncidentsOf(account, span),
    happenings: accountHappeningsOf(account, span),
  }));
  const batches = batchLogsOf(state).at(account, nowMs, (span) => ({
    incidents: batchIncidentsOf(account, unusualBatchesOf(state, accountId, span.toMs), span),
    happenings: [],
  }));
  return { incidents: [...streams.incidents, ...batches.incidents], happenings: streams.happenings };
}

/** What happened at one terminal, as known at `nowMs`; what took several terminals to see is told of the last one. */
export function happeningsAt(state: TenantState, terminal: Terminal, nowMs: number): readonly Happening[] {
  const { terminalId, fixture } = terminal;
  const seenTogether = accountLog(state, fixture.accountId, nowMs).happenings;
  return [
    ...terminalLog(terminal, nowMs).happenings,
    ...seenTogether.filter((happening) => happening.terminalId === terminalId),
  ];
}

const ofAccounts = new KeptLogs<AccountStreams>();

const accounts = new WeakMap<GeneratedTenant, Map<string, AccountStreams>>();

/** An account with its own terminals that are at work; the same one each time. */
function accountOf(generated: GeneratedTenant, accountId: string): AccountStreams {
  const byId = accounts.get(generated) ?? new Map<string, AccountStreams>();
  accounts.set(generated, byId);
  const known = byId.get(accountId);
  if (known !== undefined) return known;
  const { seed, fixture, causes } = generated;
  const terminals = generated.terminals.filter(
    (terminal) => terminal.fixture.accountId === accountId && terminal.fixture.status === 'active',
  );
  const account = { seed, tenant: fixture, accountId, causes, terminals };
  byId.set(accountId, account);
  return account;
}

interface BatchLogs {
  readonly openedDisputes: TenantState['openedDisputes'];
  readonly logs: KeptLogs<AccountStreams>;
}

const batchLogs = new WeakMap<TenantState['derivedBatches'], BatchLogs>();

/** Batches change with what users derive and dispute, and with nothing else that they do. */
function batchLogsOf({ derivedBatches, openedDisputes }: TenantState): KeptLogs<AccountStreams> {
  const known = batchLogs.get(derivedBatches);
  if (known !== undefined && known.openedDisputes === openedDisputes) return known.logs;
  const logs = new KeptLogs<AccountStreams>();
  batchLogs.set(derivedBatches, { openedDisputes, logs });
  return logs;
}

/** Batches that may be worth telling of, each with all its revisions, oldest first. */
function unusualBatchesOf(state: TenantState, accountId: string, toMs: number): readonly (readonly Batch[])[] {
  const source = sourceOf(state.generated);
  const cases = [...state.openedDisputes, ...disputesOf(source, toMs)];
  const revisions = [
    ...unusualBatches(source, accountId, cases, toMs),
    ...derivedRevisions(state).filter((batch) => batch.accountId === accountId),
  ];
  return [...Map.groupBy(revisions, ({ batchId }) => batchId).values()].map((own) =>
    own.sort((a, b) => a.timing.derivedAtMs - b.timing.derivedAtMs || a.revision - b.revision),
  );
}

/** Every batch that a user derived, replaced ones too, as it was left. */
function derivedRevisions({ everDerived }: TenantState): readonly Batch[] {
  return [...new Map([...everDerived].map((batch) => [`${batch.batchId} ${batch.revision}`, batch])).values()];
}
