import { isUtf8 } from 'node:buffer';
import type { ExchangeRecord } from '../engine/results/exchange-record.ts';
import type { CheckResult, RunResult } from '../engine/results/result.ts';
import type { HeaderPair } from '../http/client.ts';
import { RECORDING_VERSION } from '../http/recording/har-file.ts';
import type { RecordedEntry, RecordedResponse, Recording } from '../http/recording/recording.ts';
import { listNotes } from './parts/notes.ts';
import { serialiseSafely } from './parts/screen.ts';
import { groupBySection } from './parts/sections.ts';

/**
 * An HTTP archive (HAR 1.2). For a run that recorded: all its exchanges, in order, with whole bodies, so that it can be replayed
 * (`_fleetkit`, `_caller` and `_error` serve that). Otherwise the evidence: the exchanges of each check, failures first, and of each
 * choice of the target, with the beginning of each body. Keys and card numbers are redacted; values not measured are -1 or empty,
 * as HAR requires.
 */
export function formatHarReport(result: RunResult): string {
  const { recording } = result;
  const evidence = collectEvidence(result);
  const entries =
    recording === undefined
      ? evidence.map(({ record, about }) => toHarEntry(toExchange(record), [...about].join('; ')))
      : listRecordedEntries(recording, evidence);
  return serialiseSafely({
    log: {
      version: '1.2',
      creator: { name: 'fleetkit conform', version: result.kitVersion },
      comment: `${result.target}: exit ${result.exitCode}, ${result.exitReason}; ${listNotes(result).join(', ')}`,
      pages: [],
      entries,
      ...(recording === undefined ? {} : { _fleetkit: describeRecording(recording) }),
    },
  });
}

/** An exchange as evidence of checks and choices. */
interface Evidence {
  readonly record: ExchangeRecord;
  readonly about: Set<string>;
}

function collectEvidence(result: RunResult): readonly Evidence[] {
  const parts = groupBySection(result);
  const checks = [...new Set([...parts.failed, ...parts.advice, ...parts.known, ...result.results])];
  const byRecord = new Map<string, Evidence>();
  const keep = (record: ExchangeRecord, about: string) => {
    const identity = JSON.stringify(record);
    const known = byRecord.get(identity) ?? { record, about: new Set<string>() };
    byRecord.set(identity, known);
    known.about.add(about);
  };
  for (const check of checks) for (const record of listExchanges(check)) keep(record, `${check.id}: ${check.outcome}`);
  for (const { id, reading, evidence } of result.choices ?? [])
    for (const record of evidence) keep(record, `choice ${id}: ${reading}`);
  return [...byRecord.values()];
}

const listExchanges = (check: CheckResult): ExchangeRecord[] => [
  ...[check, ...check.cases].flatMap(({ request }) => request ?? []),
  ...check.evidence,
];

/** Returns all exchanges of a run. Equal ones have the same comment if one of them is evidence. */
function listRecordedEntries({ target, entries }: Recording, evidence: readonly Evidence[]) {
  const identify = (parts: readonly unknown[]) => JSON.stringify(parts);
  const abouts = Map.groupBy(evidence, ({ record }) =>
    identify([record.caller, record.method, record.url, record.status, record.requestBody]),
  );
  return entries.map((entry) => {
    const url = target + entry.path;
    const status = 'code' in entry.outcome ? 0 : entry.outcome.status;
    const about = abouts.get(identify([entry.caller, entry.method, url, status, entry.body])) ?? [];
    return toHarEntry(toRecordedExchange(entry, url), [...new Set(about.flatMap((one) => [...one.about]))].join('; '));
  });
}

/** Returns the data that a replay needs in addition to the entries. */
const describeRecording = ({ target, keys, seed }: Recording) => ({
  version: RECORDING_VERSION,
  target,
  seed,
  keys: [...keys].map(([name, substitute]) => ({ name, substitute: substitute })),
});

