import type { AccessEntry, AccessLog } from '../server/http/access-log.ts';

/** Writes one line for each request to standard error: for people, for programs, or not at all. */
export function logTo(form: 'text' | 'json' | 'off'): AccessLog {
  if (form === 'off') return ({ defect, requestId }) => writeDefect(defect, requestId);
  const format = form === 'json' ? asJson : asText;
  return (entry) => {
    process.stderr.write(`${format(entry)}\n`);
    if (form === 'text') writeDefect(entry.defect, entry.requestId);
  };
}

function asText({
  method,
  path,
  status,
  durationMs,
  userId,
  isOperator,
  requestId,
  misbehaviours,
}: AccessEntry): string {
  const who = isOperator ? 'operator' : (userId ?? 'no key');
  const told = `${status} ${method.padEnd(4)} ${path}  ${durationMs.toFixed(1)} ms  ${who}  ${requestId}`;
  return misbehaviours.length === 0 ? told : `${told}  misbehaved on purpose: ${misbehaviours.join(', ')}`;
}

function asJson({ defect, durationMs, ...entry }: AccessEntry): string {
  return JSON.stringify({
    request_id: entry.requestId,
    method: entry.method,
    path: entry.path,
    operation_id: entry.operationId,
    user_id: entry.userId,
    ...(entry.isOperator ? { is_operator: true } : {}),
    status: entry.status,
    duration_ms: Math.round(durationMs * 10) / 10,
    ...(entry.misbehaviours.length === 0 ? {} : { misbehaviours: entry.misbehaviours }),
    ...(defect === undefined ? {} : { defect: explain(defect) }),
  });
}

/** A mistake of ours is told even when requests are not. */
function writeDefect(defect: Error | undefined, requestId: string): void {
  if (defect !== undefined) process.stderr.write(`${requestId}: ${explain(defect)}\n`);
}

const explain = (defect: Error): string => defect.stack ?? defect.message;
