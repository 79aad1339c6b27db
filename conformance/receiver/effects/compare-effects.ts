import { omitUndefined } from '../../../base/omit-undefined.ts';
import {
  type Deviation,
  evaluateProbe,
  failProbe,
  formatEffects,
  isAccepted,
  isAsExpected,
  type MeasuredEffects,
} from '../core/evaluate-probe.ts';
import type { Settings } from '../core/options.ts';
import type { AnsweredStep, EffectExpectation, Probe, ProbeContext, ProbeStep } from '../core/probe.ts';
import type { CreateContext, Measured } from '../core/probe-context.ts';
import type { ProbeResult } from '../core/result.ts';
import { sendSteps } from '../core/send-steps.ts';
import { leaveUnverified, skipProbe } from '../core/undecided.ts';
import { EFFECT_TYPE_COUNT } from '../events/effect-events.ts';
import type { ProbeEvent } from '../events/events.ts';
import { createProbeDelivery, listEventIds } from '../sending/outgoing-delivery.ts';
import { type EffectMeter, EffectsLost, EffectsUnmeasurable } from './effects.ts';

/** Compares the effects of probes with those of ordinary events. */
export interface EffectComparison {
  /** Reads the effects before the first delivery. */
  watch(): Promise<void>;
  /** Measures ordinary events, the first after the control. Events of later probes have the same type as those. */
  begin(): Promise<void>;
  /**
   * Sends a probe, and evaluates its responses and its effects.
   * @throws EffectsUnmeasurable if the effects cannot be counted.
   */
  run(probe: Probe, expectation: EffectExpectation): Promise<ProbeResult>;
}

/** A finding must occur twice; a receiver whose effects vary gets one more round. */
const ROUNDS = 3;

