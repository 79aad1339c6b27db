import type { ExchangeRecord } from '../engine/results/exchange-record.ts';
import type { CheckResult, RunResult } from '../engine/results/result.ts';
import type { HeaderPair } from '../http/client.ts';
import { listNotes } from './notes.ts';
import { serialiseSafely } from './screen.ts';
import { groupBySection } from './sections.ts';

/**
 * The evidence as an HTTP archive (HAR 1.2): the exchanges of each check, failures
 * first, and of each choice of the target. Keys and card numbers are redacted, and bodies truncated; values not measured are -1 or empty, as HAR requires.
 */
export function formatHarReport(result: RunResult): string {
  const parts = groupBySection(result);
  const checks = [...new Set([...parts.failed, ...parts.advice, ...parts.known, ...result.results])];
  const aboutByRecord = new Map<string, { readonly record: ExchangeRecord; readonly about: Set<string> }>();
  const keep = (record: ExchangeRecord, about: string) => {
    const identity = JSON.stringify(record);
    const known = aboutByRecord.get(identity) ?? { record, about: new Set<string>() };
    aboutByRecord.set(identity, known);
    known.about.add(about);
  };
  for (const check of checks) for (const record of listExchanges(check)) keep(record, `${check.id}: ${check.outcome}`);
  for (const { id, reading, evidence } of result.choices ?? [])
    for (const record of evidence) keep(record, `choice ${id}: ${reading}`);
  return serialiseSafely({
    log: {
      version: '1.2',
      creator: { name: 'fleetkit conform', version: result.kitVersion },
      comment: `${result.target}: exit ${result.exitCode}, ${result.exitReason}; ${listNotes(result).join(', ')}`,
      pages: [],
      entries: [...aboutByRecord.values()].map(({ record, about }) => toHarEntry(record, [...about].join('; '))),
    },
  });
}

const listExchanges = (check: CheckResult): ExchangeRecord[] => [
  ...[check, ...check.cases].flatMap(({ request }) => request ?? []),
  ...check.evidence,
];

const toHarEntry = (record: ExchangeRecord, comment: string) => ({
  startedDateTime: record.sentAt,
  time: record.tookMs,
  request: {
    method: record.method,
    url: record.url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: record.requestHeaders.map(toHarHeader),
    queryString: parseQuery(record.url),
    ...(record.requestBody === undefined
      ? {}
      : {
          postData: {
            mimeType: findHeader(record.requestHeaders, 'content-type'),
            text: record.requestBody,
            params: [],
          },
        }),
    headersSize: -1,
    bodySize: Buffer.byteLength(record.requestBody ?? ''),
  },
  response: {
    status: record.status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: record.responseHeaders.map(toHarHeader),
    content: {
      size: record.bytes,
      mimeType: record.contentType,
      text: record.excerpt,
      ...(record.excerpt.endsWith('…') ? { comment: `the beginning of ${record.bytes} bytes` } : {}),
    },
    redirectURL: findHeader(record.responseHeaders, 'location'),
    headersSize: -1,
    bodySize: record.bytes,
  },
  cache: {},
  timings: { send: 0, wait: record.tookMs, receive: 0 },
  comment,
});

const findHeader = (headers: readonly HeaderPair[], name: string): string =>
  headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? '';

const toHarHeader = ([name, value]: HeaderPair) => ({ name, value });

function parseQuery(url: string): { name: string; value: string }[] {
  const query = URL.parse(url)?.searchParams ?? new URLSearchParams();
  return [...query].map(([name, value]) => ({ name, value }));
}
