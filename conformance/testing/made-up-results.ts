import type { ExchangeRecord } from '../engine/results/exchange-record.ts';
import {
  type CheckResult,
  type ClauseResult,
  countOutcomes,
  type EntryResult,
  type RunResult,
} from '../engine/results/result.ts';

/*
 * Handwritten results for tests of reports.
 */

/** Hostile text of a target that attacks terminals, browsers, parsers and CI servers. */
export const HOSTILE =
  '\u001b[31mred\u001b[0m \u009b2J \u202e\u2066 </script><script>alert(1)</script> </failure> ]]> --> & "quoted" \'single\' `code` ' +
  '| [link](javascript:alert(1)) <img src=x onerror=alert(1)> @everyone ```\n::error title=x::y\n::set-env name=A::b ##[error]z %0A::warning::w\r\n' +
  '# SKIP \\ not ok 1 - x \ud800 \u0000 $(touch x)';

export const sampleExchange: ExchangeRecord = {
  operation: 'GET /v1/transactions',
  caller: 'west',
  method: 'GET',
  url: 'https://portal.example/v1/transactions?terminal_id=EA000001',
  status: 200,
  contentType: 'application/json',
  excerpt: '{"data":[]}',
  bytes: 11,
  requestHeaders: [
    ['Accept', 'application/json'],
    ['X-API-Key', '[key west]'],
  ],
  responseHeaders: [
    ['Content-Type', 'application/json'],
    ['X-Echo', HOSTILE],
  ],
  sentAt: '2026-11-02T15:00:01.000Z',
  tookMs: 12,
  curl: `curl -sSi 'https://portal.example/v1/transactions?terminal_id=EA000001' -H "X-API-Key: $FLEETKIT_KEY_WEST"`,
};

export const passedCheck: CheckResult = {
  id: 'auth/missing-key-is-refused',
  title: 'No protected path accepts a request without a key',
  level: 'must',
  clause: {
    id: 'auth.required',
    text: 'Every request but the public ones needs a key.',
    section: '4',
    isDocumented: true,
  },
  covers: ['auth.required'],
  decides: true,
  outcome: 'pass',
  cases: [{ name: 'GET /v1/portal', outcome: 'pass' }],
  evidence: [sampleExchange],
  requests: 36,
  sampled: [{ of: 'protected paths', tested: 6, total: 18 }],
  durationMs: 120,
};

export const failedCheck: CheckResult = {
  ...passedCheck,
  id: 'scope/foreign-terminal-filter-gives-nothing',
  title: 'A filter by a terminal outside the scope returns no rows and no totals of it',
  clause: {
    id: 'transactions.filter.scope',
    text: "Rows outside the caller's scope are never returned, with any filters.",
    section: '4',
    isDocumented: true,
  },
  outcome: 'fail',
  expected: 'nothing outside the scope of west',
  saw: `it shows EA000001 and ${HOSTILE}`,
  request: sampleExchange,
  cases: [
    { name: "clerk asking for what is east's", outcome: 'pass' },
    {
      name: "west asking for what is east's",
      outcome: 'fail',
      expected: 'nothing outside the scope of west',
      saw: `it shows EA000001 and ${HOSTILE}`,
      request: sampleExchange,
    },
    { name: "clerk asking for what is west's", outcome: 'fail', expected: 'nothing', request: sampleExchange },
  ],
};

export const untestableCheck: CheckResult = {
  ...passedCheck,
  id: 'auth/writes-need-a-key',
  title: 'No write path answers without a key',
  outcome: 'untestable',
  reason: 'this check changes data on the target; allow it with --allow-writes',
  remedy: { kind: 'writes' },
  cases: [],
  evidence: [],
  requests: 0,
  sampled: [],
};

export const failedAdvice: CheckResult = {
  ...failedCheck,
  id: 'auth/missing-key-is-401',
  title: 'A request without a key returns 401 with a WWW-Authenticate challenge',
  clause: { id: 'errors.unauthenticated', text: '401 with WWW-Authenticate.', isDocumented: false },
  decides: false,
  outcome: 'warning',
  expected: 'status 401 and a WWW-Authenticate header',
  saw: '',
  cases: [],
};

export const erroredCheck: CheckResult = {
  ...untestableCheck,
  id: 'feeds/are-well-formed',
  outcome: 'error',
  reason: 'Error: a defect\n    at run (check.ts:1)',
};

