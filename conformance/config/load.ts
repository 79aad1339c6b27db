import { parseYamlSource } from '../../base/yaml/yaml-source.ts';
import { clauses, gaps } from '../../spec/index.ts';
import { type Binding, type BindingEvidence, createBindings, type Entries } from '../slots/bindings.ts';
import { SLOTS, type Slot } from '../slots/slots.ts';
import { type Config, ConfigFault, formatFault, type LoadedConfig } from './config.ts';
import { parseKeys } from './keys.ts';
import { parseMembers, parseText, parseValue, rejectUnknownMembers } from './values.ts';

const TOPICS = [...new Set(SLOTS.map((slot) => slot.split('.')[0] ?? ''))];

/** The members of the section `conform` that are no options of the command. */
export const CONFIG_MEMBERS = ['target', 'keys', 'contract', 'bindings'] as const;

/**
 * Parses a config file: its section `conform`, or a file that is such a section. Ignores the options of the command in a section. A
 * problem names the line, and the closest valid name for a misspelt one.
 *
 * @example
 * const loaded = loadConfig(await readFile('fleetkit.config.yaml', 'utf8'), 'fleetkit.config.yaml');
 */
export function loadConfig(source: string, fileName: string): LoadedConfig {
  const parsed = parseYamlSource(source, fileName);
  if ('problem' in parsed) return parsed;
  const section = isMembers(parsed.value) ? parsed.value.conform : undefined;
  try {
    return { config: section === undefined ? parseConfig(parsed.value) : parseConfig(pickConfig(section)) };
  } catch (thrown) {
    if (!(thrown instanceof ConfigFault)) throw thrown;
    const path = section === undefined ? thrown.path : ['conform', ...thrown.path];
    return { problem: `${parsed.describePlace(path, thrown.isAboutName)}: ${formatFault(thrown)}` };
  }
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the members of a section that are no options. */
const pickConfig = (section: unknown): unknown =>
  isMembers(section)
    ? Object.fromEntries(CONFIG_MEMBERS.flatMap((name) => (name in section ? [[name, section[name]]] : [])))
    : section;

/** Parses the members of a config. Throws a `ConfigFault` for an invalid one. */
export function parseConfig(value: unknown): Config {
  const given = parseMembers(value ?? {}, [], 'target: https://portal.example');
  rejectUnknownMembers(given, CONFIG_MEMBERS, []);
  return {
    ...(given.target === undefined ? {} : { target: parseText(given.target, ['target'], 'https://portal.example') }),
    ...parseKeys(given.keys),
    ...(given.contract === undefined ? {} : { contract: parseText(given.contract, ['contract'], 'published') }),
    ...(given.bindings === undefined ? {} : { bindings: createBindings(parseEntries(given.bindings), 'config') }),
  };
}

function parseEntries(value: unknown): Entries {
  const topics = parseMembers(value ?? {}, ['bindings'], 'transactions: { rows: /items/* }');
  rejectUnknownMembers(topics, TOPICS, ['bindings']);
  const entries: Record<string, Binding> = {};
  for (const [topic, inner] of Object.entries(topics)) {
    if (inner === null) continue; // all of it is commented out
    const path = ['bindings', topic];
    const given = parseMembers(inner, path, 'rows: /items/*');
    const known = SLOTS.filter((slot) => slot.startsWith(`${topic}.`));
    rejectUnknownMembers(
      given,
      known.map((slot) => slot.slice(topic.length + 1)),
      path,
    );
    for (const slot of known) {
      const member = slot.slice(topic.length + 1);
      if (given[member] !== undefined) entries[slot] = parseBinding(slot, given[member], [...path, member]);
    }
  }
  return entries as Entries; // each value was read by the kind of its slot
}

const RULES = new Set<string>([...clauses, ...gaps].map(({ id }) => id));

/** Reads a value, or `{ value, unconfirmed }`: then checks of the unconfirmed rules may not use the binding. */
function parseBinding(slot: Slot, given: unknown, path: readonly (string | number)[]): Binding {
  if (!isUnconfirmed(given)) return createBinding(parseValue(slot, given, path), []);
  rejectUnknownMembers({ ...given }, ['value', 'unconfirmed'], path);
  const { unconfirmed } = given;
  if (!Array.isArray(unconfirmed) || !unconfirmed.every((rule) => RULES.has(String(rule))))
    throw new ConfigFault('must be a list of rule ids, for example [transactions.sort.amt_comp]', [
      ...path,
      'unconfirmed',
    ]);
  return createBinding(parseValue(slot, given.value, [...path, 'value']), unconfirmed);
}

const isUnconfirmed = (given: unknown): given is { readonly value: unknown; readonly unconfirmed: unknown } =>
  typeof given === 'object' && given !== null && 'value' in given && 'unconfirmed' in given;

const createBinding = (value: unknown, assumedRules: BindingEvidence['assumedRules']): Binding => ({
  value,
  confidence: 'certain',
  evidence: [{ source: 'config', observation: 'set in the config', assumedRules }],
});
