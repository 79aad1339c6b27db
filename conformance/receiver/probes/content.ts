import { formatInstant } from '../../../base/formats.ts';
import { expectEach, type Probe, type ProbeStep } from '../core/probe.ts';
import { describeKind } from '../events/events.ts';
import { createProbeDelivery } from '../sending/outgoing-delivery.ts';
import { addToEachObject } from './texts.ts';

/** Retries of a delivery go on for more than three days, each with a new timestamp. */
const OLDEST_EVENT_MS = 3 * 24 * 60 * 60 * 1000;

/** Valid deliveries of events in an unusual order, or with unusual content. */
export const contentProbes: readonly Probe[] = [
  {
    id: 'resolved-first',
    title: 'Deliveries of one incident in the wrong order, and of another one whose first event never arrives',
    level: 'must',
    expects: 'taken',
    matters: 'A retry arrives after newer events: the sender would retry it for days and then disable the destination.',
    usual: {
      words: 'The handler requires the incident of an event to be known, or rejects older events.',
      line: 'if (!incidents.has(incident_id)) return res.status(404).end()',
      instead:
        'if (sequence > (latest.get(incident_id) ?? 0)) latest.set(incident_id, sequence); res.status(204).end()',
    },
    steps(context) {
      const { triggered, resolved } = context.incident('resolved-first');
      const { resolved: alone } = context.incident('resolved-first alone');
      const events = {
        'resolved before triggered': resolved,
        'triggered after resolved': triggered,
        'resolved alone': alone,
      };
      return Object.entries(events).map(([name, event]) => ({
        delivery: createProbeDelivery(context, event),
        expects: 'taken',
        name,
      }));
    },
  },
  {
    id: 'every-type',
    title: 'A delivery of each event type, incident state and level of the contract',
    level: 'must',
    expects: 'taken',
    matters: 'The sender retries rejected deliveries for days and then disables the destination.',
    usual: {
      words:
        'The handler reads members that some events lack: terminal_id is null at account level, incident for single events.',
      line: 'const state = event.incident.state',
      instead: 'const state = event.incident?.state',
    },
    steps: (context) =>
      context.everyType('every-type').map((event) => ({
        delivery: createProbeDelivery(context, event),
        expects: 'taken',
        name: describeKind(event),
      })),
  },
  {
    id: 'every-value',
    title:
      'Deliveries whose members have null, the smallest numbers, negative amounts, and each value of an enumeration',
    level: 'must',
    isOrderFree: true,
    expects: 'taken',
    matters: 'The sender retries rejected deliveries for days and then disables the destination.',
    usual: {
      words: 'The handler processes only values that it has seen: zero counts as missing, and null or a sign as wrong.',
      line: 'if (!event.data.hours_to_empty) return res.status(400).end()',
      instead: "if (!('hours_to_empty' in event.data)) return res.status(400).end()",
    },
    steps: (context) =>
      [...context.everyValue('every-value')].map(([name, event]) => ({
        delivery: createProbeDelivery(context, event),
        expects: 'taken',
        name,
      })),
  },
  {
    id: 'old-event',
    title: 'A delivery, signed now, of an event of three days ago',
    level: 'must',
    expects: 'taken',
    matters: 'Events that are retried after an outage would be lost.',
    usual: {
      words: 'The handler compares the time of the event with its clock, instead of the time of the delivery.',
      line: 'if (Date.now() - Date.parse(event.timestamp) > 300_000) reject()',
      instead: "if (Math.abs(Date.now() / 1000 - req.headers['webhook-timestamp']) > 300) reject()",
    },
    steps(context) {
      const timestamp = formatInstant(context.nowSeconds * 1000 - OLDEST_EVENT_MS);
      return expectEach('taken', createProbeDelivery(context, { ...context.event('old-event'), timestamp }));
    },
  },
  {
    id: 'unknown-type',
    title: 'Deliveries of unknown event types',
    level: 'must',
    expects: 'taken',
    matters: 'When a type is added, the sender retries its deliveries for days and then disables the destination.',
    usual: {
      words: 'The handler rejects types without a case; it should acknowledge and ignore them.',
      line: "default: throw new Error('unknown event')",
      instead: 'default: return',
    },
    steps: (context) =>
      ['cassette_polished', 'terminal.cassette.polished', 'X'].map((type) => ({
        delivery: createProbeDelivery(context, { ...context.event(`unknown-type ${type}`), type }),
        expects: 'taken',
        name: type,
      })),
  },
  {
    id: 'unknown-value',
    title:
      'Deliveries of events with an unknown severity, level, family, incident state, resolution or value in their data',
    level: 'must',
    isOrderFree: true,
    expects: 'taken',
    // the contract: "New members and values can be added at any time, so ignore unknown ones."
    matters: 'When a value is added, the sender retries its deliveries for days and then disables the destination.',
    usual: {
      words: 'The handler reads values into an enumeration that rejects unknown ones, or has no default case.',
      line: 'Severity.valueOf(event.severity)',
      instead: 'Severity.parse(event.severity) ?? Severity.UNKNOWN',
    },
    steps(context) {
      const { triggered, resolved } = context.incident('unknown-value');
      const event = context.event('unknown-value');
      const changes = {
        severity: { ...event, severity: 'notice' },
        level: { ...event, level: 'region' },
        family: { ...event, families: ['weather'] },
        'incident state': { ...triggered, incident: { ...Object(triggered.incident), state: 'acknowledged' } },
        resolution: { ...resolved, incident: { ...Object(resolved.incident), resolution: 'merged' } },
      };
      const ofOne = Object.entries(changes).map(
        ([name, changed]) => [name, { ...changed, id: context.event(`unknown-value ${name}`).id }] as const,
      );
      return [...ofOne, ...context.everyUnknownValue('unknown-value')].map(
        ([name, event]): ProbeStep => ({ delivery: createProbeDelivery(context, event), expects: 'taken', name }),
      );
    },
  },
  {
    id: 'unknown-member',
    title: 'Deliveries with unknown members',
    level: 'must',
    isOrderFree: true,
    expects: 'taken',
    matters: 'Members are added without a new version; then the receiver would reject every delivery.',
    usual: {
      words: 'The handler validates the body against a schema that forbids additional members.',
      line: 'schema.strict().parse(event)',
      instead: 'schema.parse(event)',
    },
    steps: (context) => [
      ...Object.entries(UNKNOWN_MEMBERS).map(([name, { inData, inEvent }]): ProbeStep => {
        const event = context.event(`unknown-member ${name}`);
        const data = { ...Object(event.data), ...inData };
        return { delivery: createProbeDelivery(context, { ...event, data, ...inEvent }), expects: 'taken', name };
      }),
      ...context.everyType('unknown-member').map(
        (event): ProbeStep => ({
          delivery: createProbeDelivery(context, addToEachObject(event)),
          expects: 'taken',
          name: `each object of ${describeKind(event)}`,
        }),
      ),
    ],
  },
  {
    id: 'empty-data',
    title: 'A delivery with an empty data member',
    level: 'advice',
    expects: 'taken',
    matters: 'An event that cannot be processed is retried for days; process events after the response.',
    usual: {
      words: 'The handler processes the event before it responds, so an error in processing becomes the response.',
      line: 'await work(event); res.status(204).end()',
      instead: 'await store(event); res.status(204).end(); void work(event)',
    },
    steps: (context) => expectEach('taken', createProbeDelivery(context, { ...context.event('empty-data'), data: {} })),
  },
];

const EMPTY_VALUES = { zero: 0, no: false, nothing: null, empty: '', list: [], object: {} };

/** Members that the contract does not have, in `data` and beside it. */
const UNKNOWN_MEMBERS: Readonly<Record<string, { readonly inData: object; readonly inEvent: object }>> = {
  'objects and texts': { inData: { weather: { sky: 'clear' } }, inEvent: { mood: 'calm' } },
  'empty values': { inData: EMPTY_VALUES, inEvent: EMPTY_VALUES },
  'names that resemble known ones': {
    inData: { terminal_id: null, state: 'open', id: 7 },
    inEvent: { event_id: 'none', event_type: '', payload: {}, body: null, signature: 'none', verified: false },
  },
  'numbers and nested lists': {
    inData: { rate: 1.5e-7, change: -0.5, total: 9_007_199_254_740_991, depth: [[[[[[[[{ a: [] }]]]]]]]] },
    inEvent: { counts: [0, -1, 1e21] },
  },
};
