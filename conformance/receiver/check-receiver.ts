import { omitUndefined } from '../../base/omit-undefined.ts';
import { kitVersion } from '../engine/version.ts';
import { createRedactor } from '../http/redaction.ts';
import { pluralize } from '../reports/parts/screen.ts';
import { hasTimestamp } from '../webhooks/scheme.ts';
import { fingerprintSecret } from '../webhooks/secret.ts';
import { controlProbe, probes } from './all-probes.ts';
import { findCommonCauses } from './common-causes.ts';
import { evaluateProbe, isAccepted } from './core/evaluate-probe.ts';
import { type ReceiverOptions, resolveSettings, type Settings } from './core/options.ts';
import type { Pace } from './core/pace.ts';
import type { AnsweredStep, Probe, ProbeContext } from './core/probe.ts';
import { createContextFactory, type Measured } from './core/probe-context.ts';
import type { Diagnosis, ProbeResult, ReceiverResult } from './core/result.ts';
import { sendSteps } from './core/send-steps.ts';
import { diagnose } from './diagnosis/diagnosis.ts';
import { createEffectComparison } from './effects/compare-effects.ts';
import { createEffectMeter } from './effects/effects.ts';
import { createLockOutFilter } from './lock-out.ts';
import { measureClock } from './measure-clock.ts';
import { createUnmeasuredPace, measurePace } from './measure-pace.ts';
import { runProbe } from './run-probe.ts';
import type { SendDelivery } from './sending/delivery-response.ts';
import { resendWhenLimited } from './sending/rate-limits.ts';
import { listMissingFeatures } from './test-secret.ts';
import { limitRunTime, TimeLimitReached } from './time-limit.ts';

/**
 * Checks a webhook receiver: sends the probes one after another and evaluates the responses. Never throws because of the
 * receiver's behaviour.
 * @throws TypeError for an invalid URL, RangeError for a secret that is not in the scheme's form.
 *
 * @example
 * const { exitCode } = await checkReceiver({ url: 'http://127.0.0.1:3000/webhooks', secret: generateTestSecret() });
 */
export async function checkReceiver(options: ReceiverOptions): Promise<ReceiverResult> {
  const given = resolveSettings(options);
  let deliveries = 0;
  const send: SendDelivery = async (delivery) => {
    const answer = await given.send(delivery);
    deliveries += answer.transmissions ?? 1;
    return answer;
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
    untested: listUntested(settings),
    ...found,
  };
}

/** Lists what the secret does not show. */
function listUntested({ scheme, secret }: Settings): readonly string[] {
  const missing = listMissingFeatures(scheme, secret);
  if (missing.length === 0) return [];
  const words = `the secret has no ${missing.join(', no ')}: faults in how the handler reads such a secret do not show`;
  return [`${words}; --new-secret prints one with all of them`];
}

type Findings = Pick<
  ReceiverResult,
  'probes' | 'commonCauses' | 'exitCode' | 'exitReason' | 'diagnosis' | 'ordinaryMs'
>;

/** Sends the control first: if the receiver rejects it, rejections of other deliveries prove nothing. */
async function runProbes(unlimited: Settings, startedMs: number): Promise<Findings> {
  const measured: Measured = { pace: createUnmeasuredPace(unlimited) };
  const given = limitRunTime(unlimited, startedMs, () => measured.pace.maxRunMs);
  const { only, onPace, onProbe, effects, wait, soonMs, send } = given;
  const createContext = createContextFactory(given, startedMs, measured);
  const settings = { ...given, send: resendWhenLimited(send, wait) };
  const selected = probes.filter(({ id }) => id !== controlProbe.id && (only === undefined || only.includes(id)));
  const comparison =
    effects === undefined || selected.every((probe) => probe.effects === undefined)
      ? undefined
      : createEffectComparison(settings, { createContext, measured }, createEffectMeter(effects, wait));

  await comparison?.watch();
  const opening = await openWithRetry(() => sendSteps(controlProbe.steps(createContext(), []), send));
  const last = opening.at(-1);
  if (last !== undefined && !isAccepted(last.answer))
    return explainRejection({ ...last, answer: opening[0]?.answer ?? last.answer }, createContext(), unlimited);
  const pace = await measurePace(last?.answer, { settings, createContext, send: settings.send }).catch(ignoreTimeLimit);
  if (pace !== undefined) measured.pace = pace;
  onPace(measured.pace);
  await comparison?.begin();
  if (selected.some(({ id }) => id === 'clock-moves') && hasTimestamp(given.scheme))
    measured.clock = await measureClock(createContext, settings.send).catch(ignoreTimeLimit);
  const measuredMs = settings.now();

  const results: ProbeResult[] = [];
  const keep = (result: ProbeResult) => {
    results.push(result);
    onProbe(result);
  };
  keep(evaluateProbe(controlProbe, opening, { soonMs }));
  const reportOnce = createLockOutFilter(send, createContext);
  for (const probe of orderProbes(selected, createContext(), measured.pace)) {
    const result = await runProbe(probe, {
      settings,
      createContext,
      measured,
      startedMs: measuredMs,
      ...omitUndefined({ comparison }),
    });
    keep(await reportOnce(result).catch((thrown) => ignoreTimeLimit(thrown) ?? result));
  }
  const isOutOfTime = given.now() - startedMs >= measured.pace.maxRunMs;
  const inUsualOrder = [controlProbe, ...selected].flatMap(
    ({ id }) => results.find((result) => result.id === id) ?? [],
  );
  return {
    probes: inUsualOrder,
    commonCauses: findCommonCauses(results),
    ordinaryMs: measured.pace.ordinaryMs,
    ...chooseExit(results, isOutOfTime ? measured.pace : undefined),
  };
}

