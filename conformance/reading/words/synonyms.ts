import { rememberTexts } from '../../../base/caches/remember-texts.ts';
import { ENGLISH_WORDS, FOREIGN_WORDS } from './concept-words.ts';

export type Concept = keyof typeof ENGLISH_WORDS;

/** Words without a specific meaning: `scoreLikeness` ignores them. */
const NEUTRAL = new Set(
  'a an the of in for is its it to or and with which this that only row data attribute field detail info value code name amount money cent minor currency id embedded content available profile visible indicator'.split(
    ' ',
  ),
);

/** Articles, prepositions and other neutral words of the other languages. */
const FOREIGN_NEUTRAL = new Set(
  'der die das des dem den ein eine von vom zum zur im am bei mit fuer fur und oder le la les du un une et ou en au aux pour par avec el los las del una y o por para con da do dos das um uma e no na nos nas com het een van voor bij met op te il lo gli dei di del della al alla per in währung waehrung wahrung devise moneda moeda valuta'.split(
    ' ',
  ),
);

const indexWords = (table: Readonly<Partial<Record<Concept, string>>>): ReadonlyMap<string, ReadonlySet<Concept>> => {
  const concepts = new Map<string, Set<Concept>>();
  for (const [concept, words] of Object.entries(table)) {
    const spelled = words.split(' ').flatMap((word) => [word, word.replaceAll(/([aou])e/g, '$1')]); // ae, oe, ue for umlauts
    for (const word of (table === ENGLISH_WORDS ? words.split(' ') : spelled).map(toSingular))
      concepts.set(word, (concepts.get(word) ?? new Set()).add(concept as Concept)); // a key of the table
  }
  return concepts;
};

const ENGLISH = indexWords(ENGLISH_WORDS);
const FOREIGN = indexWords(FOREIGN_WORDS);

/** Removes the ending of a long word in another language: `solicitada`, `ausgezahlter`. */
const toStem = (word: string): string => (word.length >= 6 ? word.replace(/(er|es|en|em|e|a|o|i|as|os)$/, '') : word);

/** Plurals that do not only add a letter: `terminais`, `permissoes`, `terminaux`. */
const toForeignSingular = (word: string): string =>
  word
    .replace(/(?<=..)(ai|ei|oi|ui)s?$/, (ending) => `${ending.charAt(0)}l`)
    .replace(/(?<=..)(oe|ae)s?$/, 'ao')
    .replace(/(?<=..)aux?$/, 'al')
    .replace(/(?<=...)ens?$/, 'em');

const FOREIGN_STEMS = new Map([...FOREIGN].map(([word, concepts]) => [toStem(word), concepts]));

/** Splits a name, pointer or sentence into words in lower case and singular: `feeTakenCents` becomes fee, taken, cent. */
export const splitWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
    .map(toSingular);

function toSingular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !/(ss|us|is|dns)$/.test(word) ? word.slice(0, -1) : word;
}

/** Whether one of these words belongs to a concept. */
export const express = (words: readonly string[], concept: Concept): boolean =>
  words.some((word) => listConcepts(word).has(concept));

/** Whether one of these words, or its singular, is listed for a concept: an abbreviation, which may mean something else, does not count. */
export const expressExactly = (words: readonly string[], concept: Concept): boolean =>
  words.some((word) => findListedConcepts(word)?.has(concept) === true);

/** Whether a word is listed for some concept, or has no specific meaning. */
export const isKnownWord = (word: string): boolean => findListedConcepts(word) !== undefined;

const SHORTEST_PREFIX = 3;
const SHORTEST_FOREIGN_PREFIX = 4;

/**
 * Returns the concepts of a word: its own, those of the words that it abbreviates (`disp` for dispute, `cd` for code), or
 * those of the two words that it consists of (`Terminalnummer`).
 */
const listConcepts = rememberTexts((word): ReadonlySet<Concept> => findConcepts(word));

