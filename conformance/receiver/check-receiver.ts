import { kitVersion } from '../engine/version.ts';
import { createRedactor } from '../http/redaction.ts';
import { fingerprintSecret } from '../webhooks/secret.ts';
import { benchOf } from './bench.ts';
import type { Courier } from './courier.ts';
import { diagnosed } from './diagnosis.ts';
import { effectMeter } from './effects.ts';
import { isTaken, judged } from './judge.ts';
import { type ReceiverOptions, type Settings, settingsOf } from './options.ts';
import { control, probes } from './probes/index.ts';
import { probed, taken } from './probing.ts';
import { remarksOn } from './remarks.ts';
import type { Diagnosis, ProbeResult, ReceiverResult } from './result.ts';

/**
 * Grades a receiver of webhooks: sends it one probe after the other and judges what comes back. It never throws for what
 * the receiver does.
 * @throws TypeError for a URL that is none, and RangeError for a secret that is not of the scheme's form.
 */
export async function checkReceiver(options: ReceiverOptions): Promise<ReceiverResult> {
  const given = settingsOf(options);
  let deliveries = 0;
  const send: Courier = (delivery) => {
    deliveries += 1;
    return given.send(delivery);
  };
  const settings = { ...given, send };
  const startedMs = settings.now();
  const found = await findings(settings, startedMs);
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

type Findings = Pick<ReceiverResult, 'probes' | 'remarks' | 'exitCode' | 'exitReason' | 'diagnosis'>;

/** The control first: without it the refusal of others says nothing. */
async function findings(settings: Settings, startedMs: number): Promise<Findings> {
  const { send, only, onProbe, now } = settings;
  const bench = benchOf(settings, startedMs);
  const opening = await taken(control, bench(), send);
  for (const { answer } of opening) {
    if (isTaken(answer)) continue;
    const diagnosis = await diagnosed(answer, bench(), {
      send,
      nowMs: now(),
      toleranceSeconds: settings.toleranceSeconds,
    });
    return {
      diagnosis: shown(diagnosis, settings),
      probes: [],
      remarks: [],
      exitCode: 3,
      exitReason: WHY[diagnosis.kind],
    };
  }
  const results: ProbeResult[] = [];
  const keep = (result: ProbeResult) => {
    results.push(result);
    onProbe(result);
  };
  keep(judged(control, opening, { soonMs: settings.soonMs }));
  const { effects, wait } = settings;
  const probing = { settings, bench, ...(effects === undefined ? {} : { meter: effectMeter(effects, wait) }) };
  for (const probe of probes)
    if (probe !== control && (only === undefined || only.includes(probe.id))) keep(await probed(probe, probing));
  return { probes: results, remarks: remarksOn(results), ...exitOf(results) };
}

const WHY = {
  unreachable: 'the receiver cannot be reached',
  silent: 'the receiver did not answer an ordinary delivery',
  refused: 'the receiver does not take an ordinary delivery',
} as const;

function exitOf(results: readonly ProbeResult[]): Pick<ReceiverResult, 'exitCode' | 'exitReason'> {
  const failed = results.filter(({ outcome, level }) => outcome === 'fail' && level === 'must').length;
  if (failed === 0) return { exitCode: 0, exitReason: 'every must was kept' };
  return { exitCode: 1, exitReason: failed === 1 ? 'a must was not kept' : `${failed} musts were not kept` };
}

const MOST_SAID = 300;

/** The diagnosis as it may be shown: without the secret, which a receiver may repeat. */
function shown({ said, ...diagnosis }: Diagnosis, { secret }: Settings): Diagnosis {
  if (said === undefined) return diagnosis;
  return { ...diagnosis, said: createRedactor(new Map(), [['secret', secret]])(said).slice(0, MOST_SAID) };
}
