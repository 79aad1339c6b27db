import { formatInstant } from '../../../spec/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { SandboxMs } from '../../world/state/time.ts';
import type { AccessEntry } from '../pipeline/access-log.ts';

type Exchange = SandboxSchemas['Exchange'];

const MAX_EXCHANGES = 200;

/** Keeps the latest exchanges of this process, so that users can see what their client did wrong. */
export class RequestLog {
  /** Converted when they are read, because most are never read. */
  readonly #recorded: { readonly entry: AccessEntry; readonly at: RecordedAt }[] = [];
  #next = 0;

  record(entry: AccessEntry, at: RecordedAt): void {
    this.#recorded[this.#next % MAX_EXCHANGES] = { entry, at };
    this.#next += 1;
  }

  /** Returns the exchanges of the given users, or all of them for `undefined`, newest first. */
  latest(userIds: ReadonlySet<string> | undefined): readonly Exchange[] {
    const newest = this.#next % MAX_EXCHANGES;
    const inOrder = [...this.#recorded.slice(newest), ...this.#recorded.slice(0, newest)].reverse();
    return inOrder
      .filter(({ entry: { userId } }) => userIds === undefined || (userId !== null && userIds.has(userId)))
      .map(({ entry, at }) => toExchange(entry, at));
  }
}

/** The times of a response. */
interface RecordedAt {
  readonly realMs: number;
  readonly sandboxMs: SandboxMs;
}

function toExchange(entry: AccessEntry, at: RecordedAt): Exchange {
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
