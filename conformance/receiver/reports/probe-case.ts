import type { Detail, ReportedCase } from '../../reports/cases/reported-case.ts';
import type { UsualCause } from '../core/probe.ts';
import type { CommonCause, ProbeResult, ReceiverResult } from '../core/result.ts';

/** Maps the result of a probe to the form that reports share. */
export function reportProbe({ id, title, level, outcome, reason = '', steps, failure }: ProbeResult): ReportedCase {
  return {
    id,
    title,
    section: SECTION_BY_OUTCOME[outcome === 'fail' && level === 'advice' ? 'advice' : outcome],
    type: id,
    message: failure === undefined ? reason : `expected ${failure.expected}, received ${failure.came}`,
    reason,
    details: failure === undefined ? [] : describeFailure(failure),
    durationMs: steps.reduce((sum, { tookMs }) => sum + (tookMs ?? 0), 0),
  };
}

const SECTION_BY_OUTCOME = {
  pass: 'passed',
  fail: 'failed',
  advice: 'advice',
  skipped: 'notApplicable',
  unverified: 'unverified',
} as const;

const describeFailure = ({
  expected,
  came,
  matters,
  usual,
}: NonNullable<ProbeResult['failure']>): readonly Detail[] => [
  { label: 'expected', text: expected, form: 'prose' },
  { label: 'received', text: came, form: 'quote' },
  { label: 'impact', text: matters ?? '', form: 'prose' },
  ...describeUsualCause(usual),
];

/** Describes the usual cause of a failure, with an example and its correction. */
const describeUsualCause = ({ words, line, instead }: UsualCause): readonly Detail[] => [
  { label: 'cause', text: words, form: 'prose' },
  { label: 'example', text: line, form: 'line' },
  { label: 'fix', text: instead, form: 'correction' },
];

/** Describes failures with a common cause: the ids of the probes, then the cause. */
export const describeCommonCause = (
  { usual, probes }: CommonCause,
  formatId = (id: string) => id,
): readonly Detail[] => [
  { label: 'probes', text: probes.map(formatId).join(', '), form: 'prose' },
  ...describeUsualCause(usual),
];

/** Groups the probes for text and Markdown: failures and advice without a common cause, and skipped probes. */
export function groupProbes({ probes, commonCauses }: ReceiverResult) {
  const explained = new Set(commonCauses.flatMap(({ probes: ids }) => ids));
  const cases = probes.map(reportProbe);
  const inSection = (section: ReportedCase['section']) => cases.filter((one) => one.section === section);
  return {
    failed: inSection('failed'),
    advice: inSection('advice'),
    skipped: inSection('notApplicable'),
    unverified: inSection('unverified'),
    passed: inSection('passed'),
    isUnexplained: ({ id }: ReportedCase): boolean => !explained.has(id),
  };
}

/** Counts the probes by outcome: `36 passed, 1 failed, 0 with advice, 2 skipped, 3 not verified`. */
export function formatFigures(result: ReceiverResult): string {
  const { failed, advice, skipped, passed, unverified } = groupProbes(result);
  const decided = `${passed.length} passed, ${failed.length} failed, ${advice.length} with advice, ${skipped.length} skipped`;
  return unverified.length === 0 ? decided : `${decided}, ${unverified.length} not verified`;
}

/** Lists the settings of the run: `standard-webhooks`, `secret 1a2b3c4d`, `tolerance 300 s`, `seed 1`. */
export const listSettings = ({ scheme, secretFingerprint, toleranceSeconds, seed }: ReceiverResult): string[] => [
  scheme,
  `secret ${secretFingerprint}`,
  toleranceSeconds === null ? 'tolerance not given' : `tolerance ${toleranceSeconds} s`,
  `seed ${seed}`,
];

/** Formats the size of the run: `59 deliveries in 0.4 s`. */
export const formatEffort = ({ deliveries, durationMs }: ReceiverResult): string =>
  `${deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`} in ${(durationMs / 1000).toFixed(1)} s`;
