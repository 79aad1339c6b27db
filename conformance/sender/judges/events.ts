import { contract, type EventType, valuesOf as wordsOf } from '../../../spec/index.ts';
import { findClosestName } from '../../engine/check-selection.ts';
import { findTexts } from '../../oracles/pointers.ts';
import { retriesIn } from '../attempts.ts';
import type { Delivery } from '../delivery.ts';
import { each, fail, type Hearing, isShown, type Judge, notApplicable, pass, untestable } from '../judge.ts';

const NAMES: readonly string[] = wordsOf('EventType');

/** What a delivery is about. The names and families are documented; the rest is assumed. */
export const eventJudges: readonly Judge[] = [
  {
    id: 'events/json',
    title: 'The body is a JSON object in UTF-8',
    level: 'advice',
    rule: 'events.payload',
    judge: ({ deliveries }) =>
      each(deliveries, 'a JSON object in UTF-8', ({ text, json }) => {
        if (text === undefined) return 'bytes that are no UTF-8';
        if (json === undefined) return 'text that is no JSON';
        return typeof json === 'object' && json !== null && !Array.isArray(json) ? undefined : 'JSON that is no object';
      }),
  },
  {
    id: 'events/name',
    title: 'Every delivery names one of the 16 events',
    level: 'must',
    rule: 'events.names',
    judge(hearing) {
      const naming = real(hearing).filter(({ eventName }) => eventName !== undefined);
      return each(
        naming,
        'one of the 16 names that the document lists',
        ({ eventName = '' }) =>
          NAMES.includes(eventName)
            ? undefined
            : `"${eventName}"; the nearest is "${findClosestName(NAMES, eventName)}"`,
        noName(hearing),
      );
    },
  },
  {
    id: 'events/named',
    title: 'Every delivery that is no sample names its event',
    level: 'advice',
    rule: 'events.payload',
    judge(hearing) {
      const deliveries = real(hearing);
      if (!deliveries.some(({ eventName }) => eventName !== undefined)) return untestable(noName(hearing));
      return each(deliveries, `the name of the event at ${hearing.eventNameAt}`, ({ eventName }) =>
        eventName === undefined ? 'no name' : undefined,
      );
    },
  },
  {
    id: 'events/families',
    title: 'An event is only put in families that the document lists it in',
    level: 'must',
    rule: 'events.families',
    judge: (hearing) =>
      ofFamilies(hearing, 'families in which the document lists the event', (known, stated) => {
        const wrong = stated.filter((family) => !known.includes(family));
        return wrong.length === 0 ? undefined : `the family ${wrong.map(nameOfFamily).join(', ')}`;
      }),
  },
  {
    id: 'events/family-names',
    title: 'Families go by the names that the document lists',
    level: 'advice',
    rule: 'events.payload',
    judge(hearing) {
      const stating = statingFamilies(hearing);
      if (!isShown(stating)) return notApplicable('no body of a documented event has families');
      return each(stating, 'one of the families that the document lists', ({ json }) => {
        const unknown = statedIn(json).filter((family) => !FAMILIES.has(lettersOf(family)));
        return unknown.length === 0 ? undefined : `the family ${unknown.map(nameOfFamily).join(', ')}`;
      });
    },
  },
  {
    id: 'events/all-families',
    title: 'An event of two families names both',
    level: 'advice',
    rule: 'events.frame',
    judge: (hearing) =>
      ofFamilies(hearing, 'every family in which the document lists the event', (known, stated) => {
        const missing = known.filter((family) => !stated.includes(family));
        return missing.length === 0 ? undefined : `not the family ${missing.join(', ')}`;
      }),
  },
  {
    id: 'events/once-for-all-families',
    title: 'An event of two families is delivered once',
    level: 'advice',
    rule: 'events.frame',
    judge(hearing) {
      const ofTwo = real(hearing).filter(({ eventName }) => familiesOf(eventName).length > 1);
      if (!isShown(ofTwo))
        return untestable(
          'no event of two families came: heartbeat_stale, compliance_expiration or location_risk_change',
        );
      const again = new Set(retriesIn(hearing.deliveries).map(({ next }) => next));
      const first = ofTwo.filter((one) => !again.has(one));
      const alike = [...Map.groupBy(first, contentWithoutId).values()].find(
        (group) => new Set(group.map(({ identity }) => identity)).size > 1,
      );
      if (alike === undefined || !isShown(alike)) return pass(...ofTwo);
      return fail({ expected: 'one delivery', saw: 'the same event under several ids' }, ...alike);
    },
  },
  {
    id: 'events/schema',
    title: 'The body keeps the event schema of the contract',
    level: 'advice',
    rule: 'events.payload',
    judge(hearing) {
      const { problemsOfBody } = hearing;
      if (problemsOfBody === undefined) return notApplicable('bodies are not held against a contract: --contract none');
      return each(
        hearing.deliveries.filter(({ eventName = '' }) => NAMES.includes(eventName)),
        'what the schema of the event asks for',
        ({ eventName = '', json }) => {
          const problems = problemsOfBody(eventName, json);
          return problems.length === 0 ? undefined : `${eventName}: ${problems.join('; ')}`;
        },
        'no delivery names one of the 16 events',
      );
    },
  },
  {
    id: 'events/tests-marked',
    title: 'A sample that tries a destination says so',
    level: 'advice',
    rule: 'events.frame',
    judge: ({ deliveries, areTests }) =>
      areTests
        ? each(deliveries, 'is_test: true in the body', ({ isTest }) => (isTest ? undefined : 'no is_test'))
        : notApplicable('nobody said that samples were sent; --tests says so'),
  },
];

