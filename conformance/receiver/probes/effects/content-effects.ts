import { formatInstant } from '../../../../base/formats.ts';
import type { Probe, ProbeContext, ProbeStep } from '../../core/probe.ts';
import { serialiseSorted } from '../../diagnosis/serialisers.ts';
import { describeKind, type ProbeEvent, readState } from '../../events/events.ts';
import { createAttempt, createProbeDelivery, replaceHeader } from '../../sending/outgoing-delivery.ts';
import { needsId, needsTime } from '../applicability.ts';
import {
  DECOYS,
  type EventChanges,
  listChanged,
  MORE_MEMBERS,
  ODD_NUMBERS,
  ODD_TEXTS,
  ORDERS,
  TIMES,
} from '../texts.ts';
import { LOST } from './effects.ts';

/** An hour: an event that is retried after an outage. */
const LATE_EVENT_MS = 3_600_000;

/** Other white space between the parts of the same JSON. */
const SPACES: EventChanges = {
  'one member in each line': (event) => JSON.stringify(event, null, 2),
  'white space on both sides of colons': (event) => JSON.stringify(event, null, '\t').replaceAll('": ', '" :  '),
};

/** No event of a processed type is lost. A receiver that ignores some kinds may choose by these values too: then it is advice. */
const NONE_LOST_BY_VALUE = {
  mayBeMore: true,
  isOfProcessedTypes: true,
  isAdviceWithoutIds: true,
  isAdviceUnlessEveryKind: true,
} as const;

/** Returns a step for each event, by its description. */
const deliverNamed = (context: ProbeContext, events: Iterable<readonly [string, ProbeEvent]>): ProbeStep[] =>
  [...events].map(([name, event]) => ({ delivery: createProbeDelivery(context, event), expects: 'taken', name }));

/** Returns a step for each event, named by its kind. */
const deliverKinds = (context: ProbeContext, events: readonly ProbeEvent[]): ProbeStep[] =>
  deliverNamed(
    context,
    events.map((event) => [describeKind(event), event]),
  );

/** Returns an event at this level for each type and state that exist at both levels. */
function listOfLevel(context: ProbeContext, name: string, wanted: 'terminal' | 'account'): ProbeEvent[] {
  const byState = Map.groupBy(context.effectKinds(name), (event) => `${event.type} ${String(readState(event))}`);
  return [...byState.values()].flatMap((alike) => {
    const byLevel = new Map(alike.map((event) => [event.level, event]));
    const found = byLevel.get(wanted);
    return byLevel.size > 1 && found !== undefined ? [found] : [];
  });
}