/** Creates a comparison. It finds a type whose events have effects. */
export function createEffectComparison(
  settings: Settings,
  { createContext, measured }: { readonly createContext: CreateContext; readonly measured: Measured },
  meter: EffectMeter,
): EffectComparison {
  const { send, soonMs, scheme, wait, processes } = settings;
  const controlId = createContext().event('valid').id;
  let index = 0;
  let ofOne = 0;
  let ofKinds = 0;
  /** The types whose events had no effect in some state or level; `undefined` without event ids. */
  let ignoredTypes: ReadonlySet<string> | undefined;
  let whyNot: string | undefined;
  let isStopReported = false;
  let isLossToReport = false;
  let beforeControl = 0;

  /** Sends events one after another. */
  async function measureEvents(
    events: readonly ProbeEvent[],
    { expected, isControl = true }: { readonly expected: number; readonly isControl?: boolean },
  ): Promise<number> {
    return meter.measure({
      ids: events.map(({ id }) => id),
      isControl,
      expected: () => expected,
      send: async () => {
        for (const event of events) {
          await send(createProbeDelivery(createContext(), event));
        }
      },
    });
  }

  const createEvent = (name: string, typeIndex = index): ProbeEvent =>
    createContext({ index: typeIndex, round: 1 }).effectEvent(name);
  const createEarlyEvent = (round: number, typeIndex: number): ProbeEvent =>
    createContext({ index: typeIndex, round }).earlyEvent();

  /**
   * Finds a type whose events have effects: a receiver may ignore some. Returns the effects of its first event. If only
   * earlier events had effects, returns theirs: the receiver loses the later ones.
   */
  async function findType(): Promise<number> {
    await meter.settle();
    const ofControl = (await meter.readNow(controlId)) - beforeControl;
    const first = await measureEvents([createEarlyEvent(1, 0)], { expected: 1 });
    if (first > 0) return first;
    const ofOthers = await measureEvents(createContext().everyType('any effect'), { expected: 1 });
    if (ofOthers === 0) return Math.max(0, ofControl);
    for (let other = 1; other < EFFECT_TYPE_COUNT; other += 1) {
      const counted = await measureEvents([createEarlyEvent(1, other)], { expected: 1, isControl: false });
      if (counted === 0) continue;
      index = other;
      return counted;
    }
    return 1;
  }

  async function begin(): Promise<void> {
    if (whyNot !== undefined) return;
    ofOne = await findType();
    if (ofOne === 0) {
      whyNot = NO_EFFECT;
      return;
    }
    const further = Array.from({ length: ROUNDS - 1 }, (_, at) => createEarlyEvent(at + 2, index));
    await measureEvents(further, { expected: further.length * ofOne });
    const kinds = createContext().effectKinds('the first events');
    ofKinds = await measureEvents(kinds, { expected: kinds.length * ofOne, isControl: false });
    if (!meter.areIdsListed()) return;
    ignoredTypes = new Set(kinds.flatMap(({ id, type }) => (meter.findEffect(id) === -1 ? [type] : [])));
  }

  /** Sends a probe. Returns the responses, and the counted and the expected effects. */
  async function measureProbe(probe: Probe, expectation: EffectExpectation, round: number) {
    const create = () => createContext({ index, round });
    const limits = await measureBases(expectation, create());
    const isSent = ({ delivery: { eventType = '' } }: ProbeStep): boolean =>
      (expectation.isOfProcessedTypes !== true || ignoredTypes?.has(eventType) !== true) &&
      (expectation.isOfDeclaredTypes !== true || processes?.includes(eventType) !== false);
    const listSteps = (prepared: readonly AnsweredStep[]) => probe.steps(create(), prepared).filter(isSent);
    await meter.settle();
    const preparation = probe.prepare?.(create()) ?? [];
    let answered: readonly AnsweredStep[] = [];
    let expected = 0;
    const total = await meter.measure({
      ids: [...preparation, ...listSteps([])].flatMap(({ delivery }) => listEventIds(delivery, scheme)),
      expected: () => expected,
      send: async () => {
        const prepared = await sendSteps(preparation, send);
        const { independentAtOnce } = measured.pace;
        const sent = await sendSteps(listSteps(prepared), send, { ...probe, independentAtOnce });
        answered = [...prepared, ...sent];
        expected = limits ?? countEvents(expectation, sent) * (expectation.isOnePerEvent === true ? 1 : ofOne);
      },
    });
    const isMore = expectation.mayBeMore === true || isPartlyRejected(expectation, answered);
    const isEnough = total > expected ? isMore : expectation.mostOf !== undefined;
    const sent = answered
      .filter(({ answer }) => expectation.onlyAccepted !== true || isAccepted(answer))
      .map(({ step }) => step);
    const deviation = findDeviation(expectation, { sent, meter, ofOne });
    const effects: MeasuredEffects = {
      total,
      expected: isEnough ? total : expected,
      missing: meter.areIdsListed() ? nameMissing(sent, meter) : undefined,
      ...omitUndefined({ deviation }),
      areOfEveryKind: ignoredTypes?.size === 0,
      areDeclared: answered.every(({ step }) => processes?.includes(step.delivery.eventType ?? '') === true),
    };
    return { answered, effects };
  }

  /** Returns the effects that a probe must have by those of other events, if it names some. */
  async function measureBases(
    { measuredFirst, mostOf, isComparedWithFirstKinds = false }: EffectExpectation,
    context: ProbeContext,
  ): Promise<number | undefined> {
    const measureApart = (events: readonly ProbeEvent[]) =>
      measureEvents(events, { expected: events.length * ofOne, isControl: false });
    if (isComparedWithFirstKinds) return ofKinds;
    if (measuredFirst !== undefined) return measureApart(measuredFirst(context));
    if (mostOf === undefined) return undefined;
    let most = 0;
    for (const events of mostOf(context)) most = Math.max(most, await measureApart(events));
    return most;
  }

  async function run(probe: Probe, expectation: EffectExpectation): Promise<ProbeResult> {
    const mayShowStop = expectation.isBasis === true ? !isStopReported : expectation.includesLaterEvents === true;
    if (whyNot === NO_EFFECT && processes !== undefined && expectation.isBasis === true && !isStopReported) {
      isStopReported = true;
      return failProbe(probe, { expected: 'effects of events of the types in --processes', came: NOTHING });
    }
    if (whyNot !== undefined && !(whyNot === STOPPED && mayShowStop)) return leaveUnverified(probe, whyNot);
    if (expectation.isOnePerEvent === true && ofOne > 1 && !meter.areIdsListed()) return skipProbe(probe, NEEDS_IDS);
    let findings = 0;
    let losses = 0;
    let unequal = 0;
    let { level } = probe;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { answered, effects } = await measureProbe(probe, expectation, round);
      const result = evaluateProbe(probe, answered, {
        soonMs,
        effects,
        isToleranceKnown: settings.toleranceSeconds !== undefined,
      });
      level = result.level;
      const { total, expected, deviation } = effects;
      if (expectation.isBasis === true && total < expected && round < ROUNDS) continue;
      if (expectation.isBasis === true) {
        isStopReported ||= result.outcome === 'fail' && total === 0;
        if (isStopReported) whyNot ??= STOPPED;
        return result;
      }
      if (
        (total === expected && deviation === undefined) ||
        answered.some(({ step, answer }) => !isAsExpected(step.expects, answer))
      )
        return result;
      await wait(NEW_SECOND_MS);
      const ofControl = await measureEvents([createEvent(`after ${probe.id}, round ${round}`)], { expected: ofOne });
      if (ofControl === 0 && meter.wasIdle()) losses += 1;
      if (losses === ROUNDS) whyNot = STOPPED;
      if (losses === ROUNDS && expectation.includesLaterEvents === true) return result;
      if (isLost(total < expected && ofControl < ofOne, meter)) unequal += 1;
      if (unequal === 2 && expectation.mayBeFewer !== true) return result;
      if (ofControl !== ofOne || (expectation.mayBeFewer === true && total < expected && deviation === undefined))
        continue;
      findings += 1;
      if (findings === 2) return result;
    }
    return leaveUnverified({ ...probe, level }, VARIED);
  }

  /** Whether a receiver without effects of some events may have chosen that: the types that it must process are unknown. */
  const isUndeclared = ({ outcome, steps }: ProbeResult, { isOfDeclaredTypes }: EffectExpectation): boolean =>
    isOfDeclaredTypes === true &&
    processes === undefined &&
    outcome === 'fail' &&
    steps.every(({ isAsExpected }) => isAsExpected);

  const skipIfUnmeasurable = (thrown: unknown): void => {
    if (!(thrown instanceof EffectsUnmeasurable)) throw thrown;
    isLossToReport = thrown instanceof EffectsLost;
    whyNot = thrown.message;
  };
  return {
    async run(probe, expectation) {
      const result = await run(probe, expectation).catch((thrown: unknown) => {
        if (!(thrown instanceof EffectsLost)) throw thrown;
        skipIfUnmeasurable(thrown);
        return leaveUnverified(probe, thrown.message);
      });
      if (isUndeclared(result, expectation)) return skipProbe(probe, describeUndeclared(result));
      if (!isLossToReport || result.reason === undefined) return result;
      isLossToReport = false;
      return failProbe(probe, { expected: 'effects that can be read, as before the first event', came: result.reason });
    },
    async watch() {
      try {
        beforeControl = await meter.readNow(controlId);
      } catch (thrown) {
        skipIfUnmeasurable(thrown);
      }
    },
    begin: () => begin().catch(skipIfUnmeasurable),
  };
}

