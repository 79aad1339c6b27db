import type { ConformanceRun } from '../../api/conformance.ts';
import { formatCount } from '../../format/money.ts';
import { Badge } from '../../parts/badge.tsx';

/** The exit codes of the kit after which there is a report, in words. */
const VERDICTS = {
  0: ['good', 'Conforms'],
  1: ['bad', 'Violates rules'],
  3: ['bad', 'Not reachable'],
  4: ['warn', 'No violation found'],
} as const;

/** How a run ended, or that it is in progress. */
export function RunBadge({ run: { kind, state, result } }: { readonly run: ConformanceRun }) {
  if (state === 'running') return <Badge tone="info">In progress</Badge>;
  if (state === 'canceled') return <Badge tone="muted">Canceled</Badge>;
  if (result === null) return <Badge tone="bad">Failed</Badge>;
  if (kind === 'receiver' && result.exit_code === 3) return <Badge tone="bad">Accepts no delivery</Badge>;
  const [tone, text] = VERDICTS[result.exit_code as keyof typeof VERDICTS] ?? [
    'muted',
    `Exit code ${result.exit_code}`,
  ];
  return <Badge tone={tone}>{text}</Badge>;
}

/** Describes the changes since the previous run against the same target. */
export function describeChanges({ changes, result }: ConformanceRun): string {
  if (result === null) return '–';
  if (changes === null) return 'First run';
  if (changes.length === 0) return 'No change';
  const worse = changes.filter(({ is_worse: isWorse }) => isWorse).length;
  const others = changes.length - worse;
  return [
    ...(worse === 0 ? [] : [`${formatCount(worse)} worse`]),
    ...(others === 0 ? [] : [`${formatCount(others)} better or other`]),
  ].join(', ');
}

/** Returns the number of checks with one of these outcomes; `–` without a report. */
export const countOutcomes = ({ result }: ConformanceRun, ...outcomes: readonly string[]): string =>
  result === null ? '–' : formatCount(outcomes.reduce((sum, outcome) => sum + (result.counts[outcome] ?? 0), 0));

/** The target of a run. */
export const describeTarget = ({ is_own_target: isOwn, target }: ConformanceRun): string =>
  isOwn ? 'This sandbox' : target;
