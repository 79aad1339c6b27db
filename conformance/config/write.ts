import { stringify } from 'yaml';
import { formatKeyVariable } from '../http/client.ts';
import { neutralised } from '../reports/parts/screen.ts';
import { type Bindings, type Entries, formatBindingValue, getEntry, listMissingSlots } from '../slots/bindings.ts';
import { SLOTS, type Slot, slots } from '../slots/slots.ts';

/** The input of `writeConfig`. */
export interface ConfigInput {
  readonly target: string;
  /** The names of the keys. */
  readonly keys: Iterable<string>;
  readonly bindings: Bindings;
  /** The ids of the checks that need each slot. */
  readonly checksBySlot?: ReadonlyMap<Slot, readonly string[]>;
  /** A redacted value at the place of each binding. */
  readonly examples?: ReadonlyMap<Slot, string>;
  /** Redacts text of the target. */
  readonly redact?: (text: string) => string;
}

/**
 * Writes a config for review: inferred bindings with confidence and evidence, guesses as comments, and missing bindings
 * with the checks that need them. It contains no keys.
 *
 * @example
 * const text = writeConfig({ target, keys: keys.keys(), bindings, checksBySlot: listChecksBySlot() });
 */
export function writeConfig({
  target,
  keys,
  bindings,
  checksBySlot: costs = new Map(),
  examples = new Map(),
  redact: safe = (text) => text,
}: ConfigInput): string {
  const { entries, origin } = bindings;
  const head = [
    '# Where a service stores the values that the documented interface names only in words. fleetkit conform reads this section.',
    `target: ${formatScalar(target)}`,
    '',
    '# The environment variables that contain the keys. Never write a key into this file. To check what a key sees, write:',
    '#   clerk: { variable: CLERK_KEY, sees: { terminals: 8 }, narrower_than: admin }',
    'keys:',
    ...[...keys].map((name) => `  ${formatScalar(name)}: ${formatKeyVariable(name)}`),
    '',
    '# The contract to validate responses against: builtin (the contract of the kit), published (the OpenAPI document of',
    '# the service), or a file with an OpenAPI document.',
    `contract: ${origin === 'builtin' ? 'builtin' : 'published'}`,
    '',
  ];
  if (origin === 'builtin')
    return formatSection([...head, '# The responses have the form of the built-in contract: no bindings are needed.']);
  const topics = [...new Set(SLOTS.map((slot) => slot.split('.')[0] ?? ''))];
  const lines = topics.flatMap((topic) => {
    const inTopic = SLOTS.filter((slot) => slot.startsWith(`${topic}.`));
    const found = inTopic.flatMap((slot) => formatBinding(slot, entries, { examples, safe }));
    return found.length === 0 ? [] : ['', `  ${topic}:`, ...found];
  });
  return formatSection([...head, ...LEGEND, 'bindings:', ...lines, ...formatMissing(listMissingSlots(entries), costs)]);
}

const formatSection = (lines: readonly string[]): string =>
  ['conform:', ...lines.map((line) => (line === '' ? '' : `  ${line}`)), ''].join('\n');

const LEGEND = [
  '# certain: several reasons agree. likely: one reason. guess: commented out; remove the "#" to use it. example: a value that',
  '# was found there. `unconfirmed` lists rules that the evidence assumes: checks of these rules do not use the binding. If the',
  '# value is right, write the value alone.',
];

interface CommentContext {
  readonly examples: ReadonlyMap<Slot, string>;
  readonly safe: (text: string) => string;
}

function formatBinding(slot: Slot, entries: Entries, { examples, safe }: CommentContext): string[] {
  const entry = getEntry(entries, slot);
  if (entry === undefined) return [];
  const name = slot.slice(slot.indexOf('.') + 1);
  const { confidence, evidence, value } = entry;
  const why = `    # ${confidence}: ${toOneLine(safe([...new Set(evidence.map(({ observation }) => observation))].join('; ')))}`;
  const example = examples.get(slot);
  const assumedRules = [...new Set(evidence.flatMap((one) => one.assumedRules))];
  const isCircular = evidence.length > 0 && evidence.every((one) => one.assumedRules.length > 0);
  const shown = formatInline(isCircular ? { value, unconfirmed: assumedRules } : value);
  return [
    why,
    ...(example === undefined ? [] : [`    # example: ${toOneLine(example)}`]),
    `    ${confidence === 'guess' ? '# ' : ''}${name}: ${shown}`,
  ];
}

function formatMissing(missing: readonly Slot[], costs: ReadonlyMap<Slot, readonly string[]>): string[] {
  if (missing.length === 0) return [];
  const lines = missing.flatMap((slot) => {
    const { meaning, example } = slots[slot];
    const checks = costs.get(slot) ?? [];
    const cost = checks.length === 0 ? [] : [`#     needed by: ${checks.join(', ')}`];
    return [`#   ${slot}: ${meaning}, for example ${formatBindingValue(example)}`, ...cost];
  });
  return ['', '# Not found. Add known values above, under their topic.', ...lines];
}

const toOneLine = (text: string): string => neutralised(text.replaceAll(/\s+/g, ' ')).slice(0, 300);

/** Formats a value on one line. */
const formatInline = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0, defaultStringType: 'PLAIN' }).trimEnd();
const formatScalar = (text: string): string => stringify(text, { lineWidth: 0 }).trimEnd();
