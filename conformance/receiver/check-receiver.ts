import { createHash } from 'node:crypto';
import { waitInRealTime } from '../client.ts';
import { createRedactor } from '../redaction.ts';
import { kitVersion } from '../version.ts';
import type { SignatureScheme } from '../webhooks/scheme.ts';
import { keyOf, secretFingerprint } from '../webhooks/secret.ts';
import type { Courier } from './courier.ts';
import { diagnosed } from './diagnosis.ts';
import { eventFor, eventsOfEveryType } from './events.ts';
import { isTaken, judged, type Taken } from './judge.ts';
import type { Bench, Probe } from './probe.ts';
import { probes as allProbes, control } from './probes/index.ts';
import { remarksOn } from './remarks.ts';
import type { ProbeResult, ReceiverResult } from './result.ts';

/** Counts what deliveries have brought about so far; rejects with an `Error` whose message says what was expected. */
export type EffectCounter = () => Promise<number>;

export interface ReceiverOptions {
  /** Where deliveries go: for the report, which shows it without its query. */
  readonly url: string;
  readonly send: Courier;
  readonly scheme: SignatureScheme;
  /** As the scheme writes it. Appears nowhere in the result. */
  readonly secret: string;
  readonly toleranceSeconds: number;
  /** Ids of probes. Default: all. The control is always sent. */
  readonly only?: readonly string[];
  /** Default: nobody counts, and the probes that need it are skipped. */
  readonly effects?: EffectCounter;
  /** Default 1. */
  readonly seed?: number;
  /** The longest that an answer may take where speed is asked for. Default 1,000. */
  readonly soonMs?: number;
  /** The real clock, in epoch milliseconds. */
  readonly now?: () => number;
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** Told of each result as it comes. */
  readonly onProbe?: (result: ProbeResult) => void;
}

/**
 * Grades a receiver of webhooks: sends it one probe after the other and judges what comes back. It never throws for what
 * the receiver does.
 * @throws RangeError for a secret that is not of the scheme's form.
 */
