import type { Law } from './law.ts';
import { cashLaws } from './laws/cash-laws.ts';
import { disputeLaws } from './laws/dispute-laws.ts';
import { feedLaws } from './laws/feed-laws.ts';
import { listLaws } from './laws/list-laws.ts';
import { scopeLaws } from './laws/scope-laws.ts';
import { settlementLaws } from './laws/settlement-laws.ts';
import { structureLaws } from './laws/structure-laws.ts';
import { terminalLaws } from './laws/terminal-laws.ts';
import { timeLaws } from './laws/time-laws.ts';
import { timelineLaws } from './laws/timeline-laws.ts';
import { transactionLaws } from './laws/transaction-laws.ts';

/** The laws of all fleets, by topic. */
export const laws: readonly Law[] = [
  ...transactionLaws,
  ...timelineLaws,
  ...cashLaws,
  ...terminalLaws,
  ...settlementLaws,
  ...disputeLaws,
  ...structureLaws,
  ...scopeLaws,
  ...listLaws,
  ...timeLaws,
  ...feedLaws,
];
