import { toSegment, type ValuePointer } from './pointers.ts';
import { isInstant } from './values/instants.ts';

/** A state as a response shows it. */
export interface ShownState {
  readonly text: string;
  readonly pointer: ValuePointer;
}

const NAMES_STATE = /(state|status|zustand|estado|situacion|situacao|[eé]tat|statut|stato|toestand)$/i;
const DEEPEST = 3;
const LONGEST = 40;

/**
 * Returns the members of a value that contain its state, by name without separators and case: the highest member of each name, if
 * there is only one. Members below arrays are about other things.
 */
export function listStates(value: unknown): ReadonlyMap<string, ShownState> {
  const states = new Map<string, ShownState>();
  let level = [{ value, pointer: '' }];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
    const members = level.flatMap(({ value: holder, pointer }) =>
      typeof holder !== 'object' || holder === null || Array.isArray(holder)
        ? []
        : Object.entries(holder).map(([name, one]) => ({ name, value: one, pointer: pointer + toSegment(name) })),
    );
    const found = Map.groupBy(
      members.flatMap(({ name, value: text, pointer }) =>
        typeof text === 'string' && NAMES_STATE.test(name) && isWord(text)
          ? [{ name: toPlain(name), text, pointer }]
          : [],
      ),
      ({ name }) => name,
    );
    for (const [name, [only, ...others]] of found)
      if (only !== undefined && others.length === 0 && !states.has(name)) states.set(name, only);
    level = members;
  }
  return states;
}

const toPlain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
const isWord = (text: string): boolean => text !== '' && text.length <= LONGEST && !isInstant(text);
