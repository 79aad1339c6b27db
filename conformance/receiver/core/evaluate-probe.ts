import { findLargest } from '../../../base/large-lists.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { pluralize } from '../../reports/parts/screen.ts';
import type { DeliveryResponse } from '../sending/delivery-response.ts';
import type { AnsweredStep, Expectation, Probe, ProbeStep, ResponseClass, UsualCause } from './probe.ts';
import type { ProbeResult, StepResult } from './result.ts';

/** The counted and the expected effects of a probe. */
export interface MeasuredEffects {
  readonly total: number;
  readonly expected: number;
  /** The names of the steps whose events had none; `undefined` if the counter does not list event ids. */
  readonly missing: readonly string[] | undefined;
  /** The error in the effects of one step, if the probe is about their order or their number. */
  readonly deviation?: Deviation;
  /** Whether event ids showed effects of every type, state and level at the start of the run. */
  readonly areOfEveryKind: boolean;
  /** Whether the receiver must process the types of all events. */
  readonly areDeclared: boolean;
}

/** Effects of one step that a probe is about. */
export interface Deviation {
  readonly expected: string;
  readonly came: string;
}

export interface EvaluationOptions {
  /** Maximum response time for probes that limit it. */
  readonly soonMs: number;
  /** The effects of the probe; omitted if not measured. */
  readonly effects?: MeasuredEffects;
  /** Default: true. */
  readonly isToleranceKnown?: boolean;
}

/** Evaluates a probe by its responses and, if measured, its effects. Never throws. */
export function evaluateProbe(
  probe: Probe,
  answeredSteps: readonly AnsweredStep[],
  by: EvaluationOptions,
): ProbeResult {
  const { id, title } = probe;
  const { soonMs, effects } = by;
  const steps = answeredSteps.map(({ step, answer }) => toStepResult(step, answer));
  const wrong = answeredSteps.filter(({ step, answer }) => !isAsExpected(step.expects, answer));
  const result = { id, title, level: chooseLevel(probe, wrong, by), steps };
  const [first] = wrong;
  if (first !== undefined) {
    const kind = classifyResponse(first.answer);
    const { expects } = first.step;
    const own = USUAL_CAUSES[expects === 'taken' ? 'accepting' : 'refusing'][kind];
    const why = own === undefined ? probe : { matters: null, usual: own };
    const came = describeSteps(wrong, answeredSteps.length > 1);
    return toFailure(result, why, { expected: EXPECTED[expects], came });
  }
  const revealing = answeredSteps.find(hasForbiddenContent);
  if (revealing?.step.forbidden !== undefined)
    return toFailure(result, probe, {
      expected: `a response without ${revealing.step.forbidden.description}`,
      came: `a response with it after ${revealing.step.name}`,
    });
  const reviewed = probe.review?.(answeredSteps);
  if (reviewed !== undefined) return toFailure(result, probe, reviewed);
  const slowest = findLargest(
    steps.map(({ tookMs }) => tookMs ?? 0),
    0,
  );
  if (probe.isAboutSpeed === true && slowest > soonMs)
    return toFailure(result, probe, {
      expected: `2xx within ${formatSeconds(soonMs)}`,
      came: `2xx after ${formatSeconds(slowest)}`,
    });
  const wrongEffects = effects && describeWrongEffects(effects);
  if (effects === undefined || wrongEffects === undefined) return { ...result, outcome: 'pass' };
  const found = isChoice(probe, effects) ? { ...result, level: 'advice' as const } : result;
  return toFailure(found, probe, wrongEffects);
}

/** Describes what is wrong with the effects, if anything is. */
function describeWrongEffects(effects: MeasuredEffects): Deviation | undefined {
  const { total, expected, deviation } = effects;
  if (deviation !== undefined) return deviation;
  return total === expected ? undefined : { expected: formatEffects(expected), came: describeEffects(effects) };
}

/** Whether a receiver may have chosen to have these effects. */
const isChoice = (
  { effects: expectation }: Probe,
  { missing, areOfEveryKind, areDeclared }: MeasuredEffects,
): boolean =>
  (expectation?.isAdviceUndeclared === true && !areDeclared) ||
  (expectation?.isAdviceWithoutIds === true && missing === undefined) ||
  (expectation?.isAdviceUnlessEveryKind === true && !areOfEveryKind);

