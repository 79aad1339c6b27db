import { EVENTS_BY_FAMILY } from './documents/documented-values.ts';
import { type FeedElement, readChildText } from './rss.ts';

/** The documented topics of feed items. */
export type FeedKind = 'status' | 'transactions' | 'alerts' | 'switch journal' | 'commands' | 'provisioning';

/** Words that suggest a topic. The document prescribes none, so the lists are long. */
const WORDS: Readonly<Record<FeedKind, RegExp>> = {
  status: /heartbeat|status|online|offline|in service|out of service|heard|communicat|connect|unit\b/,
  transactions: /transaction|activity|withdraw|purchase|inquiry|reversal|transfer|dispens|approved|declin/,
  alerts: /alert|alarm|incident|outage|fault|_low\b|_out\b|_stale\b|_drop\b|_spike\b|warning/,
  'switch journal': /journal|switch/,
  commands:
    /command|order\b|reboot|restart|reload|fetch|reset|diagnos|update|upload|download|load|config|lock|sync|asked for/,
  provisioning: /provision|\bjob\b|revision|payload|rollout/,
};

const joinTexts = (item: FeedElement, names: readonly string[]): string =>
  names
    .map((name) => readChildText(item, name) ?? '')
    .join('\n')
    .toLowerCase();

/** Returns the text of an item in lower case. */
export const getItemText = (item: FeedElement): string =>
  joinTexts(item, ['title', 'description', 'category', 'guid', 'link']);

/** Whether an item may belong to a topic. Ignores links, because every item may link to the status of its terminal. */
export const isAbout = (item: FeedElement, kind: FeedKind): boolean =>
  WORDS[kind].test(joinTexts(item, ['title', 'description', 'category', 'guid']));

/** The topics in the order in which a category decides: `AlertIncident of a command` is an alert. */
const BY_CATEGORY: readonly (readonly [FeedKind, RegExp])[] = [
  ['provisioning', /provision|\bjobs?\b|rollout|aprovision|bereitstell|inrichting/],
  ['switch journal', /journal|switch|bitacora|diario|giornale|logboek|autorizador|schaltprotokoll/],
  ['alerts', /alert|alarm|incident|outage|incidencia|alerta|allarme|allerta|melding|vorfall|storung|stoerung|storing/],
  ['commands', /command|comando|comande|befehl|opdracht|\border\b|\bordem\b|\borden\b|\bordine\b/],
  ['transactions', /transac|transa[ck]tion|transazion|operacion|operacao|umsatz|movimiento|movimento|mouvement/],
  ['status', /heartbeat|status|state|latido|estado|situacao|situacion|zustand|etat\b|stato\b|battement|online|offline/],
];

/** Returns the topic that the category of an item names; `undefined` without a category, or for one that names none. */
export function getCategoryKind(item: FeedElement): FeedKind | undefined {
  const category = toPlainWords(readChildText(item, 'category') ?? '');
  return category === '' ? undefined : BY_CATEGORY.find(([, words]) => words.test(category))?.[0];
}

const toPlainWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

/** Returns the topics that an item names: that of its category, or else all that its title and its description name. */
export function listKinds(item: FeedElement): FeedKind[] {
  const kind = getCategoryKind(item);
  if (kind !== undefined) return [kind];
  const text = toPlainWords(['title', 'description'].map((name) => readChildText(item, name) ?? '').join('\n'));
  return BY_CATEGORY.flatMap(([named, words]) => (words.test(text) ? [named] : []));
}

/**
 * Returns the topic that an item is about beyond doubt: that of its category, or the only one that its texts name. The name of a
 * command may contain the word of another topic, and a digest in one item names several.
 */
export function findOnlyKind(item: FeedElement): FeedKind | undefined {
  const [kind, ...others] = listKinds(item);
  if (getCategoryKind(item) !== undefined) return kind;
  return others.length > 0 || (kind !== 'commands' && isAbout(item, 'commands')) ? undefined : kind;
}

/** Whether an item may be about a topic, by any word for it. */
export const mayBeAbout = (item: FeedElement, kind: FeedKind): boolean =>
  isAbout(item, kind) || listKinds(item).includes(kind);

/**
 * Whether an item names no topic that the kit knows, so that it may be about any: its category, which may be a documented event, or its
 * texts without one. Further words may be in items about any topic.
 */
export function namesNoKind(item: FeedElement): boolean {
  const category = readChildText(item, 'category') ?? '';
  if (category === '') return listKinds(item).length === 0;
  return getCategoryKind(item) === undefined && !EVENTS.has(category);
}

const EVENTS: ReadonlySet<string> = new Set(Object.values(EVENTS_BY_FAMILY).flat());

const HEARTBEAT = /heart-?_?\s?beat|heard|\bping|keep-?_?\s?alive|latido|battement|lebenszeichen/;

/**
 * Whether an item may report a heartbeat, which the document names for the account feed only. The description of a status may
 * mention the last heartbeat.
 */
export const isHeartbeat = (item: FeedElement): boolean =>
  HEARTBEAT.test(
    joinTexts(item, ['title', 'category', 'guid', ...(getCategoryKind(item) === 'status' ? [] : ['description'])]),
  );

const DUBLIN_CORE_DATE = 'http://purl.org/dc/elements/1.1/:date';

/** Returns the instant of an item in epoch milliseconds; NaN without a valid one. */
export const readItemInstant = (item: FeedElement): number =>
  Date.parse(readChildText(item, 'pubDate') ?? readChildText(item, DUBLIN_CORE_DATE) ?? '');