/** Returns the number of different events that must have an effect. */
function countEvents({ events, onlyAccepted = false }: EffectExpectation, sent: readonly AnsweredStep[]): number {
  const effective = sent.filter(({ answer }) => !onlyAccepted || isAccepted(answer));
  return events ?? new Set(effective.map(({ step }) => step.delivery.eventId)).size;
}

/** Whether missing effects are lost: event ids show that they are not late, and not those of other events. */
const isLost = (isMissing: boolean, meter: EffectMeter): boolean =>
  isMissing && meter.areIdsListed() && meter.wasIdle();

/** Returns the place of the first effect of a step in the list of effects; -1 without one. */
const findEffectOf = ({ delivery: { eventId = '' } }: ProbeStep, meter: EffectMeter): number =>
  meter.findEffect(eventId);

/** Returns the names of the steps whose events had no effect. */
const nameMissing = (sent: readonly ProbeStep[], meter: EffectMeter): string[] =>
  sent.flatMap((step) => (step.name === undefined || findEffectOf(step, meter) !== -1 ? [] : [step.name]));

/** Finds what is wrong with the effects of one step, if event ids show it and the probe is about that. */
function findDeviation(
  { areInOrder, noneOfOlder, isOnePerStep }: EffectExpectation,
  { sent, meter, ofOne }: { readonly sent: readonly ProbeStep[]; readonly meter: EffectMeter; readonly ofOne: number },
): Deviation | undefined {
  const late =
    (areInOrder === true && meter.areIdsInOrder() ? findLate(sent, meter) : undefined) ??
    (noneOfOlder === true ? findOlder(sent, meter) : undefined);
  if (late !== undefined)
    return { expected: 'no effect of an event after a later one of its incident', came: `an effect of ${late}` };
  if (isOnePerStep !== true) return undefined;
  const repeated = sent.flatMap(({ name, delivery: { eventId = '' } }) =>
    meter.countEffects(eventId) > ofOne ? [name] : [],
  );
  return repeated.length === 0
    ? undefined
    : { expected: `at most ${formatEffects(ofOne)} of each event`, came: `more of ${repeated.join(', ')}` };
}

