import type { AppliedFault } from '../../../server/faults/fault-choice.ts';
import type { NewFaultRule } from '../../library/client/faults.ts';

/** One request or delivery that fails, and how. */
export interface ScheduledFault {
  readonly conditions: Pick<NewFaultRule, 'operation' | 'user_id' | 'event_type' | 'destination_id'>;
  /** Its number among those that meet the conditions. */
  readonly nth: number;
  readonly effect: NewFaultRule['effect'];
}

/** The most rules of a sandbox. */
const MAX_RULES = 100;
/** The most numbers of a rule. */
const MAX_NUMBERS = 100;

/** Returns the fault that repeats an applied one. */
export function scheduleFault({ subject: { kind, pair }, nth, rule }: AppliedFault): ScheduledFault {
  const [name, who] = pair;
  const { effect } = rule.definition;
  if (kind === 'delivery') return { conditions: { event_type: name, destination_id: who ?? '' }, nth, effect };
  return { conditions: who === null ? { operation: name } : { operation: name, user_id: who }, nth, effect };
}

/** Sorts faults, because concurrent requests apply them in any order. */
export const sortSchedule = (schedule: readonly ScheduledFault[]): readonly ScheduledFault[] =>
  schedule.toSorted((one, other) => {
    const [a, b] = [formatGroup(one), formatGroup(other)];
    if (a === b) return one.nth - other.nth;
    return a < b ? -1 : 1;
  });

/** Returns the rules of a sorted schedule; those beyond the limit of a sandbox are left out. */
export function createRules(schedule: readonly ScheduledFault[]): NewFaultRule[] {
  return [...Map.groupBy(schedule, formatGroup).values()]
    .flatMap((group) =>
      Array.from({ length: Math.ceil(group.length / MAX_NUMBERS) }, (_, part) =>
        createRule(group.slice(part * MAX_NUMBERS, (part + 1) * MAX_NUMBERS)),
      ),
    )
    .flat()
    .slice(0, MAX_RULES);
}

function createRule(faults: readonly ScheduledFault[]): NewFaultRule[] {
  const [first] = faults;
  return first === undefined ? [] : [{ ...first.conditions, nth: faults.map(({ nth }) => nth), effect: first.effect }];
}

const formatGroup = ({ conditions, effect }: ScheduledFault): string => JSON.stringify([conditions, effect]);
