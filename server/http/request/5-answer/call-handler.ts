import type { Input, RowSource, ScopedOperationId } from '../../../contract.ts';
import { fleetOperations, handlers } from '../../../handlers/index.ts';
import type { ProblemReply } from '../../../problems/problem.ts';
import type { OpenedScope, PublicView } from '../../../world/scope/scope-types.ts';
import type { Fact } from '../../../world/state/facts.ts';
import { type Call, recordMisbehaviour, requireServiceOperationId } from '../../exchange/call.ts';
import type { AlterableReply, Misbehaviour } from '../../exchange/misbehaviours.ts';

/** The reply of a handler. */
export interface HandlerReply extends AlterableReply {
  readonly facts?: readonly Fact[];
  /** Set if the rows of the list keep their JSON texts. */
  readonly rows?: RowSource;
}

/**
 * Calls the handler of the call's operation. Path, query and body must have been validated for it: this is the only cast
 * from a request to an input.
 */
export function callHandler(call: Call, seenFrom: OpenedScope | PublicView): HandlerReply | ProblemReply {
  const query = call.activeMisbehaviours.reduce(
    (altered, misbehaviour) => alterQuery(call, misbehaviour, altered),
    call.query,
  );
  const input = { path: call.pathParameters, query, body: call.body };
  const operationId = requireServiceOperationId(call);
  if ('computeFleet' in seenFrom && fleetOperations.has(operationId)) seenFrom.computeFleet();
  const handler = handlers[operationId] as (
    scope: OpenedScope | PublicView,
    input: Input<ScopedOperationId>,
  ) => HandlerReply | ProblemReply;
  return handler(seenFrom, input as Input<ScopedOperationId>);
}

/** Applies a misbehaviour to the query. Records it, so that the log names it and the reply is not validated. */
function alterQuery(call: Call, { name, query }: Misbehaviour, received: Call['query']): Call['query'] {
  const altered = query?.(received) ?? received;
  if (altered !== received) recordMisbehaviour(call, name);
  return altered;
}
