import { randomBytes } from 'node:crypto';
import { performance } from '../../../base/real-time.ts';
import { resolveWithin } from '../../../base/time-limit.ts';
import { type SandboxOperationId, sandboxOperations } from '../../../spec/sandbox-contract.ts';
import type { DeliveryService } from '../../delivery/service/delivery-service.ts';
import type { DestinationHealth } from '../../delivery/store/delivery-store.ts';
import { sandboxHandlers } from '../../handlers/sandbox/index.ts';
import { notFound, type ProblemReply, problem } from '../../problems/problem.ts';
import type {
  ConformanceOperationId,
  ControlContext,
  ControlWrite,
  DeliveryInputs,
  DeliveryOperationId,
  PureOperationId,
  SandboxInput,
  WorkspaceOperationId,
} from '../../sandbox-contract.ts';
import type { ControlScope } from '../../world/scope/scope-types.ts';
import { refuseHeld } from '../edge/capacity.ts';
import { setStreamHeaders } from '../edge/event-streams.ts';
import { type Call, getSandboxOperationId } from '../exchange/call.ts';
import { getCall, type HttpResponse, type Middleware } from '../exchange/middleware.ts';
import { StillPreparing } from '../exchange/work-queue.ts';
import { retryOnConflict } from '../request/5-answer/retry-on-conflict.ts';
import { sendJson, sendProblem } from '../request/6-send/send.ts';
import type { ActivityStreams } from '../streams/activity-stream.ts';
import type { ControlDependencies } from './control-dependencies.ts';
import { answerSignIn } from './sign-in.ts';

/** How long a change of the clock waits for the deliveries that it causes, in real milliseconds. */
const SETTLES_WITHIN_MS = 2000;

/** Answers the operations of the control plane. */
export function serveControlPlane(dependencies: ControlDependencies): Middleware {
  return (_request, response, next) => {
    const operationId = getSandboxOperationId(getCall(response));
    if (operationId === undefined) throw new Error('an operation of the service reached the control plane');
    response.setHeader('Cache-Control', 'no-store'); // of event streams too
    answer(dependencies, operationId, response).catch(next);
  };
}

async function answer(
  dependencies: ControlDependencies,
  operationId: SandboxOperationId,
  response: HttpResponse,
): Promise<void> {
  switch (operationId) {
    case 'streamDeliveries':
      return openDeliveryStream(dependencies, response);
    case 'streamActivity':
      return openActivityStream(dependencies, response);
    case 'createSignInCode':
    case 'signIn':
      return sendJson(
        response,
        await answerSignIn(dependencies.signIn, operationId, getCall(response).operatorToken ?? ''),
        dependencies.check,
      );
    case 'listWorkspaces':
    case 'createWorkspace':
    case 'getWorkspace':
    case 'deleteWorkspace':
    case 'extendWorkspace':
      return answerWorkspaceOperation(dependencies, operationId, response);
    case 'listConformanceRuns':
    case 'startConformanceRun':
    case 'startReceiverCheck':
    case 'getConformanceRun':
    case 'cancelConformanceRun':
    case 'getConformanceReport':
      return answerConformanceOperation(dependencies, operationId, response);
    default:
      return handleOperation(dependencies, operationId, response);
  }
}

async function answerWorkspaceOperation(
  { check, workspaces }: ControlDependencies,
  operationId: WorkspaceOperationId,
  response: HttpResponse,
): Promise<void> {
  const operation = (await workspaces?.())?.[operationId] as AnyOperation<WorkspaceOperationId> | undefined;
  const reply =
    operation === undefined
      ? problem(403, 'operator_disabled', { detail: NO_WORKSPACES })
      : await operation(readInput(getCall(response)) as SandboxInput<WorkspaceOperationId>);
  sendChecked({ check, operationId, response }, reply);
}

type AnyOperation<Op extends SandboxOperationId> = (input: SandboxInput<Op>) => Promise<AnyReply | ProblemReply>;

