import type { Choices } from '../dimensions/index.ts';
import type { FaultContext, FaultHooks } from '../faults/types.ts';
import type { Scope } from '../model/scope.ts';
import type { World } from '../model/types.ts';
import type { AnyOperation } from '../protocol/operations.ts';
import type { Style } from '../render/style.ts';
import type { Shape } from '../shape.ts';

/** A right service with at most one fault. */
export interface Service {
  readonly shape: Shape;
  readonly choices: Choices;
  readonly world: World;
  readonly style: Style;
  readonly hooks: FaultHooks;
  /** The instant of the service, in epoch milliseconds. */
  nowMs(): number;
  requestNumber: number;
  /** Reads the real time in epoch milliseconds. */
  readonly readClock: () => number;
  /** When entities were written, in real time by key. */
  readonly writtenAtMs: Map<string, number>;
}

/** One authenticated request. */
export interface Call {
  readonly service: Service;
  readonly operation: AnyOperation;
  readonly scope: Scope;
  readonly query: URLSearchParams;
  readonly id: string | undefined;
  readonly path: string;
  readonly body: unknown;
}

/** Returns what a fault may know of a call. */
export function describeCall(call: Call, targetKey?: string): FaultContext {
  const { service, operation, scope, query } = call;
  const context = {
    operation: operation.id,
    scope,
    query,
    choices: service.choices,
    requestNumber: service.requestNumber,
  };
  return targetKey === undefined ? context : { ...context, targetKey };
}