export async function checkReceiver(options: ReceiverOptions): Promise<ReceiverResult> {
  const { scheme, secret, only, seed = 1, now = Date.now } = options;
  keyOf(scheme.secretForm, secret);
  const startedMs = now();
  let deliveries = 0;
  const send: Courier = (delivery) => {
    deliveries += 1;
    return options.send(delivery);
  };
  const bench = benchOf(options, startedMs);
  const finished = (result: Pick<ReceiverResult, 'probes' | 'remarks' | 'exitCode' | 'exitReason' | 'diagnosis'>) => ({
    schemaVersion: 1 as const,
    kitVersion,
    url: options.url.replace(/[?#].*$/s, ''),
    scheme: scheme.name,
    secretFingerprint: secretFingerprint(secret),
    toleranceSeconds: options.toleranceSeconds,
    seed,
    startedAt: new Date(startedMs).toISOString(),
    durationMs: now() - startedMs,
    deliveries,
    ...result,
  });

  const first = await taken(control, bench(), send);
  const [opening] = first;
  if (opening === undefined) throw new Error('the control sends a delivery');
  if (!isTaken(opening.answer)) {
    const diagnosis = await diagnosed(opening.answer, bench(), { send, nowMs: now() });
    const redact = createRedactor(new Map(), [['secret', secret]]);
    const { said } = diagnosis;
    return finished({
      diagnosis: { ...diagnosis, ...(said === undefined ? {} : { said: redact(said).slice(0, 300) }) },
      probes: [],
      remarks: [],
      exitCode: 3,
      exitReason: WHY[diagnosis.kind],
    });
  }

  const results: ProbeResult[] = [];
  const keep = (result: ProbeResult) => {
    results.push(result);
    options.onProbe?.(result);
  };
  keep(judged(control, first, { soonMs: Number.POSITIVE_INFINITY }));
  for (const probe of allProbes)
    if (probe !== control && (only === undefined || only.includes(probe.id)))
      keep(await probed(probe, { ...options, bench: bench(), send }));
  const failed = results.filter(({ outcome, level }) => outcome === 'fail' && level === 'must').length;
  return finished({
    probes: results,
    remarks: remarksOn(results),
    exitCode: failed > 0 ? 1 : 0,
    exitReason:
      failed === 0 ? 'every must was kept' : failed === 1 ? 'a must was not kept' : `${failed} musts were not kept`,
  });
}

const WHY = {
  unreachable: 'the receiver cannot be reached',
  silent: 'the receiver did not answer an ordinary delivery',
  refused: 'the receiver does not take an ordinary delivery',
} as const;

/** Makes what probes are made with, each time as of that moment. */
function benchOf(options: ReceiverOptions, startedMs: number): () => Bench {
  const { scheme, secret, toleranceSeconds, seed = 1, now = Date.now } = options;
  const source = { seed, nowMs: startedMs };
  return () => ({
    scheme,
    secret,
    toleranceSeconds,
    nowSeconds: Math.floor(now() / 1000),
    otherSecret: madeUpSecret(scheme.secretForm),
    event: (name) => eventFor(name, source),
    everyType: (name) => eventsOfEveryType(name, source),
  });
}

function madeUpSecret(form: SignatureScheme['secretForm']): string {
  const bytes = createHash('sha256').update('a secret that no receiver has').digest();
  if (form === 'hex' || form === 'text') return bytes.toString('hex');
  return `${form === 'whsec' ? 'whsec_' : ''}${bytes.toString('base64')}`;
}

async function taken(probe: Probe, bench: Bench, send: Courier): Promise<Taken[]> {
  const answers: Taken[] = [];
  for (const step of probe.steps(bench)) answers.push({ step, answer: await send(step.delivery) });
  return answers;
}

type Probing = ReceiverOptions & { readonly bench: Bench };

async function probed(probe: Probe, { bench, send, scheme, ...options }: Probing): Promise<ProbeResult> {
  const { id, title, level } = probe;
  const skipped = (reason: string): ProbeResult => ({ id, title, level, outcome: 'skipped', reason, steps: [] });
  const unfit = probe.unfit?.(scheme);
  if (unfit !== undefined) return skipped(unfit);
  const { soonMs = 1000, effects, wait = waitInRealTime } = options;
  if (probe.effects === undefined) return judged(probe, await taken(probe, bench, send), { soonMs });
  if (effects === undefined) return skipped(NOBODY_COUNTS);
  try {
    const before = await effects();
    const answers = await taken(probe, bench, send);
    const after = await settled(effects, before + probe.effects, wait);
    return judged(probe, answers, { soonMs, effects: after - before });
  } catch (thrown) {
    const came = `no count: ${thrown instanceof Error ? thrown.message : 'the counting failed'}`;
    const failure = { expected: '1 effect', came, matters: probe.matters, usual: UNCOUNTED };
    return { id, title, level, outcome: 'fail', steps: [], failure };
  }
}

const NOBODY_COUNTS = 'effects do not show from outside; --effects URL names a page that counts them';

const UNCOUNTED = {
  words: 'What --effects names answers a GET with 200 and a whole number, or with JSON that has one under "effects".',
  line: 'res.json(report)',
  instead: 'res.json({ effects: countOfEffects })',
};

/** How long to wait for effects that are missing, and then for some that are too many: receivers work after they answer. */
const LOOKS = 20;
const LOOK_MS = 50;
const EXTRA_MS = 250;

/** The count once `expected` is reached and had time to be passed, or when it was waited for long enough. */
async function settled(
  effects: EffectCounter,
  expected: number,
  wait: (milliseconds: number) => Promise<void>,
): Promise<number> {
  for (let look = 0; look < LOOKS && (await effects()) < expected; look += 1) await wait(LOOK_MS);
  await wait(EXTRA_MS);
  return effects();
}
