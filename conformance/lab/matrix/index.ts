/** Measures which injected faults the checks detect. */
export { classes, shows } from '../mutants/classes/index.ts';
export { mutants } from '../mutants/index.ts';
export { isSharp, neverFailed, neverPassed, totalsOf } from '../mutants/totals.ts';
export { absencesOf, coverageOf } from './coverage.ts';
export { areaOf, type FaultyTarget, type Subject } from './faulty-target.ts';
export { behindProxy, faultyTargets, honest, subjects, wantsWholeContract } from './faulty-targets.ts';
export { heldAgainst, judge, type KillMatrix, killMatrix, noticedIn } from './matrix.ts';
export { matrixAsJson } from './matrix-json.ts';
export { matrixAsMarkdown, matrixAsText } from './matrix-text.ts';
export { selfMutation } from './self-mutation.ts';
