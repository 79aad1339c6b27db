import { identifyEntry, type RecordedEntry, type RecordedResponse } from '../../http/recording/recording.ts';
import { withCircuitBreaker } from '../../http/transport/circuit-breaker.ts';
import { NoResponse, type Transport } from '../../http/transport/transport-contract.ts';
import { createComparison, readStableValues } from './comparison.ts';
import type { ReplayDifference } from './differences.ts';
import { createKeyFinder, findReasonToSkip, toReplayedRequest } from './replayed-request.ts';

export interface ReplayOptions {
  /** The base URL of the service to send to. */
  readonly against: string;
  /** The keys by the names of callers in the recording, or by other names if the recording has their fingerprints. */
  readonly keys: ReadonlyMap<string, string>;
  /** Sends also requests with other methods than GET and HEAD. */
  readonly allowWrites: boolean;
  /** Compares also the values that were equal in all recorded responses to the same request. */
  readonly comparesValues: boolean;
  readonly transport: Transport;
  /** Returns the entries, in order. Called twice if values are compared. */
  readonly readEntries: () => Iterable<RecordedEntry>;
  readonly onProgress?: (sent: number) => void;
}

export interface ReplayResult {
  readonly against: string;
  readonly sent: number;
  /** How many responses were compared. */
  readonly compared: number;
  /** How many recorded requests were not sent, by reason. */
  readonly skipped: ReadonlyMap<string, number>;
  readonly differences: readonly ReplayDifference[];
  /** Why it ended early. */
  readonly stopped?: string;
  /** 0: no difference; 1: differences; 3: the service does not respond; 4: nothing was compared. */
  readonly exitCode: 0 | 1 | 3 | 4;
}

/**
 * Sends the requests of a recording again, one at a time, and compares the responses. Without writes, sends each distinct read once.
 *
 * @example
 * const { differences } = await replay({ against: 'https://staging.example', keys, transport, readEntries, ... });
 */
export async function replay(options: ReplayOptions): Promise<ReplayResult> {
  const { against, keys, comparesValues, readEntries, onProgress } = options;
  const findKey = createKeyFinder(keys);
  const { transport, isDead } = withCircuitBreaker(options.transport);
  const comparison = createComparison(keys, comparesValues ? readStableValues(readEntries()) : undefined);
  const skipped = new Map<string, number>();
  let [sent, compared] = [0, 0];
  for (const { entry, recorded } of selectEntries(options, findKey, skipped)) {
    sent += 1;
    onProgress?.(sent);
    try {
      comparison.add(entry, recorded, await transport(toReplayedRequest(entry, { against, findKey, keys })));
      compared += 1;
    } catch (thrown) {
      if (!(thrown instanceof NoResponse)) throw thrown;
      comparison.addFailure(entry, recorded, thrown.message);
      if (isDead()) break;
    }
  }
  const differences = comparison.finish();
  const counts = { against, sent, compared, skipped, differences };
  if (isDead()) return { ...counts, stopped: 'the service stopped responding', exitCode: 3 };
  return { ...counts, exitCode: differences.length > 0 ? 1 : compared === 0 ? 4 : 0 };
}

const MOST_DISTINCT = 100_000;

/** Yields the entries to send, with their recorded responses. Counts the others in `skipped`, by reason. */
function* selectEntries(
  { readEntries, allowWrites }: ReplayOptions,
  findKey: ReturnType<typeof createKeyFinder>,
  skipped: Map<string, number>,
): Iterable<{ readonly entry: RecordedEntry; readonly recorded: RecordedResponse }> {
  const sentReads = new Set<string>();
  for (const entry of readEntries()) {
    const why = findReasonToSkip(entry, { findKey, allowWrites });
    if (why !== undefined) skipped.set(why, (skipped.get(why) ?? 0) + 1);
    if (why !== undefined || 'code' in entry.outcome) continue;
    const id = allowWrites ? undefined : identifyEntry(entry);
    if (id !== undefined && sentReads.has(id)) continue;
    if (id !== undefined && sentReads.size < MOST_DISTINCT) sentReads.add(id);
    yield { entry, recorded: entry.outcome };
  }
}
