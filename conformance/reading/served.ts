import { rememberRecent } from '../../base/caches/remember-recent.ts';
import { rememberTexts } from '../../base/caches/remember-texts.ts';
import { type Exchange, isSuccess } from '../http/client.ts';
import { isWebPage } from '../http/response-kind.ts';
import { decodeText, readRequestText } from './names/response-words.ts';
import { decodeEntities, occursIn } from './names/terminal-aliases.ts';
import { isInstant, isTimeText } from './values/instants.ts';
import { type Place, sharePlaces } from './values/place.ts';
import { fail, inconclusive, type Verdict } from './verdicts/verdict.ts';

/** Whether an answer contains the data that were requested; its status does not matter. */
export type Served =
  | { readonly kind: 'served'; readonly shown: readonly string[] }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unclear'; readonly reason: string };

/** The answer to decide about, and the answers that it is compared with. */
export interface ComparedAnswers {
  readonly probe: Exchange;
  /** The answer to a caller who may read the requested data. */
  readonly control: Exchange;
  /** Answers without the data: about an invented id, or about another thing that the caller sees. Their values reveal nothing. */
  readonly others?: readonly Exchange[];
}

/** The number of distinctive values of the data in the probe that prove it. */
const ENOUGH_DISTINCTIVE = 2;
/** One distinctive value proves it together with this share of all values of the data. */
const SHARE_WITH_ONE = 0.3;
/** The number of values of the data, one of them with several digits, that prove a body that is equal as a whole. */
const ENOUGH_SAME = 2;
/** Without distinctive values, this number of values at the same places proves it, if they are at least half of the data. */
const ENOUGH_PLACED = 3;
const SHARE_PLACED = 0.5;

/** A value with decimals and at least three digits: a duration, a rate, an amount. */
const MEASURED = /^(?=(\D*\d){3})\d+[.,]\d+$/;

/**
 * Decides by its content whether an answer serves the requested data. The data are what remains of the control without the values
 * of the other answers, of the request, of instants and of members that all responses have. The document states neither the status
 * nor the form of refusals: an empty list with 200 refuses, and an error that repeats the data serves.
 */
export function decideServed({ probe, control, others = [] }: ComparedAnswers): Served {
  if (probe.request.method === 'HEAD') return decideByHeaders(probe, control);
  if (others.length === 0 && isSuccess(probe) && probe.text === control.text && hasContent(control))
    return { kind: 'served', shown: ['the same body'] };
  const data = listData(control, others);
  const distinctive = new Set(data.filter(({ text }) => isDistinctive(text)).map(({ text }) => text));
  const requested = readRequestText(probe);
  const content = readContent(probe);
  const shown = [...distinctive].filter((text) => !requested.includes(decodeText(text)) && contains(content, text));
  const placed = data.filter(({ place, text }) => content.pairs.has(`${place} ${text}`));
  // an error may name the service, as every answer does, and any path of it
  const revealed = shown.filter((text) => !text.includes('/v1/'));
  const isRevealed =
    revealed.length >= ENOUGH_DISTINCTIVE || revealed.some((text) => others.length > 0 || /\d/.test(text));
  if (isSuccess(probe) ? isServedBy({ shown, placed, data }) : isRevealed)
    return { kind: 'served', shown: shown.length > 0 ? shown : placed.map(({ text }) => text) };
  if (isTransient(probe))
    return { kind: 'unclear', reason: `the target answered with ${probe.status} instead of a refusal` };
  if (!isSuccess(probe)) return { kind: 'refused' };
  // two answers have the same measured value and the same instants only if they are about one thing
  const measured = placed.filter(({ text }) => MEASURED.test(text));
  const instants =
    measured.length === 0
      ? []
      : listInstants(control, others).filter(({ place, text }) => content.pairs.has(`${place} ${text}`));
  if (instants.length > 0) return { kind: 'served', shown: [...measured, ...instants].map(({ text }) => text) };
  if (probe.text === control.text && data.length >= ENOUGH_SAME && data.some(({ text }) => /\d.*\d/.test(text)))
    return { kind: 'served', shown: ['the same body'] };
  if (distinctive.size === 0 && data.length < ENOUGH_PLACED)
    return { kind: 'unclear', reason: 'the answer to the owner shows nothing that only this thing has' };
  if (shown.length > 0 || placed.length >= Math.max(1, data.length * SHARE_PLACED))
    return { kind: 'unclear', reason: 'the answer repeats too little of the data to decide' };
  return { kind: 'refused' };
}

const hasContent = ({ text }: Exchange): boolean => text.trim().length > 2;

