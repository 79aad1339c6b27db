import type { ClauseId, GapId, Level } from '../../../spec/index.ts';
import type { ContractJudge } from '../../reading/schemas/response-schemas.ts';
import type { Verdict } from '../../reading/verdicts/verdict.ts';
import type { Bindings } from '../../slots/bindings.ts';
import type { Callers } from '../exchanges/callers.ts';
import type { SeenExchange } from '../exchanges/read-exchanges.ts';

/** Which side a violation accuses: the service that responded, or the client that requested. */
export type Party = 'service' | 'client';

/** Data that the rules of one judge share. */
export interface RuleContext {
  readonly callers: Callers;
  /** The contract that responses are validated against; `undefined` if none is known to apply to the service. */
  readonly contract: () => ContractJudge | undefined;
  /** Where the service keeps the documented values, if that is certain: stated by the user, or by the built-in contract. */
  readonly bindings: () => Bindings | undefined;
}

/** The state of a rule over the traffic of one service. Its memory is bounded. */
export interface RuleObserver {
  /** Judges one exchange, alone and by those before it; `undefined` if it shows nothing about the rule. */
  observe(seen: SeenExchange): Verdict | undefined;
}

/** A statement about a service that its traffic can show or contradict. */
export interface TrafficRule {
  /** `traffic/what-is-true`. Never changes: baselines and earlier reports refer to it. */
  readonly id: string;
  /** The statement that a pass confirms, as a sentence. */
  readonly title: string;
  readonly clause: ClauseId | GapId;
  readonly covers?: readonly ClauseId[];
  readonly level: Level;
  readonly party: Party;
  /** The traffic that would show it, if none did: `GET /v1/feeds/account.xml`. */
  readonly shownBy: string;
  open(context: RuleContext): RuleObserver;
}

/** Declares a rule that judges each exchange alone. */
export const judgeEach = (
  rule: Omit<TrafficRule, 'open'>,
  judge: (seen: SeenExchange, context: RuleContext) => Verdict | undefined,
): TrafficRule => ({ ...rule, open: (context) => ({ observe: (seen) => judge(seen, context) }) });
