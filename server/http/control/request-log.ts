import { formatInstant } from '../../../spec/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { Broadcast } from '../../delivery/queue/broadcast.ts';
import type { SandboxMs } from '../../world/state/time.ts';
import type { AccessEntry } from '../pipeline/access-log.ts';

export type Exchange = SandboxSchemas['Exchange'];

export const MAX_EXCHANGES = 200;

/** The console's requests have ids with this prefix. They are not recorded, so that those of integrators remain. */
export const CONSOLE_PREFIX = 'console-';

/** Keeps the latest exchanges in memory, so that users can see what their client did wrong. */
export class RequestLog {
  /** Converted when they are read, because most are never read. */
  readonly #recorded: RecordedExchange[] = [];
  #next = 0;
  /** Reports each exchange when it is recorded. */
  readonly recorded = new Broadcast<ReportedExchange>();

  record(entry: AccessEntry, at: RecordedAt): void {
    if (entry.requestId.startsWith(CONSOLE_PREFIX)) return;
    this.#recorded[this.#next % MAX_EXCHANGES] = { entry, at };
    this.#next += 1;
    this.recorded.publish(toReported({ entry, at }));
  }

  /** Returns the exchanges of the given users, or all of them for `undefined`, newest first. */
  latest(userIds: ReadonlySet<string> | undefined): readonly Exchange[] | Promise<readonly Exchange[]> {
    const newest = this.#next % MAX_EXCHANGES;
    const inOrder = [...this.#recorded.slice(newest), ...this.#recorded.slice(0, newest)].reverse();
    return inOrder
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
  };
}
