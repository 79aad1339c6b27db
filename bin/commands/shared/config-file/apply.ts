import { dirname, resolve } from 'node:path';
import { type Command, InvalidArgumentError, type Option } from 'commander';
import { findNearestName } from '../../../../base/nearest-name.ts';
import { ConfigFault } from '../../../../conformance/config/config.ts';
import { rejectUnknownMembers } from '../../../../conformance/config/values.ts';
import type { Refuse } from '../refuse.ts';
import { hasCommas, hasValue, isRepeatable, listConfigOptions, type Section, SPECIAL_MEMBERS } from './names.ts';
import { type ConfigFile, readConfigFile } from './read.ts';

/**
 * Reads the config file of a command, and sets the options that neither the command line nor the environment sets. Returns the file;
 * undefined if there is none.
 */
export async function applyConfigFile(
  command: Command,
  section: Section,
  refuse: Refuse,
): Promise<ConfigFile | undefined> {
  const file = await readConfigFile(command.opts().configFile, refuse);
  if (file === undefined) return undefined;
  file.inspect(section, () => setOptions(command, section, file));
  return file;
}

/** Sets the options of a section. Throws a `ConfigFault` for an invalid one. */
function setOptions(command: Command, section: Section, file: ConfigFile): void {
  const members = file.getSection(section);
  const options = listConfigOptions(command);
  if (section === 'conform' && 'key' in members)
    throw new ConfigFault('is not allowed, because a file contains no key; name its environment variable in keys', [
      'key',
    ]);
  rejectUnknownMembers(members, [...options.keys(), ...SPECIAL_MEMBERS[section]], []);
  const given = [...options].flatMap(([name, option]) => (members[name] === undefined ? [] : [{ name, option }]));
  rejectConflicts(given);
  for (const { name, option } of given) {
    const isStrongerGiven = [option, ...listConflicting(option, command.options)].some((one) =>
      isSetByUser(command, one),
    );
    const value = isStrongerGiven ? undefined : parseMember(option, members[name], { name, file });
    if (value !== undefined) command.setOptionValueWithSource(option.attributeName(), value, 'config');
  }
}

/** Whether the command line or the environment sets the option. */
const isSetByUser = (command: Command, option: Option): boolean =>
  ['cli', 'env'].includes(command.getOptionValueSource(option.attributeName()) ?? '');

/** Commander declares what `conflicts()` stores in no type. */
const listConflictNames = (option: Option): readonly string[] =>
  (option as Option & { readonly conflictsWith: readonly string[] }).conflictsWith; // set by its constructor

const listConflicting = (option: Option, all: readonly Option[]): readonly Option[] =>
  all.filter(
    (other) =>
      listConflictNames(option).includes(other.attributeName()) ||
      listConflictNames(other).includes(option.attributeName()),
  );

interface GivenOption {
  readonly name: string;
  readonly option: Option;
}

function rejectConflicts(given: readonly GivenOption[]): void {
  for (const { name, option } of given) {
    const [other] = listConflicting(
      option,
      given.map((one) => one.option),
    );
    const otherName = given.find((one) => one.option === other)?.name;
    if (otherName !== undefined) throw new ConfigFault(`cannot be used with ${otherName}; remove one of them`, [name]);
  }
}

interface MemberContext {
  readonly name: string;
  readonly file: ConfigFile;
}

/** Parses a member as its option parses a text of the command line. Returns undefined for an option that is off. */
function parseMember(option: Option, given: unknown, { name, file }: MemberContext): unknown {
  if (!hasValue(option)) {
    if (typeof given !== 'boolean') throw new ConfigFault('must be true or false', [name]);
    return given ? true : undefined;
  }
  const items = parseItems(option, given, name);
  const texts = items.map((item, index) => {
    const path = Array.isArray(given) ? [name, index] : [name];
    return resolvePath(option, readText(item, path), dirname(file.name));
  });
  const all = isRepeatable(option) ? texts : [texts.join(',')];
  let value: unknown;
  for (const [index, text] of all.entries()) {
    try {
      value = option.parseArg === undefined ? text : option.parseArg(text, value);
    } catch (thrown) {
      if (!(thrown instanceof InvalidArgumentError)) throw thrown;
      throw new ConfigFault(
        `is not valid. ${thrown.message}${describeNearest(option, text)}`,
        all.length > 1 ? [name, index] : [name],
      );
    }
  }
  return value;
}

/** Names the choice that the text resembles. */
function describeNearest({ argChoices }: Option, text: string): string {
  const nearest = argChoices === undefined ? undefined : findNearestName(text, argChoices);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

function parseItems(option: Option, given: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(given)) return [given];
  if (!isRepeatable(option) && !hasCommas(option)) throw new ConfigFault('must be one value, not a list', [name]);
  if (given.length === 0) throw new ConfigFault('is an empty list; expected at least one value', [name]);
  return given;
}

const VARIABLE_EXAMPLE = '{ variable: NAME }';

/** Returns the text of a value, which may be in an environment variable. Errors do not repeat it: it may be a secret. */
function readText(given: unknown, path: readonly (string | number)[]): string {
  if (typeof given === 'string' || typeof given === 'number') return String(given);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new ConfigFault(`must be text, a number, or ${VARIABLE_EXAMPLE} for a value of the environment`, path);
  rejectUnknownMembers({ ...given }, ['variable'], path);
  const variable: unknown = 'variable' in given ? given.variable : undefined;
  if (typeof variable !== 'string' || !/^[A-Za-z_]\w*$/.test(variable))
    throw new ConfigFault(`must name an environment variable, as in ${VARIABLE_EXAMPLE}`, path);
  const value = process.env[variable];
  if (value === undefined || value === '')
    throw new ConfigFault(`comes from the environment variable ${variable}, which is not set`, path);
  return value;
}

/** Resolves the name of a file against the folder of the config file. The value `format=file` names one at its end. */
function resolvePath({ flags }: Option, text: string, folder: string): string {
  if (folder === '.' || text === '') return text;
  if (/<(file|dir)>$/.test(flags)) return resolve(folder, text);
  const [, format, file] = /^([a-z]+=)(.+)$/s.exec(text) ?? [];
  return flags.includes('[=file]') && format !== undefined && file !== undefined
    ? format + resolve(folder, file)
    : text;
}
