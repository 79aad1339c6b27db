import { operations } from '../../../spec/index.ts';
import type { Parameters, RecordedReads } from '../exchange.ts';
import { locateRequest } from './documented-request.ts';
import type { RecordedEntry, Recording } from './recording.ts';

/** Lists the plain reads of a recording that succeeded. A read with a header that may change its response is none. */
export function listRecordedReads({ entries, target }: Pick<Recording, 'entries' | 'target'>): RecordedReads {
  const known = new Map<string, Map<string, Parameters>>();
  for (const entry of entries) {
    if (!isPlainRead(entry)) continue;
    const located = locateRequest(entry.method, target + entry.path);
    if (located === undefined || operations[located.operation].method !== 'GET') continue;
    const key = `${located.operation} ${entry.caller}`;
    const reads = known.get(key) ?? new Map<string, Parameters>();
    known.set(key, reads);
    const text = JSON.stringify(Object.entries(located.parameters).toSorted());
    if (!reads.has(text)) reads.set(text, located.parameters);
  }
  return (caller, operation) => [...(known.get(`${operation} ${caller}`)?.values() ?? [])];
}

const isPlainRead = ({ method, headers, outcome }: RecordedEntry): boolean =>
  method === 'GET' && headers.length === 0 && 'status' in outcome && outcome.status >= 200 && outcome.status < 300;
