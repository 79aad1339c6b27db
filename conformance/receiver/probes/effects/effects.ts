import { formatInstant } from '../../../../base/formats.ts';
import { expectEach, type Probe, type ProbeContext, type ProbeStep } from '../../core/probe.ts';
import type { ProbeEvent } from '../../events/events.ts';
import {
  addHeader,
  createAttempt,
  createProbeDelivery,
  readFirstDigest,
  replaceSignatures,
  withoutHeader,
} from '../../sending/outgoing-delivery.ts';
import { needsId, needsSeveral, needsSignedId } from '../applicability.ts';
import { createFailing, listForgedFirst, listRetries } from '../repeats.ts';

const TWICE =
  'Every sender sends duplicates at times: a technician visits a terminal twice, or a refund is paid twice.';
/** The consequence of a lost event. */
export const LOST = 'The sender takes the event as delivered and never sends it again.';

const ID_ONLY = {
  words: 'The handler treats another event as a repeat: it compares only a part of the id, or another member.',
  line: 'const key = id.slice(0, 20)',
  instead: 'const key = id',
};

/** The number of deliveries of a burst: more than small queues and pools of connections hold. */
const BURST = 48;

/** How senders disconnect: a receiver may read the request before or after that, and write to a closed connection. */
const DISCONNECTS = {
  'an end at once': { afterMs: 0, isReset: false },
  'a reset at once': { afterMs: 0, isReset: true },
  'an end after 20 ms': { afterMs: 20, isReset: false },
  'a reset after 20 ms': { afterMs: 20, isReset: true },
};

/** Names of members that each object of JavaScript has, by round: an id that was sent before is a repeat. */
const MEMBER_IDS = [
  ['toString', 'hasOwnProperty'],
  ['valueOf', 'isPrototypeOf'],
  ['toLocaleString', 'propertyIsEnumerable'],
];

/** Returns events whose ids differ only in this many last characters. */
function createSimilar(context: ProbeContext, name: string, endings: readonly string[]): ProbeEvent[] {
  const { id } = context.effectEvent(name);
  return endings.map((ending, at) => ({
    ...context.effectEvent(`${name} ${at}`),
    id: id.slice(0, -ending.length) + ending,
  }));
}

/** Returns the event at an earlier time. */
const moveBack = (event: ProbeEvent, seconds: number): ProbeEvent => ({
  ...event,
  timestamp: formatInstant(Date.parse(String(event.timestamp)) - seconds * 1000),
});

