import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';

/** The names that a config file may have in the working directory. */
const CONFIG_FILE_NAMES = ['json', 'yaml', 'yml', 'ts', 'js', 'mjs'].map((ending) => `fleetkit.config.${ending}`);

/** Returns the named config file, or without a name those in the working directory. */
export const findConfigFiles = (named: string | undefined): readonly string[] =>
  named === undefined ? CONFIG_FILE_NAMES.filter((name) => existsSync(name)) : [named];

/** The sections of a config file: the commands whose options it contains. */
export const SECTIONS = ['serve', 'conform'] as const;

export type Section = (typeof SECTIONS)[number];

/** Options that a config file may not contain: those about the file itself, and those that end the command early. */
const WITHOUT_MEMBER = ['configFile', 'list', 'explain'];

/** Members whose form differs from that of an option, by section. `keys` replaces `--key`, because a file must not contain a key. */
export const SPECIAL_MEMBERS: Readonly<Record<Section, readonly string[]>> = {
  serve: [],
  conform: ['target', 'keys', 'contract', 'bindings'],
};
const SPECIAL_OPTIONS = ['key', 'contract'];

/** Returns the option that names a config file. */
export const createConfigFileOption = (description: string): Option =>
  new Option('--config, --config-file <file>', description);

/** Lists the options of a command that a config file may contain, by the names of their members. */
export const listConfigOptions = (command: Command): ReadonlyMap<string, Option> =>
  new Map(
    command.options.flatMap((option) => {
      const name = option.attributeName();
      const isLeftOut = WITHOUT_MEMBER.includes(name) || SPECIAL_OPTIONS.includes(name) || option.hidden;
      return isLeftOut ? [] : [[(option.long ?? '').slice(2).replaceAll('-', '_'), option] as const];
    }),
  );

/** Whether the option has a value, and not only a presence. */
export const hasValue = ({ required, optional }: Option): boolean => required || optional;

/** Whether the option may be given several times. Its help states it. */
export const isRepeatable = ({ description }: Option): boolean => /\brepeatable\b/.test(description);

/** Whether the value of the option is a list with commas. */
export const hasCommas = ({ flags, description }: Option): boolean =>
  flags.includes(',...') || description.includes('separated by commas');