/** An exchange with the members that an entry shows. */
interface HarExchange
  extends Pick<ExchangeRecord, 'method' | 'url' | 'requestHeaders' | 'requestBody' | 'responseHeaders'> {
  readonly sentAt: string;
  readonly tookMs: number;
  readonly status: number;
  readonly bytes: number;
  readonly content: {
    readonly mimeType: string;
    readonly text: string;
    readonly encoding?: 'base64';
    readonly comment?: string;
  };
  /** The members of a recording that HAR does not define. */
  readonly requestExtra?: { readonly _caller: string };
  readonly responseExtra?: Readonly<Record<`_${string}`, string>>;
}

const toExchange = (record: ExchangeRecord): HarExchange => ({
  ...record,
  content: {
    mimeType: record.contentType,
    text: record.excerpt,
    ...(record.excerpt.endsWith('…') ? { comment: `the beginning of ${record.bytes} bytes` } : {}),
  },
});

function toRecordedExchange(entry: RecordedEntry, url: string): HarExchange {
  const { caller, method, headers, keyHeaders = [], body, sentMs, tookMs, outcome } = entry;
  const response = 'code' in outcome ? NO_RESPONSE : outcome;
  return {
    sentAt: new Date(sentMs).toISOString(),
    tookMs,
    method,
    url,
    requestHeaders: [...headers, ...keyHeaders],
    ...(body === undefined ? {} : { requestBody: body }),
    status: response.status,
    responseHeaders: response.headers,
    bytes: response.originalLength ?? response.body.length,
    content: { mimeType: findHeader(response.headers, 'content-type'), ...toContent(response.body) },
    requestExtra: { _caller: caller },
    responseExtra: {
      ...('code' in outcome ? { _error: outcome.code, _message: outcome.message } : {}),
      ...(response.undeclaredCoding === undefined ? {} : { _undeclaredCoding: response.undeclaredCoding }),
    },
  };
}

/** Returns the entry of an archive for a recorded exchange. */
export const formatHarEntry = (entry: RecordedEntry, url: string) => toHarEntry(toRecordedExchange(entry, url), '');

const NO_RESPONSE: RecordedResponse = { status: 0, headers: [], body: new Uint8Array() };

function toContent(body: Uint8Array): Pick<HarExchange['content'], 'text' | 'encoding'> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return isUtf8(bytes) ? { text: bytes.toString() } : { text: bytes.toString('base64'), encoding: 'base64' };
}

const toHarEntry = (exchange: HarExchange, comment: string) => ({
  startedDateTime: exchange.sentAt,
  time: exchange.tookMs,
  request: {
    method: exchange.method,
    url: exchange.url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: exchange.requestHeaders.map(toHarHeader),
    queryString: parseQuery(exchange.url),
    ...(exchange.requestBody === undefined
      ? {}
      : {
          postData: {
            mimeType: findHeader(exchange.requestHeaders, 'content-type'),
            text: exchange.requestBody,
            params: [],
          },
        }),
    headersSize: -1,
    bodySize: Buffer.byteLength(exchange.requestBody ?? ''),
    ...exchange.requestExtra,
  },
  response: {
    status: exchange.status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: exchange.responseHeaders.map(toHarHeader),
    content: { size: exchange.bytes, ...exchange.content },
    redirectURL: findHeader(exchange.responseHeaders, 'location'),
    headersSize: -1,
    bodySize: exchange.bytes,
    ...exchange.responseExtra,
  },
  cache: {},
  timings: { send: 0, wait: exchange.tookMs, receive: 0 },
  comment,
});

const findHeader = (headers: readonly HeaderPair[], name: string): string =>
  headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? '';

const toHarHeader = ([name, value]: HeaderPair) => ({ name, value });

function parseQuery(url: string): { name: string; value: string }[] {
  const query = URL.parse(url)?.searchParams ?? new URLSearchParams();
  return [...query].map(([name, value]) => ({ name, value }));
}