const noName = ({ eventNameAt }: Hearing): string =>
  `no delivery that is no sample names its event at ${eventNameAt}; --event-at says where the name stands`;

/** What is no sample. */
const real = ({ deliveries }: Hearing): readonly Delivery[] => deliveries.filter(({ isSample }) => !isSample);

const familiesOf = (eventName: string | undefined): readonly string[] =>
  eventName !== undefined && Object.hasOwn(contract.webhooks, eventName)
    ? (contract.webhooks[eventName as EventType]?.post['x-families'] ?? []) // the name of a webhook, as just shown
    : [];

/** Families by the letters of their id and of their title, both of which are in use. */
const FAMILIES: ReadonlyMap<string, string> = new Map(
  contract.tags.flatMap(({ name, description }) => [
    [lettersOf(name), name],
    [lettersOf(description), name],
  ]),
);

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** A family in words: one that the document does not list comes with the nearest that it does. */
function nameOfFamily(family: string): string {
  if (FAMILIES.has(lettersOf(family))) return family;
  const names = contract.tags.map(({ name }) => name);
  return `"${family}", which the document does not list (the nearest is ${findClosestName(names, family)})`;
}

/** Deliveries of documented events whose bodies state families. */
const statingFamilies = ({ deliveries }: Hearing): readonly Delivery[] =>
  deliveries.filter(({ eventName, json }) => familiesOf(eventName).length > 0 && statedIn(json).length > 0);

/**
 * Compares the families that bodies state, as ids of the contract, with those of the document. A sender that has names of its
 * own for all families is not judged; one that uses documented names is judged by every name.
 */
function ofFamilies(
  hearing: Hearing,
  expected: string,
  faultOf: (known: readonly string[], stated: readonly string[]) => string | undefined,
) {
  const stating = statingFamilies(hearing);
  if (!isShown(stating)) return notApplicable('no body of a documented event has families');
  const hasKnownName = stating.some(({ json }) => statedIn(json).some((family) => FAMILIES.has(lettersOf(family))));
  if (!hasKnownName) return notApplicable('the families in the bodies go by names that the document does not list');
  return each(stating, expected, ({ eventName, json }) =>
    faultOf(
      familiesOf(eventName),
      statedIn(json).map((family) => FAMILIES.get(lettersOf(family)) ?? family),
    ),
  );
}

const statedIn = (json: unknown): readonly string[] => findTexts(json, '/families/*');

/** The body but for its id and families, so that one event is recognised under two ids. */
function contentWithoutId({ json, digest }: Delivery): string {
  if (typeof json !== 'object' || json === null) return digest;
  const { id: _id, families: _families, ...rest } = json as Record<string, unknown>; // an object, as just shown
  return JSON.stringify(rest);
}
