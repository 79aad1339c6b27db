import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { addStatements, type KeyExpectations } from '../../../conformance/relations/key-expectations.ts';
import { parseKeyText } from '../../../conformance/engine/named-keys.ts';
import {
  type Config,
  type ContractChoice,
  isYamlNestedTooDeep,
  loadConfig,
  TOO_DEEP,
} from '../../../conformance/index.ts';
import type { ConformOptions } from './options.ts';
import type { Refuse } from './refuse.ts';

/** Reads the config file; returns an empty config without a file. */
export function readConfig(file: string | undefined, refuse: Refuse): Config {
  if (file === undefined) return { keys: new Map(), expectations: new Map() };
  const read = loadConfig(readText(file, 'config', refuse), file);
  return 'config' in read ? read.config : refuse(read.problem);
}

/** Returns the keys that the config names, read from the environment. `undefined` if it names none or options give keys. */
export function readConfigKeys(
  { keys }: Config,
  options: Pick<ConformOptions, 'key' | 'keysFile'>,
  refuse: Refuse,
): ReadonlyMap<string, string> | undefined {
  if (keys.size === 0 || options.key !== undefined || options.keysFile !== undefined) return undefined;
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
  { administrator = [], mayOnlyRead = [], refuse }: Statements,
): KeyExpectations {
  for (const name of [...administrator, ...mayOnlyRead])
    if (!keys.has(name))
      return refuse(`there is no key with the name "${name}"; expected one of ${[...keys.keys()].join(', ')}`);
  return addStatements(expectations, { administrators: administrator, readOnlyKeys: mayOnlyRead });
}

interface Statements extends Pick<ConformOptions, 'administrator' | 'mayOnlyRead'> {
  readonly refuse: Refuse;
}

/** Returns the contract to validate responses against, from the option or the config. A relative file in a config is
 * resolved against the folder of the config. */
export function readContractChoice(
  options: Pick<ConformOptions, 'contract' | 'config'>,
  config: Config,
  refuse: Refuse,
): ContractChoice | undefined {
  const chosen = options.contract ?? config.contract;
  if (chosen === undefined || chosen === 'builtin' || chosen === 'published') return chosen;
  const file = options.contract === undefined ? resolve(dirname(options.config ?? ''), chosen) : chosen;
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