/** Probes that count the effects of deliveries. They need a receiver that reports its number of effects. */
export const effectProbes: readonly Probe[] = [
  {
    id: 'one-effect',
    title: 'Duplicate deliveries have no second effect',
    level: 'must',
    expects: 'taken',
    effects: { mayBeFewer: true },
    matters: TWICE,
    usual: {
      words: 'The handler does not store event ids, or stores them after processing instead of before.',
      line: 'await work(event); seen.add(id)',
      instead: 'if (seen.has(id)) return; seen.add(id); await work(event)',
    },
    whyNotApplicable: needsId,
    steps(context) {
      const event = context.effectEvent('one-effect');
      const again = createAttempt(context, event, 0);
      return [
        { delivery: createAttempt(context, event, 2), expects: 'taken', name: 'the first delivery' },
        { delivery: again, expects: 'any', name: 'the second delivery' },
        { delivery: again, expects: 'any', name: 'the second delivery again, byte for byte' },
        ...(needsSeveral(context.scheme) === undefined
          ? [
              {
                delivery: createProbeDelivery(context, event, { secrets: [context.otherSecret, context.secret] }),
                expects: 'any' as const,
                name: 'the delivery with signatures of two secrets',
              },
            ]
          : []),
      ];
    },
  },
  {
    id: 'repeat-after-others',
    title: 'A duplicate delivery after other events has no second effect',
    level: 'must',
    expects: 'taken',
    effects: { mayBeFewer: true },
    matters: TWICE,
    usual: {
      words: 'The handler stores only the last id, or too few.',
      line: 'if (id === lastId) return; lastId = id',
      instead: 'if (seen.has(id)) return; seen.add(id)',
    },
    whyNotApplicable: needsId,
    steps(context) {
      const [first, second, third] = ['first', 'second', 'third'].map((name) =>
        context.effectEvent(`repeat-after-others, ${name}`),
      );
      if (first === undefined || second === undefined || third === undefined) return [];
      return [
        { delivery: createAttempt(context, first, 4), expects: 'taken', name: 'the first event' },
        { delivery: createAttempt(context, second, 3), expects: 'taken', name: 'the second event' },
        { delivery: createAttempt(context, first, 2), expects: 'any', name: 'the first event again' },
        { delivery: createAttempt(context, third, 1), expects: 'taken', name: 'the third event' },
        { delivery: createAttempt(context, second, 0), expects: 'any', name: 'the second event again' },
      ];
    },
  },
  {
    id: 'concurrent-repeat',
    title: 'Duplicate deliveries that arrive at the same time have one effect',
    level: 'must',
    // a receiver may request a retry while it processes the first delivery
    adviceFor: ['erred', 'limited', 425],
    expects: 'taken',
    effects: {},
    matters: TWICE,
    usual: {
      words: 'The handler waits between the test for the id and its storage, so both deliveries pass the test.',
      line: 'if (await db.has(id)) return; await work(event); await db.insert(id)',
      instead: 'if (!(await db.insertUnlessPresent(id))) return; await work(event)',
    },
    whyNotApplicable: needsId,
    isConcurrent: true,
    steps(context) {
      const event = context.effectEvent('concurrent-repeat');
      return [0, 1, 2, 3].map((secondsAgo) => ({
        delivery: createAttempt(context, event, secondsAgo),
        expects: 'taken',
        name: `delivery ${secondsAgo + 1}`,
      }));
    },
  },
  {
    id: 'retry-after-disconnect',
    title: 'Events whose sender disconnected before the response have one effect each after their retry',
    level: 'must',
    // a receiver may request another retry while it processes the first delivery
    adviceFor: ['erred', 'limited', 425],
    expects: 'taken',
    effects: {},
    matters: 'A sender that loses its connection retries the event: its effect is lost, or occurs twice.',
    usual: {
      words: 'The handler stores the id, and stops processing the event when the connection closes.',
      line: "seen.add(id); req.on('close', () => job.cancel())",
      instead: 'await storeIdAndJob(id, event)',
    },
    whyNotApplicable: needsId,
    steps: (context) =>
      Object.entries(DISCONNECTS).flatMap(([name, disconnect]): ProbeStep[] => {
        const event = context.effectEvent(`retry-after-disconnect ${name}`);
        const cut = { ...createAttempt(context, event, 1), disconnect };
        return [
          { delivery: cut, expects: 'any', name: `a delivery with ${name}` },
          { delivery: createAttempt(context, event, 0), expects: 'taken', name: `the retry after ${name}` },
        ];
      }),
  },
  {
    id: 'distinct-events',
    title: 'Events in quick succession with similar ids have one effect each',
    level: 'must',
    expects: 'taken',
    effects: { includesLaterEvents: true },
    matters: LOST,
    usual: ID_ONLY,
    steps: (context) =>
      createSimilar(context, 'distinct-events', ['0A', '0B', '07', '08', 'ZA']).map((event, at) => ({
        delivery: createProbeDelivery(context, event),
        expects: 'taken',
        name: `event ${at + 1}`,
      })),
  },
  {
    id: 'concurrent-events',
    title: 'Events that arrive at the same time have one effect each',
    level: 'must',
    expects: 'taken',
    effects: {},
    matters: LOST,
    usual: {
      words: 'The handler reads a state, waits, and writes it back: one delivery overwrites the result of another.',
      line: 'const all = await load(); all.push(event); await save(all)',
      instead: 'await insert(event)',
    },
    isConcurrent: true,
    steps: (context) =>
      Array.from({ length: 5 }, (_, at) => ({
        delivery: createProbeDelivery(context, context.effectEvent(`concurrent-events ${at}`)),
        expects: 'taken',
        name: `event ${at + 1}`,
      })),
  },
  {
    id: 'burst',
    title: 'Each acknowledged event of many at the same time has one effect',
    level: 'must',
    // a receiver may reject deliveries under load: senders retry them
    expects: 'any',
    effects: { onlyAccepted: true },
    isAboutLoad: true,
    matters: 'After an outage, senders deliver all waiting events at once: acknowledged ones are lost, or late.',
    usual: {
      words: 'A queue is full and drops events, two runs of a worker overlap, or the work delays the response.',
      line: 'queue.offer(event); res.status(204).end()',
      instead: 'if (!queue.offer(event)) return res.status(503).end(); res.status(204).end()',
    },
    isConcurrent: true,
    steps: (context) =>
      Array.from({ length: Math.min(BURST, context.mostAtOnce) }, (_, at) => ({
        delivery: { ...createProbeDelivery(context, context.effectEvent(`burst ${at}`)), isSentOnce: true },
        expects: 'any',
        name: `event ${at + 1}`,
      })),
  },
  {
    id: 'forged-first',
    title: 'A genuine event has its effect after forged deliveries of the same event and incident',
    level: 'must',
    expects: 'taken',
    effects: { events: 1 },
    matters: 'An attacker who can predict ids can suppress genuine events: the handler treats them as duplicates.',
    usual: {
      words: 'The handler stores the id, or changes the incident, before it verifies the signature.',
      line: 'seen.add(id); if (!isValid(req)) return res.status(401).end()',
      instead: 'if (!isValid(req)) return res.status(401).end(); seen.add(id)',
    },
    whyNotApplicable: needsId,
    steps(context) {
      const event = context.effectEvent('forged-first');
      const { id } = context.effectEvent('forged-first, a later event');
      const incident = event.incident === null ? null : { ...Object(event.incident), sequence: 9 };
      const later = createProbeDelivery(context, { ...event, id, incident }, { secrets: [context.otherSecret] });
      return [
        { delivery: later, expects: 'refused', name: 'the forged delivery of a later event' },
        ...listForgedFirst(context, event),
      ];
    },
  },
  {
    id: 'forged-effect',
    title: 'Forged deliveries have no effect',
    level: 'must',
    expects: 'any',
    effects: { events: 0 },
    matters: 'Anyone who knows the URL can forge events, although the handler reports that it rejects them.',
    usual: {
      words: 'The handler processes the event before, or while, it verifies the signature.',
      line: 'work(event); if (!isValid(req)) return res.status(401).end()',
      instead: 'if (!isValid(req)) return res.status(401).end(); work(event)',
    },
    steps(context) {
      const { scheme, otherSecret, nowSeconds, ages } = context;
      const createEvent = (name: string) => context.effectEvent(`forged-effect, ${name}`);
      const unsigned = createProbeDelivery(context, createEvent('unsigned'));
      const tampered = createEvent('tampered');
      const cut = createProbeDelivery(context, createEvent('cut'));
      const steps = {
        'another secret': createProbeDelivery(context, createEvent('another secret'), { secrets: [otherSecret] }),
        'no signature': withoutHeader(unsigned, scheme.signatureHeader),
        'a part of the signature': replaceSignatures(cut, scheme, [
          scheme.prefix + readFirstDigest(cut, scheme).slice(0, 20),
        ]),
        'a malformed signature': replaceSignatures(createProbeDelivery(context, createEvent('malformed')), scheme, [
          'x',
        ]),
        'another body': createProbeDelivery(context, tampered, {
          sentBody: JSON.stringify({ ...tampered, account_id: 'acct_somebody_else' }),
        }),
        ...(scheme.timestampUnit === null
          ? {}
          : {
              'an old timestamp': createProbeDelivery(context, createEvent('old'), {
                timestampSeconds: nowSeconds - ages.stale,
              }),
              'a timestamp in the future': createProbeDelivery(context, createEvent('future'), {
                timestampSeconds: nowSeconds + ages.stale,
              }),
            }),
      };
      return Object.entries(steps).map(([name, delivery]) => ({ delivery, expects: 'any', name }));
    },
  },
  {
    id: 'two-ids',
    title: 'A duplicate delivery with a second id header has no second effect',
    level: 'must',
    expects: 'any',
    effects: { events: 1, mayBeFewer: true },
    matters: 'An attacker who has seen a delivery can replay it under many ids, and each counts as a new event.',
    usual: {
      words: 'The handler reads the id in two places, which pick different values of a duplicate header.',
      line: 'isValid(ids[0], body) && isNew(ids.at(-1))',
      instead: 'if (ids.length !== 1) reject()',
    },
    whyNotApplicable: needsSignedId,
    steps(context) {
      const genuine = createProbeDelivery(context, context.effectEvent('two-ids'));
      const { id } = context.effectEvent('two-ids, the second id');
      const header = [context.scheme.idHeader ?? '', id] as const;
      return [
        { delivery: genuine, expects: 'taken', name: 'the genuine delivery' },
        { delivery: addHeader(genuine, header, 'last'), expects: 'any', name: 'the second id last' },
        { delivery: addHeader(genuine, header, 'first'), expects: 'any', name: 'the second id first' },
      ];
    },
  },
  {
    id: 'effect-after-failure',
    title: 'An event has its effect after the receiver reported a failure for its id',
    level: 'advice',
    expects: 'taken',
    effects: { mayBeMore: true },
    matters: LOST,
    usual: {
      words: 'The handler stores the id before it processes the event, and treats the retry as a duplicate.',
      line: 'seen.add(id); await work(event)',
      instead: 'await work(event); seen.add(id)',
    },
    whyNotApplicable: needsId,
    prepare: (context) => [createFailing(context, context.effectEvent('effect-after-failure'))],
    steps: (context, prepared) => listRetries(context, context.effectEvent('effect-after-failure'), prepared),
  },
  {
    id: 'incident-changes',
    title: 'The end of an incident has the same effect after its beginning as on its own',
    level: 'must',
    expects: 'taken',
    effects: {
      measuredFirst(context) {
        const [begun, ended] = ['begun', 'ended'].map((name) => context.effectIncident(`incident-changes ${name}`));
        return begun === undefined || ended === undefined ? [] : [begun.triggered, ended.resolved];
      },
      // a receiver can ignore the end of an incident whose beginning it does not know
      mayBeMore: true,
      isAdviceWithoutIds: true,
    },
    matters: 'The handler processes the beginning of an incident and loses its end.',
    usual: {
      words: 'The handler detects duplicates by the incident instead of the event.',
      line: 'if (seen.has(event.incident.incident_id)) return',
      instead: "if (seen.has(req.headers['webhook-id'])) return",
    },
    steps(context) {
      const incident = context.effectIncident('incident-changes');
      if (incident === undefined) return [];
      return Object.entries(incident).map(
        ([name, event]): ProbeStep => ({ delivery: createProbeDelivery(context, event), expects: 'taken', name }),
      );
    },
  },
  {
    id: 'next-incident',
    title: 'The next incident of a terminal has the same effects as the one before',
    level: 'advice',
    expects: 'taken',
    effects: {
      measuredFirst: (context) =>
        Object.values(context.effectIncident('next-incident') ?? {}).map((event) => moveBack(event, 3600)),
      mayBeMore: true,
    },
    matters: 'The handler processes only the first incident of each terminal.',
    usual: {
      words: 'The handler detects duplicates by the terminal and the type instead of the event.',
      line: 'const key = event.terminal_id + event.type',
      instead: "const key = req.headers['webhook-id']",
    },
    steps(context) {
      const [earlier, next] = ['next-incident', 'next-incident, the next one'].map((name) =>
        context.effectIncident(name),
      );
      if (earlier === undefined || next === undefined) return [];
      return Object.entries(next).map(([name, event]): ProbeStep => {
        const ofTerminal = { ...event, terminal_id: earlier.triggered.terminal_id };
        return { delivery: createProbeDelivery(context, ofTerminal), expects: 'taken', name };
      });
    },
  },
  {
    id: 'id-forms',
    title: 'Events whose ids have another form have one effect each',
    level: 'must',
    expects: 'taken',
    effects: {},
    matters:
      'The signature standard allows any text as an id; events are lost when the sender changes the form of its ids.',
    usual: {
      words:
        'The handler expects a form of the id, compares only a part of it, or compares ids without regard to case.',
      line: 'const key = id.toLowerCase()',
      instead: 'const key = id',
    },
    whyNotApplicable: needsId,
    steps(context) {
      const { id } = context.effectEvent('id-forms');
      const ulid = id.replace(/^evt_/, '');
      const unique = ulid.toLowerCase().slice(-10);
      const digits = [...ulid].map((letter) => letter.charCodeAt(0) % 10).join('');
      const long = `msg_${`${unique}0123456789`.repeat(5)}`;
      const ids = {
        'lower case': `msg_${ulid.toLowerCase()}`,
        'upper case': `msg_${ulid}`,
        digits,
        'digits after 0': `0${digits}`,
        'digits before .0': `${digits}.0`,
        'digits that differ in the last one': `${digits.slice(0, -1)}${(Number(digits.at(-1)) + 1) % 10}`,
        'a long text': `${long}A`,
        'a long text that differs in the last character': `${long}B`,
        hyphens: `${unique}-1-2`,
        dots: `${unique}.1.2`,
        underscores: `${unique}_1_2`,
        'the same beginning as another one': `${unique}-1-2-3`,
        'quotes and brackets': `o'neil-"${unique}"-{[<x>]}`,
        'a backslash and a percent sign': `a\\${unique}%20%`,
      };
      return Object.entries(ids).map(([name, form]) => ({
        delivery: createProbeDelivery(context, { ...context.effectEvent(`id-forms ${name}`), id: form }),
        expects: 'taken',
        name,
      }));
    },
  },
  {
    id: 'member-ids',
    title: 'Events whose ids are names of members of objects have one effect each',
    level: 'advice', // the ids are the same in each run: a receiver may know them from an earlier one
    expects: 'taken',
    effects: { mayBeMore: true },
    matters: LOST,
    usual: {
      words: 'The handler stores ids as members of an object, which has others from the start.',
      line: 'const seen = {}; if (seen[id]) return',
      instead: 'const seen = new Set(); if (seen.has(id)) return',
    },
    whyNotApplicable: needsId,
    steps: (context) =>
      (MEMBER_IDS[context.round - 1] ?? []).map((id) => ({
        delivery: createProbeDelivery(context, { ...context.effectEvent(`member-ids ${id}`), id }),
        expects: 'taken',
        name: id,
      })),
  },
];

/** The last probe of effects. */
export const lateRepeat: Probe = {
  id: 'late-repeat',
  title: 'A duplicate delivery after all other probes has no second effect',
  level: 'must',
  expects: 'any',
  effects: { events: 0 },
  matters: 'Senders repeat deliveries for days, and operators replay them.',
  usual: {
    words: 'The handler stores too few ids, or forgets them after a few seconds.',
    line: 'if (seen.size > 20) seen.clear()',
    instead: 'if (seen.size > 10_000) seen.delete(seen.values().next().value)',
  },
  whyNotApplicable: needsId,
  steps: (context) => expectEach('any', createProbeDelivery(context, context.earlyEvent())),
};
