import type { CheckResult, SharedCause } from './result.ts';

const isCounted = ({ outcome, decides, known }: CheckResult): boolean =>
  outcome === 'fail' && decides && known?.isExpired !== false;

/** Returns the operations whose responses a failure accuses. */
const listAccused = ({ request, cases }: CheckResult): ReadonlySet<string> =>
  new Set(
    [request, ...cases.filter(({ outcome }) => outcome === 'fail').map((one) => one.request)].flatMap((record) =>
      record === undefined ? [] : [record.operation],
    ),
  );

/**
 * Groups the failures by the fewest operations that explain them: first by the operation that most failures accuse, then by the
 * operation that most of the others accuse. Each failure of a group but its first names the first in `sharedCause`. Failures in the
 * baseline form no group. A failure without a response is alone.
 */
export function explainFailures(results: readonly CheckResult[]): readonly CheckResult[] {
  const shared = new Map<string, SharedCause>();
  let open = results.filter(isCounted).map((check) => ({ id: check.id, accused: listAccused(check) }));
  for (;;) {
    const counts = new Map<string, number>();
    for (const operation of open.flatMap(({ accused }) => [...accused]))
      counts.set(operation, (counts.get(operation) ?? 0) + 1);
    const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
    if (most === undefined) break;
    const [operation] = most;
    const [first, ...others] = open.filter(({ accused }) => accused.has(operation));
    for (const { id } of others) shared.set(id, { check: first?.id ?? id, operation });
    open = open.filter(({ accused }) => !accused.has(operation));
  }
  return results.map(({ sharedCause: _, ...check }) => {
    const cause = shared.get(check.id);
    return cause === undefined ? check : { ...check, sharedCause: cause };
  });
}
