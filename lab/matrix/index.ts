/** Measures which injected faults the checks detect. */
export { faultClasses, injectsClass } from '../mutants/fault-classes/index.ts';
export { mutants } from '../mutants/index.ts';
export { countByArea, isFullyDetected, listNeverFailed, listNeverPassed } from './area-totals.ts';
export { mutateChecks } from './check-mutation.ts';
export { groupUncovered, listClassCoverage } from './coverage.ts';
export { type CorrectTarget, type FaultyTarget, readArea } from './faulty-target.ts';
export {
  correctTargets,
  createProxiedTarget,
  faultyTargets,
  honestCorrectTarget,
  needsWholeContract,
} from './faulty-targets.ts';
export { type DetectionMatrix, evaluateTarget, listFindings, measureDetection, runFaultyTarget } from './matrix.ts';
export { formatMatrixJson } from './matrix-json.ts';
export { formatMatrix, formatMatrixMarkdown } from './matrix-text.ts';
