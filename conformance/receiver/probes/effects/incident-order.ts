import { formatInstant } from '../../../../base/formats.ts';
import type { Probe, ProbeContext, ProbeStep } from '../../core/probe.ts';
import { serialiseSorted } from '../../diagnosis/serialisers.ts';
import type { ProbeEvent } from '../../events/events.ts';
import { createProbeDelivery } from '../../sending/outgoing-delivery.ts';
import { escapeNames } from '../texts.ts';
import { LOST } from './effects.ts';

const REOPENED =
  'A retry arrives after newer events: it opens a closed incident again, or replaces a state by an older one.';

const HIGHEST = {
  words: 'The handler does not store the highest sequence of each incident, or processes lower ones.',
  line: 'latest.set(incident_id, sequence); await work(event)',
  instead:
    'if (sequence < (latest.get(incident_id) ?? 0)) return; latest.set(incident_id, sequence); await work(event)',
};

/** A later event follows the one before by this time, unless its stage names another. */
const STAGE_MS = 1000;

/** One event of an incident. */
interface Stage {
  readonly state: 'triggered' | 'escalated' | 'resolved';
  readonly sequence: number;
  /** Time after the beginning of the incident. Default: one second for each number. */
  readonly afterMs?: number;
  /** Default: that of the example. */
  readonly severity?: 'low' | 'medium' | 'high' | 'critical';
}

const triggered = (sequence = 1): Stage => ({ state: 'triggered', sequence });
const escalated = (sequence = 2): Stage => ({ state: 'escalated', sequence });
const resolved = (sequence = 3): Stage => ({ state: 'resolved', sequence });

/** Writes an instant with as many decimals as it needs. */
const formatPrecise = (ms: number): string =>
  ms % 1000 === 0 ? formatInstant(ms) : new Date(ms).toISOString().replace(/0+Z$/, 'Z');

/** Returns the event of a stage of an incident; `undefined` for a type without incidents. */
function createStage(context: ProbeContext, name: string, stage: Stage): ProbeEvent | undefined {
  const { state, sequence, afterMs = sequence * STAGE_MS } = stage;
  const ofIncident = context.effectIncident(name);
  if (ofIncident === undefined) return undefined;
  const example = state === 'resolved' ? ofIncident.resolved : ofIncident.triggered;
  const { id } = context.effectEvent(`${name} ${state} ${sequence}`);
  const begunMs = Date.parse(String(ofIncident.triggered.timestamp)) - BEFORE_MS;
  return {
    ...example,
    id,
    timestamp: formatPrecise(begunMs + afterMs),
    severity: stage.severity ?? example.severity,
    incident: { ...Object(example.incident), state, sequence },
  };
}

/** Incidents begin so much earlier than other events, so that all their events are in the past. */
const BEFORE_MS = 60_000;

/** Returns the events of stages of one incident; none for a type without incidents. */
const createStages = (context: ProbeContext, name: string, stages: readonly Stage[]): ProbeEvent[] =>
  stages.flatMap((stage) => createStage(context, name, stage) ?? []);

/** Returns deliveries of stages of the incidents of a probe, each named by its incident and its sequence. */
const deliverStages = (
  { context, probeId }: { readonly context: ProbeContext; readonly probeId: string },
  stages: readonly (readonly [name: string, stage: Stage])[],
  write?: (event: ProbeEvent) => string,
): ProbeStep[] =>
  stages.flatMap(([name, stage]) =>
    createStages(context, `${probeId}, ${name}`, [stage]).map((event) => ({
      delivery: createProbeDelivery(context, event, write === undefined ? {} : { body: write(event) }),
      expects: 'taken',
      name: `sequence ${stage.sequence} of ${name}`,
    })),
  );

