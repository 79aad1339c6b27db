import { serialiseSafely } from '../../reports/parts/screen.ts';
import type { UsualCause } from '../core/probe.ts';
import type { ProbeResult, ReceiverResult } from '../core/result.ts';

/** Formats the report for programs. Stable within one `schema_version`; members may be added. */
export const formatReceiverJson = (result: ReceiverResult): string =>
  serialiseSafely({
    schema_version: result.schemaVersion,
    kit_version: result.kitVersion,
    url: result.url,
    scheme: result.scheme,
    secret_fingerprint: result.secretFingerprint,
    tolerance_seconds: result.toleranceSeconds,
    seed: result.seed,
    started_at: result.startedAt,
    duration_ms: Math.round(result.durationMs),
    ordinary_ms: result.ordinaryMs === null ? null : Math.round(result.ordinaryMs),
    deliveries: result.deliveries,
    exit_code: result.exitCode,
    exit_reason: result.exitReason,
    diagnosis:
      result.diagnosis === undefined
        ? null
        : {
            kind: result.diagnosis.kind,
            findings: result.diagnosis.findings,
            said: result.diagnosis.responseBody ?? null,
          },
    untested: result.untested,
    remarks: result.commonCauses.map(({ description, usual, probes }) => ({
      says: description,
      ...toUsual(usual),
      probes,
    })),
    probes: result.probes.map(toProbe),
  });

const toProbe = ({ id, title, level, outcome, reason, steps, failure }: ProbeResult) => ({
  id,
  title,
  level,
  outcome,
  reason: reason ?? null,
  deliveries: steps.map(({ name, expects, status, tookMs, isAsExpected, transmissions = 1 }) => ({
    name: name ?? null,
    expects,
    status,
    took_ms: tookMs,
    is_as_expected: isAsExpected,
    ...(transmissions === 1 ? {} : { transmissions }),
  })),
  failure:
    failure === undefined
      ? null
      : {
          expected: failure.expected,
          came: failure.came,
          matters: failure.matters,
          ...toUsual(failure.usual),
        },
});

const toUsual = ({ words, line, instead }: UsualCause) => ({ usually: words, line, instead });
