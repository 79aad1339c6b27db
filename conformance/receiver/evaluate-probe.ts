import { omitUndefined } from '../../spec/omit-undefined.ts';
import type { Expectation, Probe, ProbeStep, UsualCause } from './probe.ts';
import type { ProbeResult, StepResult } from './result.ts';
import type { DeliveryResponse } from './send-delivery.ts';

/** A step with its response. */
export interface AnsweredStep {
  readonly step: ProbeStep;
  readonly answer: DeliveryResponse;
}

export interface EvaluationOptions {
  /** Maximum response time for probes that limit it. */
  readonly soonMs: number;
  /** Number of effects of the probe, and of one ordinary delivery; omitted if not measured. */
  readonly effects?: { readonly total: number; readonly ofOne: number };
  /** Default: true. */
  readonly isToleranceKnown?: boolean;
}

/** The class of a response, which determines the reported cause. */
type ResponseClass = 'taken' | 'redirect' | 'refused' | 'gone' | 'limited' | 'erred' | 'odd' | 'none';

/** Evaluates a probe by its responses and, if measured, its effects. Never throws. */
export function evaluateProbe(probe: Probe, taken: readonly AnsweredStep[], by: EvaluationOptions): ProbeResult {
  const { id, title } = probe;
  const { soonMs, effects } = by;
  const steps = taken.map(({ step, answer }) => toStepResult(step, answer));
  const wrong = taken.filter(({ step, answer }) => !isAsExpected(step.expects, answer));
  const result = { id, title, level: chooseLevel(probe, wrong, by), steps };
  const [first] = wrong;
  if (first !== undefined) {
    const kind = classifyResponse(first.answer);
    const { expects } = first.step;
    const own = USUAL_CAUSES[expects === 'taken' ? 'accepting' : 'refusing'][kind];
    const why = own === undefined ? probe : { matters: null, usual: own };
    const came = wrong.map((one) => describeStep(one, taken.length > 1)).join('; ');
    return toFailure(result, why, { expected: EXPECTED[expects], came });
  }
  const revealing = taken.find(revealsHidden);
  if (revealing !== undefined)
    return toFailure(result, probe, {
      expected: 'a response without the secret and the correct signature',
      came: `one of them after ${revealing.step.name}`,
    });
  const slowest = Math.max(0, ...steps.map(({ tookMs }) => tookMs ?? 0));
  if (probe.isAboutSpeed === true && slowest > soonMs)
    return toFailure(result, probe, {
      expected: `2xx within ${formatSeconds(soonMs)}`,
      came: `2xx after ${formatSeconds(slowest)}`,
    });
  if (effects !== undefined && effects.total !== effects.ofOne)
    return toFailure(result, probe, { expected: counted(effects.ofOne), came: counted(effects.total) });
  return { ...result, outcome: 'pass' };
}

/** Whether a response contains a text that it must not contain, in its body or its headers. */
function revealsHidden({ step, answer }: AnsweredStep): boolean {
  if (answer.kind !== 'answered') return false;
  const shown = [answer.text, ...answer.headers.map(([, value]) => value)].join('\n');
  return (step.hidden ?? []).some((text) => shown.includes(text));
}

/** Returns `advice` if the finding may be a choice of the receiver. */
function chooseLevel(
  probe: Probe,
  wrong: readonly AnsweredStep[],
  { isToleranceKnown = true }: EvaluationOptions,
): Probe['level'] {
  if (probe.isAdviceWithoutTolerance === true && !isToleranceKnown) return 'advice';
  const isTolerated = ({ answer }: AnsweredStep) => answer.kind === 'answered' && answer.status === probe.adviceStatus;
  return wrong.length > 0 && wrong.every(isTolerated) ? 'advice' : probe.level;
}

/** Returns whether a response is a success for senders. */
export const isAccepted = (answer: DeliveryResponse): boolean => classifyResponse(answer) === 'taken';

