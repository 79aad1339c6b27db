import { judgeChange } from '../../../conformance/baseline/judge-change.ts';
import type { CheckOutcome } from '../../../conformance/reading/verdicts/verdict.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';

type Change = SandboxSchemas['ConformanceChange'];

/** The members of `fleetkit receiver check --json` that are read here. */
interface ReceiverReport {
  readonly duration_ms: number;
  readonly deliveries: number;
  readonly exit_code: number;
  readonly probes: readonly Probe[];
}

interface Probe {
  readonly id: string;
  readonly level: 'must' | 'advice';
  readonly outcome: 'pass' | 'fail' | 'skipped' | 'unverified';
}

/** The result of a check of a receiver, and what changed since an earlier one. */
export interface ParsedReceiverReport {
  readonly result: SandboxSchemas['ConformanceResult'];
  /** Null without an earlier report. */
  readonly changes: readonly Change[] | null;
}

/** Parses the report of a check of a receiver: a probe counts as a check, a delivery as a request. */
export function parseReceiverReport(text: string, earlier: string | undefined): ParsedReceiverReport {
  const { duration_ms, deliveries, exit_code, probes } = JSON.parse(text) as ReceiverReport; // the kit of this package wrote it
  const counts: Record<string, number> = {};
  for (const { outcome } of probes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return {
    result: { exit_code, counts, requests: deliveries, duration_ms, stopped: null },
    changes: earlier === undefined ? null : compareProbes((JSON.parse(earlier) as ReceiverReport).probes, probes),
  };
}

/** The outcomes of probes, as those of checks of a service. */
const OUTCOMES: Readonly<Record<Probe['outcome'], CheckOutcome>> = {
  pass: 'pass',
  fail: 'fail',
  skipped: 'not-applicable',
  unverified: 'inconclusive',
};

function compareProbes(before: readonly Probe[], after: readonly Probe[]): readonly Change[] {
  const earlier = new Map(before.map((probe) => [probe.id, probe]));
  const later = new Set(after.map(({ id }) => id));
  const changed = after.flatMap((probe): readonly Change[] => {
    const previous = earlier.get(probe.id)?.outcome ?? null;
    if (previous === probe.outcome) return [];
    const isWorse = previous !== null && judgeChange(OUTCOMES[previous], OUTCOMES[probe.outcome]).isWorse;
    return [
      { check_id: probe.id, before: previous, after: probe.outcome, is_worse: isWorse && probe.level === 'must' },
    ];
  });
  const gone = before
    .filter(({ id }) => !later.has(id))
    .map(({ id, outcome }) => ({ check_id: id, before: outcome, after: null, is_worse: false }));
  return [...changed, ...gone];
}
