import type { Cause } from '../../../fixtures/causes.ts';
import type { Ledger } from '../../../fixtures/ledger.ts';
import type { TenantFixture } from '../../../fixtures/model.ts';
import type { StreamSource } from '../../../fixtures/stream-types.ts';
import type { Severity, Turn } from './incident.ts';

/** A terminal as the rules look at it: its streams are asked of `source` and `ledger`. */
export interface TerminalStreams {
  readonly source: StreamSource;
  readonly ledger: Ledger;
}

/** An account with the terminals that it owns and that are at work: what concerns many of them is judged over these. */
export interface AccountStreams {
  readonly seed: number;
  readonly tenant: TenantFixture;
  readonly accountId: string;
  /** What users changed about the whole tenant. */
  readonly causes?: readonly Cause[];
  readonly terminals: readonly TerminalStreams[];
}

/** What is looked for: incidents that were open at some instant of it. `toMs` is the present, and included. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * A part of the time that rules look at, one part after the other: what they find in the parts is what they find in the
 * whole. Each part takes up the states in which the part before left the rules.
 */
export interface Part extends Span {
  /** Earlier parts looked at the minutes up to this one, whole minutes; minus infinity in the first part. */
  readonly afterMs: number;
  /** How the rules stood at `afterMs`, by dedupe key. */
  readonly before: RuleStates;
  /** Where the rules write how they stand at `toMs`. */
  readonly after: Map<string, RuleState>;
}

export type RuleStates = ReadonlyMap<string, RuleState>;

/** How a rule stands at the end of a part. */
export interface RuleState {
  /** The incident that is open. */
  readonly open?: OpenIncident;
  readonly lastOpenedAtMs?: number;
  /** Nothing opens before this minute. */
  readonly restUntilMs?: number;
  /** Of a rule without incidents: what it told lately, by subject, and when. */
  readonly toldMs?: ReadonlyMap<string, number>;
}

/** The course of an incident up to now. */
export interface OpenIncident {
  readonly opening: Turn;
  readonly escalations: readonly Turn[];
  readonly severity: Severity;
}

/** The whole of a span, with nothing known from before. */
export const wholeOf = (span: Span): Part => ({
  ...span,
  afterMs: Number.NEGATIVE_INFINITY,
  before: new Map(),
  after: new Map(),
});

/** Whether no part was looked at before. */
export const isFirst = ({ afterMs }: Part): boolean => afterMs === Number.NEGATIVE_INFINITY;

/** Where a rule has to begin to look that asks what happened up to `ms` before each minute of the part. */
export const lookBackFrom = (part: Part, ms: number): number => (isFirst(part) ? part.fromMs : part.fromMs - ms);
