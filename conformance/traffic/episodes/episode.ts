import { operations } from '../../../spec/index.ts';
import type { HeaderPair } from '../../http/client.ts';
import { type Exchange, isSuccess } from '../../http/exchange.ts';
import type { RecordedEntry } from '../../http/recording/recording.ts';
import { isSameAnswer } from '../../reading/served.ts';
import type { SeenExchange } from '../exchanges/read-exchanges.ts';

/** Exchanges that followed each other, so that relations between them can be judged. */
export interface Episode {
  readonly entries: readonly RecordedEntry[];
  /** The names of the keys. */
  readonly keys: ReadonlySet<string>;
}

export interface EpisodeLimits {
  /** The longest time without an exchange, in milliseconds. */
  readonly longestGapMs: number;
  /** The longest time from the first to the last exchange, in milliseconds. */
  readonly longestMs: number;
  readonly mostEntries: number;
  readonly mostBytes: number;
}

export const EPISODE_LIMITS: EpisodeLimits = {
  longestGapMs: 120_000,
  longestMs: 600_000,
  mostEntries: 3000,
  mostBytes: 32 * 2 ** 20,
};

/** Divides traffic into episodes. */
export interface EpisodeSplitter {
  /** Adds an exchange. Returns the episode that ended before it, if one did. */
  add(seen: SeenExchange): Episode | undefined;
  /** Returns the open episode without ending it; `undefined` if it is empty. */
  peek(): Episode | undefined;
  /** Ends the open episode; `undefined` if it is empty. */
  end(): Episode | undefined;
}

/** Creates the splitter. A write that succeeded ends an episode, because equal reads may differ after it. */
export function createEpisodeSplitter(limits: EpisodeLimits = EPISODE_LIMITS): EpisodeSplitter {
  let entries: RecordedEntry[] = [];
  let keys = createKeyRegister();
  let bytes = 0;
  const peek = (): Episode | undefined =>
    entries.length === 0 ? undefined : { entries: [...entries], keys: keys.list() };
  const end = (): Episode | undefined => {
    const ended = entries.length === 0 ? undefined : { entries, keys: keys.list() };
    entries = [];
    keys = createKeyRegister();
    bytes = 0;
    return ended;
  };
  const isOver = (next: RecordedEntry): boolean => {
    const [first, last] = [entries[0], entries.at(-1)];
    if (first === undefined || last === undefined) return false;
    return (
      entries.length >= limits.mostEntries ||
      bytes >= limits.mostBytes ||
      next.sentMs - last.sentMs > limits.longestGapMs ||
      next.sentMs - first.sentMs > limits.longestMs ||
      // a clock that was set back: the order of the exchanges is unknown
      last.sentMs - next.sentMs > limits.longestGapMs
    );
  };
  return {
    add(seen) {
      // a response to too many requests shows nothing of the data
      if (!seen.hasBody || seen.caller.kind === 'unknown' || seen.exchange.status === 429) return undefined;
      const entry = toEntry(seen);
      const ended = isOver(entry) ? end() : undefined;
      entries.push(entry);
      if (seen.caller.kind === 'key') keys.add(seen);
      bytes += seen.exchange.bytes.length;
      return ended ?? (isWrite(seen) ? end() : undefined);
    },
    peek,
    end,
  };
}

/**
 * Registers the keys of an episode. A key that gets the same answer from several operations is refused. Its status may be that of a success:
 * a revoked key, for example.
 */
function createKeyRegister() {
  const known = new Map<string, { readonly first: Exchange; operations: number; isRefused: boolean }>();
  return {
    add({ exchange, caller: { name } }: SeenExchange): void {
      if (!isSuccess(exchange) || operations[exchange.operation].isPublic) {
        if (!known.has(name)) known.set(name, { first: exchange.toEvidence(), operations: 0, isRefused: false });
        return;
      }
      const key = known.get(name);
      if (key === undefined || key.operations === 0)
        known.set(name, { first: exchange.toEvidence(), operations: 1, isRefused: false });
      else if (key.first.operation !== exchange.operation && (key.operations === 1 || key.isRefused)) {
        key.isRefused = isSameAnswer(key.first, exchange);
        key.operations += 1;
      }
    },
    /** Returns the names of the keys that are not refused. */
    list: (): ReadonlySet<string> => new Set([...known].flatMap(([name, { isRefused }]) => (isRefused ? [] : [name]))),
  };
}

const isWrite = ({ exchange: { request, status } }: SeenExchange): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(request.method) && status >= 200 && status < 300;

function toEntry({ exchange, caller }: SeenExchange): RecordedEntry {
  const { request, status, headers, bytes, timing } = exchange;
  return {
    caller: caller.name,
    method: request.method,
    path: toPlainPath(exchange),
    headers: request.headers.filter(isDistinguishing),
    ...(request.body === undefined ? {} : { body: request.body }),
    ...timing,
    outcome: { status, headers, body: bytes },
  };
}

/** Whether a header of a request may change the response. A type that every read has changes nothing. */
const isDistinguishing = ([name, value]: HeaderPair): boolean =>
  /^(if-.*|range|idempotency-key|prefer|content-type|.*-method-override)$/i.test(name) ||
  (/^accept$/i.test(name) && !/json|xml|rss|\*\/\*/.test(value));

/** Returns the path and the query with the escapes that the client of the kit writes. */
function toPlainPath({ operation, parameters, request }: SeenExchange['exchange']): string {
  const path = operations[operation].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters[name]).toWellFormed()),
  );
  const query = new URLSearchParams(new URL(request.url).search).toString();
  return query === '' ? path : `${path}?${query}`;
}
