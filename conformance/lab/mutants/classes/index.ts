import { matchesPattern } from '../../../engine/check-selection.ts';
import { ACCESS } from './access.ts';
import { CONTENTS } from './contents.ts';
import type { Entry } from './entry.ts';
import { LISTS } from './lists.ts';
import { SCOPE } from './scope.ts';
import { SURFACES } from './surfaces.ts';

/** A way in which services go wrong. */
export interface DefectClass {
  /** A letter for its field and a number. Never changes. */
  readonly id: string;
  readonly title: string;
  /** Patterns of the ids of the broken services that show it. */
  readonly planted: readonly string[];
  /** Where none shows it: why. */
  readonly why?: string;
}

const classOf = ([id, [title, ...rest]]: readonly [string, Entry]): DefectClass => ({
  id,
  title,
  planted: rest.filter((one) => typeof one === 'string'),
  ...rest.filter((one) => typeof one === 'object')[0],
});

/** The ways in which services of this kind go wrong, as far as we know them. */
export const classes: readonly DefectClass[] = [ACCESS, SCOPE, LISTS, CONTENTS, SURFACES].flatMap((field) =>
  Object.entries(field).map(classOf),
);

/** Whether a broken service shows this way of going wrong. */
export const shows = ({ planted }: Pick<DefectClass, 'planted'>, id: string): boolean =>
  planted.some((pattern) => matchesPattern(pattern, id));