/** Returns the name of a step whose first effect came after that of a later step of the same incident. */
function findLate(sent: readonly ProbeStep[], meter: EffectMeter): string | undefined {
  const earliestByIncident = new Map<string, number>();
  for (const step of sent.toReversed()) {
    const { incident } = step.delivery;
    const at = findEffectOf(step, meter);
    if (at === -1 || incident === undefined) continue;
    if (at > (earliestByIncident.get(incident.id) ?? at)) return step.name;
    earliestByIncident.set(incident.id, at);
  }
  return undefined;
}

/** Returns the name of a step with an effect that was sent after a later event of the same incident. */
function findOlder(sent: readonly ProbeStep[], meter: EffectMeter): string | undefined {
  const highestByIncident = new Map<string, number>();
  for (const step of sent) {
    const { incident } = step.delivery;
    if (incident === undefined) continue;
    const highest = highestByIncident.get(incident.id) ?? 0;
    if (incident.sequence < highest && findEffectOf(step, meter) !== -1) return step.name;
    highestByIncident.set(incident.id, Math.max(highest, incident.sequence));
  }
  return undefined;
}

/** Whether a rejected delivery may have had an effect all the same. */
const isPartlyRejected = ({ onlyAccepted = false }: EffectExpectation, answered: readonly AnsweredStep[]): boolean =>
  onlyAccepted && answered.some(({ answer }) => !isAccepted(answer));

/** Pause before a control, so that its timestamp differs from all earlier ones. */
const NEW_SECOND_MS = 1000;

const NOTHING = 'no effect of any event within 5 s';

const NO_EFFECT =
  'no ordinary event, of any type, had an effect within 5 s: either the receiver loses its events, or the page does not ' +
  'count those that it processes';

const NEEDS_IDS = 'an event has several effects, which may be different ones; list event ids under "effects"';

/** Returns why missing effects are no failure: `32 effects, none for …; expected 36 effects if the receiver processes …`. */
const describeUndeclared = ({ failure }: ProbeResult): string =>
  `${failure?.came}; expected ${failure?.expected} if the receiver processes every type. Use --processes to name the types that it must process`;

const STOPPED =
  'ordinary events have no effect any more, so duplicates cannot be compared with them; ' +
  'see the probes effect-at-all and later-effect';

const VARIED =
  'equal events had unequal effects, so duplicates cannot be compared with them; ' +
  'count each event once, or list event ids under "effects"';
