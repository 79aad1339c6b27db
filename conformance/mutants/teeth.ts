/** How the kit is held against services that are broken in known ways. */
export { mutants } from './index.ts';
export { killMatrix } from './matrix.ts';
export { matrixAsJson, matrixAsMarkdown, matrixAsText } from './matrix-text.ts';
export { areaOf, type Specimen, type Subject } from './specimen.ts';
export { behindProxy, specimens, subjects, wantsWholeContract } from './specimens.ts';
export { isSharp } from './totals.ts';