/** Describes a response: `401`, `a redirect (302)`, `no complete response within 15 s`. */
export function describeResponse(answer: DeliveryResponse): string {
  if (answer.kind !== 'answered') return answer.words;
  return answer.status >= 300 && answer.status < 400 ? `a redirect (${answer.status})` : String(answer.status);
}

const toStepResult = ({ name, expects }: ProbeStep, answer: DeliveryResponse): StepResult => ({
  ...omitUndefined({ name }),
  expects,
  status: answer.kind === 'answered' ? answer.status : null,
  tookMs: answer.kind === 'answered' ? Math.round(answer.tookMs) : null,
  isAsExpected: isAsExpected(expects, answer),
});

function classifyResponse(answer: DeliveryResponse): ResponseClass {
  if (answer.kind !== 'answered') return 'none';
  const { status } = answer;
  if (status === 410) return 'gone';
  if (status === 429) return 'limited';
  return RESPONSE_CLASSES[Math.floor(status / 100)] ?? 'odd';
}

const RESPONSE_CLASSES: Readonly<Record<number, ResponseClass>> = {
  2: 'taken',
  3: 'redirect',
  4: 'refused',
  5: 'erred',
};

/** Returns whether a response meets an expectation. */
export function isAsExpected(expects: Expectation, answer: DeliveryResponse): boolean {
  const kind = classifyResponse(answer);
  if (expects === 'any') return kind !== 'none';
  return expects === 'not-taken' ? kind !== 'taken' && kind !== 'none' : kind === expects;
}

const EXPECTED: Readonly<Record<Expectation, string>> = {
  taken: '2xx',
  refused: '4xx',
  'not-taken': 'any status except 2xx',
  any: 'any response',
};

type ProbeFailure = NonNullable<ProbeResult['failure']>;

const toFailure = (
  result: Omit<ProbeResult, 'outcome'>,
  { matters, usual }: Pick<ProbeFailure, 'matters' | 'usual'>,
  { expected, came }: Pick<ProbeFailure, 'expected' | 'came'>,
): ProbeResult => ({ ...result, outcome: 'fail', failure: { expected, came, matters, usual } });

const describeStep = ({ step, answer }: AnsweredStep, isOneOfSeveral: boolean): string =>
  isOneOfSeveral && step.name !== undefined ? `${describeResponse(answer)} for ${step.name}` : describeResponse(answer);

const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const counted = (effects: number): string => (effects === 1 ? '1 effect' : `${effects} effects`);

const REDIRECTED: UsualCause = {
  words: 'The URL redirects, and senders do not follow redirects: a redirect counts as a failure.',
  line: 'https://receiver.example/hooks',
  instead: 'https://receiver.example/hooks/',
};

const LIMITED: UsualCause = {
  words: 'The receiver limits the request rate; a check sends about eighty deliveries within seconds.',
  line: "app.use(rateLimit(…)); app.post('/hooks', …)",
  instead: "app.post('/hooks', …); app.use(rateLimit(…))",
};

const GONE: UsualCause = {
  words: '410 disables the destination: the sender stops sending permanently.',
  line: 'res.status(410).end()',
  instead: 'res.status(401).end()',
};

/**
 * Usual causes of responses that are neither an acceptance nor a plain rejection. For all other responses, the probe
 * names the cause.
 */
const USUAL_CAUSES: Readonly<Record<'accepting' | 'refusing', Readonly<Partial<Record<ResponseClass, UsualCause>>>>> = {
  accepting: { redirect: REDIRECTED, limited: LIMITED, gone: GONE },
  refusing: {
    redirect: REDIRECTED,
    limited: LIMITED,
    gone: GONE,
    erred: {
      words: 'The handler does not catch an exception: senders retry after 5xx for days and treat it as an outage.',
      line: 'timingSafeEqual(given, expected)  // throws when the lengths differ',
      instead: 'given.length === expected.length && timingSafeEqual(given, expected)',
    },
    none: {
      words: 'The handler ended without a response: an uncaught exception, or a missing rejection.',
      line: 'if (!isValid) return',
      instead: 'if (!isValid) return res.status(401).end()',
    },
  },
};
