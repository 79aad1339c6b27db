import type { TerminalFixture } from '../../../fixtures/model/model.ts';
import type { Batch } from '../../../fixtures/model/settlements.ts';
import { HOUR_MS } from '../../../fixtures/time/calendar.ts';
import { type EventType, getEnumValues } from '../../../spec/index.ts';
import { getPolicy, type Policy } from '../rules/evaluation/default-policy.ts';
import type { Incident } from '../rules/incident.ts';
import { withAccountRows } from '../rules/input/account-rows.ts';
import { type AttemptLog, readAttempts } from '../rules/input/attempts.ts';
import {
  type AccountStreams,
  type EvaluatedSpan,
  isFirstPart,
  type SpanPart,
  type TerminalStreams,
} from '../rules/input/streams.ts';
import { compareOldestFirst, type Log } from '../rules/log.ts';
import type { Happening } from '../rules/point-event.ts';
import type { EventDefinition, EventRule, TerminalEvaluation } from './definitions/event-definition.ts';
import { eventDefinitions } from './definitions/index.ts';

const eventTypes: readonly EventType[] = getEnumValues('EventType');
const definitions: readonly EventDefinition[] = Object.values(eventDefinitions);
const incidentRules: readonly EventRule<Incident>[] = definitions.flatMap(({ kind, rule }) =>
  kind === 'incident' ? [rule] : [],
);
const pointRules: readonly EventRule<Happening>[] = definitions.flatMap(({ kind, rule }) =>
  kind === 'point' ? [rule] : [],
);

/**
 * Returns the incidents at one terminal that were open at some instant of the part and the happenings in it, as known at
 * its end, unordered. Without the results of rules that evaluate the whole span at once.
 * @see gap events.incident_states, events.conditions
 */
export function evaluateTerminal(streams: TerminalStreams, part: SpanPart): Log {
  const evaluation = new SharedEvaluation(streams, part);
  return {
    incidents: eventTypes.flatMap((type) => evaluation.incidentsOf(type)),
    happenings: pointRules.flatMap((rule) =>
      appliesTo(rule, streams.source.terminal) ? (rule.evaluateTerminal?.(evaluation) ?? []) : [],
    ),
  };
}

/** Returns the results of the rules that evaluate the whole span of a terminal at once, unordered. */
export function evaluateTerminalSpan({ source }: Pick<TerminalStreams, 'source'>, span: EvaluatedSpan): Log {
  const policy = getPolicy(source.tenant);
  const evaluate = <Found>(rule: EventRule<Found>): readonly Found[] =>
    appliesTo(rule, source.terminal) ? (rule.evaluateTerminalSpan?.({ source, span, policy }) ?? []) : [];
  return { incidents: incidentRules.flatMap(evaluate), happenings: pointRules.flatMap(evaluate) };
}

const appliesTo = (rule: EventRule<unknown>, { status }: TerminalFixture): boolean =>
  status === 'active' || (status === 'never_reported' && rule.isForUnreportedTerminals === true);

/** Returns the incidents and happenings of one account itself in a part, unordered. */
export function evaluateAccount(account: AccountStreams, part: SpanPart): Log {
  const policy = getPolicy(account.tenant);
  const evaluate = <Found>(rule: EventRule<Found>): readonly Found[] =>
    rule.evaluateAccount?.({ account, part, policy }) ?? [];
  return withAccountRows(account, part, {
    prepare() {
      for (const { rule } of definitions) rule.prepareAccount?.({ account, part, policy });
    },
    evaluate: () => ({
      incidents: incidentRules.flatMap(evaluate),
      happenings: pointRules.flatMap(evaluate),
    }),
  });
}

/** Returns the results of the rules that evaluate the whole span of an account at once, unordered. */
export function evaluateAccountSpan(account: AccountStreams, span: EvaluatedSpan): Log {
  const policy = getPolicy(account.tenant);
  const evaluate = <Found>(rule: EventRule<Found>): readonly Found[] =>
    rule.evaluateAccountSpan?.({ account, span, policy }) ?? [];
  return { incidents: incidentRules.flatMap(evaluate), happenings: pointRules.flatMap(evaluate) };
}

/** Returns the incidents of batches, oldest first. Needs all revisions of each batch, oldest first. */
export function findBatchIncidents(
  { seed, tenant }: Pick<AccountStreams, 'seed' | 'tenant'>,
  batches: readonly (readonly Batch[])[],
  span: EvaluatedSpan,
): readonly Incident[] {
  const policy = getPolicy(tenant);
  return batches
    .flatMap((revisions) =>
      incidentRules.flatMap((rule) => rule.evaluateBatch?.({ seed, revisions, span, policy }) ?? []),
    )
    .sort(compareOldestFirst);
}

/** Evaluates each rule once, even if other rules need its incidents. Reads the attempts once. */
class SharedEvaluation implements TerminalEvaluation {
  readonly streams: TerminalStreams;
  readonly part: SpanPart;
  readonly policy: Policy;
  readonly #incidents = new Map<EventType, readonly Incident[]>();
  #attempts: AttemptLog | undefined;

  constructor(streams: TerminalStreams, part: SpanPart) {
    this.streams = streams;
    this.part = part;
    this.policy = getPolicy(streams.source.tenant);
  }

  incidentsOf(type: EventType): readonly Incident[] {
    const known = this.#incidents.get(type);
    if (known !== undefined) return known;
    const { kind, rule }: EventDefinition = eventDefinitions[type];
    const isApplied = kind === 'incident' && appliesTo(rule, this.streams.source.terminal);
    const found = isApplied ? (rule.evaluateTerminal?.(this) ?? []) : [];
    this.#incidents.set(type, found);
    return found;
  }

  get attempts(): AttemptLog {
    const { latestWithinHours, latestAttempts } = this.policy.declineSpike;
    this.#attempts ??= readAttempts(this.streams.ledger, findAttemptsSpan(this.streams, this.part), {
      beforeMs: latestWithinHours * HOUR_MS,
      least: latestAttempts,
    });
    return this.#attempts;
  }
}

/** Longer than the windows of rules about attempts, including delays. */
const ATTEMPTS_LOOK_BACK_MS = 26 * HOUR_MS;

const typesThatReadAttempts = eventTypes.filter((type) => eventDefinitions[type].rule.readsAttempts === true);

/** Returns the attempts that rules need: those of the day before, and those since the open incidents began. */
function findAttemptsSpan({ source }: TerminalStreams, part: SpanPart): EvaluatedSpan {
  if (isFirstPart(part)) return part;
  const openedMs = typesThatReadAttempts.map(
    (type) => part.before.get(`${type}:${source.terminal.terminalId}`)?.open?.opening.atMs ?? part.fromMs,
  );
  return { fromMs: Math.min(part.fromMs, ...openedMs) - ATTEMPTS_LOOK_BACK_MS, toMs: part.toMs };
}
