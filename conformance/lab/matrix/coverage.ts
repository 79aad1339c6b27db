import { classes, type DefectClass, shows } from '../mutants/classes/index.ts';
import type { KillMatrix } from './matrix.ts';

/** The coverage of one fault class. */
export interface ClassRow {
  readonly id: string;
  readonly title: string;
  /** Ids of the faulty targets that inject a fault of this class. */
  readonly planted: readonly string[];
  /** Those that a relevant check detected. */
  readonly found: readonly string[];
  /** Why no faulty target injects a fault of this class, if there is none. */
  readonly why?: string;
}

/** Returns the coverage of each fault class for the faulty targets in the matrix. */
export const coverageOf = ({ rows, isWhole }: Pick<KillMatrix, 'rows' | 'isWhole'>): readonly ClassRow[] =>
  classes
    .map((one) => rowOf(one, rows))
    .filter(({ planted, why }) => planted.length > 0 || (isWhole && why !== undefined));

function rowOf(one: DefectClass, rows: KillMatrix['rows']): ClassRow {
  const planted = rows.filter(({ id }) => shows(one, id));
  return {
    id: one.id,
    title: one.title,
    planted: planted.map(({ id }) => id),
    found: planted.filter(({ fate }) => fate === 'found').map(({ id }) => id),
    ...(one.why === undefined ? {} : { why: one.why }),
  };
}

/** Formats the coverage in a few lines of text. */
export function outlined(coverage: readonly ClassRow[]): readonly string[] {
  const planted = coverage.filter((one) => one.planted.length > 0);
  const everywhere = planted.filter((one) => one.found.length === one.planted.length);
  const nowhere = planted.filter((one) => one.found.length === 0);
  const inPlaces = planted.filter((one) => one.found.length > 0 && one.found.length < one.planted.length);
  return [
    `${coverage.length} known, ${planted.length} with injected faults, ${everywhere.length} always detected`,
    ...inPlaces.map((one) => `detected ${one.found.length} of ${one.planted.length} times: ${one.id} ${one.title}`),
    ...nowhere.map(({ id, title }) => `never detected: ${id} ${title}`),
  ];
}

/** Groups the classes without injected faults by their reason. */
export const absencesOf = (coverage: readonly ClassRow[]): readonly { why: string; ids: readonly string[] }[] =>
  [...Map.groupBy(coverage, ({ why }) => why)].flatMap(([why, of]) =>
    why === undefined ? [] : [{ why, ids: of.map(({ id }) => id) }],
  );
