import { Broadcast } from '../../../base/broadcast.ts';
import { formatInstant } from '../../../base/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { SandboxMs } from '../../world/state/time.ts';
import type { RecordedRequest } from '../recording/record-request.ts';
import { MAX_RECORDED_BYTES, Recording, RecordingBudget } from '../recording/recording-budget.ts';
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
  readonly #budgets: readonly RecordingBudget[];
  #count = 0;
  /** Reports each exchange when it is recorded. */
  readonly recorded = new Broadcast<ReportedExchange>();

  /** `ofAllWorlds` limits the recorded requests of several logs together. */
  constructor(ofAllWorlds?: RecordingBudget) {
    this.#budgets = [new RecordingBudget(MAX_RECORDED_BYTES), ...(ofAllWorlds === undefined ? [] : [ofAllWorlds])];
  }

  /** Adds an exchange. `request` is what was sent, if the server records requests. */
  record(entry: AccessEntry, at: RecordedAt, request?: RecordedRequest): void {
    const isOfConsole = entry.requestId.startsWith(CONSOLE_PREFIX);
    const kept = isOfConsole ? this.#ofConsole : this.#ofClients;
    this.#count += 1;
    const recording = request && new Recording(request, this.#budgets);
    kept.push({ entry, at, number: this.#count, recording });
    if (kept.length > (isOfConsole ? MAX_OF_CONSOLE : MAX_EXCHANGES)) kept.shift()?.recording?.drop();
    this.recorded.publish(toReported({ entry, at }));
  }

  /** Returns the exchanges of the given users, or all of them for `undefined`, newest first. */
  latest(userIds: ReadonlySet<string> | undefined): readonly Exchange[] | Promise<readonly Exchange[]> {
    return [...this.#ofClients, ...this.#ofConsole]
      .sort((one, other) => other.number - one.number)
      .filter(({ entry: { userId } }) => userIds === undefined || (userId !== null && userIds.has(userId)))
      .map(({ recording, ...recorded }) => toExchange(recorded, recording?.request));
  }

  /** Releases the memory of recorded requests. */
  dropRecordings(): void {
    for (const { recording } of [...this.#ofClients, ...this.#ofConsole]) recording?.drop();
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
  readonly recording: Recording | undefined;
}

/** The times of a response. */
export interface RecordedAt {
  readonly realMs: number;
  readonly sandboxMs: SandboxMs;
}

/** Converts a recorded exchange to the form of the contract. */
export function toExchange({ entry, at }: RecordedExchange, request?: RecordedRequest): Exchange {
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
    recorded: request ?? null,
  };
}
