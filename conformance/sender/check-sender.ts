import { redactText } from '../engine/exchange-record.ts';
import { describeClause } from '../engine/result-mapping.ts';
import { kitVersion } from '../engine/version.ts';
import { createRedactor, type Redactor } from '../http/redaction.ts';
import type { ValuePointer } from '../oracles/pointers.ts';
import { SCHEMES, type SignatureScheme } from '../webhooks/scheme.ts';
import { decodeSecret, fingerprintSecret } from '../webhooks/secret.ts';
import { type Delivery, readDeliveries } from './delivery.ts';
import type { DeliveryRecord } from './delivery-record.ts';
import { builtinEventSchemas } from './event-schemas.ts';
import type { Hearing, Judge, Judgement } from './judge.ts';
import { judges as allJudges } from './judges/index.ts';
import { isPush } from './judges/request.ts';
import { observationsOn } from './observations.ts';
import { exitOf, type JudgeResult, type SenderResult } from './sender-result.ts';

/** What was received of a sender, and what it is held against. */
export interface SenderCheck {
  readonly records: readonly DeliveryRecord[];
  /** Epoch milliseconds; by default, when the last request came. */
  readonly listenedUntilMs?: number;
  /** How it signs; by default as the contract says. */
  readonly scheme?: SignatureScheme;
  /** As the scheme writes them, newest first. Several while one is being replaced. */
  readonly secrets?: readonly string[];
  /** Texts that mark what belongs to other tenants. */
  readonly canaries?: readonly string[];
  /** All that came was sent as a sample. */
  readonly areTests?: boolean;
  /** Where the body names the event; by default at `/type`. */
  readonly eventNameAt?: ValuePointer;
  /** Hold bodies against the event schemas of the kit's contract (the default), or against none. */
  readonly contract?: 'builtin' | 'none';
  /** Let advice decide too. */
  readonly isStrict?: boolean;
  /** How far the time of sending may be off; 300 by default. */
  readonly toleranceSeconds?: number;
  /** After so long without another attempt, there is none to be expected; 30,000 by default. */
  readonly patienceMs?: number;
  /** Which questions; by default all. */
  readonly judges?: readonly Judge[];
}

/**
 * Says of a sender whether it keeps what its receivers rely on. A pure function of what was received; nothing in there
 * makes it throw.
 * @throws RangeError for a secret that is not of the scheme's form. The message does not repeat it.
 */
export function checkSender(check: SenderCheck): SenderResult {
  const { records, judges = allJudges, isStrict = false, secrets = [] } = check;
  const hearing = hearingOf(check);
  const redact = createRedactor(
    new Map(),
    secrets.flatMap((secret, index) => [
      [`secret ${index + 1}`, secret],
      [`secret ${index + 1}`, secret.replace(/^whsec_/, '')],
    ]),
  );
  const results = judges.map((judge) => resultOf(judge, hearing, isStrict, redact));
  const startedMs = records[0]?.receivedAtMs ?? hearing.listenedUntilMs;
  return {
    schemaVersion: 1,
    kitVersion,
    scheme: hearing.scheme.name,
    secretFingerprints: secrets.map((secret) => fingerprintSecret(hearing.scheme.secretForm, secret)),
    isStrict,
    requests: records.length,
    events: new Set(hearing.deliveries.map(({ identity }) => identity)).size,
    firstAtMs: records.length === 0 ? null : startedMs,
    listenedMs: hearing.listenedUntilMs - startedMs,
    results,
    observations: observationsOn(hearing).map((sentence) => redactText(sentence, redact)),
    ...exitOf(results, records.length),
  };
}

function hearingOf(check: SenderCheck): Hearing {
  const { records, scheme = SCHEMES['standard-webhooks'], secrets = [], eventNameAt = '/type' } = check;
  for (const secret of secrets) decodeSecret(scheme.secretForm, secret);
  const everything = readDeliveries(records, { scheme, eventNameAt });
  return {
    everything,
    deliveries: everything.filter((one) => one.isWhole && !one.isAtSideDoor && isPush(one.method)),
    scheme,
    secrets,
    canaries: check.canaries ?? [],
    areTests: check.areTests ?? false,
    eventNameAt,
    toleranceSeconds: check.toleranceSeconds ?? 300,
    listenedUntilMs: Math.max(check.listenedUntilMs ?? 0, records.at(-1)?.receivedAtMs ?? 0),
    patienceMs: check.patienceMs ?? 30_000,
    problemsOfBody: check.contract === 'none' ? undefined : builtinEventSchemas(),
  };
}

function resultOf(judge: Judge, hearing: Hearing, isStrict: boolean, redact: Redactor): JudgeResult {
  const decides = judge.level === 'must' || isStrict;
  const { id, title, level, rule } = judge;
  const about = { id, title, level, rule: describeClause(rule), decides };
  const judgement = judged(judge, hearing);
  if ('thrown' in judgement)
    return { ...about, outcome: 'error', reason: redactText(judgement.thrown, redact), evidence: [] };
  const evidence = judgement.evidence.map(({ number }: Delivery) => number);
  if (judgement.kind === 'pass') return { ...about, outcome: 'pass', evidence };
  if (judgement.kind !== 'fail')
    return { ...about, outcome: judgement.kind, reason: redactText(judgement.reason, redact), evidence };
  return {
    ...about,
    outcome: decides ? 'fail' : 'warning',
    expected: redactText(judgement.expected, redact),
    saw: redactText(judgement.saw, redact),
    evidence,
  };
}

function judged(judge: Judge, hearing: Hearing): Judgement | { readonly thrown: string } {
  try {
    return judge.judge(hearing);
  } catch (thrown) {
    return { thrown: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) };
  }
}
