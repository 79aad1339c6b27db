import { operations } from '../../../spec/index.ts';
import type { HeaderPair } from '../../http/client.ts';
import type { RecordedEntry } from '../../http/recording/recording.ts';
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
  let keys = new Set<string>();
  let bytes = 0;
  const peek = (): Episode | undefined => (entries.length === 0 ? undefined : { entries: [...entries], keys });
  const end = (): Episode | undefined => {
    const ended = entries.length === 0 ? undefined : { entries, keys };
    entries = [];
    keys = new Set();
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
      if (seen.caller.kind === 'key') keys.add(seen.caller.name);
      bytes += seen.exchange.bytes.length;
      return ended ?? (isWrite(seen) ? end() : undefined);
    },
    peek,
    end,
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