async function answerConformanceOperation(
  { check, conformanceRuns }: ControlDependencies,
  operationId: ConformanceOperationId,
  response: HttpResponse,
): Promise<void> {
  const { createConformanceOperations } = await import('./conformance/answer-conformance-runs.ts');
  const operations = createConformanceOperations(await conformanceRuns?.());
  const operation = operations[operationId] as AnyOperation<ConformanceOperationId>;
  const input = readInput(getCall(response)) as SandboxInput<ConformanceOperationId>; // validated for this operation
  sendChecked({ check, operationId, response }, await operation(input));
}

interface CheckedSending extends Pick<ControlDependencies, 'check'> {
  readonly operationId: SandboxOperationId;
  readonly response: HttpResponse;
}

/** Sends a reply that the contract allows. */
function sendChecked({ check, operationId, response }: CheckedSending, reply: AnyReply | ProblemReply): void {
  if ('problem' in reply) {
    sendProblem(response, reply, check);
    return;
  }
  const fault = check.findFault(operationId, { ...reply, mediaType: 'application/json' });
  if (fault !== undefined) throw new Error(`a reply violates the contract: ${fault}`);
  sendJson(response, reply, check);
}

const NO_WORKSPACES = 'This server has no workspaces.';

interface AnyReply {
  readonly status: 200 | 201;
  readonly body: unknown;
  readonly write?: ControlWrite;
}

/**
 * Calls the handler, appends its facts, then sends the reply. On a conflict with another write, calls the handler
 * again.
 */
async function handleOperation(
  dependencies: ControlDependencies,
  operationId: PureOperationId | DeliveryOperationId,
  response: HttpResponse,
) {
  const { sandbox, check, deliveryService, queue } = dependencies;
  const call = getCall(response);
  const tenantId = call.scope?.tenant.tenantId;
  // Fans out events up to now, before this request can change the destinations.
  if (concernsDeliveries(operationId)) {
    const caughtUp = check.declares(operationId, 507)
      ? deliveryService.catchUp(tenantId)
      : deliveryService.tryToCatchUp(tenantId);
    if (!(await isDoneBy(caughtUp, call.answerByMs))) throw new StillPreparing(call.answerByMs);
  }
  const owner = tenantId ?? OPERATOR;
  const conflicting = { name: sandboxOperations[operationId].path, world: sandbox, tenantId: owner };
  const reply = await retryOnConflict(conflicting, async () => {
    const controlContext = await openControlContext(dependencies, operationId, call);
    const made = isDeliveryOperation(operationId)
      ? await callDeliveryOperation(operationId, { controlContext, call, deliveryService })
      : await queue.run(owner, () => callHandler(operationId, refreshContext(controlContext), call), call.answerByMs);
    if ('problem' in made) return made;
    const { status, body, write } = made;
    const fault = check.findFault(operationId, { status, mediaType: 'application/json', body });
    if (fault !== undefined) throw new Error(`a reply violates the contract: ${fault}`);
    const isRecorded = write === undefined || (await sandbox.appendControlWrite(write, controlContext.position));
    return isRecorded ? made : 'conflict';
  });
  if ('problem' in reply) {
    sendProblem(response, reply, check);
    return;
  }
  // The write is recorded. A failure of deliveries must not fail the request.
  if (movesTheClock(operationId)) {
    // Deriving the events of a large fleet takes longer than a connection stays open.
    const settled = deliveryService.whenSettled(SETTLES_WITHIN_MS).catch(() => undefined);
    await isDoneBy(settled, call.answerByMs);
  } else if (reply.write !== undefined) await isDoneBy(deliveryService.tryToCatchUp(tenantId), call.answerByMs);
  sendJson(response, reply, check);
}

/** Resolves with true when the work is done, or with false at `untilMs` of the monotonic clock. */
const isDoneBy = (work: Promise<unknown>, untilMs: number): Promise<boolean> =>
  resolveWithin(
    untilMs - performance.now(),
    work.then(() => true),
  );

