import type { ClauseState } from '../../engine/results/result.ts';
import type { CheckOutcome } from '../../reading/verdicts/verdict.ts';
import type { SectionName } from '../parts/sections.ts';

/** The colours of the page. Words carry the same information. */
export type Tone = 'red' | 'amber' | 'green' | 'grey' | 'violet';

export const TONE_OF_SECTION: Readonly<Record<SectionName, Tone>> = {
  failed: 'red',
  errors: 'red',
  unverified: 'amber',
  advice: 'amber',
  adviceUnverified: 'grey',
  known: 'violet',
  notApplicable: 'grey',
  passed: 'green',
};

export const TONE_OF_OUTCOME: Readonly<Record<CheckOutcome, Tone>> = {
  error: 'red',
  fail: 'red',
  inconclusive: 'amber',
  untestable: 'amber',
  warning: 'amber',
  pass: 'green',
  'not-applicable': 'grey',
};

export const WORD_OF_OUTCOME: Readonly<Record<CheckOutcome, string>> = {
  error: 'error',
  fail: 'failed',
  inconclusive: 'inconclusive',
  untestable: 'untestable',
  warning: 'advice',
  pass: 'passed',
  'not-applicable': 'not applicable',
};

/** The states of clauses: colour, label, and whether no check covers it. */
export const FATES: Readonly<
  Record<ClauseState, { readonly tone: Tone; readonly word: string; readonly isOpen: boolean }>
> = {
  verified: { tone: 'green', word: 'verified', isOpen: false },
  broken: { tone: 'red', word: 'broken', isOpen: false },
  'not-followed': { tone: 'amber', word: 'not followed', isOpen: true },
  unverified: { tone: 'amber', word: 'not verified', isOpen: false },
  'not-looked-at': { tone: 'grey', word: 'not covered', isOpen: true },
  uncheckable: { tone: 'grey', word: 'not checkable', isOpen: false },
};
