import type { Ledger } from '../../../../fixtures/cash/ledger.ts';
import type { Cause } from '../../../../fixtures/model/causes.ts';
import type { TenantFixture } from '../../../../fixtures/model/model.ts';
import type { StreamSource } from '../../../../fixtures/model/stream-types.ts';
import type { IncidentChange, Severity } from '../incident.ts';

/** A terminal as input of rules, with its streams in `source` and `ledger`. */
export interface TerminalStreams {
  readonly source: StreamSource;
  readonly ledger: Ledger;
}

/** An account with its own working terminals, as input of rules about several terminals. */
export interface AccountStreams {
  readonly seed: number;
  readonly tenant: TenantFixture;
  readonly accountId: string;
  /** Causes that users added for the whole tenant. */
  readonly causes?: readonly Cause[];
  readonly terminals: readonly TerminalStreams[];
}

/** Incidents that were open at some instant of the span are returned. `toMs` is the present, inclusive. */
export interface EvaluatedSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * A part of a span. Parts are evaluated in sequence, and together give the result of the whole span. Each part
 * continues with the rules' states at the end of the previous one.
 */
export interface SpanPart extends EvaluatedSpan {
  /** Earlier parts evaluated the whole minutes up to this one; minus infinity in the first part. */
  readonly afterMs: number;
  /** The rules' states at `afterMs`, by dedupe key. */
  readonly before: RuleStates;
  /** The rules store their states at `toMs` here. */
  readonly after: Map<string, RuleState>;
  /** Further parts up to this instant will be evaluated next; none if it is undefined. */
  readonly followedUntilMs?: number;
}

export type RuleStates = ReadonlyMap<string, RuleState>;

/** State of a rule at the end of a part. */
export interface RuleState {
  /** The open incident. */
  readonly open?: OpenIncident;
  readonly lastOpenedAtMs?: number;
  /** No incident opens before this minute. */
  readonly restUntilMs?: number;
  /** For a rule without incidents: its recent reports, by subject, with their instants. */
  readonly emittedMs?: ReadonlyMap<string, number>;
}

/** The course of an incident up to now. */
export interface OpenIncident {
  readonly opening: IncidentChange;
  readonly escalations: readonly IncidentChange[];
  readonly severity: Severity;
}

/** Returns a whole span as one part. */
export const toSinglePart = (span: EvaluatedSpan): SpanPart => ({
  ...span,
  afterMs: Number.NEGATIVE_INFINITY,
  before: new Map(),
  after: new Map(),
});

/** Whether this is the first part. */
export const isFirstPart = ({ afterMs }: SpanPart): boolean => afterMs === Number.NEGATIVE_INFINITY;

/** Returns the minutes of a part that earlier parts did not evaluate. */
export const unevaluatedSpan = ({ fromMs, afterMs, toMs }: SpanPart): EvaluatedSpan => ({
  fromMs: Math.max(fromMs, afterMs + 1),
  toMs,
});

/** Returns where a rule must start reading if it needs the period `ms` before each minute of the part. */
export const lookBackFrom = (part: SpanPart, ms: number): number =>
  isFirstPart(part) ? part.fromMs : part.fromMs - ms;
