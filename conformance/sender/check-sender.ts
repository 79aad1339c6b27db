import { describeClause } from '../engine/result-mapping.ts';
import { redactText } from '../engine/results/exchange-record.ts';
import { kitVersion } from '../engine/version.ts';
import { createRedactor, type Redactor } from '../http/redaction.ts';
import type { ValuePointer } from '../reading/pointers.ts';
import { SCHEMES, type SignatureScheme } from '../webhooks/scheme.ts';
import { decodeSecret, fingerprintSecret } from '../webhooks/secret.ts';
import { senderChecks } from './checks/index.ts';
import { isPush } from './checks/request.ts';
import type { SenderCheck, SenderCheckInput, SenderVerdict } from './core/check.ts';
import type { DeliveryRecord } from './core/delivery-record.ts';
import { type ReceivedDelivery, readDeliveries } from './core/received-delivery.ts';
import { findEventProblems } from './event-schemas.ts';
import { listObservations } from './observations.ts';
import { chooseSenderExit, type SenderCheckResult, type SenderResult } from './sender-result.ts';

/** The recorded requests of a sender, and the expectations. */
export interface SenderCheckOptions {
  readonly records: readonly DeliveryRecord[];
  /** Epoch milliseconds. Default: the time of the last request. */
  readonly listenedUntilMs?: number;
  /** Default: the scheme of the contract. */
  readonly scheme?: SignatureScheme;
  /** In the scheme's form, newest first. Several during a rotation. */
  readonly secrets?: readonly string[];
  /** Texts that occur only in data of other tenants. */
  readonly canaries?: readonly string[];
  /** All requests are samples. */
  readonly areTests?: boolean;
  /** The position of the event name in the body. Default: `/type`. */
  readonly eventNameAt?: ValuePointer;
  /** Validates bodies against the event schemas of the kit's contract (the default), or not at all. */
  readonly contract?: 'builtin' | 'none';
  /** Advice affects the exit code too. */
  readonly isStrict?: boolean;
  /** The tolerance for timestamps. Default 300. */
  readonly toleranceSeconds?: number;
  /** Maximum wait for a retry. Default 30,000. */
  readonly patienceMs?: number;
  /** Default: all checks. */
  readonly checks?: readonly SenderCheck[];
}

/**
 * Checks whether a sender meets the expectations of its receivers. A pure function of the recorded requests; never throws
 * because of their content.
 * @throws RangeError for a secret that is not in the scheme's form. The message does not contain the secret.
 *
 * @example
 * const { exitCode } = checkSender({ records: recording.records, secrets: [secret] });
 */
export function checkSender(check: SenderCheckOptions): SenderResult {
  const { records, checks = senderChecks, isStrict = false, secrets = [] } = check;
  const input = toInput(check);
  const redact = createRedactor(
    new Map(),
    secrets.flatMap((secret, index) => [
      [`secret ${index + 1}`, secret],
      [`secret ${index + 1}`, secret.replace(/^whsec_/, '')],
    ]),
  );
  const results = checks.map((one) => toResult(one, { input, isStrict, redact }));
  const startedMs = records[0]?.receivedAtMs ?? input.listenedUntilMs;
  return {
    schemaVersion: 1,
    kitVersion,
    scheme: input.scheme.name,
    secretFingerprints: secrets.map((secret) => fingerprintSecret(input.scheme.secretForm, secret)),
    isStrict,
    requests: records.length,
    events: new Set(input.deliveries.map(({ identity }) => identity)).size,
    firstAtMs: records.length === 0 ? null : startedMs,
    listenedMs: input.listenedUntilMs - startedMs,
    results,
    observations: listObservations(input).map((sentence) => redactText(sentence, redact)),
    ...chooseSenderExit(results, records.length),
  };
}

function toInput(check: SenderCheckOptions): SenderCheckInput {
  const { records, scheme = SCHEMES['standard-webhooks'], secrets = [], eventNameAt = '/type' } = check;
  for (const secret of secrets) decodeSecret(scheme.secretForm, secret);
  const requests = readDeliveries(records, { scheme, eventNameAt });
  return {
    requests,
    deliveries: requests.filter((one) => one.isWhole && !one.isFollowedRedirect && isPush(one.method)),
    scheme,
    secrets,
    canaries: check.canaries ?? [],
    areTests: check.areTests ?? false,
    eventNameAt,
    toleranceSeconds: check.toleranceSeconds ?? 300,
    listenedUntilMs: Math.max(check.listenedUntilMs ?? 0, records.at(-1)?.receivedAtMs ?? 0),
    patienceMs: check.patienceMs ?? 30_000,
    problemsOfBody: check.contract === 'none' ? undefined : findEventProblems,
  };
}

/** Runs one check and redacts its texts. */
function toResult(
  one: SenderCheck,
  {
    input,
    isStrict,
    redact,
  }: { readonly input: SenderCheckInput; readonly isStrict: boolean; readonly redact: Redactor },
): SenderCheckResult {
  const decides = one.level === 'must' || isStrict;
  const { id, title, level, rule } = one;
  const about = { id, title, level, rule: describeClause(rule), decides };
  const verdict = runCheck(one, input);
  if ('thrown' in verdict)
    return { ...about, outcome: 'error', reason: redactText(verdict.thrown, redact), evidence: [] };
  const evidence = verdict.evidence.map(({ number }: ReceivedDelivery) => number);
  if (verdict.kind === 'pass') return { ...about, outcome: 'pass', evidence };
  if (verdict.kind !== 'fail')
    return { ...about, outcome: verdict.kind, reason: redactText(verdict.reason, redact), evidence };
  return {
    ...about,
    outcome: decides ? 'fail' : 'warning',
    expected: redactText(verdict.expected, redact),
    saw: redactText(verdict.saw, redact),
    evidence,
  };
}

function runCheck(one: SenderCheck, input: SenderCheckInput): SenderVerdict | { readonly thrown: string } {
  try {
    return one.evaluate(input);
  } catch (thrown) {
    return { thrown: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) };
  }
}
