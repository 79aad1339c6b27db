import { operations } from '../../../spec/index.ts';
import { parseJson } from '../bodies/json-text.ts';

/** The version of the member `_fleetkit` in archives of the kit. */
export const RECORDING_VERSION = 1;

/** The largest archive to read, in bytes. The kit records at most half of that. */
export const MOST_HAR_BYTES = 128 * 2 ** 20;

/** An object of JSON, before its members are validated. */
export type Members = Readonly<Record<string, unknown>>;

/** An HTTP archive. Its entries have a method and a URL; nothing else in them is validated yet. */
export interface HarFile {
  readonly entries: readonly Members[];
  /** The member that only archives of the kit have. */
  readonly own?: OwnMembers;
}

/** The data that a replay needs in addition to the entries, in archives of the kit. */
export interface OwnMembers {
  readonly target: string;
  readonly seed: number | undefined;
  /** The made-up keys that replace the redacted ones, by name. */
  readonly keys: ReadonlyMap<string, string>;
}

/**
 * Parses an archive: HAR 1.1 or 1.2. A problem completes "FILE …".
 *
 * @example
 * const file = parseHarFile(await readFile('traffic.har', 'utf8'));
 */
export function parseHarFile(text: string): HarFile | { readonly problem: string } {
  const parsed = parseJson(text.replace(/^\ufeff/, ''));
  if (parsed.isUnreadable) return { problem: `is not safe to read: ${parsed.reason}` };
  const log = readMembers(readMembers(parsed.value)?.log);
  if (parsed.value === undefined) return { problem: 'is not JSON; expected an HTTP archive (HAR 1.2)' };
  if (log === undefined) return { problem: 'is no HTTP archive: it has no member "log"; expected HAR 1.2' };
  const { version = '1.2', entries } = log;
  if (typeof version !== 'string' || !/^1\.[12]$/.test(version))
    return { problem: `has the version ${JSON.stringify(version)?.slice(0, 40)}; expected HAR 1.2` };
  if (!Array.isArray(entries)) return { problem: 'is no HTTP archive: it has no list "log.entries"' };
  const wrong = entries.findIndex((entry) => {
    const request = readMembers(readMembers(entry)?.request);
    return typeof request?.method !== 'string' || typeof request.url !== 'string';
  });
  if (wrong !== -1) return { problem: `has no request with a method and a URL at log.entries[${wrong}]` };
  if (log._fleetkit === undefined) return { entries };
  const own = readOwnMembers(log._fleetkit);
  return own === undefined
    ? { problem: `has a member "_fleetkit" that this version of fleetkit cannot read; record again, or remove it` }
    : { entries, own };
}

/** Returns the members of an object; `undefined` for other values. */
export const readMembers = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined; // any object has this type

function readOwnMembers(value: unknown): OwnMembers | undefined {
  const { version, target, seed, keys } = readMembers(value) ?? {};
  if (version !== RECORDING_VERSION || typeof target !== 'string' || !Array.isArray(keys)) return undefined;
  const named = keys.map((one): [unknown, unknown] => [readMembers(one)?.name, readMembers(one)?.substitute]);
  const isValid = (pair: [unknown, unknown]): pair is [string, string] =>
    pair.every((part) => typeof part === 'string');
  if (!named.every(isValid) || !isBaseUrl(target)) return undefined;
  return { target, seed: Number.isInteger(seed) ? Number(seed) : undefined, keys: new Map(named) };
}

const isBaseUrl = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** Documented paths as patterns, from their version prefix on. */
const DOCUMENTED = [...new Set(Object.values(operations).map(({ path }) => path))].map(
  (path) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
);

/**
 * Returns the base URLs below which documented paths were requested, in order.
 *
 * @example
 * const [target] = listServices(file);
 */
export function listServices({ entries, own }: HarFile): readonly string[] {
  if (own !== undefined) return [own.target];
  return [...new Set(entries.flatMap(({ request }) => findBaseUrl(String(readMembers(request)?.url)) ?? []))];
}

function findBaseUrl(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return undefined;
  const at = parsed.pathname.indexOf('/v1/');
  if (at === -1 || !DOCUMENTED.some((pattern) => pattern.test(parsed.pathname.slice(at)))) return undefined;
  return parsed.origin + parsed.pathname.slice(0, at);
}
