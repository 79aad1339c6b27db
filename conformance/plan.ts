import type { OperationId } from '../spec/index.ts';
import type { Check } from './check.ts';
import costsFile from './golden/costs.json' with { type: 'json' };
import { takesSurvey } from './look-around.ts';

/** How many requests of each operation were sent with no key, with one, and with two of different customers. */
type Costs = Readonly<Partial<Record<OperationId, readonly number[]>>>;

const measured: Readonly<Record<string, Costs>> = costsFile; // as `bin/conform-costs.test.ts` writes it

/** The name under which the costs of looking around stand, before the first check. */
export const SURVEY = '(survey)';

/** A plan may be wrong by so much, in percent, as measured against the sandbox with one to four keys. */
export const PLAN_TOLERANCE_PERCENT = 25;

/** What a run is expected to send. */
export interface Plan {
  /** By check, in the order of the catalogue; the survey comes first, without a check. Unknown for checks of one's own. */
  readonly steps: readonly { readonly id: string; readonly requests: number | undefined }[];
  readonly byOperation: ReadonlyMap<OperationId, number>;
  readonly requests: number;
}

/** Foretells the requests of a run from what was measured on a service with data for every check. Sends nothing. */
export function planOf(
  checks: readonly Check[],
  { keys, writesAllowed }: { readonly keys: number; readonly writesAllowed: boolean },
): Plan {
  const byOperation = new Map<OperationId, number>();
  const priced = (costs: Costs, foretell: (measurements: readonly number[]) => number): number => {
    let sum = 0;
    for (const [operation, measurements = []] of Object.entries(costs)) {
      const requests = foretell(measurements);
      sum += requests;
      const id = operation as OperationId; // a key of `Costs`
      byOperation.set(id, (byOperation.get(id) ?? 0) + requests);
    }
    return sum;
  };
  const survey = priced(measured[SURVEY] ?? {}, (measurements) =>
    growing(measurements, takesSurvey(checks) ? keys : 0),
  );
  const steps = checks.map(({ id, needs }) => {
    const costs = measured[id];
    if (costs === undefined) return { id, requests: undefined };
    const isLeftOut = needs.includes('writes') && !writesAllowed;
    const isOfPairs = needs.includes('insider') || needs.includes('outsider');
    const foretell = isOfPairs
      ? (counts: readonly number[]) => forPairs(counts, keys)
      : (counts: readonly number[]) => growing(counts, keys);
    return { id, requests: isLeftOut ? 0 : priced(costs, foretell) };
  });
  const requests = steps.reduce((sum, step) => sum + (step.requests ?? 0), survey);
  return { steps: [{ id: SURVEY, requests: survey }, ...steps], byOperation, requests };
}

/** Each key after the second costs what the second one did. */
function growing([none = 0, one = 0, two = one]: readonly number[], keys: number): number {
  return keys === 0 ? none : Math.max(one, one + (two - one) * (keys - 1));
}

/** Two keys make two pairs; each further key of yet another customer is held against one other. */
const forPairs = ([, , two = 0]: readonly number[], keys: number): number =>
  keys < 2 ? 0 : Math.round((two / 2) * keys);