const CLAUSES: readonly ClauseResult[] = [
  {
    id: 'auth.required',
    section: '4',
    text: 'Every request but the public ones needs a key.',
    fate: 'verified',
    checks: ['auth/missing-key-is-refused'],
  },
  {
    id: 'transactions.filter.scope',
    section: '4',
    text: 'No filter brings back a foreign row.',
    fate: 'broken',
    checks: ['scope/foreign-terminal-filter-gives-nothing'],
  },
  { id: 'feeds.digest', section: '6', text: 'Feeds are digests.', fate: 'uncheckable', checks: [] },
];

/** Creates a run with these results. */
export const createRun = (...results: CheckResult[]): RunResult => ({
  schemaVersion: 1,
  kitVersion: '1.2.3',
  target: 'https://portal.example',
  startedAt: '2026-11-02T15:00:00.000Z',
  durationMs: 2345,
  seed: 7,
  options: {
    depth: 'standard',
    strict: false,
    allowWrites: false,
    allowUnverified: false,
    failFast: false,
    requestsPerSecond: 5,
    concurrency: 1,
    timeoutMs: 10_000,
    viaProxy: false,
    insecure: false,
    addedHeaders: [],
  },
  keys: [
    { name: 'east', opens: 18, terminals: 3, transactions: 18 },
    { name: 'west', opens: 0, terminals: 0, transactions: 0 },
  ],
  results,
  counts: countOutcomes(results),
  clauses: {
    documented: 80,
    verified: 60,
    broken: 1,
    notFollowed: 0,
    unverified: 4,
    notLookedAt: 10,
    uncheckable: 5,
    list: CLAUSES,
  },
  requests: 412,
  exitCode: 1,
  exitReason: '1 required check failed',
});

/** A baseline entry in each state. */
const ENTRIES: readonly EntryResult[] = [
  {
    list: 'failures',
    check: 'limit/restricts-the-rows',
    case: 'west',
    reason: `known: ${HOSTILE}`,
    owner: 'data team',
    expires: '2027-01-31',
    state: 'excused',
    note: 'still fails',
  },
  {
    list: 'failures',
    check: 'auth/missing-key-is-refused',
    reason: 'The gateway accepted every key',
    state: 'stale',
    note: 'no longer needed: pass; remove the entry',
  },
  {
    list: 'untestable',
    check: 'auth/writes-need-a-key',
    reason: 'No writes',
    expires: '2026-10-31',
    state: 'expired',
    note: 'expired on 2026-10-31: remove the entry',
  },
  {
    list: 'failures',
    check: 'scope/gone',
    reason: 'Not run today',
    state: 'kept',
    note: 'the check has no result in this run',
  },
];

const known: CheckResult = {
  ...failedCheck,
  id: 'limit/restricts-the-rows',
  title: '`limit` returns that number of rows when there are more',
  known: { reason: `known: ${HOSTILE}`, owner: 'data team', expires: '2027-01-31', isExpired: false },
};

const sameCause: CheckResult = {
  ...failedCheck,
  id: 'scope/transactions-show-nothing-foreign',
  title: 'The transaction list shows nothing of another customer',
  sharedCause: { check: failedCheck.id, operation: `GET /v1/${HOSTILE}` },
};

/** A run with content for every part of a report, and hostile text in each. */
export const fullRun: RunResult = {
  ...createRun(passedCheck, failedCheck, sameCause, untestableCheck, failedAdvice, erroredCheck, known),
  baseline: ENTRIES,
  sentAgain: [
    { cause: 'status 503', requests: 2 },
    { cause: 'an incomplete response', requests: 1 },
  ],
  choices: [
    {
      id: 'limit.zero',
      title: 'Response to `limit=0`',
      gap: 'lists.limit_bounds',
      reading: `400, ${HOSTILE}`,
      evidence: [sampleExchange],
    },
  ],
  bindings: {
    origin: 'inferred',
    contract: 'published',
    found: [
      {
        name: 'transactions.rows',
        value: `/${HOSTILE}`,
        confidence: 'likely',
        from: ['document', 'shape'],
        evidence: [`the only array is at /${HOSTILE}`],
      },
    ],
    missing: ['portal.dns_state'],
  },
};
