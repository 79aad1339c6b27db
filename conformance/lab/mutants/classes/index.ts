import { matches } from '../../../engine/check-selection.ts';
import { ACCESS } from './access.ts';
import { CONTENTS } from './contents.ts';
import type { Entry } from './entry.ts';
import { LISTS } from './lists.ts';
import { SCOPE } from './scope.ts';
import { SURFACES } from './surfaces.ts';

/** A class of faults in services of this kind. */
export interface DefectClass {
  /** A letter for its topic and a number. Never changes. */
  readonly id: string;
  readonly title: string;
  /** Patterns of the ids of the faulty targets that inject it. */
  readonly planted: readonly string[];
  /** Why no faulty target injects it, if there is none. */
  readonly why?: string;
}

const classOf = ([id, [title, ...rest]]: readonly [string, Entry]): DefectClass => ({
  id,
  title,
  planted: rest.filter((one) => typeof one === 'string'),
  ...rest.filter((one) => typeof one === 'object')[0],
});

/** All known fault classes of such services. */
export const classes: readonly DefectClass[] = [ACCESS, SCOPE, LISTS, CONTENTS, SURFACES].flatMap((field) =>
  Object.entries(field).map(classOf),
);

/** Whether a faulty target injects a fault of this class. */
export const shows = ({ planted }: Pick<DefectClass, 'planted'>, id: string): boolean =>
  planted.some((pattern) => matches(pattern, id));
