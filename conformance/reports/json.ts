import type { ExchangeRecord } from '../engine/exchange-record.ts';
import type { BindingsSummary, EntryResult, KnownIssue, RunResult, Statement } from '../engine/result.ts';
import { listNextSteps } from './next-steps.ts';
import { serialiseSafely } from './screen.ts';

/** The machine-readable report, as `reportSchema` describes it. Stable within one `schema_version`; members may be added. */
export const jsonReport = (result: RunResult): string => serialiseSafely(reportDocument(result));

/** The shape of the JSON report. */
export type ReportDocument = ReturnType<typeof reportDocument>;

/** Converts a result to the members of the JSON report, in order. */
export function reportDocument(result: RunResult) {
  const { options, clauses, baseline, choices, bindings } = result;
  return {
    schema_version: result.schemaVersion,
    kit_version: result.kitVersion,
    target: result.target,
    started_at: result.startedAt,
    duration_ms: result.durationMs,
    seed: result.seed,
    options: {
      depth: options.depth,
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
    next_steps: listNextSteps(result),
    counts: result.counts,
    clauses: {
      documented: clauses.documented,
      verified: clauses.verified,
      broken: clauses.broken,
      unverified: clauses.unverified,
      not_looked_at: clauses.notLookedAt,
      uncheckable: clauses.uncheckable,
      list: clauses.list,
    },
    choices: (choices ?? []).map(({ id, title, gap, reading, evidence }) => ({
      id,
      title,
      gap,
      reading,
      evidence: evidence.map(exchange),
    })),
    bindings: bindings === undefined ? null : bindingsDocument(bindings),
    baseline: baseline?.map(entry) ?? null,
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
      sampled: check.sampled,
      duration_ms: check.durationMs,
    })),
  };
}

/** Where the target stores the values that the document names. */
const bindingsDocument = ({ origin, contract, found, missing }: BindingsSummary) => ({
  origin,
  contract,
  found: found.map(({ name, value, confidence, from, evidence }) => ({ name, value, confidence, from, evidence })),
  missing,
});

const statement = ({ outcome, expected, saw, reason, request, known }: Statement) => ({
  outcome,
  expected: expected ?? null,
  saw: saw ?? null,
  reason: reason ?? null,
  request: request === undefined ? null : exchange(request),
  known: known === undefined ? null : knownIssue(known),
});

const knownIssue = ({ reason, owner, expires, isExpired }: KnownIssue) => ({
  reason,
  owner: owner ?? null,
  expires: expires ?? null,
  is_expired: isExpired,
});

const entry = ({ list, check, case: name, reason, owner, expires, state, note }: EntryResult) => ({
  list,
  check,
  case: name ?? null,
  reason,
  owner: owner ?? null,
  expires: expires ?? null,
  state,
  note,
});

const exchange = ({ operation, caller, method, url, status, contentType, excerpt, bytes, curl }: ExchangeRecord) => ({
  operation,
  caller,
  method,
  url,
  status,
  content_type: contentType,
  excerpt,
  bytes,
  curl,
});