const OPERATOR = 'operator';

/** Returns the context with fresh scopes that repeat the same new ids, so that the handler can be called again. */
function refreshContext(controlContext: ControlContext): ControlContext {
  const views = controlContext.views.map((view) => view.atSnapshot(view));
  return { ...controlContext, views, user: controlContext.user === undefined ? undefined : views[0] };
}

/** The only cast from a request to an input. Path, query and body were validated for this operation. */
function callHandler(
  operationId: PureOperationId,
  controlContext: ControlContext,
  call: Call,
): AnyReply | ProblemReply {
  const input = readInput(call);
  const handler = sandboxHandlers[operationId] as (
    controlContext: ControlContext,
    input: SandboxInput<SandboxOperationId>,
  ) => AnyReply | ProblemReply;
  return handler(controlContext, input as SandboxInput<SandboxOperationId>);
}

interface DeliveryCall {
  readonly controlContext: ControlContext;
  readonly call: Call;
  readonly deliveryService: DeliveryService;
}

/** The same cast, for delivery operations. Their module is loaded on first use. */
async function callDeliveryOperation(
  operationId: DeliveryOperationId,
  { controlContext, call, deliveryService }: DeliveryCall,
): Promise<AnyReply | ProblemReply> {
  const { deliveryOperations } = await import('../../delivery/operations/index.ts');
  const operation = deliveryOperations[operationId] as (
    controlContext: ControlContext,
    input: SandboxInput<SandboxOperationId>,
    deliveryService: DeliveryService,
  ) => Promise<AnyReply | ProblemReply>;
  return operation(controlContext, readInput(call) as SandboxInput<SandboxOperationId>, deliveryService);
}

const readInput = (call: Call) => ({ path: call.pathParameters, query: call.query, body: call.body });

const isDeliveryOperation = (operationId: SandboxOperationId): operationId is DeliveryOperationId =>
  operationId in deliveryOperationIds;

/** The ids of delivery operations at run time. The type makes a missing one a compile error. */
const deliveryOperationIds: Readonly<Record<DeliveryOperationId, true>> = {
  emptyInbox: true,
  explainDelivery: true,
  getDelivery: true,
  getDestinationStatistics: true,
  getInbox: true,
  listDeliveries: true,
  recoverDestination: true,
  replayDelivery: true,
  reportAttempt: true,
  testDestination: true,
};

const concernsDeliveries = (operationId: SandboxOperationId): boolean =>
  /^\/sandbox\/(destinations|deliveries|inbox)/.test(sandboxOperations[operationId].path) || movesTheClock(operationId);

const movesTheClock = (operationId: SandboxOperationId): boolean =>
  operationId === 'advanceClock' || operationId === 'setClock';

/**
 * Opens an event stream with `open`, which must call `onClose` when the stream has ended. Until then, the request is counted as an
 * event stream of the caller, and no longer as a request in flight. Refuses it with 429 at the limit.
 */
async function openStream(
  { check, capacity }: ControlDependencies,
  response: HttpResponse,
  open: (onClose: () => void) => void | Promise<void>,
): Promise<void> {
  if (response.req.method === 'HEAD') {
    setStreamHeaders(response);
    response.end(); // HEAD gets only the headers
    return;
  }
  const { place, scope } = getCall(response);
  const caller = place?.caller ?? scope?.user.userId ?? OPERATOR;
  const reached = capacity.eventStreams.take(caller);
  if (reached !== undefined) {
    sendProblem(response, refuseHeld(reached), check);
    return;
  }
  place?.release();
  await open(() => capacity.eventStreams.release(caller));
}

const activityStreams = new WeakMap<ControlDependencies, ActivityStreams>();

