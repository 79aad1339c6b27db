import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checks } from '../../conformance/index.ts';
import { type KillMatrix, killMatrix } from '../../conformance/lab/matrix/index.ts';
import { type Outputs, settleFiles } from '../../spec/generated-files.ts';
import { allFaultyTargets } from './all-faulty-targets.ts';
import { teethDocument, withTotals } from './mutant-totals-document.ts';

/*
 * Holds every broken service against the checks that should notice, and tells the result in the documents.
 *
 *   npm run teeth             writes what has changed, in about a minute
 *   npm run teeth -- --check  writes nothing, names what is stale, and exits 1 if anything is
 */

const GUIDE = 'docs/judging-a-deployment.md';

/** Every broken service against the checks that it names, or of its topics. */
export const wholeMatrix = (): Promise<KillMatrix> =>
  killMatrix({ faultyTargets: allFaultyTargets, checks, isWhole: true });

/** The documents that tell of the matrix, as they should be. */
export const documentsOf = (matrix: KillMatrix): Outputs =>
  new Map([
    ['docs/teeth.md', teethDocument(matrix)],
    [GUIDE, withTotals(readFileSync(join(import.meta.dirname, '../..', GUIDE), 'utf8'), matrix)],
  ]);

if (import.meta.main) settleFiles(documentsOf(await wholeMatrix()), 'npm run teeth');
