import { findTexts } from '../reading/pointers.ts';
import { express, splitWords } from '../reading/words/synonyms.ts';
import type { Bindings } from '../slots/bindings.ts';

/** The documented states of commands, and words for them. */
const STATE_WORDS = [
  ['queued', /queue|pend|wait|schedul|eingereiht|wartend|geplant|attente|programm|en[ _-]?cola|encolad|fila|wachtrij/i],
  [
    'completed',
    /complet|done|success|finish|execut|abgeschlossen|erledigt|ausgef|termin(?!a[lu])|r[eé]ussi|succe|conclu|exitos|finaliz|voltooid/i,
  ],
] as const;

export const COMMAND_STATES = STATE_WORDS.map(([state]) => state);

/** Returns the states that a text names. */
export const listStatesIn = (text: string): string[] =>
  STATE_WORDS.filter(([, words]) => words.test(text)).map(([state]) => state);

const NAMES_STATE = /stat(e|us)|zustand|[eé]tat|estado|stato|toestand/i;

/** Returns the documented state of a command; `undefined` for other states, or if none is known. */
export function readCommandState(value: unknown, bindings: Bindings): string | undefined {
  const bound = bindings.find('commands.state');
  const named = listMembers(value).flatMap(([name, text]) =>
    NAMES_STATE.test(name) || express(splitWords(name), 'status') ? [text] : [],
  );
  const findState = (texts: readonly string[]) => texts.flatMap(listStatesIn)[0];
  // the bound member may be a code, with its text beside it
  return (bound === undefined ? undefined : findState(findTexts(value, bound))) ?? findState(named);
}

const listMembers = (value: unknown): (readonly [name: string, text: string])[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, one]) =>
        typeof one === 'string' ? [[name, one] as const] : listMembers(one),
      );
