import { matchesPattern } from '../../../conformance/engine/check-selection.ts';
import { ACCESS } from './access.ts';
import { CONTENTS } from './contents.ts';
import type { FaultClassEntry } from './entry.ts';
import { LISTS } from './lists.ts';
import { SCOPE } from './scope.ts';
import { SURFACES } from './surfaces.ts';

/** A class of faults in services of this kind. */
export interface FaultClass {
  /** A letter for its topic and a number. Never changes. */
  readonly id: string;
  readonly title: string;
  /** Patterns of the ids of the faulty targets that inject it. */
  readonly injectedBy: readonly string[];
  /** Why no faulty target injects it, if there is none. */
  readonly reason?: string;
}

const toFaultClass = ([id, [title, ...rest]]: readonly [string, FaultClassEntry]): FaultClass => ({
  id,
  title,
  injectedBy: rest.filter((one) => typeof one === 'string'),
  ...rest.filter((one) => typeof one === 'object')[0],
});

/** All known fault classes of such services. */
export const faultClasses: readonly FaultClass[] = [ACCESS, SCOPE, LISTS, CONTENTS, SURFACES].flatMap((field) =>
  Object.entries(field).map(toFaultClass),
);

/** Whether a faulty target injects a fault of this class. */
export const injectsClass = ({ injectedBy }: Pick<FaultClass, 'injectedBy'>, id: string): boolean =>
  injectedBy.some((pattern) => matchesPattern(pattern, id));
