import { omitUndefined } from '../../spec/omit-undefined.ts';
import type { CheckResult, RunResult } from '../engine/results/result.ts';
import { listNextSteps, type NextStep } from './next-steps.ts';
import { pluralize } from './screen.ts';
import { groupBySection } from './sections.ts';

/** Something that is wrong: a count with its noun, and the checks that show it. */
interface Finding {
  readonly text: string;
  readonly ids: readonly string[];
}

/** The first lines of a report: what is wrong, what could not be verified, and what to supply next. */
export interface RunSummary {
  readonly wrong: readonly Finding[];
  /** For example `27 required rules, 9 advice rules`; empty if everything was verified. */
  readonly unverified: string;
  readonly next?: NextStep;
}

/** The labels of the three lines. */
export const SUMMARY_LABELS = { wrong: 'Wrong', unverified: 'Not verified', next: 'Next step' } as const;

/** Summarises a run in at most three lines. Issues in the baseline do not count. */
export function summariseRun(result: RunResult): RunSummary {
  const { failed, errors, advice, unverified, adviceUnverified } = groupBySection(result);
  const outdated = (result.baseline ?? []).filter(({ state }) => state === 'stale' || state === 'expired');
  const [next] = listNextSteps(result);
  return {
    wrong: [
      { text: pluralize(failed.length, 'required rule'), ids: listIds(failed) },
      { text: pluralize(errors.length, 'kit error'), ids: listIds(errors) },
      { text: pluralize(advice.length, 'advice rule'), ids: listIds(advice) },
      {
        text: `${outdated.length} baseline ${outdated.length === 1 ? 'entry' : 'entries'} out of date`,
        ids: [...new Set(outdated.map(({ check }) => check))],
      },
    ].filter(({ ids }) => ids.length > 0),
    unverified: countRules(unverified.length, adviceUnverified.length),
    ...omitUndefined({ next }),
  };
}

const listIds = (checks: readonly CheckResult[]): string[] => checks.map(({ id }) => id);

/** Counts required rules and advice separately; empty for none. */
const countRules = (required: number, advice: number): string =>
  [
    ...(required === 0 ? [] : [pluralize(required, 'required rule')]),
    ...(advice === 0 ? [] : [pluralize(advice, 'advice rule')]),
  ].join(', ');

/** Counts the rules that a step may let the kit verify. */
export const countUnlocked = ({ required, advice }: NextStep): string =>
  `may verify ${countRules(required.length, advice.length)}`;