/** Returns the concepts of a listed word in any form; `undefined` for other words. */
const findListedConcepts = rememberTexts((word): ReadonlySet<Concept> | undefined => {
  const exact = [ENGLISH, FOREIGN].flatMap((words) => [...(words.get(word) ?? [])]);
  if (ENGLISH.has(word)) return new Set(exact);
  if (NEUTRAL.has(word)) return new Set();
  if (exact.length > 0) return new Set(exact);
  const singular = toForeignSingular(word);
  if (singular !== word && isListed(singular)) return findListedConcepts(singular);
  return word.length >= 6 ? FOREIGN_STEMS.get(toStem(word)) : undefined;
});

function findConcepts(word: string): ReadonlySet<Concept> {
  const known = findListedConcepts(word);
  if (known !== undefined) return known;
  const abbreviated = [...ENGLISH].flatMap(([long, concepts]) => (isAbbreviation(word, long) ? [...concepts] : []));
  if (abbreviated.length > 0) return new Set(abbreviated);
  const foreign = [...FOREIGN].flatMap(([long, concepts]) =>
    word.length >= SHORTEST_FOREIGN_PREFIX && long.startsWith(word) ? [...concepts] : [],
  );
  return new Set(foreign.length > 0 ? foreign : splitCompound(word).flatMap((part) => [...findConcepts(part)]));
}

const SHORTEST_PART = 3;
const SHORT_ENDINGS = new Set(['id', 'no', 'nr', 'at', 'ts']);

/** Endings of compounds that add nothing to their meaning: `Benutzerliste`. */
const NEUTRAL_ENDING = /(liste|listen|daten|angaben|uebersicht)$/;

/** Returns the known words that a compound consists of, the longest first part first; none for other words. */
function splitCompound(word: string): string[] {
  const short = word.replace(NEUTRAL_ENDING, '');
  if (short !== word && isListed(short)) return [short];
  for (let end = word.length - 2; end >= SHORTEST_PART; end -= 1) {
    const rest = word.slice(end);
    if (rest.length < SHORTEST_PART && !SHORT_ENDINGS.has(rest)) continue;
    const first = [word.slice(0, end), word.slice(0, end).replace(/(es?|s|e?n)$/, '')].find(isListed);
    const last = toSingular(rest);
    if (first !== undefined && isListed(last)) return [first, last];
  }
  return [];
}

const isListed = (word: string): boolean => ENGLISH.has(word) || FOREIGN.has(word);

/** Whether a word abbreviates another one: its beginning, or its consonants. */
const isAbbreviation = (word: string, long: string): boolean =>
  word.length < long.length &&
  ((word.length >= SHORTEST_PREFIX && long.startsWith(word)) ||
    (word.length >= 2 && word === toConsonants(long)) ||
    (word.length > SHORTEST_PREFIX && (toConsonants(long).startsWith(word) || isSkeleton(word, toConsonants(long)))));

/** Whether a word has some consonants of another one in order, with the first and the last: `rsln` for resolution. */
function isSkeleton(word: string, consonants: string): boolean {
  if (word.charAt(0) !== consonants.charAt(0) || word.at(-1) !== consonants.at(-1)) return false;
  let at = 0;
  for (const letter of word) {
    at = consonants.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

const toConsonants = (word: string): string => word.charAt(0) + word.slice(1).replaceAll(/[aeiouy]/g, '');

const isNeutral = (word: string): boolean =>
  NEUTRAL.has(word) ||
  FOREIGN_NEUTRAL.has(word) ||
  FOREIGN.get(word)?.has('amount') === true ||
  FOREIGN.get(word)?.has('id') === true ||
  (!isListed(word) && [...NEUTRAL].some((one) => isAbbreviation(word, one)));

/**
 * Scores how well words express these concepts and nothing else: 0 if a concept is missing, 1 if all are present and no
 * other word is. Each other word subtracts `tolerance`.
 */
export function scoreLikeness(words: readonly string[], concepts: readonly Concept[], tolerance = 0.12): number {
  if (words.length === 0 || !concepts.every((concept) => express(words, concept))) return 0;
  const further = words.filter(
    (word) => !isNeutral(word) && !concepts.some((concept) => listConcepts(word).has(concept)),
  );
  return Math.max(0.3, 1 - tolerance * further.length);
}
