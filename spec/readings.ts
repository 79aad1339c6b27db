import { gaps, type ReadingIds } from './generated/clause-ids.ts';

/** Returns the ids of the readings that a service may choose where the document leaves a question open, in the order of `gaps.yaml`. */
export const listReadings = <Id extends keyof ReadingIds>(gap: Id): readonly ReadingIds[Id][] =>
  gaps.flatMap(({ id, readings = [] }) => (id === gap ? readings.map((one) => one.id as ReadingIds[Id]) : [])); // generated together
