import type { AccessEntry, AccessLog } from '../../../server/http/pipeline/access-log.ts';
import { omitUndefined } from '../../../spec/omit-undefined.ts';

/** Writes one line per request to standard error: as text, as JSON, or not at all. */
export function createAccessLog(form: 'text' | 'json' | 'off'): AccessLog {
  return (entry) => {
    for (const line of formatAccessEntry(form, entry)) process.stderr.write(`${line}\n`);
  };
}

/**
 * Returns the log lines of one request, in printable ASCII. Defects are logged in every format. With `text` and `off`, the second and later lines
 * are indented, so that no part of a defect looks like another request.
 */
export function formatAccessEntry(form: 'text' | 'json' | 'off', entry: AccessEntry): readonly string[] {
  if (form === 'json') return [toAscii(formatAsJson(entry))];
  const request = form === 'text' ? [formatAsText(entry)] : [];
  const defect = entry.defect === undefined ? [] : `${entry.requestId}: ${entry.defect}`.split('\n');
  return [...request, ...defect.map((line, index) => (index === 0 ? line : `    ${line}`))].map(toAscii);
}

function formatAsText(entry: AccessEntry): string {
  const { method, path, status, durationMs, userId, isOperator, isAborted, requestId, misbehaviours } = entry;
  const caller = isOperator ? 'operator' : (userId ?? 'no key');
  return [
    `${status} ${method.padEnd(4)} ${path}`,
    `${durationMs.toFixed(1)} ms`,
    caller,
    requestId,
    ...(isAborted ? ['aborted'] : []),
    ...(misbehaviours.length === 0 ? [] : [`misbehaved on purpose: ${misbehaviours.join(', ')}`]),
  ].join('  ');
}

function formatAsJson({ defect, durationMs, ...entry }: AccessEntry): string {
  return JSON.stringify({
    request_id: entry.requestId,
    method: entry.method,
    path: entry.path,
    operation_id: entry.operationId,
    user_id: entry.userId,
    ...(entry.isOperator ? { is_operator: true } : {}),
    status: entry.status,
    ...(entry.isAborted ? { is_aborted: true } : {}),
    duration_ms: Math.round(durationMs * 10) / 10,
    ...(entry.misbehaviours.length === 0 ? {} : { misbehaviours: entry.misbehaviours }),
    ...omitUndefined({ defect }),
  });
}

/** Escapes everything that a terminal or a log viewer could act on. Inside JSON the result is the same text. */
const toAscii = (line: string): string =>
  line.replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