/** Describes the counted effects, and names a few events without one: `47 effects, none for an empty text`. */
function describeEffects({ total, expected, missing = [] }: MeasuredEffects): string {
  const areNamed = total < expected && missing.length > 0 && missing.length <= MOST_NAMED;
  return areNamed ? `${formatEffects(total)}, none for ${missing.join(', ')}` : formatEffects(total);
}

/** More names than this do not help. */
const MOST_NAMED = 5;

/** Returns the result of a probe that failed for another reason than a response or the number of effects. */
export const failProbe = (probe: Probe, found: { readonly expected: string; readonly came: string }): ProbeResult =>
  toFailure({ id: probe.id, title: probe.title, level: 'must', steps: [] }, probe, found);

/** Whether a response has content that it must not have, in its body or its headers. */
function hasForbiddenContent({ step, answer }: AnsweredStep): boolean {
  if (answer.kind !== 'answered' || step.forbidden === undefined) return false;
  const shown = [answer.text, ...answer.headers.map(([, value]) => value)].join('\n');
  return step.forbidden.patterns.some((pattern) => {
    if (typeof pattern === 'function') return pattern(answer);
    return typeof pattern === 'string' ? shown.includes(pattern) : pattern.test(shown);
  });
}

/** Returns `advice` if the finding may be a choice of the receiver. */
function chooseLevel(
  probe: Probe,
  wrong: readonly AnsweredStep[],
  { isToleranceKnown = true }: EvaluationOptions,
): Probe['level'] {
  if (probe.isAdviceWithoutTolerance === true && !isToleranceKnown) return 'advice';
  const isTolerated = ({ answer }: AnsweredStep) =>
    (probe.adviceFor ?? []).some((one) =>
      typeof one === 'number' ? answer.kind === 'answered' && answer.status === one : classifyResponse(answer) === one,
    );
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
  ...omitUndefined({ transmissions: answer.transmissions }),
});

function classifyResponse(answer: DeliveryResponse): ResponseClass {
  if (answer.kind === 'cut') return 'cut';
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
  switch (expects) {
    case 'any':
      return kind !== 'none';
    case 'handled':
      return kind === 'taken' || kind === 'refused' || kind === 'limited';
    case 'not-taken':
      return kind !== 'taken' && kind !== 'none';
    case 'taken':
    case 'refused':
      return kind === expects;
    default:
      return expects satisfies never;
  }
}

const EXPECTED: Readonly<Record<Expectation, string>> = {
  taken: '2xx',
  refused: '4xx',
  handled: '2xx or 4xx',
  'not-taken': 'any status except 2xx',
  any: 'any response',
};

type ProbeFailure = NonNullable<ProbeResult['failure']>;

const toFailure = (
  result: Omit<ProbeResult, 'outcome'>,
  { matters, usual }: Pick<ProbeFailure, 'matters' | 'usual'>,
  { expected, came }: Pick<ProbeFailure, 'expected' | 'came'>,
): ProbeResult => ({ ...result, outcome: 'fail', failure: { expected, came, matters, usual } });

/** Describes responses, with the names of their steps if there are others: `500 for the first delivery, the second one`. */
function describeSteps(answered: readonly AnsweredStep[], areSome: boolean): string {
  const byResponse = Map.groupBy(answered, ({ answer }) => describeResponse(answer));
  return [...byResponse]
    .map(([response, alike]) => {
      const names = new Set(alike.flatMap(({ step }) => step.name ?? []));
      return areSome && names.size > 0 ? `${response} for ${[...names].join(', ')}` : response;
    })
    .join('; ');
}

const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** Formats a number of effects: `1 effect`. */
export const formatEffects = (effects: number): string => pluralize(effects, 'effect');

const REDIRECTED: UsualCause = {
  words: 'The URL redirects, and senders do not follow redirects: a redirect counts as a failure.',
  line: 'https://receiver.example/hooks',
  instead: 'https://receiver.example/hooks/',
};

const LIMITED: UsualCause = {
  words: 'The receiver limits the request rate; a check sends hundreds of deliveries within seconds.',
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
