import { Broadcast } from '../../../base/broadcast.ts';
import { formatInstant } from '../../../base/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { SandboxMs } from '../../world/state/time.ts';
import type { AccessEntry } from '../request/1-start/access-log.ts';

export type Exchange = SandboxSchemas['Exchange'];

/** Exchanges of clients that are kept. */
export const MAX_EXCHANGES = 200;
/** Exchanges that are kept of a console, which sends many. Their ids have a prefix, which any client may use as well. */
export const MAX_OF_CONSOLE = 50;
const CONSOLE_PREFIX = 'console-';

/**
 * Keeps the latest exchanges in memory, so that users can see what their client did wrong. Those with the prefix of the console are
 * counted separately, so that they do not drop those of integrators.
 */
export class RequestLog {
  /** Oldest first. Converted when they are read, because most are never read. */
  readonly #ofClients: NumberedExchange[] = [];
  readonly #ofConsole: NumberedExchange[] = [];
  #count = 0;
  /** Reports each exchange when it is recorded. */
  readonly recorded = new Broadcast<ReportedExchange>();

  record(entry: AccessEntry, at: RecordedAt): void {
    const isOfConsole = entry.requestId.startsWith(CONSOLE_PREFIX);
    const kept = isOfConsole ? this.#ofConsole : this.#ofClients;
    this.#count += 1;
    kept.push({ entry, at, number: this.#count });
    if (kept.length > (isOfConsole ? MAX_OF_CONSOLE : MAX_EXCHANGES)) kept.shift();
    this.recorded.publish(toReported({ entry, at }));
  }

  /** Returns the exchanges of the given users, or all of them for `undefined`, newest first. */
  latest(userIds: ReadonlySet<string> | undefined): readonly Exchange[] | Promise<readonly Exchange[]> {
    return [...this.#ofClients, ...this.#ofConsole]
      .sort((one, other) => other.number - one.number)
      .filter(({ entry: { userId } }) => userIds === undefined || (userId !== null && userIds.has(userId)))
      .map(toExchange);
  }

  /** Reports the exchanges that another replica has recorded. `detail` is its notification. */
  async publishOthers(_detail: string): Promise<void> {}
}

/** An exchange as subscribers get it. Converted when it is sent. */
export interface ReportedExchange {
  readonly userId: string | null;
  readonly toExchange: () => Exchange;
}

export const toReported = (recorded: RecordedExchange): ReportedExchange => ({
  userId: recorded.entry.userId,
  toExchange: () => toExchange(recorded),
});

/** A log entry with the times of its response. */
export interface RecordedExchange {
  readonly entry: AccessEntry;
  readonly at: RecordedAt;
}

interface NumberedExchange extends RecordedExchange {
  readonly number: number;
}

/** The times of a response. */
export interface RecordedAt {
  readonly realMs: number;
  readonly sandboxMs: SandboxMs;
}

/** Converts a recorded exchange to the form of the contract. */
export function toExchange({ entry, at }: RecordedExchange): Exchange {
  const { problem } = entry;
  return {
    request_id: entry.requestId,
    answered_at: formatInstant(at.realMs),
    sandbox_at: formatInstant(at.sandboxMs),
    method: entry.method,
    path: entry.path,
    operation_id: entry.operationId,
    user_id: entry.userId,
    is_operator: entry.isOperator,
    status: entry.status,
    is_aborted: entry.isAborted,
    duration_ms: Math.round(entry.durationMs * 10) / 10,
    problem:
      problem === undefined
        ? null
        : { code: problem.code, detail: problem.detail, errors: (problem.errors ?? []).map((error) => ({ ...error })) },
    misbehaviours: [...entry.misbehaviours],
    fault_id: entry.faultId ?? null,
  };
}
