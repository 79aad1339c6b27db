import { stringify } from 'yaml';
import { type Binding, type Bindings, entryOf, inWords, missingFrom } from '../bindings/bindings.ts';
import { SLOTS, type Slot, slots } from '../bindings/slots.ts';
import { keyVariable } from '../http/client.ts';
import { neutralised } from '../reports/screen.ts';

/** What a config is written from. */
export interface Written {
  readonly target: string;
  /** The names of the keys. */
  readonly keys: Iterable<string>;
  readonly bindings: Bindings;
  /** The ids of the checks that each missing binding keeps from a verdict, if that is known. */
  readonly costs?: ReadonlyMap<Slot, readonly string[]>;
  /** Makes text that came from the target fit to be written. */
  readonly safe?: (text: string) => string;
}

/**
 * Writes a config to review: what was found with how sure the kit is and why, guesses as comments, and what was not found
 * with what it costs. No key stands in it.
 */
export function writeConfig({ target, keys, bindings, costs = new Map(), safe = (text) => text }: Written): string {
  const { entries, origin } = bindings;
  const head = [
    '# Where a service keeps what the documented interface names only in words. Read by: fleetkit conform --config FILE',
    `target: ${quoted(target)}`,
    '',
    '# The names of environment variables that hold the keys. Never a key itself.',
    'keys:',
    ...[...keys].map((name) => `  ${quoted(name)}: ${keyVariable(name)}`),
    '',
    '# What responses are held against: builtin (the contract that comes with the kit), published (what the service itself',
    '# publishes), or a file with an OpenAPI document.',
    `contract: ${origin === 'builtin' ? 'builtin' : 'published'}`,
    '',
  ];
  if (origin === 'builtin')
    return `${[...head, '# The service answers in the shapes of the contract that comes with the kit: there is nothing to bind.'].join('\n')}\n`;
  const topics = [...new Set(SLOTS.map((slot) => slot.split('.')[0] ?? ''))];
  const lines = topics.flatMap((topic) => {
    const inTopic = SLOTS.filter((slot) => slot.startsWith(`${topic}.`));
    const found = inTopic.flatMap((slot) => linesOf(slot, entryOf(entries, slot), safe));
    return found.length === 0 ? [] : ['', `  ${topic}:`, ...found];
  });
  return `${[...head, ...LEGEND, 'bindings:', ...lines, ...notFound(missingFrom(entries), costs)].join('\n')}\n`;
}

const LEGEND = [
  '# certain: shown by the answers, or reasons of two kinds agree; likely: one reason; guess: a comment, by which nothing is',
  '# judged until its "#" is taken away. `unconfirmed` names rules that this was found by: no check of them leans on it. If',
  '# it is right, write the value alone.',
];

function linesOf(slot: Slot, entry: Binding | undefined, safe: (text: string) => string): string[] {
  if (entry === undefined) return [];
  const name = slot.slice(slot.indexOf('.') + 1);
  const { confidence, support, value } = entry;
  const why = `    # ${confidence}: ${oneLine(safe([...new Set(support.map(({ evidence }) => evidence))].join('; ')))}`;
  const restsOn = [...new Set(support.flatMap((one) => one.restsOn))];
  const isCircular = support.length > 0 && support.every((one) => one.restsOn.length > 0);
  const shown = flow(isCircular ? { value, unconfirmed: restsOn } : value);
  return [why, `    ${confidence === 'guess' ? '# ' : ''}${name}: ${shown}`];
}

function notFound(missing: readonly Slot[], costs: ReadonlyMap<Slot, readonly string[]>): string[] {
  if (missing.length === 0) return [];
  const lines = missing.flatMap((slot) => {
    const { meaning, example } = slots[slot];
    const checks = costs.get(slot) ?? [];
    const cost = checks.length === 0 ? [] : [`#     keeps from a verdict: ${checks.join(', ')}`];
    return [`#   ${slot}: ${meaning}, like ${inWords(example)}`, ...cost];
  });
  return ['', '# Not found. Write what you know above, under its topic.', ...lines];
}

const oneLine = (text: string): string => neutralised(text.replaceAll(/\s+/g, ' ')).slice(0, 300);

/** A value on one line. */
const flow = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0, defaultStringType: 'PLAIN' }).trimEnd();
const quoted = (text: string): string => stringify(text, { lineWidth: 0 }).trimEnd();
