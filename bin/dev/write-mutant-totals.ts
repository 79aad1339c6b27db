import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checks } from '../../conformance/index.ts';
import { type KillMatrix, killMatrix } from '../../conformance/lab/matrix/index.ts';
import { type Outputs, writeOrCheckFiles } from '../../spec/generated-files.ts';
import { allFaultyTargets } from './all-faulty-targets.ts';
import { formatMutantDocument, replaceTotals } from './mutant-totals-document.ts';

/*
 * Runs the checks against every faulty target and writes the results to the documents.
 *
 *   npm run teeth             writes the changed documents, in about a minute
 *   npm run teeth -- --check  writes nothing, lists stale documents, and exits with 1 if there are any
 */

const GUIDE = 'docs/judging-a-deployment.md';

/** Runs, on every faulty target, the checks that it names or those of its topics. */
export const runWholeMatrix = (): Promise<KillMatrix> =>
  killMatrix({ faultyTargets: allFaultyTargets, checks, isWhole: true });

/** Returns the expected content of the documents that contain results of the matrix. */
export const createDocuments = (matrix: KillMatrix): Outputs =>
  new Map([
    ['docs/teeth.md', formatMutantDocument(matrix)],
    [GUIDE, replaceTotals(readFileSync(join(import.meta.dirname, '../..', GUIDE), 'utf8'), matrix)],
  ]);

if (import.meta.main) settleFiles(createDocuments(await runWholeMatrix()), 'npm run teeth');
