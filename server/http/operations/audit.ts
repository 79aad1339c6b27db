import { parseAddress } from '../../../base/cidr.ts';
import type { Redact } from '../edge/redaction.ts';
import { type Call, isForControlPlane } from '../exchange/call.ts';
import { getCall, type HttpRequest, type Middleware } from '../exchange/middleware.ts';

/** A write of the operator under `/sandbox`. Contains no credentials. */
export interface AuditEntry {
  readonly requestId: string;
  /** The address of the client, behind trusted proxies; null for requests of this process. */
  readonly clientAddress: string | null;
  /** Null for an unknown path. */
  readonly operationId: string | null;
  readonly method: string;
  /** The target, without credentials. */
  readonly path: string;
  /** Members of the body that describe what was changed. */
  readonly details: Readonly<Record<string, string | number | boolean>>;
  /** `unknown`: the connection ended before the response began. */
  readonly outcome: 'succeeded' | 'refused' | 'failed' | 'unknown';
  readonly status: number;
  /** The code of the problem document; null for a success. */
  readonly code: string | null;
  /** The workspace whose operator it was; absent for the operator of the server. */
  readonly workspaceId?: string;
}

/** Receives the entries. */
export type AuditLog = (entry: AuditEntry) => void;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Passes each write of the operator to `audit` when its response has ended. */
export function auditOperator(audit: AuditLog, redact: Redact): Middleware {
  return (request, response, next) => {
    const call = getCall(response);
    if (isForControlPlane(call) && !READS.has(request.method)) {
      const clientAddress = readClientAddress(request); // unknown once the connection is closed
      response.once('close', () => {
        if (!call.isOperator) return;
        audit({
          requestId: call.requestId,
          clientAddress,
          operationId: call.route?.operationId ?? null,
          method: request.method,
          path: call.shownPath,
          details: selectDetails(call.body, redact),
          ...describeOutcome(call, response.headersSent ? response.statusCode : undefined),
        });
      });
    }
    next();
  };
}

/** Follows `X-Forwarded-For` as far as proxies are trusted. Its value may be no address. */
function readClientAddress({ clientAddress, socket }: HttpRequest): string | null {
  const { remoteAddress = '' } = socket;
  return parseAddress(clientAddress ?? remoteAddress)?.text ?? parseAddress(remoteAddress)?.text ?? null;
}

function describeOutcome(
  { problem }: Call,
  status: number | undefined,
): Pick<AuditEntry, 'outcome' | 'status' | 'code'> {
  if (status === undefined) return { outcome: 'unknown', status: 499, code: null };
  const code = problem?.code ?? null;
  if (status < 400) return { outcome: 'succeeded', status, code };
  return { outcome: status < 500 ? 'refused' : 'failed', status, code };
}

/** Members of bodies that contain no credentials, and no text by which a client could identify a person. */
const DETAILS: readonly string[] = [
  ...['by', 'to', 'to_next_attempt', 'speed'],
  ...['tenant_id', 'new_ids', 'keep_destinations', 'is_on'],
  ...['event_type', 'terminal_id', 'connector_id', 'account_id', 'resolve', 'dry_run'],
  ...['user_id', 'expires_in_seconds', 'overlap_seconds', 'seed', 'start', 'terminals'],
];

const MAX_DETAIL = 100;

function selectDetails(body: unknown, redact: Redact): AuditEntry['details'] {
  if (typeof body !== 'object' || body === null) return {};
  const details: Record<string, string | number | boolean> = {};
  for (const name of DETAILS) {
    const value = Object.hasOwn(body, name) ? (body as Readonly<Record<string, unknown>>)[name] : undefined;
    if (typeof value === 'string') details[name] = redact(value).slice(0, MAX_DETAIL);
    else if (typeof value === 'number' || typeof value === 'boolean') details[name] = value;
  }
  return details;
}
