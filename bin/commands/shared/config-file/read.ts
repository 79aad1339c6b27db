import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isNestedTooDeep } from '../../../../base/nesting/nesting.ts';
import { TOO_DEEP } from '../../../../base/yaml/yaml-nesting.ts';
import { type MemberPath, parseYamlSource, type SourceResult } from '../../../../base/yaml/yaml-source.ts';
import { ConfigFault, formatFault } from '../../../../conformance/config/config.ts';
import { rejectUnknownMembers } from '../../../../conformance/config/values.ts';
import type { Refuse } from '../refuse.ts';
import { findConfigFiles, SECTIONS, type Section, SPECIAL_MEMBERS } from './names.ts';

/** A config file of a user. */
export interface ConfigFile {
  readonly name: string;
  /** Returns the members of a section; none if the file does not have it. */
  getSection(section: Section): Readonly<Record<string, unknown>>;
  /** Runs `act` on a section. Refuses what is invalid in it, with the place in the file. */
  inspect<Result>(section: Section, act: () => Result): Result;
}

/** Reads the named config file, or without a name the one in the working directory. Returns undefined if there is none. */
export async function readConfigFile(named: string | undefined, refuse: Refuse): Promise<ConfigFile | undefined> {
  const found = findConfigFiles(named);
  if (found.length > 1)
    return refuse(`there are several config files: ${found.join(', ')}; keep one, or name one with --config-file`);
  const [name] = found;
  if (name === undefined) return undefined;
  const source = /\.[cm]?[jt]s$/.test(name) ? await loadModule(name) : parseText(name);
  return 'problem' in source ? refuse(source.problem) : openFile(name, source, refuse);
}

function openFile(
  name: string,
  { value, describePlace }: Extract<SourceResult, { readonly value: unknown }>,
  refuse: Refuse,
): ConfigFile {
  const inspectAt = <Result>(start: MemberPath, act: () => Result): Result => {
    try {
      return act();
    } catch (thrown) {
      if (!(thrown instanceof ConfigFault)) throw thrown;
      const path = [...start, ...thrown.path];
      const fault = new ConfigFault(thrown.message, path, thrown.isAboutName);
      return refuse(`${describePlace(path, thrown.isAboutName)}: ${formatFault(fault)}`);
    }
  };
  const members = inspectAt([], () => parseSection(value, []));
  // A file that contains only what `conform init` finds needs no section.
  const isSection =
    SPECIAL_MEMBERS.conform.some((member) => member in members) && !SECTIONS.some((one) => one in members);
  if (!isSection) inspectAt([], () => rejectUnknownMembers(members, ['$schema', ...SECTIONS], []));
  const sections: Readonly<Record<string, Readonly<Record<string, unknown>>>> = isSection
    ? { conform: members }
    : inspectAt([], () => Object.fromEntries(SECTIONS.map((one) => [one, parseSection(members[one], [one])])));
  return {
    name,
    getSection: (section) => sections[section] ?? {},
    inspect: (section, act) => inspectAt(isSection ? [] : [section], act),
  };
}

/** Returns the members of a section, in which all lines may be comments. */
function parseSection(value: unknown, path: MemberPath): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return { ...value };
  throw new ConfigFault(
    path.length === 0
      ? `expected a mapping with the sections ${SECTIONS.join(' and ')}`
      : 'must be a mapping of options, for example { port: 4500 }',
    path,
  );
}

function parseText(name: string): SourceResult {
  try {
    return parseYamlSource(readFileSync(name, 'utf8'), name);
  } catch {
    return { problem: `the config file "${name}" cannot be read` };
  }
}

/** Loads the default export of a module. It has no lines, so a place is only its name. */
async function loadModule(name: string): Promise<SourceResult> {
  let module: object;
  try {
    module = await import(pathToFileURL(resolve(name)).href);
  } catch (thrown) {
    return {
      problem: existsSync(name)
        ? `the config file "${name}" cannot be loaded: ${thrown instanceof Error ? thrown.message : String(thrown)}`
        : `the config file "${name}" cannot be read`,
    };
  }
  if (!('default' in module))
    return { problem: `"${name}" has no default export; expected: export default { serve: { … } }` };
  if (isNestedTooDeep(module.default)) return { problem: `${name}: ${TOO_DEEP}` };
  return { value: module.default, describePlace: () => name };
}
