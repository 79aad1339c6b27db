import { serialiseSafely } from '../../reports/parts/screen.ts';
import type { SenderResult } from '../sender-result.ts';

/** Maximum number of request numbers per result; `request_count` contains the total. */
const MOST_NUMBERS = 100;

/** Formats the report for programs. Stable within one `schema_version`; members may be added. */
export const formatSenderJson = (result: SenderResult): string =>
  serialiseSafely({
    schema_version: result.schemaVersion,
    kit_version: result.kitVersion,
    scheme: result.scheme,
    secret_fingerprints: result.secretFingerprints,
    strict: result.isStrict,
    requests: result.requests,
    events: result.events,
    first_at: result.firstAtMs === null ? null : new Date(result.firstAtMs).toISOString(),
    listened_ms: result.listenedMs,
    exit_code: result.exitCode,
    exit_reason: result.exitReason,
    results: result.results.map((one) => ({
      id: one.id,
      title: one.title,
      level: one.level,
      rule: {
        id: one.rule.id,
        text: one.rule.text,
        section: one.rule.section ?? null,
        is_documented: one.rule.isDocumented,
      },
      decides: one.decides,
      outcome: one.outcome,
      expected: one.expected ?? null,
      saw: one.saw ?? null,
      reason: one.reason ?? null,
      requests: one.evidence.slice(0, MOST_NUMBERS),
      request_count: one.evidence.length,
    })),
    observations: result.observations,
  });
