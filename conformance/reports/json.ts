import type { ExchangeRecord } from '../engine/results/exchange-record.ts';
import type { BindingsSummary, EntryResult, KnownIssue, RunResult, Statement } from '../engine/results/result.ts';
import { listNextSteps } from './parts/next-steps.ts';
import { serialiseSafely } from './parts/screen.ts';

/** The machine-readable report, as `reportSchema` describes it. Stable within one `schema_version`; members may be added. */
export const formatJsonReport = (result: RunResult): string => serialiseSafely(createReportDocument(result));

/** The shape of the JSON report. */
export type ReportDocument = ReturnType<typeof createReportDocument>;

/** Converts a result to the members of the JSON report, in order. */
export function createReportDocument(result: RunResult) {
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
      ...(options.recordedAt === undefined ? {} : { recorded_at: options.recordedAt }),
      ...(options.isTraffic === true ? { is_traffic: true } : {}),
    },
    keys: result.keys,
    exit_code: result.exitCode,
    exit_reason: result.exitReason,
    stopped: result.stopped ?? null,
    limits_reached: result.limitsReached ?? [],
    next_steps: listNextSteps(result),
    counts: result.counts,
    clauses: {
      documented: clauses.documented,
      verified: clauses.verified,
      broken: clauses.broken,
      not_followed: clauses.notFollowed,
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
      evidence: evidence.map(toExchangeDocument),
    })),
    bindings: bindings === undefined ? null : toBindingsDocument(bindings),
    baseline: baseline?.map(toEntryDocument) ?? null,
    requests: result.requests,
    sent_again: result.sentAgain ?? [],
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
      ...toStatementDocument(check),
      cases: check.cases.map((one) => ({ name: one.name, ...toStatementDocument(one) })),
      evidence: check.evidence.map(toExchangeDocument),
      requests: check.requests,
      sampled: check.sampled,
      duration_ms: check.durationMs,
      ...(check.sharedCause === undefined ? {} : { shared_cause: check.sharedCause }),
      ...(check.challenged === undefined ? {} : { challenged: check.challenged }),
    })),
  };
}

/** Where the target stores the values that the document names. */
const toBindingsDocument = ({ origin, contract, found, missing }: BindingsSummary) => ({
  origin,
  contract,
  found: found.map(({ name, value, confidence, from, evidence }) => ({ name, value, confidence, from, evidence })),
  missing,
});

const toStatementDocument = ({ outcome, expected, saw, reason, request, places, known }: Statement) => ({
  outcome,
  expected: expected ?? null,
  saw: saw ?? null,
  reason: reason ?? null,
  request: request === undefined ? null : toExchangeDocument(request),
  ...(places === undefined ? {} : { places: places.map(({ pointer, meaning }) => ({ pointer, meaning })) }),
  known: known === undefined ? null : toKnownIssueDocument(known),
});

const toKnownIssueDocument = ({ reason, owner, expires, isExpired }: KnownIssue) => ({
  reason,
  owner: owner ?? null,
  expires: expires ?? null,
  is_expired: isExpired,
});

const toEntryDocument = ({ list, check, case: name, reason, owner, expires, state, note }: EntryResult) => ({
  list,
  check,
  case: name ?? null,
  reason,
  owner: owner ?? null,
  expires: expires ?? null,
  state,
  note,
});

const toExchangeDocument = ({
  operation,
  caller,
  method,
  url,
  status,
  contentType,
  excerpt,
  bytes,
  curl,
}: ExchangeRecord) => ({
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
