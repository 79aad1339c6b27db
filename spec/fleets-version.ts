/**
 * The version of everything that a seed generates. Raise it with each change that gives other fleets for the same seed: facts
 * of users refer to generated rows, so stored facts are used only with the version that they were recorded with.
 */
export const FLEETS_VERSION = 2;