/**
 * Orders probes for a slow receiver, for which there may be no time for all: those about load, those with few deliveries, and then
 * those that compare effects, whose order matters.
 */
function orderProbes(selected: readonly Probe[], context: ProbeContext, { isSlow }: Pace): readonly Probe[] {
  if (!isSlow) return selected;
  const rank = (probe: Probe): number => {
    if (probe.isAboutLoad === true) return -1;
    return probe.effects === undefined && probe.isLast !== true
      ? probe.steps(context, []).length
      : Number.MAX_SAFE_INTEGER;
  };
  return selected
    .map((probe) => ({ probe, rank: rank(probe) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ probe }) => probe);
}

function ignoreTimeLimit(thrown: unknown): undefined {
  if (!(thrown instanceof TimeLimitReached)) throw thrown;
}

/** Sends the control again after 5xx, as senders do: a receiver may only be starting. */
async function openWithRetry(sendControl: () => Promise<AnsweredStep[]>): Promise<AnsweredStep[]> {
  const opening = await sendControl();
  const isErred = opening.some(({ answer }) => answer.kind === 'answered' && answer.status >= 500);
  return isErred ? [...opening, ...(await sendControl())] : opening;
}

/** If the receiver is at fault, the control is a failed probe; otherwise nothing could be checked. */
async function explainRejection(rejected: AnsweredStep, context: ProbeContext, settings: Settings): Promise<Findings> {
  const { send, now, soonMs, toleranceSeconds, onProbe } = settings;
  const ofSamples = { ...context, event: context.sample };
  const { diagnosis, fault } = await diagnose(rejected.answer, ofSamples, { send, nowMs: now(), toleranceSeconds });
  const reason = { diagnosis: redactDiagnosis(diagnosis, settings), commonCauses: [], ordinaryMs: null };
  if (fault === undefined) return { ...reason, probes: [], exitCode: 3, exitReason: EXIT_REASONS[diagnosis.kind] };
  const control = evaluateProbe({ ...controlProbe, usual: fault }, [rejected], { soonMs });
  const failure = control.failure && { ...control.failure, usual: fault };
  const result: ProbeResult = { ...control, ...omitUndefined({ failure }) };
  onProbe(result);
  return { ...reason, probes: [result], exitCode: 1, exitReason: EXIT_REASONS[diagnosis.kind] };
}

const EXIT_REASONS = {
  unreachable: 'the receiver cannot be reached',
  silent: 'the receiver sent no response to an ordinary delivery',
  refused: 'the receiver rejected an ordinary delivery',
} as const;

/** Chooses the exit code. `ended`: the pace of a run that reached its time limit. */
function chooseExit(
  results: readonly ProbeResult[],
  ended: Pace | undefined,
): Pick<ReceiverResult, 'exitCode' | 'exitReason'> {
  const musts = results.filter(({ level }) => level === 'must');
  const count = (outcome: ProbeResult['outcome']) => musts.filter((result) => result.outcome === outcome).length;
  const [failed, unverified, skipped] = [count('fail'), count('unverified'), count('skipped')];
  if (failed > 0) return { exitCode: 1, exitReason: `${pluralize(failed, 'required probe')} failed` };
  if (unverified > 0) return { exitCode: 4, exitReason: `no failures, but ${describeUnverified(unverified, ended)}` };
  if (skipped > 0)
    return { exitCode: 0, exitReason: `every required probe that was sent passed; ${skipped} were skipped` };
  return { exitCode: 0, exitReason: 'every required probe passed' };
}

const describeUnverified = (unverified: number, ended: Pace | undefined): string =>
  ended === undefined
    ? `${pluralize(unverified, 'required probe')} could not be verified`
    : `${Math.round(ended.maxRunMs / 1000)} s were too short for ${pluralize(unverified, 'required probe')}: an ordinary ` +
      `response takes ${(ended.ordinaryMs / 1000).toFixed(1)} s`;

const MOST_CHARACTERS = 300;

/** Redacts the secret, which a receiver may repeat in its response, and truncates the body. */
function redactDiagnosis({ responseBody, ...diagnosis }: Diagnosis, { secret }: Settings): Diagnosis {
  if (responseBody === undefined) return diagnosis;
  return {
    ...diagnosis,
    responseBody: createRedactor(new Map(), [['secret', secret]])(responseBody).slice(0, MOST_CHARACTERS),
  };
}
