import type { ExchangeRecord } from '../record.ts';
import type { RunResult, Statement } from '../result.ts';

/** The report for programs. Its shape is stable within one `schema_version`; members may be added. */
export function jsonReport(result: RunResult): string {
  const { options, clauses } = result;
  const report = {
    schema_version: result.schemaVersion,
    kit_version: result.kitVersion,
    target: result.target,
    started_at: result.startedAt,
    duration_ms: result.durationMs,
    seed: result.seed,
    options: {
      strict: options.strict,
      allow_writes: options.allowWrites,
      allow_unverified: options.allowUnverified,
      fail_fast: options.failFast,
      requests_per_second: options.requestsPerSecond,
      concurrency: options.concurrency,
      timeout_ms: options.timeoutMs,
      via_proxy: options.viaProxy,
      insecure: options.insecure,
      added_headers: options.addedHeaders,
    },
    keys: result.keys,
    exit_code: result.exitCode,
    exit_reason: result.exitReason,
    stopped: result.stopped ?? null,
    counts: result.counts,
    clauses: {
      documented: clauses.documented,
      verified: clauses.verified,
      broken: clauses.broken,
      unverified: clauses.unverified,
      not_looked_at: clauses.notLookedAt,
      uncheckable: clauses.uncheckable,
    },
    requests: result.requests,
    results: result.results.map((check) => ({
      id: check.id,
      title: check.title,
      level: check.level,
      clause: {
        id: check.clause.id,
        text: check.clause.text,
        section: check.clause.section ?? null,
        is_documented: check.clause.isDocumented,
        is_own: check.clause.isOwn === true,
      },
      covers: check.covers,
      decides: check.decides,
      ...statement(check),
      cases: check.cases.map((one) => ({ name: one.name, ...statement(one) })),
      evidence: check.evidence.map(exchange),
      requests: check.requests,
      duration_ms: check.durationMs,
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

const statement = ({ outcome, expected, saw, reason, request }: Statement) => ({
  outcome,
  expected: expected ?? null,
  saw: saw ?? null,
  reason: reason ?? null,
  request: request === undefined ? null : exchange(request),
});

const exchange = ({ caller, method, url, status, contentType, excerpt, bytes, curl }: ExchangeRecord) => ({
  caller,
  method,
  url,
  status,
  content_type: contentType,
  excerpt,
  bytes,
  curl,
});
