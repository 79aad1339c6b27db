import { classes, type DefectClass, shows } from '../mutants/classes/index.ts';
import type { KillMatrix } from './matrix.ts';

/** How a way of going wrong fared. */
export interface ClassRow {
  readonly id: string;
  readonly title: string;
  /** The broken services that show it. */
  readonly planted: readonly string[];
  /** Those of them that were found by a check that should. */
  readonly found: readonly string[];
  /** Where none shows it: why. */
  readonly why?: string;
}

/** How each way of going wrong fared, as far as it was held against the checks. */
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

/** The coverage in a few lines of words. */
export function outlined(coverage: readonly ClassRow[]): readonly string[] {
  const planted = coverage.filter((one) => one.planted.length > 0);
  const everywhere = planted.filter((one) => one.found.length === one.planted.length);
  const nowhere = planted.filter((one) => one.found.length === 0);
  const inPlaces = planted.filter((one) => one.found.length > 0 && one.found.length < one.planted.length);
  return [
    `${coverage.length} known, ${planted.length} planted, ${everywhere.length} found wherever planted`,
    ...inPlaces.map((one) => `found ${one.found.length} times of ${one.planted.length}: ${one.id} ${one.title}`),
    ...nowhere.map(({ id, title }) => `found nowhere: ${id} ${title}`),
  ];
}

/** What is planted nowhere, by its reason. */
export const absencesOf = (coverage: readonly ClassRow[]): readonly { why: string; ids: readonly string[] }[] =>
  [...Map.groupBy(coverage, ({ why }) => why)].flatMap(([why, of]) =>
    why === undefined ? [] : [{ why, ids: of.map(({ id }) => id) }],
  );
