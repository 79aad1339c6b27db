import { createHash } from 'node:crypto';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import type { SignatureScheme } from '../../webhooks/scheme.ts';
import { listEventsOfUnknownValues, listEventsOfValues, listEventsWithoutNull } from '../events/contract-values.ts';
import {
  createEffectEvent,
  generateEffectEvent,
  generateEffectIncident,
  generateEffectKinds,
  generateEffectNulls,
  generateIncident,
} from '../events/effect-events.ts';
import {
  createNew,
  generateEvent,
  generateEventOfAnyType,
  generateEventOfEachType,
  type ProbeEvent,
  removeSampleMark,
} from '../events/events.ts';
import type { Settings } from './options.ts';
import type { Pace } from './pace.ts';
import type { Ages, MeasuredClock, ProbeContext } from './probe.ts';

/** Creates a context for the current time. Effects are compared with those of the type with this index. */
export type CreateContext = (effectType?: { readonly index: number; readonly round: number }) => ProbeContext;

/** The measurements of the receiver that the run has made so far. */
export interface Measured {
  clock?: MeasuredClock | undefined;
  pace: Pace;
}

/** Returns a function that creates a context for the current time. Events keep the start time of the run. */
export function createContextFactory(
  { scheme, secret, toleranceSeconds, seed, now, effects }: Settings,
  startedMs: number,
  measured: Measured,
): CreateContext {
  const source = { seed, nowMs: startedMs };
  const mark = (event: ProbeEvent) => (effects === undefined ? event : removeSampleMark(event));
  return ({ index, round } = { index: 0, round: 1 }) => {
    const inRound = (name: string): string => `${name}, round ${round}`;
    return {
      scheme,
      secret,
      round,
      ages: chooseAges(toleranceSeconds),
      mostAtOnce: measured.pace.mostAtOnce,
      nowSeconds: Math.floor(now() / 1000),
      otherSecret: generateSecret(scheme.secretForm),
      ...omitUndefined({ clock: measured.clock }),
      event: (name) => mark(generateEvent(name, source)),
      sample: (name) => generateEvent(name, source),
      eventOfAnyType: (name) => mark(generateEventOfAnyType(name, source)),
      effectEvent: (name) => generateEffectEvent(inRound(name), index, source),
      effectIncident: (name) => generateEffectIncident(inRound(name), index, source),
      earlyEvent: () => generateEffectEvent(inRound('an early event'), index, source),
      incident(name) {
        const { triggered, resolved } = generateIncident(name, source);
        return { triggered: mark(triggered), resolved: mark(resolved) };
      },
      everyType: (name) => generateEventOfEachType(name, source).map(mark),
      everyValue: (name) => mapEvents(listEventsOfValues(), name, (event, own) => mark(createNew(event, own, source))),
      everyUnknownValue: (name) =>
        mapEvents(listEventsOfUnknownValues(), name, (event, own) => mark(createNew(event, own, source))),
      effectKinds: (name) => generateEffectKinds(inRound(name), source),
      effectNulls: (name) => generateEffectNulls(inRound(name), source),
      effectUnknowns: (name) =>
        mapEvents(listEventsOfUnknownValues(), inRound(name), (event, own) => createEffectEvent(event, own, source)),
      effectValues: (name) =>
        mapEvents(listEventsWithoutNull(), inRound(name), (event, own) => createEffectEvent(event, own, source)),
    };
  };
}

/** Returns a new event for each of these, whose name contains its description. */
const mapEvents = (
  events: ReadonlyMap<string, ProbeEvent>,
  name: string,
  create: (event: ProbeEvent, own: string) => ProbeEvent,
): ReadonlyMap<string, ProbeEvent> =>
  new Map([...events].map(([words, event]) => [words, create(event, `${name} ${words}`)]));

/** A stale delivery is this much older than a known tolerance: ten minutes old, with a tolerance of five. */
const BEYOND_SECONDS = 300;
/**
 * Stale for any plausible tolerance. The tolerance of the contract is five minutes, and some receivers choose ten; a receiver
 * that accepts a delivery from 20 minutes ago does not check timestamps, or mixes up units (300 minutes; 300,000 s).
 */
const LONG_AGO_SECONDS = 20 * 60;
/** A delay and a clock difference that every receiver must tolerate: the guide allows tolerances from a minute. */
const DELAY_SECONDS = 45;
const LEAD_SECONDS = 30;
/** The tolerance that the guide recommends. */
const USUAL_TOLERANCE_SECONDS = 300;
/** How far a delivery just outside the tolerance is outside. */
const OUTSIDE_SECONDS = 60;

const chooseAges = (toleranceSeconds: number | undefined): Ages =>
  toleranceSeconds === undefined
    ? {
        stale: LONG_AGO_SECONDS,
        outside: USUAL_TOLERANCE_SECONDS + OUTSIDE_SECONDS,
        recent: DELAY_SECONDS,
        ahead: LEAD_SECONDS,
      }
    : {
        stale: toleranceSeconds + BEYOND_SECONDS,
        outside: toleranceSeconds + OUTSIDE_SECONDS,
        recent: Math.floor(toleranceSeconds * 0.8),
        ahead: Math.floor(toleranceSeconds * 0.2),
      };

function generateSecret(form: SignatureScheme['secretForm']): string {
  const bytes = createHash('sha256').update('a secret that no receiver has').digest();
  if (form === 'hex' || form === 'text') return bytes.toString('hex');
  return `${form === 'whsec' ? 'whsec_' : ''}${bytes.toString('base64')}`;
}
