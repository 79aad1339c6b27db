import { type FaultClass, faultClasses, injectsClass } from '../mutants/fault-classes/index.ts';
import type { DetectionMatrix } from './matrix.ts';

/** The coverage of one fault class. */
export interface ClassCoverage {
  readonly id: string;
  readonly title: string;
  /** Ids of the faulty targets that inject a fault of this class. */
  readonly injected: readonly string[];
  /** Those that a relevant check detected. */
  readonly detected: readonly string[];
  /** Why no faulty target injects a fault of this class, if there is none. */
  readonly reason?: string | undefined;
}

/** Returns the coverage of each fault class for the faulty targets in the matrix. */
export const listClassCoverage = ({
  rows,
  isWhole,
}: Pick<DetectionMatrix, 'rows' | 'isWhole'>): readonly ClassCoverage[] =>
  faultClasses
    .map((one) => measureClass(one, rows))
    .filter(({ injected, reason }) => injected.length > 0 || (isWhole && reason !== undefined));

function measureClass(one: FaultClass, rows: DetectionMatrix['rows']): ClassCoverage {
  const injected = rows.filter(({ id }) => injectsClass(one, id));
  return {
    id: one.id,
    title: one.title,
    injected: injected.map(({ id }) => id),
    detected: injected.filter(({ detection }) => detection === 'found').map(({ id }) => id),
    reason: one.reason,
  };
}

/** Formats the coverage in a few lines of text. */
export function formatClassCoverage(coverage: readonly ClassCoverage[]): readonly string[] {
  const injected = coverage.filter((one) => one.injected.length > 0);
  const everywhere = injected.filter((one) => one.detected.length === one.injected.length);
  const nowhere = injected.filter((one) => one.detected.length === 0);
  const inPlaces = injected.filter((one) => one.detected.length > 0 && one.detected.length < one.injected.length);
  return [
    `${coverage.length} known, ${injected.length} with injected faults, ${everywhere.length} always detected`,
    ...inPlaces.map((one) => `detected ${one.detected.length} of ${one.injected.length} times: ${one.id} ${one.title}`),
    ...nowhere.map(({ id, title }) => `never detected: ${id} ${title}`),
  ];
}

/** Groups the classes without injected faults by their reason. */
export const groupUncovered = (
  coverage: readonly ClassCoverage[],
): readonly { reason: string; ids: readonly string[] }[] =>
  [...Map.groupBy(coverage, ({ reason }) => reason)].flatMap(([reason, of]) =>
    reason === undefined ? [] : [{ reason, ids: of.map(({ id }) => id) }],
  );
