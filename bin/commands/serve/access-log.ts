import { omitUndefined } from '../../../base/omit-undefined.ts';
import type { AccessEntry } from '../../../server/http/request/1-start/access-log.ts';
import { toAscii } from './ascii.ts';

/** The first members of each JSON line. */
export interface LinePrefix {
  readonly time: string;
  readonly level: string;
  readonly event: string;
}

/**
 * Returns the log lines of one request, in printable ASCII. Defects are logged in every format. With `text` and `off`, the second and later lines
 * are indented, so that no part of a defect looks like another request.
 */
export function formatAccessEntry(
  form: 'text' | 'json' | 'off',
  entry: AccessEntry,
  prefix: LinePrefix,
): readonly string[] {
  if (form === 'json') return [toAscii(formatAsJson(entry, prefix))];
  const request = form === 'text' ? [formatAsText(entry)] : [];
  const defect = entry.defect === undefined ? [] : `${entry.requestId}: ${entry.defect}`.split('\n');
  return [...request, ...defect.map((line, index) => (index === 0 ? line : `    ${line}`))].map(toAscii);
}

function formatAsText(entry: AccessEntry): string {
  const { method, path, status, durationMs, userId, isOperator, isAborted, requestId, misbehaviours, faultId } = entry;
  const caller = isOperator ? 'operator' : (userId ?? 'no key');
  return [
    `${status} ${method.padEnd(4)} ${path}`,
    `${durationMs.toFixed(1)} ms`,
    caller,
    requestId,
    ...(isAborted ? ['aborted'] : []),
    ...(misbehaviours.length === 0 ? [] : [`misbehaved on purpose: ${misbehaviours.join(', ')}`]),
    ...(faultId === undefined ? [] : [`failed on purpose: ${faultId}`]),
  ].join('  ');
}

function formatAsJson({ defect, durationMs, ...entry }: AccessEntry, prefix: LinePrefix): string {
  return JSON.stringify({
    ...prefix,
    request_id: entry.requestId,
    method: entry.method,
    path: entry.path,
    operation_id: entry.operationId,
    user_id: entry.userId,
    ...omitUndefined({ workspace_id: entry.workspaceId }),
    ...(entry.isOperator ? { is_operator: true } : {}),
    status: entry.status,
    ...(entry.isAborted ? { is_aborted: true } : {}),
    duration_ms: Math.round(durationMs * 10) / 10,
    ...(entry.misbehaviours.length === 0 ? {} : { misbehaviours: entry.misbehaviours }),
    ...omitUndefined({ fault_id: entry.faultId, defect }),
  });
}
