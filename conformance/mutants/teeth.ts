/** How the kit is held against services that are broken in known ways. */
export { classes, shows } from './classes/index.ts';
export { absencesOf, coverageOf } from './coverage.ts';
export { mutants } from './index.ts';
export { heldAgainst, judge, type KillMatrix, killMatrix, noticedIn } from './matrix.ts';
export { matrixAsJson } from './matrix-json.ts';
export { matrixAsMarkdown, matrixAsText } from './matrix-text.ts';
export { selfMutation } from './self-mutation.ts';
export { areaOf, type FaultyTarget, type Subject } from './specimen.ts';
export { behindProxy, faultyTargets, honest, subjects, wantsWholeContract } from './specimens.ts';
export { isSharp, neverFailed, neverPassed, totalsOf } from './totals.ts';
