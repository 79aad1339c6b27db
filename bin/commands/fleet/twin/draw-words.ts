import { createHmac } from 'node:crypto';

/** Draws made-up words and ids from a salt. The same calls in the same order return the same ones. */
export interface WordDraws {
  /** Returns a capitalised word that can be spoken, such as `Bavelu`. */
  word(): string;
  /** Returns eight capital letters and digits. */
  terminalId(): string;
  /** Returns eight small letters and digits, for the end of another id or key. */
  idEnding(): string;
  /** Returns a number from 0 to below 1. */
  uniform(): number;
}

/** Thrown if no word can be drawn that is not in the deployment. */
export class NoFreeWord extends Error {}

interface DrawOptions {
  readonly salt: string;
  /** Whether a word must not be used, because the deployment has it. */
  readonly isTaken: (word: string) => boolean;
}

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';
/** Without vowels, so that ids contain no words. */
const ID_CHARACTERS = 'bcdfghjklmnpqrstvwxz23456789';
const MOST_TRIES = 1000;

/** Creates the draws. No word or id is returned twice, and none that is taken. */
export function createWordDraws({ salt, isTaken }: DrawOptions): WordDraws {
  const used = new Set<string>();
  let drawn = 0;
  const drawBytes = (): Buffer => {
    drawn += 1;
    return createHmac('sha256', salt).update(`word ${drawn}`).digest();
  };
  const draw = (write: (bytes: Buffer) => string): string => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const text = write(drawBytes());
      if (used.has(text) || isTaken(text)) continue;
      used.add(text);
      return text;
    }
    throw new NoFreeWord('the deployment contains parts of all words that the salt gives; choose another --salt');
  };
  const pick = (characters: string, byte = 0): string => characters[byte % characters.length] ?? '';
  const writeId = (bytes: Buffer): string =>
    [...bytes.subarray(0, 8)].map((byte) => pick(ID_CHARACTERS, byte)).join('');
  return {
    word: () =>
      draw((bytes) => {
        const letters = [...bytes.subarray(0, 8)].map((byte, index) =>
          pick(index % 2 === 0 ? CONSONANTS : VOWELS, byte),
        );
        return letters.join('').replace(/^./, (letter) => letter.toUpperCase());
      }),
    terminalId: () => draw((bytes) => writeId(bytes).toUpperCase()),
    idEnding: () => draw(writeId),
    uniform: () => drawBytes().readUInt32BE() / 2 ** 32,
  };
}
