import { hash as digest, randomBytes } from 'node:crypto';
import type { ExchangeRecord } from '../../engine/results/exchange-record.ts';
import { mapCheck, mapFinding, type ValueMap } from '../../engine/results/map-values.ts';
import type { CheckResult, RunResult } from '../../engine/results/result.ts';
import type { HeaderPair } from '../../http/transport/transport-contract.ts';
import type { Violation } from '../../traffic/index.ts';

/** Replaces values by salted hashes: equal values have equal hashes, and no hash can be compared with one of another process. */
export interface Hashing {
  hashViolation(violation: Violation): Violation;
  hashCheck(check: CheckResult): CheckResult;
  hashResult(result: RunResult): RunResult;
}

const HASH_LENGTH = 12;

/** Creates a hashing with a random salt, which only this process has. */
export function createHashing(salt = randomBytes(32).toString('hex')): Hashing {
  const hash = (text: string): string => (text === '' ? '' : `#${digest('sha256', salt + text).slice(0, HASH_LENGTH)}`);
  const hashHeaders = (headers: readonly HeaderPair[]): HeaderPair[] =>
    headers.map(([name, value]) => [name.toLowerCase(), hash(value)]);
  /** Keeps names that the document defines: the method, the path with placeholders, the status, sizes and times. */
  const hashRecord = (record: ExchangeRecord): ExchangeRecord => ({
    operation: record.operation,
    caller: record.caller,
    method: record.method,
    url: hashUrl(record.url, hash),
    status: record.status,
    contentType: record.contentType === '' ? '' : hash(record.contentType),
    excerpt: hash(record.excerpt),
    bytes: record.bytes,
    curl: hash(record.curl),
    requestHeaders: hashHeaders(record.requestHeaders),
    ...(record.requestBody === undefined ? {} : { requestBody: hash(record.requestBody) }),
    responseHeaders: hashHeaders(record.responseHeaders),
    sentAt: record.sentAt,
    tookMs: record.tookMs,
  });
  const map: ValueMap = {
    text: hash,
    reason: (reason) => (isFixed(reason) ? reason : hash(reason)),
    record: hashRecord,
    places: () => [],
  };
  const hashCheck = (check: CheckResult): CheckResult => mapCheck(check, map);
  return {
    hashCheck,
    hashViolation: (violation) => mapFinding(violation, map),
    hashResult: ({ bindings, ...result }) => ({
      ...result,
      results: result.results.map(hashCheck),
      choices: [],
      ...(bindings === undefined
        ? {}
        : { bindings: { ...bindings, found: bindings.found.map((one) => ({ ...one, evidence: [] })) } }),
    }),
  };
}

/** Whether a reason is a text of the kit, without values of the traffic. */
const isFixed = (reason: string): boolean => reason.startsWith('not observed: ');

/** Hashes the parts of a URL that can be values: each segment of the path behind the version, and the query. */
function hashUrl(text: string, hash: (text: string) => string): string {
  const { origin, pathname, searchParams } = URL.parse(text) ?? {
    origin: '',
    pathname: text,
    searchParams: new URLSearchParams(),
  };
  const path = pathname.split('/').map(hash).join('/');
  const query = [...searchParams].map(([name, value]) => `${hash(name)}=${hash(value)}`).join('&');
  return `${origin}${path}${query === '' ? '' : `?${query}`}`.replaceAll('#', '%23');
}