/** Serves the activity stream. */
async function openActivityStream(dependencies: ControlDependencies, response: HttpResponse): Promise<void> {
  const { ActivityStreams } = await import('../streams/activity-stream.ts');
  const streams = activityStreams.get(dependencies) ?? new ActivityStreams(dependencies);
  activityStreams.set(dependencies, streams);
  const key = getCall(response).scope?.key.key;
  await openStream(dependencies, response, (onClose) => streams.open({ key, onClose }, response));
}

/** Serves the delivery stream, which does not end until the client or the server closes it. */
async function openDeliveryStream(dependencies: ControlDependencies, response: HttpResponse): Promise<void> {
  const { sandbox, check, deliveryService } = dependencies;
  const call = getCall(response);
  await deliveryService.catchUp(call.scope?.tenant.tenantId);
  const controlContext = await sandbox.openControlContext(call.scope?.key.key, false);
  const id = call.pathParameters.destination_id;
  const found = controlContext.views
    .flatMap((view) => listDestinationKeys(view))
    .find(({ key }) => key.destinationId === id);
  if (found === undefined) {
    sendProblem(response, notFound(), check);
  } else if (!found.isListener) {
    const detail = 'The sandbox posts to this destination itself. Register one with "listener": true to fetch.';
    sendProblem(response, problem(409, 'not_a_listener', { detail }), check);
  } else {
    const { streamDeliveries } = await import('../streams/delivery-stream.ts');
    const apiKey = call.scope?.key.key;
    const isAllowed = async (): Promise<boolean> => {
      await sandbox.catchUp();
      return apiKey === undefined || sandbox.openCurrentScope(apiKey) !== undefined;
    };
    await openStream(dependencies, response, (onClose) =>
      streamDeliveries(
        {
          ...{ streams: dependencies.capacity.streams, deliveryService, key: found.key, isAllowed, onClose },
          onChange: (listener) => sandbox.onChange(listener),
        },
        response,
      ),
    );
  }
}

const listDestinationKeys = ({ tenant, destinations }: ControlScope) =>
  destinations.map(({ destinationId, kind }) => ({
    key: { tenantId: tenant.tenantId, destinationId },
    isListener: kind === 'listener',
  }));

async function openControlContext(
  { sandbox, requests, deliveryService, findRefusal }: ControlDependencies,
  operationId: SandboxOperationId,
  call: Call,
) {
  const needsEntries = operationId === 'exportJournal' || operationId === 'listJournalEntries';
  const controlContext = await sandbox.openControlContext(call.scope?.key.key, needsEntries);
  const destinationId = call.pathParameters.destination_id;
  const deliveryInputs: DeliveryInputs = {
    randomBytes: randomBytes(64),
    healths:
      operationId === 'listDestinations' || destinationId !== undefined
        ? await readHealths(deliveryService, controlContext.views, destinationId)
        : new Map(),
    findRefusal,
    nextAttemptMs:
      operationId === 'advanceClock'
        ? await deliveryService.nextAttemptMs(controlContext.views.flatMap(listDestinationKeys).map(({ key }) => key))
        : undefined,
  };
  const readFaultUse: ControlContext['readFaultUse'] = (rule) => sandbox.faults.readUse(rule);
  if (operationId !== 'listRequests') return { ...controlContext, readFaultUse, deliveryInputs, exchanges: [] };
  const visible =
    controlContext.user === undefined ? undefined : new Set(controlContext.user.users.map(({ userId }) => userId));
  return { ...controlContext, readFaultUse, deliveryInputs, exchanges: await requests.latest(visible) };
}

/** Returns the health of the destinations in the reply: all of a list, or the one named in the path. */
async function readHealths(
  { store }: DeliveryService,
  views: readonly ControlScope[],
  named: string | undefined,
): Promise<DeliveryInputs['healths']> {
  const healths = new Map<string, DestinationHealth>();
  for (const { tenant, destinations } of views) {
    const shown = destinations.flatMap(({ destinationId }) =>
      named === undefined || named === destinationId ? [destinationId] : [],
    );
    for (const [id, health] of await store.listHealths(tenant.tenantId, shown)) healths.set(id, health);
  }
  return healths;
}
