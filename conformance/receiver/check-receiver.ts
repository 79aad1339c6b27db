import { kitVersion } from '../engine/version.ts';
import { createRedactor } from '../http/redaction.ts';
import { count } from '../reports/screen.ts';
import { fingerprintSecret } from '../webhooks/secret.ts';
import { findCommonCauses } from './common-causes.ts';
import { diagnose } from './diagnosis.ts';
import { createEffectMeter } from './effects.ts';
import { evaluateProbe, isAccepted } from './evaluate-probe.ts';
import { type ReceiverOptions, resolveSettings, type Settings } from './options.ts';
import { createContextFactory } from './probe-context.ts';
import { controlProbe, probes } from './probes/index.ts';
import type { Diagnosis, ProbeResult, ReceiverResult } from './result.ts';
import { runProbe, sendSteps } from './run-probe.ts';
import type { SendDelivery } from './send-delivery.ts';

/**
 * Checks a webhook receiver: sends the probes one at a time and evaluates the responses. Never throws because of the
 * receiver's behaviour.
 * @throws TypeError for an invalid URL, RangeError for a secret that is not in the scheme's form.
 */
export async function checkReceiver(options: ReceiverOptions): Promise<ReceiverResult> {
  const given = resolveSettings(options);
  let deliveries = 0;
  const send: SendDelivery = (delivery) => {
    deliveries += 1;
    return given.send(delivery);
  };
  const settings = { ...given, send };
  const startedMs = settings.now();
  const found = await runProbes(settings, startedMs);
  return {
    schemaVersion: 1,
    kitVersion,
    url: settings.url.replace(/[?#].*/s, ''),
    scheme: settings.scheme.name,
    secretFingerprint: fingerprintSecret(settings.scheme.secretForm, settings.secret),
    toleranceSeconds: settings.toleranceSeconds ?? null,
    seed: settings.seed,
    startedAt: new Date(startedMs).toISOString(),
    durationMs: settings.now() - startedMs,
    deliveries,
    ...found,
  };
}

type Findings = Pick<ReceiverResult, 'probes' | 'commonCauses' | 'exitCode' | 'exitReason' | 'diagnosis'>;

/** Sends the control first: if the receiver rejects it, rejections of other deliveries prove nothing. */
async function runProbes(settings: Settings, startedMs: number): Promise<Findings> {
  const { send, only, onProbe, now } = settings;
  const createContext = createContextFactory(settings, startedMs);
  const opening = await sendSteps(controlProbe, createContext(), send);
  for (const { answer } of opening) {
    if (isAccepted(answer)) continue;
    const diagnosis = await diagnose(answer, createContext(), {
      send,
      nowMs: now(),
      toleranceSeconds: settings.toleranceSeconds,
    });
    return {
      diagnosis: redactDiagnosis(diagnosis, settings),
      probes: [],
      commonCauses: [],
      exitCode: 3,
      exitReason: EXIT_REASONS[diagnosis.kind],
    };
  }
  const results: ProbeResult[] = [];
  const keep = (result: ProbeResult) => {
    results.push(result);
    onProbe(result);
  };
  keep(evaluateProbe(controlProbe, opening, { soonMs: settings.soonMs }));
  const { effects, wait } = settings;
  const probing = {
    settings,
    createContext,
    ...(effects === undefined ? {} : { meter: createEffectMeter(effects, wait) }),
  };
  for (const probe of probes)
    if (probe !== controlProbe && (only === undefined || only.includes(probe.id))) keep(await runProbe(probe, probing));
  return { probes: results, commonCauses: findCommonCauses(results), ...chooseExit(results) };
}

const EXIT_REASONS = {
  unreachable: 'the receiver cannot be reached',
  silent: 'the receiver sent no response to an ordinary delivery',
  refused: 'the receiver rejected an ordinary delivery',
} as const;

function chooseExit(results: readonly ProbeResult[]): Pick<ReceiverResult, 'exitCode' | 'exitReason'> {
  const failed = results.filter(({ outcome, level }) => outcome === 'fail' && level === 'must').length;
  if (failed === 0) return { exitCode: 0, exitReason: 'every required probe passed' };
  return { exitCode: 1, exitReason: `${count(failed, 'required probe')} failed` };
}

const MOST_CHARACTERS = 300;

/** Redacts the secret, which a receiver may repeat in its response, and truncates the body. */
function redactDiagnosis({ responseBody, ...diagnosis }: Diagnosis, { secret }: Settings): Diagnosis {
  if (responseBody === undefined) return diagnosis;
  return {
    ...diagnosis,
    responseBody: createRedactor(new Map(), [['secret', secret]])(responseBody).slice(0, MOST_CHARACTERS),
  };
}
