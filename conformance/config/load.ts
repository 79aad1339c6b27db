import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { isYamlNestedTooDeep, TOO_DEEP } from '../../base/nesting/yaml-nesting.ts';
import { clauses, gaps } from '../../spec/index.ts';
import { type Binding, type BindingEvidence, createBindings, type Entries } from '../slots/bindings.ts';
import { SLOTS, type Slot } from '../slots/slots.ts';
import { type Config, ConfigFault, type LoadedConfig } from './config.ts';
import { parseKeys } from './keys.ts';
import { parseMembers, parseText, parseValue, rejectUnknownMembers } from './values.ts';

const LARGEST = 1_000_000;
const TOPICS = [...new Set(SLOTS.map((slot) => slot.split('.')[0] ?? ''))];
const MEMBERS = ['target', 'keys', 'contract', 'bindings'];

/**
 * Parses a config file. A problem names the line, and the closest valid name for a misspelt one.
 *
 * @example
 * const loaded = loadConfig(await readFile('conform.yaml', 'utf8'), 'conform.yaml');
 */
export function loadConfig(source: string, fileName: string): LoadedConfig {
  if (source.length > LARGEST) return { problem: `${fileName}: larger than ${LARGEST} characters` };
  if (isYamlNestedTooDeep(source)) return { problem: `${fileName}: ${TOO_DEEP}` };
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, maxAliasCount: 20 } as object);
  const [error] = document.errors;
  if (error !== undefined)
    return { problem: `${fileName}:${lines.linePos(error.pos[0]).line}: not YAML: ${error.message}` };
  try {
    return { config: parseConfig(document.toJS({ maxAliasCount: 20 })) };
  } catch (thrown) {
    if (thrown instanceof ConfigFault)
      return { problem: `${fileName}:${findLine(document, lines, thrown)}: ${formatFault(thrown)}` };
    return { problem: `${fileName}: ${thrown instanceof Error ? thrown.message : 'cannot be parsed'}` };
  }
}

const formatFault = ({ message, path, isAboutName }: ConfigFault): string =>
  isAboutName || path.length === 0 ? message : `${path.join('.')} ${message}`;

/** Returns the line of a fault: of the name, of the value, or of the innermost existing parent. */
function findLine(document: Document, lines: LineCounter, { path, isAboutName }: ConfigFault): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(path[length - 1]))
      : undefined;
    const value = document.getIn(path.slice(0, length), true);
    const node = (isAboutName && length === path.length) || !isNode(value) ? pair?.key : value;
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

function parseConfig(value: unknown): Config {
  const given = parseMembers(value ?? {}, [], 'target: https://portal.example');
  rejectUnknownMembers(given, MEMBERS, []);
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