/** A response to HEAD has no body: its length and its validator are those of the data, or it serves nothing. */
function decideByHeaders(probe: Exchange, control: Exchange): Served {
  if (!isSuccess(probe))
    return isTransient(probe) ? { kind: 'unclear', reason: `status ${probe.status}` } : { kind: 'refused' };
  const length = Number(probe.header('content-length') ?? 0);
  const isOfData = length > 2 && length === control.bytes.length;
  const tag = probe.header('etag');
  return isOfData || (tag !== undefined && tag === control.header('etag'))
    ? { kind: 'served', shown: ['its length or its entity tag'] }
    : { kind: 'refused' };
}

interface Repeated {
  readonly shown: readonly string[];
  readonly placed: readonly PlacedText[];
  readonly data: readonly PlacedText[];
}

const isServedBy = ({ shown, placed, data }: Repeated): boolean =>
  shown.length >= ENOUGH_DISTINCTIVE ||
  (shown.length > 0 && placed.length >= data.length * SHARE_WITH_ONE) ||
  (placed.length >= ENOUGH_PLACED && placed.length >= data.length * SHARE_PLACED);

/** Whether an answer contains data that an answer without them, such as that about an invented id, does not have. */
export const showsData = (answer: Exchange, without: Exchange | undefined): boolean =>
  isSuccess(answer) &&
  decideServed({ probe: answer, control: answer, others: without === undefined ? [] : [without] }).kind === 'served';

/** Whether a status is no statement about the request: a server error, a time limit, throttling. */
const isTransient = ({ status }: Exchange): boolean =>
  status >= 500 || status === 408 || status === 425 || status === 429;

/** Returns the distinctive values that an answer about a thing has and the others have not. */
export const listMarks = (control: Exchange, others: readonly Exchange[]): string[] => [
  ...new Set(listData(control, others).flatMap(({ text }) => (isDistinctive(text) ? [text] : []))),
];

/** A value with its place, where `*` is the number of any element. */
export interface PlacedText {
  readonly place: string;
  readonly text: string;
}

interface Content {
  readonly placed: readonly PlacedText[];
  readonly texts: ReadonlySet<string>;
  readonly pairs: ReadonlySet<string>;
  readonly text: string;
}

/** Returns the values of the control that neither its request nor another answer has, each with its place. */
function listData(control: Exchange, others: readonly Exchange[]): PlacedText[] {
  const requested = readRequestText(control);
  const known = others.map(readContent);
  const data = readContent(control).placed.filter(
    ({ place, text }) =>
      text.length > 1 &&
      !isTimeText(text) &&
      !requested.includes(decodeText(text)) &&
      !known.some(({ pairs, texts }) => pairs.has(`${place} ${text}`) || (isDistinctive(text) && texts.has(text))),
  );
  const ids = listRequestedIds(control);
  return data.filter(({ text }) => !ids.some((id) => isEcho(text, id)));
}

/** Returns the instants of the control that no other answer has at the same place. */
function listInstants(control: Exchange, others: readonly Exchange[]): PlacedText[] {
  const known = others.map(readContent);
  return readContent(control).placed.filter(
    ({ place, text }) => isInstant(text) && !known.some(({ pairs }) => pairs.has(`${place} ${text}`)),
  );
}

/** Whether a text only repeats a requested id: in words, in a URL or with a prefix. A text with more content has digits beside the id. */
function isEcho(encoded: string, id: string): boolean {
  const text = decodeText(encoded);
  return occursIn(text, id) && (text.includes('/') || !/\d/.test(text.replaceAll(id, '')));
}

/** Returns the ids in the path and the query of a request. */
const listRequestedIds = ({ parameters }: Exchange): string[] =>
  Object.values(parameters)
    .flatMap((value) => (Array.isArray(value) ? value : [String(value)]))
    .filter((id) => id.length > 1);

/** The number of values to keep of the answers that were compared last: an answer to an owner is the control of many others. */
const KEPT_VALUES = 200_000;

const readIndexed = rememberRecent(
  (exchange: Exchange) => ({ envelope: exchange.envelope, content: indexContents(listContents(exchange)) }),
  {
    most: KEPT_VALUES,
    measure: ({ content }) => content.placed.length + 1,
    isCurrent: ({ envelope }, exchange) => envelope === exchange.envelope,
  },
);

const readContent = (exchange: Exchange): Content => readIndexed(exchange).content;

function indexContents(placed: readonly PlacedText[]): Content {
  const texts = new Set<string>();
  const pairs = new Set<string>();
  for (const { place, text } of placed) {
    texts.add(text);
    pairs.add(`${place} ${text}`);
  }
  return { placed, texts, pairs, text: [...texts].join('\n') };
}

