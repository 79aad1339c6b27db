import type { Answer } from './courier.ts';
import type { Expectation, Probe, Step, UsualFault } from './probe.ts';
import type { ProbeResult, StepResult } from './result.ts';

/** What came back to a step. */
export interface Taken {
  readonly step: Step;
  readonly answer: Answer;
}

export interface JudgedBy {
  /** The longest that an answer may take where speed is asked for. */
  readonly soonMs: number;
  /** Effects of the probe, and of one ordinary delivery; `undefined` when they were not measured. */
  readonly effects?: { readonly counted: number; readonly ofOne: number };
  /** Whether the tolerance of the receiver is known. By default it is. */
  readonly isToleranceKnown?: boolean;
}

/** What an answer comes to. Branches on it decide what is said to be wrong. */
type AnswerClass = 'taken' | 'redirect' | 'refused' | 'gone' | 'limited' | 'erred' | 'odd' | 'none';

/** Judges a probe by its answers and, where they were measured, its effects. It never throws. */
export function judged(probe: Probe, taken: readonly Taken[], by: JudgedBy): ProbeResult {
  const { id, title } = probe;
  const { soonMs, effects } = by;
  const steps = taken.map(({ step, answer }) => stepResult(step, answer));
  const wrong = taken.filter(({ step, answer }) => !isAsExpected(step.expects, answer));
  const result = { id, title, level: levelOf(probe, wrong, by), steps };
  const [first] = wrong;
  if (first !== undefined) {
    const kind = classOf(first.answer);
    const { expects } = first.step;
    const own = USUAL[expects === 'taken' ? 'accepting' : 'refusing'][kind];
    const why = own === undefined ? probe : { matters: null, usual: own };
    const came = wrong.map((one) => said(one, taken.length > 1)).join('; ');
    return failed(result, why, EXPECTED[expects], came);
  }
  const slowest = Math.max(0, ...steps.map(({ tookMs }) => tookMs ?? 0));
  if (probe.isAboutSpeed === true && slowest > soonMs)
    return failed(result, probe, `2xx within ${seconds(soonMs)}`, `2xx after ${seconds(slowest)}`);
  if (effects !== undefined && effects.counted !== effects.ofOne)
    return failed(result, probe, counted(effects.ofOne), counted(effects.counted));
  return { ...result, outcome: 'pass' };
}

/** Advice, where the receiver may have chosen what the probe found. */
function levelOf(probe: Probe, wrong: readonly Taken[], { isToleranceKnown = true }: JudgedBy): Probe['level'] {
  if (probe.isAdviceWithoutTolerance === true && !isToleranceKnown) return 'advice';
  const isTolerated = ({ answer }: Taken) => answer.kind === 'answered' && answer.status === probe.adviceStatus;
  return wrong.length > 0 && wrong.every(isTolerated) ? 'advice' : probe.level;
}

/** Whether an answer is a success, as senders see it. */
export const isTaken = (answer: Answer): boolean => classOf(answer) === 'taken';

/** An answer in words: `401`, `a redirect (302)`, `no complete response within 15 s`. */
export function inWords(answer: Answer): string {
  if (answer.kind !== 'answered') return answer.words;
  return answer.status >= 300 && answer.status < 400 ? `a redirect (${answer.status})` : String(answer.status);
}

const stepResult = ({ name, expects }: Step, answer: Answer): StepResult => ({
  ...(name === undefined ? {} : { name }),
  expects,
  status: answer.kind === 'answered' ? answer.status : null,
  tookMs: answer.kind === 'answered' ? Math.round(answer.tookMs) : null,
  isAsExpected: isAsExpected(expects, answer),
});

function classOf(answer: Answer): AnswerClass {
  if (answer.kind !== 'answered') return 'none';
  const { status } = answer;
  if (status === 410) return 'gone';
  if (status === 429) return 'limited';
  return CLASSES[Math.floor(status / 100)] ?? 'odd';
}

const CLASSES: Readonly<Record<number, AnswerClass>> = { 2: 'taken', 3: 'redirect', 4: 'refused', 5: 'erred' };

/** Whether an answer is what a step expects. */
export function isAsExpected(expects: Expectation, answer: Answer): boolean {
  const kind = classOf(answer);
  if (expects === 'any') return kind !== 'none';
  return expects === 'not-taken' ? kind !== 'taken' && kind !== 'none' : kind === expects;
}

const EXPECTED: Readonly<Record<Expectation, string>> = {
  taken: '2xx',
  refused: '4xx',
  'not-taken': 'any status but 2xx',
  any: 'any answer',
};

const failed = (
  result: Omit<ProbeResult, 'outcome'>,
  { matters, usual }: Pick<NonNullable<ProbeResult['failure']>, 'matters' | 'usual'>,
  expected: string,
  came: string,
): ProbeResult => ({ ...result, outcome: 'fail', failure: { expected, came, matters, usual } });

const said = ({ step, answer }: Taken, isOneOfSeveral: boolean): string =>
  isOneOfSeveral && step.name !== undefined ? `${inWords(answer)} for ${step.name}` : inWords(answer);

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const counted = (effects: number): string => (effects === 1 ? '1 effect' : `${effects} effects`);

const REDIRECTED: UsualFault = {
  words: 'The address leads on to another, and a sender does not follow: it counts as a failure.',
  line: 'https://receiver.example/hooks',
  instead: 'https://receiver.example/hooks/',
};

const LIMITED: UsualFault = {
  words: 'The receiver limits how fast it is asked; a check sends some sixty deliveries within seconds.',
  line: "app.use(rateLimit(…)); app.post('/hooks', …)",
  instead: "app.post('/hooks', …); app.use(rateLimit(…))",
};

const GONE: UsualFault = {
  words: '410 tells the sender to stop for good: it disables the destination.',
  line: 'res.status(410).end()',
  instead: 'res.status(401).end()',
};

/**
 * What is usually wrong where the answer is not just the opposite of what was asked for. For all others, the probe knows
 * better.
 */
const USUAL: Readonly<Record<'accepting' | 'refusing', Readonly<Partial<Record<AnswerClass, UsualFault>>>>> = {
  accepting: { redirect: REDIRECTED, limited: LIMITED, gone: GONE },
  refusing: {
    redirect: REDIRECTED,
    limited: LIMITED,
    gone: GONE,
    erred: {
      words: 'An exception is not caught: senders repeat after a 5xx, for days, and it looks like an outage.',
      line: 'timingSafeEqual(given, expected)  // throws when the lengths differ',
      instead: 'given.length === expected.length && timingSafeEqual(given, expected)',
    },
    none: {
      words: 'The handler ended without an answer: an exception outside its reach, or a refusal that is never sent.',
      line: 'if (!isRight) return',
      instead: 'if (!isRight) return res.status(401).end()',
    },
  },
};
