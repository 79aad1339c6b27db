import type { Argument, Command, Option } from 'commander';
import { listValues, type Suggestion } from './values.ts';

export interface Suggestions {
  readonly values: readonly Suggestion[];
  /** Whether the word may also be the name of a file. */
  readonly mayBeFile: boolean;
}

const NOTHING: Suggestions = { values: [], mayBeFile: false };

/** The command and the option at the cursor, after the words before it. */
interface Position {
  readonly command: Command;
  /** The option whose value is missing. */
  readonly option: Option | undefined;
  /** How many arguments of the command are given. */
  readonly given: number;
  /** Whether all further words are arguments, or belong to another program. */
  readonly isAfterDashes: boolean;
}

/**
 * Suggests what a command line can continue with. The last word is the one to complete, and may be empty. Words around an equals sign may be
 * separate, as bash passes them.
 *
 * @example
 * await suggest(program, ['trigger', '--term']);
 */
export async function suggest(program: Command, words: readonly string[]): Promise<Suggestions> {
  const { before, current } = splitWords(words);
  const position = findPosition(program, before);
  const { command, option } = position;
  if (position.isAfterDashes) return { values: [], mayBeFile: true };
  const [name = '', value] = current.startsWith('--') ? splitAtEquals(current) : [current];
  const assigned = value === undefined ? undefined : findOption(command, name);
  if (assigned !== undefined) {
    const found = await suggestValue(command, assigned, value ?? '');
    return { ...found, values: found.values.map((one) => ({ ...one, value: `${name}=${one.value}` })) };
  }
  if (option !== undefined) return suggestValue(command, option, current);
  if (current.startsWith('-')) return { values: startingWith(listOptions(command), current), mayBeFile: false };
  const subcommands = position.given === 0 ? listSubcommands(command) : [];
  const argument =
    command.registeredArguments[position.given] ?? command.registeredArguments.findLast((one) => one.variadic);
  const values = argument === undefined ? NOTHING : await suggestValue(command, argument, current);
  return { values: [...startingWith(subcommands, current), ...values.values], mayBeFile: values.mayBeFile };
}

/** Joins the words that bash separates at an equals sign. */
function splitWords(words: readonly string[]): { readonly before: readonly string[]; readonly current: string } {
  const joined: string[] = [];
  for (const [index, word] of words.entries()) {
    const last = joined.at(-1);
    const continues = word === '=' || (words[index - 1] === '=' && last?.endsWith('=') === true);
    if (continues && last?.startsWith('--') === true) joined[joined.length - 1] = last + word;
    else joined.push(word);
  }
  // Bash replaces only what is behind the equals sign.
  const isSplit = words.at(-1) === '=' || words.at(-2) === '=';
  const [name = '', value = ''] = splitAtEquals(joined.at(-1) ?? '');
  return isSplit
    ? { before: [...joined.slice(0, -1), name], current: value }
    : { before: joined.slice(0, -1), current: joined.at(-1) ?? '' };
}

function splitAtEquals(word: string): [string, string | undefined] {
  const at = word.indexOf('=');
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function findPosition(program: Command, before: readonly string[]): Position {
  let command = program;
  let option: Option | undefined;
  let given = 0;
  for (const word of before) {
    if (option !== undefined) option = undefined;
    else if (word === '--') return { command, option, given, isAfterDashes: true };
    else if (word.startsWith('-')) option = findOptionWithValue(command, word);
    else {
      const subcommand =
        given === 0 ? command.commands.find((one) => one.name() === word || one.aliases().includes(word)) : undefined;
      if (subcommand === undefined) given += 1;
      else command = subcommand;
    }
  }
  return { command, option, given, isAfterDashes: false };
}

const findOption = (command: Command, flag: string): Option | undefined =>
  command.options.find(({ long, short }) => long === flag || short === flag);

/** Returns the option if the next word is its value. */
function findOptionWithValue(command: Command, word: string): Option | undefined {
  const option = word.includes('=') ? undefined : findOption(command, word);
  return option?.required === true ? option : undefined;
}

const listSubcommands = (command: Command): Suggestion[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((one) => ({ value: one.name(), description: one.summary() || one.description() }));

const listOptions = (command: Command): Suggestion[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .map(({ long, short, description }) => ({ value: long ?? short ?? '', description }));

const startingWith = (suggestions: readonly Suggestion[], start: string): Suggestion[] =>
  suggestions.filter(({ value }) => value.startsWith(start));

async function suggestValue(command: Command, subject: Option | Argument, current: string): Promise<Suggestions> {
  if (subject.argChoices !== undefined)
    return { values: startingWith(subject.argChoices.map(toSuggestion), current), mayBeFile: false };
  const found = await listValues(getPath(command), describePlaceholder(subject));
  if (found === 'files') return { values: [], mayBeFile: true };
  // Several values may be separated by commas: the last one is completed.
  const start = current.slice(0, current.lastIndexOf(',') + 1);
  const values = startingWith(found, current.slice(start.length));
  return { values: values.map((one) => ({ ...one, value: start + one.value })), mayBeFile: false };
}

const toSuggestion = (value: string): Suggestion => ({ value, description: '' });

/** Returns the names of a command and of those around it: `conform explain`. */
const getPath = (command: Command): string =>
  command.parent === null ? '' : `${getPath(command.parent)} ${command.name()}`.trim();

/** Returns the name of an option or argument with its placeholder: `--terminal id`, `file`. */
const describePlaceholder = (subject: Option | Argument): string =>
  'flags' in subject ? `${subject.long ?? ''} ${/[<[](.*?)[>\]]?$/.exec(subject.flags)?.[1] ?? ''}` : subject.name();
