import type { ServerResponse } from 'node:http';
import { performance } from '../../../../base/real-time.ts';
import type { AnyProblem } from '../../../serialisers/problem-json.ts';
import type { Redact } from '../../edge/redaction.ts';
import type { Call } from '../../exchange/call.ts';

/** One request and its response. Never contains a credential, a query (clients put keys there by mistake) or a body. */
export interface AccessEntry {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string | null;
  readonly userId: string | null;
  /** Whether the request carried the operator's token. */
  readonly isOperator: boolean;
  /** 499 if the connection ended before the response began. */
  readonly status: number;
  /** Whether the connection ended before the response was complete, as it does when a client leaves an event stream. */
  readonly isAborted: boolean;
  readonly durationMs: number;
  /** The problem document of an error response. */
  readonly problem: AnyProblem | undefined;
  /** Names of the misbehaviours that changed the response, which therefore was not validated. */
  readonly misbehaviours: readonly string[];
  /** The fault rule that applied; absent without one. */
  readonly faultId?: string;
  /** The workspace; absent for the main world of the server. */
  readonly workspaceId?: string;
  /** The cause of a 500. */
  readonly defect: string | undefined;
}

/** Receives the log entries, each with the response that has ended. */
export type AccessLog = (entry: AccessEntry, response: ServerResponse) => void;

const CLIENT_CLOSED_REQUEST = 499;

/** Returns the log entry of a call that is over. */
export function describeCall(call: Call, response: ServerResponse, redact: Redact): AccessEntry {
  return {
    requestId: call.requestId,
    method: call.sentMethod,
    path: call.shownPath,
    operationId: call.route?.operationId ?? null,
    userId: call.scope?.user.userId ?? null,
    isOperator: call.isOperator,
    status: response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST,
    isAborted: !response.writableFinished,
    durationMs: performance.now() - call.startedAt,
    problem: call.problem === undefined ? undefined : removeCredentials(call.problem, redact),
    misbehaviours: call.appliedMisbehaviours,
    ...(call.faultRule === undefined ? {} : { faultId: call.faultRule.faultId }),
    defect: call.defect === undefined ? undefined : describeDefect(call.defect, redact),
  };
}

/** Longest logged text of a problem, in characters. The log of recent requests keeps many of them. */
const MAX_TEXT = 500;

/**
 * Removes credentials from a problem. Clients put keys into parameters and bodies by mistake, and problems repeat the
 * faulty value.
 */
function removeCredentials(problem: AnyProblem, redact: Redact): AnyProblem {
  const clean = (name: string, value: unknown): unknown => {
    if (typeof value !== 'string' || name === 'code') return value; // codes come from the contract
    const redacted = redact(value);
    return shorten(name === 'pointer' && !JSON_POINTER.test(redacted) ? '/...' : redacted);
  };
  return JSON.parse(JSON.stringify(problem), clean) as AnyProblem; // same members, strings stay strings
}

/** @see RFC 6901, 3. The contract requires this form, and redaction may break it. */
const JSON_POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;

/** Keeps a JSON Pointer valid: its end is never the first half of an escape. */
const shorten = (text: string): string =>
  text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).replace(/~$/, '')}…`;

const describeDefect = (defect: unknown, redact: Redact): string =>
  redact(defect instanceof Error ? (defect.stack ?? defect.message) : String(defect));
