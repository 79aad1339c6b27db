import { omitUndefined } from '../../base/omit-undefined.ts';
import { clauses, gaps } from '../../spec/index.ts';
import type { Exchange } from '../http/client.ts';
import type { Redactor } from '../http/redaction.ts';
import type { SampleRecord } from '../reading/verdicts/sampling.ts';
import type { Case, Verdict } from '../reading/verdicts/verdict.ts';
import type { ChallengeResult } from './challenge/challenge-result.ts';
import { type Check, listRules } from './check.ts';
import { type ExchangeRecord, redactText, toExchangeRecord } from './results/exchange-record.ts';
import type { ReadPlace } from './results/read-places.ts';
import type { CaseResult, CheckResult, ClauseReference, Statement } from './results/result.ts';

const MAX_EVIDENCE = 8;

/** Properties of the run that are needed to report a verdict. */
interface ReportContext {
  readonly isStrict: boolean;
  readonly redact: Redactor;
  readonly requests: number;
  readonly sampled: readonly SampleRecord[];
  readonly durationMs: number;
  /** Returns where a failure was read in the response that shows it; absent if the check did not run. */
  /** The result of a challenge of the pass. */
  readonly challenged?: ChallengeResult | undefined;
  readonly listPlaces?: (exchange: Exchange, saw: string) => readonly ReadPlace[];
}

/** Converts a verdict to plain data for reports, with keys and card data redacted. */
export function toCheckResult(one: Check, verdict: Verdict, circumstances: ReportContext): CheckResult {
  const { isStrict, redact, requests, sampled, durationMs, challenged, listPlaces = () => [] } = circumstances;
  const { id, title, level } = one;
  const clause = describeClause(one.clause);
  const decides = level === 'must' && (clause.isDocumented || clause.isOwn === true || isStrict);
  const remember = createRecordCache(redact);
  const state = (verdictOfCase: Verdict): Statement =>
    toStatement(verdictOfCase, { decides, redact, remember, listPlaces });
  return {
    id,
    title,
    level,
    clause,
    covers: listRules(one),
    decides,
    ...state(verdict),
    cases: flattenCases(verdict).map(
      ({ name, verdict: inner }): CaseResult => ({ name: redactText(name, redact), ...state(inner) }),
    ),
    evidence: verdict.evidence.slice(0, MAX_EVIDENCE).map(remember),
    requests,
    sampled,
    durationMs,
    ...omitUndefined({ challenged: challenged && redactChallenge(challenged, redact) }),
  };
}

const redactChallenge = ({ unnoticed, ...counts }: ChallengeResult, redact: Redactor): ChallengeResult => ({
  ...counts,
  unnoticed: unnoticed.map((one) => redactText(one, redact)),
});

function createRecordCache(redact: Redactor): (exchange: Exchange) => ExchangeRecord {
  const records = new Map<Exchange, ExchangeRecord>();
  return (exchange) => {
    const record = records.get(exchange) ?? toExchangeRecord(exchange, redact);
    records.set(exchange, record);
    return record;
  };
}

interface StatementContext {
  readonly decides: boolean;
  readonly redact: Redactor;
  readonly remember: (exchange: Exchange) => ExchangeRecord;
  readonly listPlaces: (exchange: Exchange, saw: string) => readonly ReadPlace[];
}

function toStatement(verdict: Verdict, { decides, redact, remember, listPlaces }: StatementContext): Statement {
  if (verdict.kind === 'pass') return { outcome: 'pass' };
  if (verdict.kind !== 'fail') {
    const { kind: outcome, reason, remedy } = verdict;
    return { outcome, reason: redactText(reason, redact), ...omitUndefined({ remedy }) };
  }
  const places = listPlaces(verdict.actual, verdict.saw ?? '').map(({ pointer, meaning }) => ({
    pointer: redactText(pointer, redact),
    meaning: redactText(meaning, redact),
  }));
  return {
    outcome: decides ? 'fail' : 'warning',
    expected: redactText(verdict.expected, redact),
    ...(verdict.saw === undefined ? {} : { saw: redactText(verdict.saw, redact) }),
    ...(verdict.isTimeless === undefined ? {} : { isTimeless: verdict.isTimeless }),
    request: remember(verdict.actual),
    ...(places.length === 0 ? {} : { places }),
  };
}

/** Returns the innermost cases of a verdict, each with the names of its ancestors. */
function flattenCases(verdict: Verdict): Case[] {
  return (verdict.cases ?? []).flatMap((one) =>
    one.verdict.cases === undefined
      ? [one]
      : flattenCases(one.verdict).map(({ name, verdict: inner }) => ({ name: `${one.name}: ${name}`, verdict: inner })),
  );
}

/**
 * Returns the text and origin of the rule of a check.
 *
 * @example
 * const { text } = describeClause('auth.header');
 */
export function describeClause(rule: Check['clause']): ClauseReference {
  if (typeof rule === 'object') return { id: 'own', ...rule, isDocumented: false, isOwn: true };
  const clause = clauses.find((one) => one.id === rule);
  if (clause !== undefined) return { id: rule, text: clause.text, section: clause.section, isDocumented: true };
  return { id: rule, text: gaps.find((one) => one.id === rule)?.choice ?? '', isDocumented: false };
}