const numberNames = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${name} ${at}`);

/** Returns the events of equal incidents. */
const repeatStages = (context: ProbeContext, names: readonly string[], stages: readonly Stage[]): ProbeEvent[] =>
  names.flatMap((name) => createStages(context, name, stages));

const INCIDENTS = ['incident A', 'incident B', 'incident C'];

/** Other texts of the same JSON. */
const WRITINGS: Readonly<Record<string, (event: ProbeEvent) => string>> = {
  'with spaces': (event) => JSON.stringify(event, null, 2).replaceAll('": ', '" : '),
  'with sorted members': serialiseSorted,
  'with reversed members of the incident': (event) =>
    JSON.stringify({
      ...event,
      incident: Object.fromEntries(Object.entries(Object(event.incident)).toReversed()),
    }),
  'with escaped letters in the names of members': (event) => escapeNames(JSON.stringify(event)),
  'with other numbers in data, before those of the incident': ({ data, ...rest }) => {
    const { incident_id, sequence } = Object(rest.incident);
    const decoy = { incident_id: `${incident_id}X`, sequence: 100 - sequence };
    return JSON.stringify({ data: { ...decoy, ...Object(data) }, ...rest });
  },
};

/** Incidents whose events arrive in order, with other numbers, times and severities than usual. */
const ORDERED_INCIDENTS: Readonly<Record<string, readonly Stage[]>> = {
  'a gap in the numbers': [triggered(), escalated(4), resolved(7)],
  'numbers with two digits': [triggered(), escalated(9), resolved(10)],
  'numbers with three digits': [triggered(), escalated(99), resolved(100)],
  'numbers beyond one and two bytes': [triggered(), escalated(128), resolved(70_000)],
  'events of the same instant': [
    { ...triggered(), afterMs: 0 },
    { ...escalated(), afterMs: 0 },
    { ...resolved(), afterMs: 0 },
  ],
  'a severity that rises': [
    { ...triggered(), severity: 'low' },
    { ...escalated(), severity: 'high' },
    { ...resolved(), severity: 'critical' },
  ],
  'a severity that falls': [
    { ...triggered(), severity: 'critical' },
    { ...escalated(), severity: 'medium' },
    { ...resolved(), severity: 'low' },
  ],
  'fractions of a second': [
    { ...triggered(), afterMs: 0 },
    { ...escalated(), afterMs: 250 },
    { ...resolved(), afterMs: 500 },
  ],
};

/**
 * Probes of the order of the events of one incident. The contract: "Ignore an event with a lower number than the latest that
 * you received for its incident." A page may list what the receiver stored, not what it processed: without the types that it must
 * process, these are advice.
 */
export const incidentOrderProbes: readonly Probe[] = [
  {
    id: 'older-event',
    title: 'Events of several incidents that arrive after newer ones have no effect',
    level: 'must',
    expects: 'taken',
    effects: {
      mostOf: (context) => [
        INCIDENTS.flatMap((name) => createStages(context, `older-event, newer alone, ${name}`, [escalated()])),
        INCIDENTS.flatMap((name) => createStages(context, `older-event, older alone, ${name}`, [triggered()])),
      ],
      isAdviceUndeclared: true,
    },
    matters: REOPENED,
    usual: HIGHEST,
    steps: (context) =>
      deliverStages(
        { context, probeId: 'older-event' },
        [escalated(), triggered()].flatMap((stage) => INCIDENTS.map((name) => [name, stage] as const)),
      ),
  },
  {
    id: 'older-after-end',
    title: 'An event that arrives after the end of its incident has no effect',
    level: 'must',
    expects: 'taken',
    effects: {
      mostOf: (context) =>
        [resolved(), escalated()].map((second) =>
          createStages(context, `older-after-end alone, ${second.state}`, [triggered(), second]),
        ),
      isAdviceUndeclared: true,
    },
    matters: REOPENED,
    usual: {
      words: 'The handler deletes the highest sequence of an incident when it ends.',
      line: "if (state === 'resolved') latest.delete(incident_id)",
      instead: 'latest.set(incident_id, sequence)',
    },
    steps: (context) =>
      deliverStages(
        { context, probeId: 'older-after-end' },
        [triggered(), resolved(), escalated()].map((stage) => ['one incident', stage] as const),
      ),
  },
  {
    id: 'older-after-unknown-end',
    title: 'An event has no effect after the end of an incident whose beginning was not received before',
    level: 'must',
    expects: 'taken',
    // only event ids show which of the two had an effect
    effects: { events: 0, mayBeMore: true, noneOfOlder: true, isAdviceUndeclared: true },
    matters: REOPENED,
    usual: {
      words: 'The handler ignores the end of an incident that it does not know, and does not store its sequence.',
      line: 'if (!incidents.has(incident_id)) return',
      instead: 'latest.set(incident_id, sequence); if (!incidents.has(incident_id)) return',
    },
    steps: (context) =>
      deliverStages(
        { context, probeId: 'older-after-unknown-end' },
        [resolved(2), triggered(1)].map((stage) => ['one incident', stage] as const),
      ),
  },
  {
    id: 'older-after-older',
    title: 'An event that is older than the newest, and newer than the last one of its incident, has no effect',
    level: 'must',
    expects: 'taken',
    effects: {
      mostOf: (context) =>
        [escalated(3), triggered()].map((stage) =>
          createStages(context, `older-after-older alone, ${stage.state}`, [stage]),
        ),
      isAdviceUndeclared: true,
    },
    matters: REOPENED,
    usual: {
      words: 'The handler stores the last sequence of each incident, not the highest.',
      line: 'latest.set(incident_id, sequence)',
      instead: 'latest.set(incident_id, Math.max(sequence, latest.get(incident_id) ?? 0))',
    },
    steps: (context) =>
      deliverStages(
        { context, probeId: 'older-after-older' },
        [escalated(3), triggered(), escalated(2)].map((stage) => ['one incident', stage] as const),
      ),
  },
  {
    id: 'older-with-digits',
    title: 'Sequence 9 of an incident has no effect after sequence 10, nor 1 after 2 of the same instant',
    level: 'must',
    expects: 'taken',
    effects: {
      mostOf: (context) => [
        repeatStages(context, numberNames('older-with-digits, newer alone', 2), [escalated()]),
        repeatStages(context, numberNames('older-with-digits, older alone', 2), [triggered()]),
      ],
      isAdviceUndeclared: true,
    },
    matters: REOPENED,
    usual: {
      words: 'The handler compares sequences as texts, or orders events by their times.',
      line: 'if (event.timestamp < latest.timestamp) return',
      instead: 'if (event.incident.sequence < latest.sequence) return',
    },
    steps: (context) =>
      deliverStages({ context, probeId: 'older-with-digits' }, [
        ['the incident with two digits', escalated(10)],
        ['the incident with two digits', escalated(9)],
        ['the incident of one instant', { ...escalated(), afterMs: 0 }],
        ['the incident of one instant', { ...triggered(), afterMs: 0 }],
      ]),
  },
  {
    id: 'older-written-otherwise',
    title: 'Older events of an incident have no effect, however their JSON is written',
    level: 'must',
    expects: 'taken',
    effects: {
      mostOf: (context) => [
        repeatStages(context, numberNames('older-written-otherwise, newer alone', Object.keys(WRITINGS).length), [
          escalated(),
        ]),
        repeatStages(context, numberNames('older-written-otherwise, older alone', Object.keys(WRITINGS).length), [
          triggered(),
        ]),
      ],
      isAdviceUndeclared: true,
    },
    matters: REOPENED,
    usual: {
      words: 'The handler searches the text of the body for the sequence instead of parsing it.',
      line: '/"sequence":(\\d+)/.exec(body)[1]',
      instead: 'JSON.parse(body).incident?.sequence',
    },
    steps: (context) =>
      Object.entries(WRITINGS).flatMap(([writing, write]) =>
        deliverStages(
          { context, probeId: 'older-written-otherwise' },
          [escalated(), triggered()].map((stage) => [`an incident ${writing}`, stage] as const),
          write,
        ),
      ),
  },
  {
    id: 'newer-event',
    title: 'Newer events of an incident have their effects, in order, with any numbers, times and severities',
    level: 'must',
    expects: 'taken',
    effects: {
      areInOrder: true,
      measuredFirst: (context) =>
        repeatStages(context, numberNames('newer-event in order', Object.keys(ORDERED_INCIDENTS).length), [
          triggered(),
          escalated(),
          resolved(),
        ]),
      mayBeMore: true,
    },
    matters: LOST,
    usual: {
      words:
        'The handler waits for missing numbers, compares them as texts, orders events by their times, or processes ' +
        'events of one incident at the same time.',
      line: 'if (sequence !== latest + 1) return',
      instead: 'if (sequence < latest) return',
    },
    steps: (context) =>
      Object.entries(ORDERED_INCIDENTS).flatMap(([name, stages]) =>
        deliverStages(
          { context, probeId: 'newer-event' },
          stages.map((stage) => [`an incident with ${name}`, stage] as const),
        ),
      ),
  },
  {
    id: 'another-notice',
    title: 'Further notices of an incident in the same state have their effects',
    level: 'must',
    expects: 'taken',
    // the contract: "The first notice is `triggered`, each later one `escalated`, all of one incident."
    effects: {
      isAdviceUnlessEveryKind: true,
      measuredFirst: (context) =>
        repeatStages(context, numberNames('another-notice alone', 2), [triggered(), escalated()]),
      mayBeMore: true,
    },
    matters: LOST,
    usual: {
      words: 'The handler processes only events that change the state of an incident.',
      line: 'if (incident.state === event.incident.state) return',
      instead: 'if (event.incident.sequence < incident.sequence) return',
    },
    steps: (context) =>
      deliverStages(
        { context, probeId: 'another-notice' },
        [triggered(), escalated(2), escalated(3), escalated(4)].map((stage) => ['one incident', stage] as const),
      ),
  },
  {
    id: 'next-incident-of-subject',
    title: 'The next incident of a subject has the same effects as the one before',
    level: 'must',
    expects: 'taken',
    effects: {
      measuredFirst: (context) => [
        ...createStages(context, 'next-incident-of-subject alone', [triggered(), resolved(2)]),
        ...createStages(context, 'next-incident-of-subject, another alone', [triggered(), resolved(2)]),
      ],
      mayBeMore: true,
      isAdviceWithoutIds: true,
    },
    matters: LOST,
    usual: {
      words: 'The handler stores the highest sequence for each dedupe_key instead of each incident.',
      line: 'latest.set(event.incident.dedupe_key, sequence)',
      instead: 'latest.set(event.incident.incident_id, sequence)',
    },
    steps(context) {
      const earlier = createStages(context, 'the earlier incident', [triggered(), resolved(2)]);
      const next = createStages(context, 'the next incident', [triggered(), resolved(2)]);
      const [first] = earlier;
      const { dedupe_key } = Object(first?.incident);
      const ofSubject = next.map((event) => ({
        ...event,
        terminal_id: first?.terminal_id,
        incident: { ...Object(event.incident), dedupe_key },
      }));
      return [...earlier, ...ofSubject].map((event, at) => ({
        delivery: createProbeDelivery(context, event),
        expects: 'taken',
        name: `event ${(at % 2) + 1} of ${at < 2 ? 'the earlier incident' : 'the next incident'}`,
      }));
    },
  },
];
