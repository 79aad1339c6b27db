import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Outputs, writeOrCheckFiles } from '../../base/generated-files.ts';
import { checks } from '../../conformance/index.ts';
import { allFaultyTargets } from './all-faulty-targets.ts';
import { type DetectionMatrix, measureDetection } from './index.ts';
import { formatFaultDetectionDocument, replaceTotals } from './mutant-totals-document.ts';

/**
 * Runs the checks against every faulty target and writes the results to the documents.
 *
 *   npm run fault-detection             writes the files that changed, in about ten minutes
 *   npm run fault-detection -- --check  writes nothing, lists the stale files, and exits 1 if there are any
 */

const GUIDE = 'docs/judging-a-deployment.md';

/** Runs every faulty target against the checks that it names, or those of its topics. */
export const measureAll = (): Promise<DetectionMatrix> =>
  measureDetection({ faultyTargets: allFaultyTargets, checks, isWhole: true });

/** Returns the documents that quote the matrix, with current numbers. */
export const buildDocuments = (matrix: DetectionMatrix): Outputs =>
  new Map([
    ['docs/fault-detection.md', formatFaultDetectionDocument(matrix)],
    [GUIDE, replaceTotals(readFileSync(join(import.meta.dirname, '../..', GUIDE), 'utf8'), matrix)],
  ]);

if (import.meta.main) writeOrCheckFiles(buildDocuments(await measureAll()), 'npm run fault-detection');
