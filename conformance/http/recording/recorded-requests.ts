import { operations } from '../../../spec/index.ts';
import type { Parameters, RecordedReads } from '../exchange.ts';
import { locateRequest } from './documented-request.ts';
import type { RecordedEntry, Recording } from './recording.ts';

/** The parameters of the reads of one operation by one caller, by their text. */
interface Reads {
  readonly succeeded: Map<string, Parameters>;
  readonly all: Map<string, Parameters>;
}

const NO_READS: Reads = { succeeded: new Map(), all: new Map() };

/** Lists the plain reads of a recording. A read with a header that may change its response is none. */
export function listRecordedReads({ entries, target }: Pick<Recording, 'entries' | 'target'>): RecordedReads {
  const known = new Map<string, Reads>();
  for (const entry of entries) {
    if (entry.method !== 'GET' || entry.headers.length > 0) continue;
    const located = locateRequest(entry.method, target + entry.path);
    if (located === undefined || operations[located.operation].method !== 'GET') continue;
    const key = `${located.operation} ${entry.caller}`;
    const reads = known.get(key) ?? { succeeded: new Map(), all: new Map() };
    known.set(key, reads);
    const text = JSON.stringify(Object.entries(located.parameters).toSorted());
    if (!reads.all.has(text)) reads.all.set(text, located.parameters);
    if (isSuccess(entry) && !reads.succeeded.has(text)) reads.succeeded.set(text, located.parameters);
  }
  return (caller, operation) => {
    const { succeeded, all } = known.get(`${operation} ${caller}`) ?? NO_READS;
    return { succeeded: [...succeeded.values()], all: [...all.values()] };
  };
}

const isSuccess = ({ outcome }: RecordedEntry): boolean =>
  'status' in outcome && outcome.status >= 200 && outcome.status < 300;
