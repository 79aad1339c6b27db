import { rememberObjects } from '../../../base/caches/remember-objects.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { decodeEntities, occursIn } from './terminal-aliases.ts';

/** The texts of a response, for searching many names at once. */
export interface ResponseWords {
  readonly words: ReadonlySet<string>;
  readonly text: string;
}

const BETWEEN_WORDS = /[\s,;"'<>()[\]{}|]+/;
const BETWEEN_PARTS = /[/?&#=:@,]+/;
/** Keeps the padding of base64 ids. */
const BETWEEN_SEGMENTS = /[/?&#@]+|(?<=[\w-])=(?=[^=]|$)/;

/** Returns the words of a body: whole values, words of free text, and the parts of URLs, decoded. */
export function readWords(exchange: Exchange): ResponseWords {
  const { json } = exchange;
  const values = json === undefined ? [] : listStrings(json);
  const text = json === undefined ? decodeEntities(exchange.text) : values.join('\n');
  const words = new Set(values);
  // Many rows repeat the same words.
  for (const word of new Set(text.split(BETWEEN_WORDS))) {
    words.add(word);
    if (!/[/?&#=:@%.!]/.test(word)) continue;
    words.add(trimWord(word));
    const decoded = decodeText(word);
    for (const part of [...decoded.split(BETWEEN_PARTS), ...decoded.split(BETWEEN_SEGMENTS)])
      words.add(part).add(part.replace(/\.xml$/, ''));
  }
  return { words, text };
}

/** Whether a response contains this name: as a whole word, or several words in their order. */
export function containsName({ words, text }: ResponseWords, name: string): boolean {
  if (words.has(name)) return true;
  if (!/\s|[^\w.:-]/.test(name)) return false;
  const [first = name] = name.split(BETWEEN_WORDS).filter((word) => word !== '');
  return (words.has(first) || words.has(trimWord(first))) && occursIn(text, name);
}

const trimWord = (word: string): string => word.replace(/[.:!?]+$/, '').replace(/^[.:#]+/, '');

/** Returns a text without its percent encoding, or as it is if that is invalid. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const TERMINAL_PATH = /\/(?:terminals|locations)\/([^/?#\s"'<>]+)/g;

/** Returns the terminals that the documented paths in a text name, such as the links of a feed: there, short numbers are ids. */
export const listTerminalsInPaths = ({ text, json }: Exchange): ReadonlySet<string> =>
  new Set(
    json === undefined
      ? [...decodeEntities(text).matchAll(TERMINAL_PATH)].map(([, id = '']) => decodeText(id.replace(/\.xml$/, '')))
      : [],
  );

/** Returns the strings and numbers of a JSON value as texts. */
export function listStrings(value: unknown): string[] {
  const found: string[] = [];
  collectStrings(value, found);
  return found;
}

function collectStrings(value: unknown, into: string[]): void {
  if (typeof value === 'string') into.push(value);
  else if (typeof value === 'number') into.push(String(value));
  else if (Array.isArray(value)) for (const one of value) collectStrings(one, into);
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) collectStrings(one, into);
}

/** Returns everything that the request of an exchange names, so that a response may repeat it. */
export const readRequestText = ({ request }: Pick<Exchange, 'request'>): string => joinRequestTexts(request);

const joinRequestTexts = rememberObjects((request: Exchange['request']): string => {
  const requested = `${decodeText(request.url)}\n${request.body ?? ''}\n${request.headers.map(([, value]) => value).join('\n')}`;
  const encoded = requested.match(/[A-Za-z0-9+_-]{8,}={0,2}/g) ?? [];
  return [requested, ...encoded.map((text) => Buffer.from(text, 'base64').toString('utf8'))].join('\n');
});

/** An element of an array in a response. */
export interface ArrayElement {
  readonly value: Readonly<Record<string, unknown>>;
  readonly path: string;
  /** The value of the member `id`, also in the only object that it holds, such as the node of an edge. */
  readonly id: string | undefined;
}

/** Returns the objects in the arrays of a successful JSON response, at any depth. */
export function listElements(exchange: Exchange): ArrayElement[] {
  return isSuccess(exchange) && exchange.json !== undefined ? listElementsIn(exchange.json, '') : [];
}

function listElementsIn(value: unknown, path: string): ArrayElement[] {
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, one]) => {
    const below = listElementsIn(one, isList ? `${path}/*` : `${path}/${name}`);
    return isList && typeof one === 'object' && one !== null && !Array.isArray(one)
      ? [{ value: one, path: `${path}/*`, id: readOwnId(one) }, ...below]
      : below;
  });
}

const ID_NAME = /^(id|_id|uid|uuid|guid|ID|Id)$/;

/** Returns the id of an object, or of the only object with an id that it holds directly. */
function readOwnId(value: Readonly<Record<string, unknown>>): string | undefined {
  const own = Object.entries(value).find(([name, one]) => ID_NAME.test(name) && isText(one))?.[1];
  if (own !== undefined) return String(own);
  const wrapped = ['node', 'attributes', 'resource', 'item', 'data', 'record'].flatMap((name) => {
    const inner = value[name];
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? [inner] : [];
  });
  const [inner] = wrapped;
  return inner === undefined ? undefined : readOwnId(inner as Readonly<Record<string, unknown>>); // an object, as just checked
}

const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** Returns the objects in a value, at any depth: elements of arrays, and members of objects. */
export const listObjects = (value: unknown): object[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.values(value).flatMap((one) =>
        typeof one === 'object' && one !== null ? [one, ...listObjects(one)] : [],
      );
