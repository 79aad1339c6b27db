import type { Exchange } from '../../http/client.ts';
import { isTimeText } from '../values/instants.ts';

/** The aliases of each terminal: labels, serials and numbers that name it beside its id. */
export type AliasesByTerminal = ReadonlyMap<string, ReadonlySet<string>>;

/** A scalar member of an object about one terminal. */
export interface TerminalScalar {
  readonly terminal: string;
  /** The place of the member, equal for all terminals of a list. */
  readonly place: string;
  readonly text: string;
}

const SHORTEST = 3;
/** Members that describe a terminal but do not name it. */
const DESCRIPTIONS =
  /(status|state|mode|model|make|vendor|version|firmware|software|build|type|kind|city|town|region|country|zip|post|lat|lon|lng|zone|currency|balance|amount|level|cash|count|signal|temperature|date|time|_at$|At$|hash|etag|url|href|link|cursor)/;
/** Members whose values may be mere digits and still name the terminal. */
const NAMING = /(id|no|nr|num|number|serial|code|label|name|tag|asset|ref|reference)$/i;

/** Returns every scalar of an object about one terminal. */
export function listTerminalScalars(terminal: string, value: unknown, place: string): TerminalScalar[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ terminal, place, text: String(value) }];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => listTerminalScalars(terminal, one, `${place}/${name}`));
}

/**
 * Returns the scalars that name one terminal each. A member names terminals only if no two of them share a value; `others`
 * are texts that name something else, such as ids of groups.
 */
export function chooseAliases(scalars: readonly TerminalScalar[], others: ReadonlySet<string>): AliasesByTerminal {
  const terminals = new Set(scalars.map(({ terminal }) => terminal));
  const owners = Map.groupBy(scalars, ({ text }) => text);
  const isUnique = ({ text }: TerminalScalar) =>
    new Set((owners.get(text) ?? []).map(({ terminal }) => terminal)).size === 1;
  const aliases = new Map<string, Set<string>>();
  for (const column of Map.groupBy(scalars, ({ place }) => place).values()) {
    const held = new Set(column.map(({ terminal }) => terminal));
    if ((held.size < 2 && terminals.size > 1) || !column.every(isUnique)) continue;
    for (const { terminal, place, text } of column) {
      if (!mayNameTerminal(place, text) || terminals.has(text) || others.has(text)) continue;
      aliases.set(terminal, (aliases.get(terminal) ?? new Set()).add(text));
    }
  }
  return removeOverlaps(aliases);
}

/** Whether a text can be recognised inside free text: it has several words, or letters and digits, or many digits. */
function mayNameTerminal(place: string, text: string): boolean {
  const name = place.slice(place.lastIndexOf('/') + 1);
  if (text.length < SHORTEST || text.length > 80 || isTimeText(text) || DESCRIPTIONS.test(name)) return false;
  if (/^\d+$/.test(text)) return text.length > 6 && NAMING.test(name);
  if (/^[-+]?\d*[.,]?\d+$/.test(text) || /^v?\d+(\.\d+)+$/.test(text)) return false;
  return /\d/.test(text) || /\S[\s-]\S/.test(text);
}

/** Removes the aliases that occur inside an alias of another terminal. */
function removeOverlaps(aliases: AliasesByTerminal): AliasesByTerminal {
  const all = [...aliases].flatMap(([terminal, texts]) => [...texts].map((text) => ({ terminal, text })));
  return new Map(
    [...aliases].map(([terminal, texts]) => [
      terminal,
      new Set(
        [...texts].filter((text) => !all.some((other) => other.terminal !== terminal && occursIn(other.text, text))),
      ),
    ]),
  );
}

/** Returns those of `terminals` whose id or alias occurs in a response, as whole words. */
export function findNamedTerminals(
  exchange: Exchange,
  terminals: Iterable<string>,
  aliases: AliasesByTerminal,
): string[] {
  const text = exchange.json === undefined ? decodeEntities(exchange.text) : exchange.text;
  return [...terminals].filter((terminal) => [...(aliases.get(terminal) ?? [])].some((alias) => occursIn(text, alias)));
}

/** Whether a name occurs in a text as whole words. A name of parts is not within one of more parts: `blue-other` is not in `blue-other-1`. */
export function occursIn(text: string, name: string): boolean {
  const hasParts = /[-_]/.test(name);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(end, end + 2)];
    const isPart = hasParts && (/[\p{L}\d][-_]$/u.test(before) || /^[-_][\p{L}\d]/u.test(after));
    if (!isPart && !/[\p{L}\d]$/u.test(before) && !/^[\p{L}\d]/u.test(after)) return true;
  }
  return false;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
};
/** Replaces the predefined entities of XML by their characters. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos|#39);/g, (entity) => ENTITIES[entity] ?? entity);