/** A text that is not a whole value must be a name that no sentence has by chance. */
const contains = ({ texts, text }: Content, name: string): boolean =>
  texts.has(name) || (name.length >= SHORTEST_IN_TEXT && occursIn(text, name));

const SHORTEST_IN_TEXT = 6;
const SHORTEST_DISTINCTIVE = 5;

/**
 * Whether a value is hardly found by chance: an id, a name of several words, a long number. Amounts, dates, versions, small numbers
 * and single words are found anywhere, and masked values of two things may be equal.
 */
export const isDistinctive = (text: string): boolean =>
  text.length >= SHORTEST_DISTINCTIVE && isRare(text) && !isMasked(text);

/** Whether a value is masked, as in `m***@mail.example`. */
export const isMasked = (text: string): boolean => /[*•●]{2}|x{4}/i.test(text);

const isRare = rememberTexts(
  (text) =>
    !isTimeText(text) &&
    !/^[-+]?\D{0,4}(\d{1,6}|\d{1,3}([.,' ]\d{3})+)([.,]\d{1,4})?\D{0,4}$/.test(text) &&
    !/^v?\d+(\.\d+)+\S*$/i.test(text) &&
    (/\d{6}/.test(text) || (/\d/.test(text) && /\p{L}/u.test(text)) || /\S \S/.test(text)),
);

/** Returns every value of a body outside the members that all responses have: scalars of JSON, texts of XML, else words. */
function listContents(exchange: Exchange): PlacedText[] {
  const found: PlacedText[] = [];
  if (exchange.json !== undefined) {
    collect(exchange.json, getRoot(), { excluded: exchange.envelope, found });
    return found;
  }
  const isXml = /^\s*</.test(exchange.text);
  const texts = isXml
    ? exchange.text.replaceAll(/<!\[CDATA\[|\]\]>/g, '').split(/<[^>]*>/)
    : exchange.text.split(/[^\w.:-]+/);
  return texts.flatMap((text) =>
    text.trim() === '' ? [] : [{ place: '', text: isXml ? decodeEntities(text.trim()) : text }],
  );
}

/** Returns the strings and numbers of a JSON value, with their places. */
export function listPlacedTexts(value: unknown): PlacedText[] {
  const found: PlacedText[] = [];
  collect(value, getRoot(), { excluded: new Set(), found });
  return found;
}

interface Collection {
  readonly excluded: ReadonlySet<string>;
  readonly found: PlacedText[];
}

const getRoot = sharePlaces();

function collect(value: unknown, place: Place, into: Collection): void {
  if (typeof value === 'string' || typeof value === 'number') {
    if (!into.excluded.has(place.text)) into.found.push({ place: place.pattern, text: String(value) });
  } else if (Array.isArray(value)) {
    const element = place.member('*'); // no place of an envelope is within an array
    for (const one of value) collect(one, element, into);
  } else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) collect(one, place.member(name), into);
}

/** The answers by which one to a caller without a right is judged. */
export interface AccessExchanges {
  /** The same request by an authorised caller: shows the protected data. */
  readonly control: Exchange;
  /** The answer that should have no data. */
  readonly probe: Exchange;
  /** The answer to the same caller at a path that does not exist, which has no data. */
  readonly baseline: Exchange;
  /** A refusal at a path with other data: a refusal may name the service and its support, as data do. */
  readonly refusal?: Exchange | undefined;
  readonly expected: string;
}

/**
 * Returns the fault of an answer to a caller without a right: data of the control, or data in the form of the control. The
 * document states neither status nor body of refusals, so an answer is judged by its content, never by its status.
 */
export function findAccessFault({
  control,
  probe,
  baseline,
  refusal = baseline,
  expected,
}: AccessExchanges): Verdict | undefined {
  const served = decideServed({ probe, control, others: [baseline, refusal] });
  if (served.kind === 'served') {
    const saw = `it shows ${JSON.stringify(served.shown[0]?.slice(0, LONGEST_SHOWN) ?? 'data')}`;
    return fail({ expected, actual: probe, saw }, control, baseline);
  }
  if (!isSuccess(probe)) return served.kind === 'unclear' ? inconclusive(served.reason, probe, control) : undefined;
  const likeness = compareForms(control, probe, baseline);
  if (likeness === 'same') return fail({ expected, actual: probe, saw: 'data, as with a key' }, control, baseline);
  if (likeness === 'unclear')
    return inconclusive('the answer is a success, and its few values do not show whether it has data', probe, control);
  return undefined;
}

const LONGEST_SHOWN = 120;

/** A form is recognised by this many members, and by this share of those of the control. */
const FEWEST_MEMBERS = 3;
const LEAST_SHARE = 0.6;

/** Compares the names of members that have a value. A feed has the form of another one if both have items, and it has several. */
function compareForms(control: Exchange, probe: Exchange, baseline: Exchange): 'same' | 'other' | 'unclear' {
  if (control.json === undefined || probe.json === undefined) {
    if (isWebPage(probe) || probe.bytes.length === 0) return 'other';
    // one item may state the refusal
    const [own, found] = [control, probe].map(({ text }) => text.match(ITEM)?.length ?? 0);
    return own === 0 || found === 0 ? 'other' : found === 1 ? 'unclear' : 'same';
  }
  const common = listFilledMembers(baseline);
  const expected = [...listFilledMembers(control)].filter((name) => !common.has(name));
  const found = listFilledMembers(probe);
  const shared = expected.filter((name) => found.has(name));
  if (shared.length >= FEWEST_MEMBERS && shared.length >= expected.length * LEAST_SHARE) return 'same';
  if (probe.text === control.text && probe.text !== baseline.text && expected.length > 0) return 'same';
  // a refusal may share a member such as `status` with data
  return expected.length < FEWEST_MEMBERS && expected.length > 0 && shared.length === expected.length
    ? 'unclear'
    : 'other';
}

/** Whether a success has the form of the answer that a caller got before, and is no refusal in the form of a success. */
export const hasFormOf = (control: Exchange, probe: Exchange): boolean => {
  const expected = listFilledMembers(control);
  const shared = [...listFilledMembers(probe)].filter((name) => expected.has(name));
  return shared.length > 0 && shared.length >= expected.size * LEAST_SHARE;
};

/** Whether a success has the form of the answers about things and paths that do not exist: it is a refusal. */
export function isRefusalLike(exchange: Exchange, baseline: Exchange): boolean {
  if (isSameAnswer(exchange, baseline)) return true;
  const [members, refusals] = [listFilledMembers(exchange), listFilledMembers(baseline)];
  const fewest = isSuccess(baseline) ? 1 : FEWEST_MEMBERS;
  return members.size >= fewest && [...members].every((name) => refusals.has(name));
}

const ITEM = /<item[\s>]/gi;

/** The members of bodies: a response is compared with many. */
const knownMembers = new WeakMap<
  object,
  { readonly envelope: ReadonlySet<string>; readonly found: ReadonlySet<string> }
>();

/** Returns the names of the members that have a value, without those that the responses to all operations have. */
function listFilledMembers({ json, envelope }: Exchange): ReadonlySet<string> {
  if (typeof json !== 'object' || json === null) return new Set();
  const before = knownMembers.get(json);
  if (before?.envelope === envelope) return before.found;
  const found = new Set<string>();
  knownMembers.set(json, { envelope, found });
  const visit = (value: unknown, name: string, place: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, name, '[]');
    else if (typeof value === 'object' && value !== null)
      for (const [member, one] of Object.entries(value))
        visit(one, member, place === '[]' ? '[]' : `${place}/${member}`);
    else if (isFilled(value) && name !== '' && !envelope.has(place)) found.add(name);
  };
  visit(json, '', '');
  return found;
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== '' && value !== false && value !== 0 && value !== undefined;

/**
 * Whether two answers are the same: equal statuses and bodies, apart from the paths of their requests, ids of requests and
 * numbers. Two empty bodies with the same status are the same.
 */
export const isSameAnswer = (one: Exchange, other: Exchange): boolean =>
  one.status === other.status && normaliseText(one) === normaliseText(other);

/** Bodies are compared up to this length. */
const LONGEST_ANSWER = 20_000;

function normaliseText({ text, request }: Exchange): string {
  const { pathname } = new URL(request.url);
  const segments = pathname.split('/').filter((segment) => segment.length > 2);
  const repeated = [pathname, pathname.replace(/^.*(?=\/v1\/)/, ''), ...segments].flatMap(listSpellings);
  return [...repeated]
    .sort((one, other) => other.length - one.length)
    .reduce((rest, part) => rest.replaceAll(part, '…'), text.slice(0, LONGEST_ANSWER).replaceAll('\\/', '/'))
    .replaceAll(/(?:…[\\/.]*)+/g, '…')
    .replaceAll(/\b(?=\w*\d)[\w-]{6,}\b/g, '#')
    .replaceAll(/\d+/g, '#')
    .replaceAll(/\s+/g, ' ');
}

function listSpellings(part: string): string[] {
  try {
    return [part, decodeURIComponent(part)];
  } catch {
    return [part];
  }
}
