import { harmlessJson } from '../../reports/screen.ts';
import type { UsualFault } from '../probe.ts';
import type { ProbeResult, ReceiverResult } from '../result.ts';

/** The report for programs. Stable within one `schema_version`; members may be added. */
export const jsonReport = (result: ReceiverResult): string =>
  harmlessJson({
    schema_version: result.schemaVersion,
    kit_version: result.kitVersion,
    url: result.url,
    scheme: result.scheme,
    secret_fingerprint: result.secretFingerprint,
    tolerance_seconds: result.toleranceSeconds,
    seed: result.seed,
    started_at: result.startedAt,
    duration_ms: Math.round(result.durationMs),
    deliveries: result.deliveries,
    exit_code: result.exitCode,
    exit_reason: result.exitReason,
    diagnosis:
      result.diagnosis === undefined
        ? null
        : {
            kind: result.diagnosis.kind,
            findings: result.diagnosis.findings,
            said: result.diagnosis.said ?? null,
          },
    remarks: result.remarks.map(({ says, usual, probes }) => ({ says, ...usualOf(usual), probes })),
    probes: result.probes.map(probe),
  });

const probe = ({ id, title, level, outcome, reason, steps, failure }: ProbeResult) => ({
  id,
  title,
  level,
  outcome,
  reason: reason ?? null,
  deliveries: steps.map(({ name, expects, status, tookMs, isAsExpected }) => ({
    name: name ?? null,
    expects,
    status,
    took_ms: tookMs,
    is_as_expected: isAsExpected,
  })),
  failure:
    failure === undefined
      ? null
      : {
          expected: failure.expected,
          came: failure.came,
          matters: failure.matters,
          ...usualOf(failure.usual),
        },
});

const usualOf = ({ words, line, instead }: UsualFault) => ({ usually: words, line, instead });
