import { omitUndefined } from '../../../base/omit-undefined.ts';
import type { CheckResult, RunResult } from '../../engine/results/result.ts';
import { listNextSteps, type NextStep } from './next-steps.ts';
import { pluralize } from './screen.ts';
import { groupBySection } from './sections.ts';

/** A count with its noun, and the checks that it counts. */
interface Finding {
  readonly text: string;
  readonly ids: readonly string[];
}

/** The first lines of a report: the result or what is wrong, what could not be verified, advice, and what to do next. */
export interface RunSummary {
  /** The reason of the exit code; absent if something is wrong, because the failures are then named instead. */
  readonly outcome?: string;
  readonly wrong: readonly Finding[];
  /** For example `27 required checks, 9 advice checks`; empty if everything was verified. */
  readonly unverified: string;
  /** Recommendations that are not followed: they do not count for the exit code. */
  readonly advice?: Finding;
  readonly next?: NextStep;
}

/** The labels of the lines. */
export const SUMMARY_LABELS = {
  outcome: 'Result',
  wrong: 'Wrong',
  unverified: 'Not verified',
  advice: 'Advice',
  next: 'Next step',
} as const;

/** Summarises a run in at most four lines. Issues in the baseline do not count. */
export function summariseRun(result: RunResult): RunSummary {
  const { failed, errors, advice, unverified, adviceUnverified } = groupBySection(result);
  const outdated = (result.baseline ?? []).filter(({ state }) => state === 'stale' || state === 'expired');
  const [next] = listNextSteps(result);
  const wrong = [
    { text: `${pluralize(failed.length, 'required check')} failed${countCauses(failed)}`, ids: listIds(failed) },
    { text: pluralize(errors.length, 'kit error'), ids: listIds(errors) },
    {
      text: `${outdated.length} baseline ${outdated.length === 1 ? 'entry' : 'entries'} out of date`,
      ids: [...new Set(outdated.map(({ check }) => check))],
    },
  ].filter(({ ids }) => ids.length > 0);
  return {
    ...(wrong.length === 0 ? { outcome: result.exitReason } : {}),
    wrong,
    unverified: countChecks(unverified.length, adviceUnverified.length),
    ...(advice.length === 0
      ? {}
      : { advice: { text: `${pluralize(advice.length, 'recommendation')} not followed`, ids: listIds(advice) } }),
    ...omitUndefined({ next }),
  };
}

/** Counts the probable causes of failures, if they are fewer than the failures. */
function countCauses(failed: readonly CheckResult[]): string {
  const causes = failed.filter(({ sharedCause }) => sharedCause === undefined).length;
  return causes === failed.length ? '' : ` for probably ${pluralize(causes, 'cause')}`;
}

const listIds = (checks: readonly CheckResult[]): string[] => checks.map(({ id }) => id);

/** Counts required checks and advice checks separately; empty for none. */
const countChecks = (required: number, advice: number): string =>
  [
    ...(required === 0 ? [] : [pluralize(required, 'required check')]),
    ...(advice === 0 ? [] : [pluralize(advice, 'advice check')]),
  ].join(', ');

/** Describes the effect of a step: the number of checks that it may let the kit verify, or that failed. */
export const describeEffect = ({ kind, required, advice }: NextStep): string =>
  kind === 'failure'
    ? `${countChecks(required.length, advice.length)} failed`
    : `may verify ${countChecks(required.length, advice.length)}`;
