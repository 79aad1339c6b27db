import { isAccepted } from '../core/evaluate-probe.ts';
import type { AnsweredStep, ForbiddenContent, Probe, ProbeContext, ProbeStep } from '../core/probe.ts';
import { type ProbeEvent, replaceLocationName } from '../events/events.ts';
import type { DeliveryResponse } from '../sending/delivery-response.ts';
import { createProbeDelivery, replaceDigest } from '../sending/outgoing-delivery.ts';
import { needsId } from './applicability.ts';

const MARKUP = '<img src=x onerror=alert(1)>';
const HEADER = 'x-injected-by-a-text';
/** A text that ends a header, adds one, and begins a page. */
const HOSTILE = `Main St\r\n${HEADER}: 1\r\nContent-Type: text/html\r\n\r\n${MARKUP}`;

const INJECTED: ForbiddenContent = {
  description: 'a header or markup from a text of the delivery',
  patterns: [hasInjectedHeader, hasMarkup],
};

function hasInjectedHeader({ headers }: Answered): boolean {
  return headers.some(([name]) => name.toLowerCase() === HEADER);
}

/** Whether a response is a page, for a browser, that contains the markup. A text in JSON does no harm. */
function hasMarkup({ headers, text }: Answered): boolean {
  const [, type = 'text/html'] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  return /html|xml/i.test(type) && text.includes(MARKUP);
}

type Answered = Extract<DeliveryResponse, { kind: 'answered' }>;

/** Returns the events with a hostile text, with the members that may contain any text. */
function listHostileEvents(context: ProbeContext, name: string): [string, ProbeEvent][] {
  return [
    ['a location name', replaceLocationName(context.event(`${name}, location`), HOSTILE)],
    ['a location name of markup', replaceLocationName(context.event(`${name}, markup`), MARKUP)],
    ['a type', { ...context.event(`${name}, type`), type: HOSTILE }],
    ['a type of markup', { ...context.event(`${name}, type of markup`), type: MARKUP }],
  ];
}

/** Names the places of the first difference between a wrong signature and the right one. */
const DIFFERENCES = [
  { place: 'first', flip: 1 },
  { place: 'last', flip: 1 },
  { place: 'first', flip: 2 },
  { place: 'last', flip: 2 },
] as const;
/** The number of times the same delivery is sent: a response that differs each time shows nothing. */
const ROUNDS = 2;

/** Returns the parts of a response that can be compared, by name. The texts of its body are separate parts. */
function listParts(answer: DeliveryResponse): Map<string, string> {
  if (answer.kind !== 'answered') return new Map([['response', answer.kind]]);
  const words = answer.text.split(/[\s"',:;{}[\]()]+/);
  return new Map([
    ['status', String(answer.status)],
    ...answer.headers.map(([name, value]): [string, string] => [`header ${name.toLowerCase()}`, value]),
    ['number of words', String(words.length)],
    ...words.map((word, at): [string, string] => [`word ${at + 1} of the body`, word]),
  ]);
}

/** Returns the first part of the responses that depends on the place of the first difference, and on nothing else. */
function findRevealingPart(answered: readonly AnsweredStep[]): string | undefined {
  const parts = answered.map(({ step, answer }) => ({
    isFirst: step.name?.startsWith('first') === true,
    of: listParts(answer),
  }));
  const names = new Set(parts.flatMap(({ of }) => [...of.keys()]));
  return [...names].find((name) => {
    const valuesOf = (isFirst: boolean) =>
      new Set(parts.filter((one) => one.isFirst === isFirst).map(({ of }) => of.get(name)));
    const [ofFirst, ofLast] = [valuesOf(true), valuesOf(false)];
    return ofFirst.size === 1 && ofLast.size === 1 && [...ofFirst][0] !== [...ofLast][0];
  });
}

/** Probes of what responses contain. */
export const responseProbes: readonly Probe[] = [
  {
    id: 'hostile-text',
    title:
      'Texts with line breaks and markup, genuine and forged: they become neither headers nor markup of a response',
    level: 'must',
    expects: 'any',
    matters: 'Anyone who can name a location, or knows the URL, writes into headers and pages of the receiver.',
    usual: {
      words: 'The handler writes a text of the delivery into a header, or into a page without escaping it.',
      line: "res.setHeader('X-Event', event.type).send('<p>' + event.data.location_name)",
      instead: 'res.status(204).end()',
    },
    steps: (context) => [
      ...listHostileEvents(context, 'hostile-text').map(
        ([name, event]): ProbeStep => ({
          delivery: createProbeDelivery(context, event),
          // a receiver may reject a type in an unusual form
          expects: name.startsWith('a type') ? 'handled' : 'taken',
          name,
          forbidden: INJECTED,
        }),
      ),
      ...listHostileEvents(context, 'hostile-text forged').map(
        ([name, event]): ProbeStep => ({
          delivery: createProbeDelivery(context, event, { secrets: [context.otherSecret] }),
          expects: 'any',
          name: `${name}, forged`,
          forbidden: INJECTED,
        }),
      ),
      ...(needsId(context.scheme) === undefined
        ? [context.secret, context.otherSecret].map((secret, at): ProbeStep => {
            const event = context.event(`hostile-text id ${at}`);
            const delivery = createProbeDelivery(
              context,
              { ...event, id: `${event.id}${MARKUP}` },
              { secrets: [secret] },
            );
            return { delivery, expects: 'any', name: at === 0 ? 'an id' : 'an id, forged', forbidden: INJECTED };
          })
        : []),
    ],
  },
  {
    id: 'equal-refusals',
    title: 'Responses to wrong signatures are the same wherever the first difference is',
    level: 'must',
    expects: 'any',
    matters: 'An attacker can guess a signature part by part.',
    usual: {
      words: 'The handler explains the rejection with the place of the first difference.',
      line: "res.status(401).send('signatures differ at ' + index)",
      instead: 'res.status(401).end()',
    },
    steps(context) {
      const delivery = createProbeDelivery(context, context.event('equal-refusals'));
      return Array.from({ length: ROUNDS }, () => DIFFERENCES)
        .flat()
        .map(({ place, flip }) => ({
          delivery: replaceDigest(delivery, context.scheme, (digest) => {
            const changed = Buffer.from(digest);
            const at = place === 'first' ? 0 : changed.length - 1;
            changed[at] = (changed[at] ?? 0) ^ flip;
            return changed;
          }),
          expects: 'any',
          name: `${place} byte, bit ${flip}`,
        }));
    },
    review(answered) {
      if (answered.some(({ answer }) => isAccepted(answer))) return undefined; // other probes are about that
      const part = findRevealingPart(answered);
      return part === undefined
        ? undefined
        : { expected: 'the same response wherever the first difference is', came: `a different ${part}` };
    },
  },
];
