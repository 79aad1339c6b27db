import { omitUndefined } from '../../spec/omit-undefined.ts';
import { kitVersion } from '../engine/version.ts';
import { createRedactor } from '../http/redaction.ts';
import { pluralize } from '../reports/screen.ts';
import { fingerprintSecret } from '../webhooks/secret.ts';
import { findCommonCauses } from './common-causes.ts';
import { createEffectComparison } from './compare-effects.ts';
import { diagnose } from './diagnosis.ts';
import { createEffectMeter } from './effects.ts';
import { evaluateProbe, isAccepted } from './evaluate-probe.ts';
import { type ReceiverOptions, resolveSettings, type Settings } from './options.ts';
import type { ProbeContext } from './probe.ts';
import { createContextFactory } from './probe-context.ts';
import { controlProbe, probes } from './probes/index.ts';
import { resendWhenLimited } from './rate-limits.ts';
import type { Diagnosis, ProbeResult, ReceiverResult } from './result.ts';
import { runProbe } from './run-probe.ts';
import type { DeliveryResponse, SendDelivery } from './send-delivery.ts';
import { sendSteps } from './send-steps.ts';

/**
 * Checks a webhook receiver: sends the probes one after another and evaluates the responses. Never throws because of the
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
async function runProbes(given: Settings, startedMs: number): Promise<Findings> {
  const { only, onProbe, effects, wait, soonMs, send } = given;
  const createContext = createContextFactory(given, startedMs);
  const settings = { ...given, send: resendWhenLimited(send, wait) };
  const selected = probes.filter(({ id }) => id !== controlProbe.id && (only === undefined || only.includes(id)));
  const comparison =
    effects === undefined || selected.every((probe) => probe.effects === undefined)
      ? undefined
      : createEffectComparison(settings, createContext, createEffectMeter(effects, wait));

  await comparison?.watch();
  const opening = await sendSteps(controlProbe.steps(createContext(), []), send);
  const rejection = opening.find(({ answer }) => !isAccepted(answer));
  if (rejection !== undefined) return explainRejection(rejection.answer, createContext(), given);
  await comparison?.begin();

  const results: ProbeResult[] = [];
  const keep = (result: ProbeResult) => {
    results.push(result);
    onProbe(result);
  };
  keep(evaluateProbe(controlProbe, opening, { soonMs }));
  for (const probe of selected)
    keep(await runProbe(probe, { settings, createContext, ...omitUndefined({ comparison }) }));
  return { probes: results, commonCauses: findCommonCauses(results), ...chooseExit(results) };
}

async function explainRejection(
  answer: DeliveryResponse,
  context: ProbeContext,
  settings: Settings,
): Promise<Findings> {
  const { send, now, toleranceSeconds } = settings;
  const diagnosis = await diagnose(answer, context, { send, nowMs: now(), toleranceSeconds });
  return {
    diagnosis: redactDiagnosis(diagnosis, settings),
    probes: [],
    commonCauses: [],
    exitCode: 3,
    exitReason: EXIT_REASONS[diagnosis.kind],
  };
}

const EXIT_REASONS = {
  unreachable: 'the receiver cannot be reached',
  silent: 'the receiver sent no response to an ordinary delivery',
  refused: 'the receiver rejected an ordinary delivery',
} as const;

function chooseExit(results: readonly ProbeResult[]): Pick<ReceiverResult, 'exitCode' | 'exitReason'> {
  const failed = results.filter(({ outcome, level }) => outcome === 'fail' && level === 'must').length;
  if (failed === 0) return { exitCode: 0, exitReason: 'every required probe passed' };
  return { exitCode: 1, exitReason: `${pluralize(failed, 'required probe')} failed` };
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
