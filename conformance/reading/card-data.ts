import { LRUCache } from 'lru-cache';
import { findLargest, findSmallest } from '../../base/large-lists.ts';
import type { OperationId } from '../../spec/index.ts';

/** Forbidden data found in a response: its kind, its location and its masked value. */
export interface Leak {
  readonly kind: 'card number' | 'track data' | 'PIN block or key material';
  readonly where: string;
  /** At most the first six and the last four characters; the others are replaced by `*`. */
  readonly masked: string;
}

interface Scheme {
  readonly prefixes: RegExp;
  readonly lengths: readonly number[];
}

/** The issued ranges of card schemes with their lengths. Timestamps of 13 digits begin with 1 and match none. */
const SCHEMES: readonly Scheme[] = [
  { prefixes: /^4/, lengths: [13, 16, 19] },
  { prefixes: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefixes: /^3[47]/, lengths: [15] },
  { prefixes: /^(6011|64[4-9]|65)/, lengths: [16, 17, 18, 19] },
  { prefixes: /^35(2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { prefixes: /^(30[0-5]|3095|36|3[89])/, lengths: [14, 16, 19] },
  { prefixes: /^(62|81)/, lengths: [16, 17, 18, 19] },
  { prefixes: /^(50|5[6-8]|63|67)/, lengths: [13, 14, 15, 16, 17, 18, 19] },
  { prefixes: /^(220[0-4])/, lengths: [16, 17, 18, 19] },
  { prefixes: /^(60|508)/, lengths: [16] },
];

/** Digits that are not part of a word, a longer number, a decimal or a telephone number. */
const CONTIGUOUS = /(?<![\w.+-])\d{13,19}(?![\w]|\.\d|-\d)/g;
/** A separator between groups of digits: any kind of space or hyphen, a dot, or the plus of a query string. */
const GAP = '[ .\\-+\\u00a0\\u2009\\u202f\\u2010-\\u2013]';
/** Digits grouped as printed on cards, with the same separator between all groups. */
const GROUPED = new RegExp(
  `(?<![\\w+-])(?:\\d{4}(${GAP})\\d{4}\\1\\d{4}\\1(?:\\d{4}\\1\\d{1,3}|\\d{1,7})|\\d{4}(${GAP})\\d{6}\\2\\d{4,5})(?![\\w]|[.-]\\d)`,
  'g',
);
/** A number with a masked middle. */
const HALF_HIDDEN = /(?<![\w.+-])(\d{4,})([*\u2022#xX]{1,9})(\d{2,})(?!\w)/g;
/** PCI DSS 3.4.1: at most the issuer identification number (eight digits) and the last four digits may be visible. */
const MOST_SHOWN = { start: 8, end: 4 };

const TRACK_1 = /%?B\d{12,19}\^[^^\r\n]{2,26}\^\d{4}/g;
/** A number, a separator, year and month of expiry, and further digits. No letters may follow, which excludes hashes. */
const TRACK_2 = /(?<!\w);?\d{12,19}[=D]\d{2}(?:0[1-9]|1[0-2])\d{3,20}F?(?![0-9A-Za-z])/g;
/** Track 2 as the tag 57 within the hexadecimal data of a chip. */
const TRACK_2_OF_CHIP = /57([0-9A-F]{2,3}?\d{13,20})D\d{2}(?:0[1-9]|1[0-2])\d{3,20}F?/gi;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/g;
/** A TR-31 key block: version, length, usage, algorithm, mode, key version, exportability, blocks, ciphertext. */
const KEY_BLOCK = /(?<!\w)[A-D]\d{4}[A-Z]\d[A-Z][A-Z][A-Z0-9]{2}[ENS]\d{4}[0-9A-F]{32,}/g;

const SECRET_NAMES =
  /^((enc(rypted)?)?pinbl(oc)?k(da?ta?)?|(enc(rypted)?)?pin|cvv2?|cvc2?|csc|cardverification(value|code)|(clear)?key(value|block|component|part|material)\d?|(terminal|zone|local|base|data)?(master|working|session|pin|mac|derivation|encryption)key\d?|tmk|tpk|zpk|zmk|kek|bdk|ipek|tak|privatekey|(de|df|f|field|bit|dataelement)0?52|tra?c?k[123]?(da?ta?)?|magstripe(data)?|(trm|term|ssn|sess|wrk|work|mstr?|pin|mac)key(val|vl|blk)?)$/;
/** The same in other languages: `Sitzungsschlüssel`, `clé de session`, `claveMaestra`, `chaveSessao`, `bloquePin`. */
const FOREIGN_SECRET_NAMES =
  /^((sitzungs|arbeits|haupt|pin|mac|terminal)schlu?e?ssel(wert|block)?|(cle|clave|chave|chiave)(de|da|di)?(session|sesion|sessao|sessione|travail|trabajo|trabalho|lavoro|maitre|maestra|mestra|mestre|principal|pin|mac|terminal|cifra|cifrado|chiffrement)|(sessie|werk|hoofd|pin)sleutel|(bloc|bloque|bloco|blocco)(de|do|di)?pin|pinblok|pinsatz|(pista|piste|spur|trilha|traccia|spoor)[123])$/;
/** A PIN block or a key in a text, after the words that name it: 8 to 24 bytes as hexadecimal digits. */
const NAMED_IN_TEXT =
  /\bpin\b[^\r\n{}"<>]{0,60}?\bblock[\s,:=#-]{1,3}[0-9A-Fa-f]{16}(?![0-9A-Za-z])|\b(?:pin[\s_-]?block|(?:working|master|session|pin|mac|zone|terminal)[\s_-]?key|tmk|tpk|zpk|zmk|kek|bdk)[\s,:=#-]{1,3}(?:[0-9A-Fa-f]{2} ?){7,23}[0-9A-Fa-f]{2}(?![0-9A-Za-z-])/gi;
/** The PIN block as the data element 52 of ISO 8583 in a text, for example `DE52=…`. */
const DATA_ELEMENT_52 = /\b(?:DE|DF|F|P|field|bit|data element)[ _-]?0?52[\s:=#-]{1,3}[0-9A-F]{16}(?![0-9A-Za-z])/gi;
/** How a value is written, at the end of its name: `pinBlockHex`. */
const ENCODINGS = /(hex|b64|base64|enc|encrypted|encoded|raw|bytes|value|val)$/;
const SECRET_SHAPE = /^(?:[0-9A-Fa-f]{2}[ -]?){3,}$|^[A-Za-z0-9+/]{22,}={0,2}$|^\d{3,4}$/;

/**
 * Finds card numbers, track data and key material in a text and, for JSON, by the names of members. `known` are numbers that other
 * responses show to be ids.
 */
export function findForbiddenData(text: string, json: unknown, known: ReadonlySet<string> = new Set()): Leak[] {
  const ids = json === undefined ? findLongIdsInXml(text) : findLongIds(json);
  return [
    ...findCardNumbers(text)
      .filter((digits) => !ids.has(digits) && !known.has(digits))
      .map((digits): Leak => ({ kind: 'card number', where: 'the text', masked: mask(digits) })),
    ...findUndermaskedNumbers(text).map(
      (shown): Leak => ({ kind: 'card number', where: 'the text', masked: mask(shown) }),
    ),
    ...[TRACK_1, TRACK_2].flatMap((pattern) => findLeaks(pattern, text, 'track data')),
    ...findTracksOfChips(text),
    ...findEncoded(json),
    ...[PRIVATE_KEY, KEY_BLOCK, NAMED_IN_TEXT, DATA_ELEMENT_52].flatMap((pattern) =>
      findLeaks(pattern, text, 'PIN block or key material'),
    ),
    ...findNamedSecrets(json),
  ];
}

const findTracksOfChips = (text: string): Leak[] =>
  [...text.matchAll(TRACK_2_OF_CHIP)].flatMap(([shown, value = '']) =>
    // the length of the value has two digits, or three in error
    [value.slice(2), value.slice(3)].some(couldBeACard)
      ? [{ kind: 'track data', where: 'the text', masked: mask(shown) }]
      : [],
  );

const SHORTEST_BASE64 = 18;
const BASE64 = /^[A-Za-z0-9+/]{18,400}={0,2}$/;

/** Finds card numbers and track data in members with text in base64, except in members that contain ids. */
function findEncoded(json: unknown): Leak[] {
  const decoded = decodeMembers(json);
  if (decoded === undefined) return [];
  const ids = findLongIds(decoded);
  const text = JSON.stringify(decoded);
  const numbers = findCardNumbers(text).filter((digits) => !ids.has(digits));
  return [
    ...numbers.map((digits): Leak => ({ kind: 'card number', where: 'text in base64', masked: mask(digits) })),
    ...[TRACK_1, TRACK_2].flatMap((pattern) => findLeaks(pattern, text, 'track data')),
  ];
}

/** Returns the parts of a value that are text in base64, decoded, at the same places; `undefined` if there are none. */
function decodeMembers(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.length < SHORTEST_BASE64 || !BASE64.test(value)) return undefined;
    const text = Buffer.from(value, 'base64').toString('latin1');
    return /^[\x20-\x7e]+$/.test(text) ? text : undefined;
  }
  if (Array.isArray(value)) {
    const parts = value.map(decodeMembers).filter((one) => one !== undefined);
    return parts.length === 0 ? undefined : parts;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const parts = Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
    const decoded = decodeMembers(one);
    return decoded === undefined ? [] : [[name, decoded]];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** The number of values of a member that suffices to recognise ids. */
const MIN_IDS = 8;

/**
 * Returns the long numbers in members that contain ids. About one in thirty random 16-digit numbers is a possible card
 * number, but every real card number is. So a member contains ids if most of its values are impossible card numbers, or hexadecimal
 * numbers of about one length with letters: a few of those have none.
 */
export function findLongIds(json: unknown): ReadonlySet<string> {
  const byMember = new Map<string, Set<string>>();
  collectLongNumbers(json, '', byMember);
  return selectIds([...byMember.values()]);
}

/** Names of members with card numbers, in some languages: no ids. */
const NAMES_CARD = /card|pan\b|karte|tarjeta|carte|cart[aã]o|carta|kaart/i;

/**
 * Returns the long numbers in members that contain ids, where the same members of several bodies count together: one body may have few
 * rows. `open` has the only number of a member, which may be an id or a card number.
 */
export function findLongIdsOfAll(bodies: readonly (readonly [kind: string, json: unknown])[]): {
  readonly ids: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
} {
  const byMember = new Map<string, Set<string>>();
  for (const [kind, json] of bodies) collectLongNumbers(json, kind, byMember);
  const columns = [...byMember.values()];
  const areFewIds = (values: ReadonlySet<string>) =>
    values.size < MIN_IDS && [...values].some((value) => /^\d+$/.test(value) && !couldBeACard(value));
  return {
    ids: new Set([...selectIds(columns), ...columns.filter(areFewIds).flatMap((values) => [...values])]),
    open: new Set([...byMember].flatMap(([place, all]) => (all.size === 1 && !NAMES_CARD.test(place) ? [...all] : []))),
  };
}

/** Returns the long numbers in elements of one name that contain ids, such as the `guid` of the items of a feed. */
function findLongIdsInXml(text: string): ReadonlySet<string> {
  const elements = [...text.matchAll(/<([\w:.-]+)(?:\s[^<>]*)?>\s*([\da-fA-F]{13,19})\s*<\/\1>/g)];
  const byName = Map.groupBy(elements, ([, name]) => name);
  return selectIds([...byName.values()].map((found) => new Set(found.map(([, , value = '']) => value))));
}

/** The share of the hexadecimal numbers of a member that have a letter, at least. */
const MOST_LETTERS = 0.8;

function selectIds(columns: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const values of columns) {
    const numbers = [...values].filter((value) => /^\d+$/.test(value));
    const areRandom = numbers.length >= MIN_IDS && numbers.filter(couldBeACard).length * 3 < numbers.length;
    const letters = values.size - numbers.length;
    // a number may have no leading zeros
    const lengths = [...values].map(({ length }) => length);
    const areAlike = findLargest(lengths, 0) - findSmallest(lengths) <= 2;
    if (areRandom || (letters >= MIN_IDS && letters >= values.size * MOST_LETTERS && areAlike))
      for (const number of numbers) found.add(number);
  }
  return found;
}

const couldBeACard = (digits: string): boolean => isIssued(digits) && passesLuhn(digits);

function collectLongNumbers(value: unknown, member: string, into: Map<string, Set<string>>): void {
  if (Array.isArray(value)) {
    for (const one of value) collectLongNumbers(one, `${member}/*`, into);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) collectLongNumbers(one, `${member}/${name}`, into);
  } else if (mayBeLongNumber(value) && /^[\da-fA-F]{13,19}$/.test(String(value))) {
    into.set(member, (into.get(member) ?? new Set()).add(String(value)));
  }
}

/** Whether a scalar may be a long number: most are too short. */
const mayBeLongNumber = (value: unknown): boolean =>
  typeof value === 'string' ? value.length >= 13 && value.length <= 19 : typeof value === 'number' && value >= 1e12;

/** Returns the card numbers in a text, grouped or not: issued range and length, and a valid Luhn check digit. */
export function findCardNumbers(text: string): string[] {
  const found = [...text.matchAll(CONTIGUOUS), ...text.matchAll(GROUPED)];
  return found.map(([spelled]) => spelled.replaceAll(/\D/g, '')).filter(couldBeACard);
}

/** Returns the masked card numbers that show more digits than allowed. */
function findUndermaskedNumbers(text: string): string[] {
  return [...text.matchAll(HALF_HIDDEN)].flatMap(([shown, start = '', , end = '']) => {
    const isTooMuch = start.length > MOST_SHOWN.start || end.length > MOST_SHOWN.end;
    return isTooMuch && SCHEMES.some(({ prefixes, lengths }) => lengths.includes(shown.length) && prefixes.test(start))
      ? [shown]
      : [];
  });
}

/** Whether a text contains a number in a range of a card scheme, with or without a valid check digit. */
export const resemblesCardNumber = (text: string): boolean =>
  [...text.matchAll(CONTIGUOUS), ...text.matchAll(GROUPED)].some(([spelled]) =>
    isIssued(spelled.replaceAll(/\D/g, '')),
  );

/** Masks card numbers and track data in a text. */
export const maskCardData = (text: string): string => replaceCardData(text, mask);

/** Replaces card numbers, as digits without separators, and track data in a text. */
export function replaceCardData(text: string, replace: (found: string) => string): string {
  const replaceIfCard = (spelled: string) =>
    findCardNumbers(spelled).length > 0 ? replace(spelled.replaceAll(/\D/g, '')) : spelled;
  return text
    .replace(TRACK_1, replace)
    .replace(TRACK_2, replace)
    .replace(CONTIGUOUS, replaceIfCard)
    .replace(GROUPED, replaceIfCard);
}

const mask = (value: string): string =>
  value.length <= 12 ? '*'.repeat(value.length) : value.slice(0, 6) + '*'.repeat(value.length - 10) + value.slice(-4);

const findLeaks = (pattern: RegExp, text: string, kind: Leak['kind']): Leak[] =>
  [...text.matchAll(pattern)].map(([found]) => ({ kind, where: 'the text', masked: mask(found.slice(0, 40)) }));

const isIssued = (digits: string): boolean =>
  SCHEMES.some(({ prefixes, lengths }) => lengths.includes(digits.length) && prefixes.test(digits));

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Finds secrets named by a member, or by a label: `{"label": "Master key", "value": "…"}`. */
function findNamedSecrets(json: unknown): Leak[] {
  const found: Leak[] = [];
  const path: (string | number)[] = [];
  const add = (value: string, where: readonly (string | number)[]) =>
    found.push({ kind: 'PIN block or key material', where: `/${where.join('/')}`, masked: mask(value) });
  const visitBelow = (name: string | number, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    path.push(name);
    visit(value);
    path.pop();
  };
  const visit = (value: object): void => {
    if (Array.isArray(value)) {
      for (const [at, one] of value.entries()) visitBelow(at, one);
      return;
    }
    for (const [name, member] of Object.entries(value)) {
      if (namesSecretOfMember(name) && isLikeSecret(member)) add(member, [...path, name]);
      visitBelow(name, member);
    }
    const labelled = findMember(value, VALUE_NAMES);
    if (!isLikeSecret(labelled)) return;
    const label = findMember(value, LABEL_NAMES);
    if (typeof label === 'string' && namesSecret(label)) add(labelled, [...path, 'value']);
  };
  if (typeof json === 'object' && json !== null) visit(json);
  return found;
}

const isLikeSecret = (value: unknown): value is string => typeof value === 'string' && SECRET_SHAPE.test(value);

const LABEL_NAMES: ReadonlySet<string> = new Set(['label', 'name', 'title', 'key']);
const VALUE_NAMES: ReadonlySet<string> = new Set(['value', 'text', 'content']);

/** Returns the first member of an object with one of these names. */
function findMember(members: object, names: ReadonlySet<string>): unknown {
  for (const [name, value] of Object.entries(members)) if (names.has(name)) return value;
  return undefined;
}

/** Whether a name or a label names a secret. */
function namesSecret(name: string): boolean {
  // a setting may be named by its path: `host.tmk`
  const names = [name, name.split(/[.:/]/).at(-1) ?? ''].map((one) =>
    one
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  );
  return names
    .flatMap((one) => [one, one.replace(ENCODINGS, '')])
    .some((one) => SECRET_NAMES.test(one) || FOREIGN_SECRET_NAMES.test(one));
}

/** The number of names of members that are remembered: the bodies of a service repeat a few hundred. */
const MOST_NAMES = 2000;
const knownNames = new LRUCache<string, boolean>({ max: MOST_NAMES });

/** The same for the name of a member. */
function namesSecretOfMember(name: string): boolean {
  const known = knownNames.get(name) ?? namesSecret(name);
  knownNames.set(name, known);
  return known;
}

/** The operations whose responses describe transactions. */
export const OPERATIONS_OF_TRANSACTIONS: ReadonlySet<OperationId> = new Set<OperationId>([
  'listTransactions',
  'listTerminalTransactions',
  'getTransactionTimeline',
  'getPortal',
  'getAccountFeed',
  'getTerminalFeed',
  'listDisputes',
]);
