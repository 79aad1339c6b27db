import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { parse } from 'yaml';
import { parseConfig } from '../../../conformance/config/load.ts';
import { parseKeyText } from '../../../conformance/engine/named-keys.ts';
import { type Config, type ContractChoice, isYamlNestedTooDeep, TOO_DEEP } from '../../../conformance/index.ts';
import { addStatements, type KeyExpectations } from '../../../conformance/relations/key-expectations.ts';
import { applyConfigFile } from '../shared/config-file/apply.ts';
import { SPECIAL_MEMBERS } from '../shared/config-file/names.ts';
import { type ConfigFile, readConfigFile } from '../shared/config-file/read.ts';
import type { Refuse } from '../shared/refuse.ts';
import type { ConformOptions } from './options.ts';

/** A config, and the file that contains it. */
interface FoundConfig extends Config {
  readonly file?: string;
}

/** Reads the config in the named file, without the options in it. Returns an empty config without a file. */
export async function readConfig(named: string | undefined, refuse: Refuse): Promise<FoundConfig> {
  return named === undefined ? parseConfigMembers(undefined) : parseConfigMembers(await readConfigFile(named, refuse));
}

/** Reads the config file of `fleetkit conform`, and sets the options in it. Returns an empty config without a file. */
export const applyConfig = async (command: Command, refuse: Refuse): Promise<FoundConfig> =>
  parseConfigMembers(await applyConfigFile(command, 'conform', refuse));

function parseConfigMembers(file: ConfigFile | undefined): FoundConfig {
  if (file === undefined) return { keys: new Map(), expectations: new Map() };
  const members = file.getSection('conform');
  const own = Object.fromEntries(
    SPECIAL_MEMBERS.conform.flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]])),
  );
  return { ...file.inspect('conform', () => parseConfig(own)), file: file.name };
}

/**
 * Returns the keys whose environment variables the config names. `undefined` if it names none, or if options or `FLEETKIT_KEYS` or
 * `FLEETKIT_KEY` give keys.
 */
export function readConfigKeys(
  { keys }: Config,
  options: Pick<ConformOptions, 'key' | 'keysFile'>,
  refuse: Refuse,
): ReadonlyMap<string, string> | undefined {
  const { FLEETKIT_KEYS, FLEETKIT_KEY } = process.env;
  const others = [options.key, options.keysFile, FLEETKIT_KEYS, FLEETKIT_KEY];
  if (keys.size === 0 || others.some((one) => one !== undefined)) return undefined;
  return new Map(
    [...keys].map(([name, variable]): [string, string] => {
      const value = process.env[variable];
      if (value === undefined || value === '')
        return refuse(`the config reads the key "${name}" from the environment variable ${variable}, which is not set`);
      const parsed = parseKeyText(value);
      return 'key' in parsed
        ? [name, parsed.key]
        : refuse(`the key "${name}", in the environment variable ${variable}, ${parsed.problem}`);
    }),
  );
}

/** Returns what the config and the options state of the keys. */
export function readExpectations(
  { expectations }: Config,
  keys: ReadonlyMap<string, string>,
  { administrator = [], mayOnlyRead = [], customer = [], refuse }: Statements,
): KeyExpectations {
  const customers = new Map(customer.map((text) => parseCustomer(text, refuse)));
  for (const name of [...administrator, ...mayOnlyRead, ...customers.keys()])
    if (!keys.has(name))
      return refuse(`there is no key with the name "${name}"; expected one of ${[...keys.keys()].join(', ')}`);
  return addStatements(expectations, { administrators: administrator, readOnlyKeys: mayOnlyRead, customers });
}

function parseCustomer(text: string, refuse: Refuse): readonly [name: string, customer: string] {
  const [, name, customer] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  return name === undefined || customer === undefined
    ? refuse(
        `--customer "${text}" is not NAME=CUSTOMER, such as admin=north: the name of a key, and a name that you choose for its customer`,
      )
    : [name, customer];
}

interface Statements extends Pick<ConformOptions, 'administrator' | 'mayOnlyRead' | 'customer'> {
  readonly refuse: Refuse;
}

/** Returns the contract to validate responses against, from the option or the config. A relative file in a config is
 * resolved against the folder of the config. */
export function readContractChoice(
  options: Pick<ConformOptions, 'contract'>,
  config: FoundConfig,
  refuse: Refuse,
): ContractChoice | undefined {
  const chosen = options.contract ?? config.contract;
  if (chosen === undefined || chosen === 'builtin' || chosen === 'published') return chosen;
  const file = options.contract === undefined ? resolve(dirname(config.file ?? ''), chosen) : chosen;
  const document = parseDocument(readText(file, 'contract', refuse), file, refuse);
  const isOpenApi = typeof document === 'object' && document !== null && 'paths' in document;
  return isOpenApi ? { document } : refuse(`"${file}" is not an OpenAPI document: it has no paths`);
}

function parseDocument(text: string, file: string, refuse: Refuse): unknown {
  if (isYamlNestedTooDeep(text)) return refuse(`the contract "${file}" is ${TOO_DEEP}`);
  try {
    return parse(text, { maxAliasCount: 100 });
  } catch {
    return refuse(`"${file}" is neither JSON nor YAML`);
  }
}

function readText(file: string, what: string, refuse: Refuse): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return refuse(`the ${what} file "${file}" cannot be read`);
  }
}