/** Probes that count the effects of deliveries with another content, form or time. */
export const contentEffectProbes: readonly Probe[] = [
  {
    id: 'effect-at-all',
    title: 'An ordinary event has an effect if others have',
    level: 'must',
    expects: 'taken',
    effects: { isBasis: true, mayBeMore: true },
    matters: LOST,
    usual: {
      words: 'The handler catches an error in its processing and acknowledges the event, which is lost.',
      line: 'try { work(event) } finally { res.status(204).end() }',
      instead: 'await store(event); res.status(204).end()',
    },
    steps: (context) => [
      { delivery: createProbeDelivery(context, context.effectEvent('effect-at-all')), expects: 'taken' },
    ],
  },
  {
    id: 'one-for-each',
    title: 'An ordinary event is processed once',
    level: 'advice', // a page may list each of several actions
    expects: 'taken',
    effects: { isOnePerEvent: true, mayBeFewer: true },
    matters: 'Every event is processed more than once: a technician visits each terminal twice.',
    usual: {
      words: 'Two workers read the same queue, or the event is processed at its arrival and again from the queue.',
      line: 'void work(event); queue.push(event)',
      instead: 'queue.push(event)',
    },
    steps: (context) => [
      { delivery: createProbeDelivery(context, context.effectEvent('one-for-each')), expects: 'taken' },
    ],
  },
  {
    id: 'effect-of-content',
    title: 'Events with unusual texts, numbers, members, times and orders have one effect each',
    level: 'must',
    isOrderFree: true,
    expects: 'taken',
    effects: {},
    matters: LOST,
    usual: {
      words: 'The handler catches an error in its processing and acknowledges the event, which is lost.',
      line: 'try { work(event) } finally { res.status(204).end() }',
      instead: 'await store(event); res.status(204).end()',
    },
    steps: (context) =>
      listChanged(
        context,
        { ...ODD_TEXTS, ...ODD_NUMBERS, ...MORE_MEMBERS, ...TIMES, ...ORDERS, ...SPACES, ...DECOYS },
        (change) => context.effectEvent(`effect-of-content ${change}`),
      ),
  },
  {
    id: 'each-kind',
    title: 'Events of each type, state and level have an effect, if the handler must process the type',
    level: 'must',
    expects: 'taken',
    effects: { isOfDeclaredTypes: true, mayBeMore: true },
    matters: LOST,
    usual: {
      words: 'The worker fails on events without a member that others have, such as the incident, and drops them.',
      line: 'queue.remove(event); await work(event, event.incident.incident_id)',
      instead: 'await work(event, event.incident?.incident_id); queue.remove(event)',
    },
    steps: (context) => deliverKinds(context, context.effectKinds('each-kind')),
  },
  {
    id: 'one-for-each-kind',
    title: 'Events of each type, state and level are processed once',
    level: 'must',
    expects: 'taken',
    // a page may list each of several actions
    effects: { mayBeFewer: true, isOnePerStep: true, isAdviceUndeclared: true },
    matters: 'Every event of a type is processed twice: a failed command is sent again twice.',
    usual: {
      words: 'Two handlers are registered for a type, or a case continues into the next one.',
      line: "case 'command_failed': await work(event); default: await work(event)",
      instead: "case 'command_failed': await work(event); break; default: await work(event)",
    },
    steps: (context) => deliverKinds(context, context.effectKinds('one-for-each-kind')),
  },
  {
    id: 'each-kind-again',
    title: 'Further events of each type, state and level have the same effects as the first ones',
    level: 'must',
    expects: 'taken',
    effects: { isComparedWithFirstKinds: true, mayBeMore: true, isAdviceWithoutIds: true },
    matters: LOST,
    usual: {
      words: 'The handler uses a member as a key that some events lack, such as the incident: all of them share it.',
      line: 'const key = event.incident?.incident_id',
      instead: "const key = req.headers['webhook-id']",
    },
    steps: (context) => deliverKinds(context, context.effectKinds('each-kind-again')),
  },
  {
    id: 'each-kind-twice',
    title: 'Duplicate deliveries of events of each type, state and level have no second effect',
    level: 'must',
    expects: 'taken',
    effects: { isComparedWithFirstKinds: true, mayBeFewer: true, isAdviceWithoutIds: true },
    matters: 'Every sender sends duplicates at times: a failed command is reported twice.',
    usual: {
      words: 'The handler detects repeats by the sequence of an incident, which some events lack.',
      line: 'if (event.incident && event.incident.sequence <= latest) return',
      instead: "if (seen.has(req.headers['webhook-id'])) return",
    },
    whyNotApplicable: needsId,
    steps: (context) =>
      context.effectKinds('each-kind-twice').flatMap((event): ProbeStep[] => [
        { delivery: createAttempt(context, event, 1), expects: 'taken', name: describeKind(event) },
        { delivery: createAttempt(context, event, 0), expects: 'any', name: `${describeKind(event)} again` },
      ]),
  },
  {
    id: 'effect-of-null',
    title: 'Events whose data has null wherever the contract allows it have the same effects as others',
    level: 'must',
    expects: 'taken',
    effects: { mayBeMore: true, isOfProcessedTypes: true, isAdviceWithoutIds: true },
    matters: LOST,
    usual: {
      words: 'The worker fails on a member that is null, and marks the event as processed.',
      line: 'queue.remove(event); await work(event)',
      instead: 'await work(event); queue.remove(event)',
    },
    steps: (context) => deliverKinds(context, context.effectNulls('effect-of-null')),
  },
  {
    id: 'effect-of-values',
    title: 'Events with the smallest numbers, negative amounts, and each value of an enumeration have the same effects',
    level: 'must',
    isOrderFree: true,
    expects: 'taken',
    effects: NONE_LOST_BY_VALUE,
    matters: LOST,
    usual: {
      words: 'The worker fails on a value that its developers have not seen, and drops the event.',
      line: 'queue.remove(event); await colours[event.severity].show(event)',
      instead: 'await (colours[event.severity] ?? colours.other).show(event); queue.remove(event)',
    },
    steps: (context) => deliverNamed(context, context.effectValues('effect-of-values')),
  },
  {
    id: 'effect-of-unknown',
    title: 'Events with an unknown severity, family or value in their data have the same effects',
    level: 'must',
    isOrderFree: true,
    expects: 'taken',
    // the contract: "New members and values can be added at any time, so ignore unknown ones."
    effects: NONE_LOST_BY_VALUE,
    matters: LOST,
    usual: {
      words: 'The worker fails on values without a case, and drops the event.',
      line: 'queue.remove(event); const severity = Severity.valueOf(event.severity)',
      instead: 'const severity = Severity.parse(event.severity) ?? Severity.UNKNOWN; queue.remove(event)',
    },
    steps: (context) => deliverNamed(context, context.effectUnknowns('effect-of-unknown')),
  },
  {
    id: 'each-level',
    title: 'Events about an account have the same effects as events of the same type and state about a terminal',
    level: 'advice', // a handler may process only events about terminals
    expects: 'taken',
    effects: {
      measuredFirst: (context) => listOfLevel(context, 'each-level, measured first', 'terminal'),
      mayBeMore: true,
      isAdviceWithoutIds: true,
    },
    matters: LOST,
    usual: {
      words: 'The worker fails on events without a terminal, and marks them as processed.',
      line: 'queue.remove(event); await visit(event.terminal_id)',
      instead: 'if (event.terminal_id !== null) await visit(event.terminal_id); queue.remove(event)',
    },
    steps: (context) => deliverKinds(context, listOfLevel(context, 'each-level', 'account')),
  },
  {
    id: 'late-events',
    title: 'Events that arrive after newer ones have one effect each',
    level: 'must',
    expects: 'taken',
    effects: {},
    matters: LOST,
    usual: {
      words: 'The handler ignores each delivery that is older than the newest one.',
      line: 'if (timestamp < newest) return',
      instead: 'if (seen.has(id)) return',
    },
    whyNotApplicable: needsTime,
    steps(context) {
      const [now, sent, happened, smaller] = ['now', 'sent', 'happened', 'smaller'].map((name) =>
        context.effectEvent(`late-events ${name}`),
      );
      if (now === undefined || sent === undefined || happened === undefined || smaller === undefined) return [];
      const sentEarlier = { timestampSeconds: context.nowSeconds - Math.floor(context.ages.recent / 2) };
      const earlier = formatInstant(Date.parse(String(happened.timestamp)) - LATE_EVENT_MS);
      return [
        { delivery: createProbeDelivery(context, now), expects: 'taken', name: 'an event of now' },
        {
          delivery: createProbeDelivery(context, sent, sentEarlier),
          expects: 'taken',
          name: 'one that was sent earlier',
        },
        {
          delivery: createProbeDelivery(context, { ...happened, timestamp: earlier }),
          expects: 'taken',
          name: 'one that happened an hour earlier',
        },
        {
          delivery: createProbeDelivery(context, { ...smaller, id: smaller.id.replace(/^evt_..../, 'evt_0000') }),
          expects: 'taken',
          name: 'one whose id is smaller',
        },
      ];
    },
  },
  {
    id: 'rewritten-repeat',
    title: 'A duplicate delivery whose JSON is written in another way has no second effect',
    level: 'must',
    expects: 'taken',
    effects: { mayBeFewer: true },
    matters: 'A sender that serialises an event again for its retry causes a second effect: a refund is paid twice.',
    usual: {
      words: 'The handler detects duplicates by a hash of the body.',
      line: "const key = createHash('sha256').update(body).digest('hex')",
      instead: "const key = req.headers['webhook-id']",
    },
    whyNotApplicable: needsId,
    steps(context) {
      const event = context.effectEvent('rewritten-repeat');
      const rewritten = {
        'with spaces': JSON.stringify(event, null, 2),
        'with sorted members': serialiseSorted(event),
      };
      return [
        { delivery: createProbeDelivery(context, event), expects: 'taken', name: 'the first delivery' },
        ...Object.entries(rewritten).map(
          ([name, body]): ProbeStep => ({
            delivery: createProbeDelivery(context, event, { body }),
            expects: 'any',
            name: `the second delivery, ${name}`,
          }),
        ),
      ];
    },
  },
  {
    id: 'get-effect',
    title: 'A valid delivery with the method GET has no effect',
    level: 'must',
    expects: 'any',
    effects: { events: 0 },
    // RFC 9110, section 9.2.1: GET is safe
    matters: 'Deliveries are POST requests; caches, crawlers and retries repeat GET requests.',
    usual: {
      words: 'The handler does not check the method.',
      line: "app.all('/hooks', handle)",
      instead: "app.post('/hooks', handle)",
    },
    steps: (context) => [
      {
        delivery: { ...createProbeDelivery(context, context.effectEvent('get-effect')), method: 'GET' },
        expects: 'any',
      },
    ],
  },
  {
    id: 'claimed-test-effect',
    title: 'Forged deliveries that claim to be tests have no effect',
    level: 'must',
    expects: 'any',
    effects: { events: 0 },
    matters: 'Anyone who knows the URL can forge events, although the handler reports that it rejects them.',
    usual: {
      words: 'The handler does not verify deliveries that look like tests, or with another media type.',
      line: "if (id.startsWith('msg_test')) work(event)",
      instead: 'if (!isValid(req)) return reject()',
    },
    steps(context) {
      const forge = (name: string, change: object = {}) =>
        createProbeDelivery(
          context,
          { ...context.effectEvent(`claimed-test-effect ${name}`), ...change },
          { secrets: [context.otherSecret] },
        );
      const { id } = context.effectEvent('claimed-test-effect id');
      const deliveries = {
        'an id of a test': forge('id', { id: `test_${id}` }),
        'the type test': forge('type', { type: 'test' }),
        'text/plain': replaceHeader(forge('text'), 'content-type', () => 'text/plain'),
        GET: { ...forge('get'), method: 'GET' },
        PUT: { ...forge('put'), method: 'PUT' },
      };
      return Object.entries(deliveries).map(([name, delivery]) => ({ delivery, expects: 'any', name }));
    },
  },
];
