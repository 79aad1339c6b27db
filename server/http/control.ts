import type { Request, RequestHandler, Response } from 'express';
import { type SandboxOperationId, sandboxOperations } from '../../spec/sandbox-contract.ts';
import { sandboxHandlers } from '../handlers/sandbox/index.ts';
import type { ProblemReply } from '../problem.ts';
import type { Desk, Happening, SandboxInput } from '../sandbox-contract.ts';
import { type Call, callOf, sandboxOperationOf } from './call.ts';
import type { ReplyCheck } from './reply-check.ts';
import type { RequestLog } from './request-log.ts';
import type { Sandbox } from './sandbox.ts';
import { sendJson, sendProblem } from './send.ts';

/** What the control plane needs from the server. */
export interface ControlRoom {
  readonly sandbox: Sandbox;
  readonly check: ReplyCheck;
  readonly requests: RequestLog;
  /** Blotted out wherever exchanges are shown. */
  readonly operatorToken: string | undefined;
}

/** How often a write is tried anew because another one came first. */
const MAX_TRIES = 8;

/** Answers the operations of the control plane, and lets all others go on. */
export function control(room: ControlRoom): RequestHandler {
  return (request, response, next) => {
    const operationId = sandboxOperationOf(callOf(response));
    if (operationId === undefined) {
      next();
      return;
    }
    response.setHeader('Cache-Control', 'no-store');
    answer(room, operationId, request, response).catch(next);
  };
}

interface AnyReply {
  readonly status: 200;
  readonly body: unknown;
  readonly happening?: Happening;
}

/** What happened is appended, then the reply is sent; when something else came first, the handler is called again. */
async function answer(room: ControlRoom, operationId: SandboxOperationId, request: Request, response: Response) {
  const { sandbox, check } = room;
  const call = callOf(response);
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const desk = await openDesk(room, operationId, call);
    const reply = callHandler(operationId, desk, call);
    if ('problem' in reply) {
      sendProblem(request, response, reply, check);
      return;
    }
    const fault = check.faultOf(operationId, { status: 200, mediaType: 'application/json', body: reply.body });
    if (fault !== undefined) throw new Error(`a reply breaks the contract: ${fault}`);
    if (reply.happening !== undefined && !(await sandbox.appendHappening(reply.happening, desk.position))) continue;
    sendJson(request, response, 200, reply.body, check);
    return;
  }
  throw new Error(`${sandboxOperations[operationId].path}: ${MAX_TRIES} other writes came first`);
}

/** The one cast from a request to an input: path, query and body were validated for this very operation. */
function callHandler(operationId: SandboxOperationId, desk: Desk, call: Call): AnyReply | ProblemReply {
  const input = { path: call.match?.pathParameters ?? {}, query: call.query, body: call.body };
  const handler = sandboxHandlers[operationId] as (
    desk: Desk,
    input: SandboxInput<SandboxOperationId>,
  ) => AnyReply | ProblemReply;
  return handler(desk, input as SandboxInput<SandboxOperationId>);
}

async function openDesk(
  { sandbox, requests, operatorToken }: ControlRoom,
  operationId: SandboxOperationId,
  call: Call,
) {
  const desk = await sandbox.openDesk(call.scope?.key.key, operationId === 'exportJournal');
  if (operationId !== 'listRequests') return { ...desk, exchanges: [] };
  const visible = desk.user === undefined ? undefined : new Set(desk.user.users.map(({ userId }) => userId));
  const secrets = [...sandbox.keys, ...(operatorToken === undefined ? [] : [operatorToken])];
  return { ...desk, exchanges: requests.latest(visible, secrets) };
}
