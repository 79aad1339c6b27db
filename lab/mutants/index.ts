import { authMutants } from './auth.ts';
import { countMutants } from './counts.ts';
import { documentMutants } from './documents.ts';
import { errorMutants } from './errors.ts';
import { feedMutants } from './feeds.ts';
import { httpMutants } from './http.ts';
import { keyMutants } from './keys.ts';
import { listMutants } from './lists.ts';
import { oddValueMutants } from './odd-values.ts';
import { pageMutants } from './pages.ts';
import type { Mutant } from './proxy-helpers.ts';
import { publishedMutants } from './published.ts';
import { rowMutants } from './rows.ts';
import { scopeMutants } from './scope.ts';
import { scopeBypassMutants } from './scope-bypasses.ts';
import { singleItemMutants } from './single-items.ts';
import { situationMutants } from './situations.ts';
import { summaryMutants } from './summaries.ts';
import { writeMutants } from './writes.ts';

export type { Mutant } from './proxy-helpers.ts';

/** Every mutant of the kit: each injects one fault into a correct target and names the checks that must fail. */
export const mutants: readonly Mutant[] = [
  ...authMutants,
  ...keyMutants,
  ...writeMutants,
  ...errorMutants,
  ...scopeMutants,
  ...scopeBypassMutants,
  ...listMutants,
  ...pageMutants,
  ...oddValueMutants,
  ...rowMutants,
  ...singleItemMutants,
  ...situationMutants,
  ...summaryMutants,
  ...countMutants,
  ...feedMutants,
  ...documentMutants,
  ...httpMutants,
  ...publishedMutants,
];
