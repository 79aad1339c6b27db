import { contract, type EventType, getEnumValues } from '../../../spec/index.ts';
import { findClosestName } from '../../engine/check-selection.ts';
import { findTexts } from '../../reading/pointers.ts';
import { listRetries } from '../core/attempts.ts';
import {
  checkEach,
  fail,
  isNonEmpty,
  notApplicable,
  pass,
  type SenderCheck,
  type SenderCheckInput,
  untestable,
} from '../core/check.ts';
import type { ReceivedDelivery } from '../core/received-delivery.ts';

const NAMES: readonly string[] = getEnumValues('EventType');

/** Checks of event names, families and bodies. The names and families are documented; the other rules are assumed. */
export const eventChecks: readonly SenderCheck[] = [
  {
    id: 'events/json',
    title: 'The body is a JSON object in UTF-8',
    level: 'advice',
    rule: 'events.payload',
    evaluate: ({ deliveries }) =>
      checkEach(deliveries, 'a JSON object in UTF-8', ({ text, json }) => {
        if (text === undefined) return 'bytes that are not UTF-8';
        if (json === undefined) return 'text that is not JSON';
        return typeof json === 'object' && json !== null && !Array.isArray(json)
          ? undefined
          : 'JSON that is not an object';
      }),
  },
  {
    id: 'events/name',
    title: 'Every event name is one of the documented names',
    level: 'must',
    rule: 'events.names',
    evaluate(input) {
      const naming = removeSamples(input).filter(({ eventName }) => eventName !== undefined);
      if (naming.length === 0) return untestable(describeMissingName(input));
      return checkEach(naming, 'one of the documented names', ({ eventName = '' }) =>
        isDocumentedName(eventName)
          ? undefined
          : `"${eventName}"; the nearest is "${findClosestName(NAMES, eventName)}"`,
      );
    },
  },
  {
    id: 'events/named',
    title: 'Every delivery except samples contains its event name',
    level: 'advice',
    rule: 'events.payload',
    evaluate(input) {
      const deliveries = removeSamples(input);
      if (!deliveries.some(({ eventName }) => eventName !== undefined)) return untestable(describeMissingName(input));
      return checkEach(deliveries, `the event name at ${input.eventNameAt}`, ({ eventName }) =>
        eventName === undefined ? 'no event name' : undefined,
      );
    },
  },
  {
    id: 'events/families',
    title: 'The families of an event are documented for it',
    level: 'must',
    rule: 'events.families',
    evaluate: (input) =>
      checkFamilies(input, 'families that are documented for the event', (known, stated) => {
        const wrong = stated.filter((family) => !known.includes(family));
        return wrong.length === 0 ? undefined : `the family ${wrong.map(formatFamily).join(', ')}`;
      }),
  },
  {
    id: 'events/family-names',
    title: 'Family names are the documented names',
    level: 'advice',
    rule: 'events.payload',
    evaluate(input) {
      const stating = findWithFamilies(input);
      if (!isNonEmpty(stating)) return notApplicable('no body of a documented event has families');
      return checkEach(stating, 'one of the documented families', ({ json }) => {
        const unknown = readFamilies(json).filter((family) => !FAMILIES.has(normaliseName(family)));
        return unknown.length === 0 ? undefined : `the family ${unknown.map(formatFamily).join(', ')}`;
      });
    },
  },
  {
    id: 'events/all-families',
    title: 'An event in two families names both',
    level: 'advice',
    rule: 'events.frame',
    evaluate: (input) =>
      checkFamilies(input, 'every family that is documented for the event', (known, stated) => {
        const missing = known.filter((family) => !stated.includes(family));
        return missing.length === 0 ? undefined : `the family ${missing.join(', ')} is missing`;
      }),
  },
  {
    id: 'events/once-for-all-families',
    title: 'An event in two families is delivered once',
    level: 'advice',
    rule: 'events.frame',
    evaluate(input) {
      const ofTwo = removeSamples(input).filter(({ eventName }) => listDocumentedFamilies(eventName).length > 1);
      if (!isNonEmpty(ofTwo))
        return untestable(`no event in two families was received: ${anyOf.format(namesInTwoFamilies)}`);
      const again = new Set(listRetries(input.deliveries).map(({ next }) => next));
      const first = ofTwo.filter((one) => !again.has(one));
      const alike = [...Map.groupBy(first, serialiseWithoutId).values()].find(
        (group) => new Set(group.map(({ identity }) => identity)).size > 1,
      );
      if (alike === undefined || !isNonEmpty(alike)) return pass(...ofTwo);
      return fail({ expected: 'one delivery', saw: 'the same event with several ids' }, ...alike);
    },
  },
  {
    id: 'events/schema',
    title: 'The body is valid against the event schema of the contract',
    level: 'advice',
    rule: 'events.payload',
    evaluate(input) {
      const { problemsOfBody } = input;
      if (problemsOfBody === undefined) return notApplicable('bodies are not validated, because of --contract none');
      const documented = input.deliveries.filter(({ eventName = '' }) => isDocumentedName(eventName));
      if (documented.length === 0) return untestable('no delivery has one of the documented event names');
      return checkEach(
        documented,
        'a body that is valid against the schema of the event',
        ({ eventName = '', json }) => {
          const problems = problemsOfBody(eventName, json);
          return problems.length === 0 ? undefined : `${eventName}: ${problems.join('; ')}`;
        },
      );
    },
  },
  {
    id: 'events/tests-marked',
    title: 'A sample is marked with is_test',
    level: 'advice',
    rule: 'events.frame',
    evaluate: ({ deliveries, areTests }) =>
      areTests
        ? checkEach(deliveries, 'is_test: true in the body', ({ isTest }) => (isTest ? undefined : 'no is_test'))
        : notApplicable('only checked with --tests'),
  },
];

const describeMissingName = ({ eventNameAt }: SenderCheckInput): string =>
  `no delivery except samples has an event name at ${eventNameAt}; give its position with --event-at`;

/** Returns the deliveries that are not samples. */
const removeSamples = ({ deliveries }: SenderCheckInput): readonly ReceivedDelivery[] =>
  deliveries.filter(({ isSample }) => !isSample);

const isDocumentedName = (eventName: string): eventName is EventType => NAMES.includes(eventName);

const listDocumentedFamilies = (eventName = ''): readonly string[] =>
  isDocumentedName(eventName) ? contract.webhooks[eventName].post['x-families'] : [];

const namesInTwoFamilies = NAMES.filter((name) => listDocumentedFamilies(name).length > 1);
const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Families by the letters of their id and of their title; senders use both. */
const FAMILIES: ReadonlyMap<string, string> = new Map(
  contract.tags.flatMap(({ name, description }) => [
    [normaliseName(name), name],
    [normaliseName(description), name],
  ]),
);

function normaliseName(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** Formats a family; an undocumented one with the nearest documented name. */
function formatFamily(family: string): string {
  if (FAMILIES.has(normaliseName(family))) return family;
  const names = contract.tags.map(({ name }) => name);
  return `"${family}", which is not documented (the nearest is ${findClosestName(names, family)})`;
}

/** Returns the deliveries of documented events whose bodies contain families. */
const findWithFamilies = ({ deliveries }: SenderCheckInput): readonly ReceivedDelivery[] =>
  deliveries.filter(
    ({ eventName, json }) => listDocumentedFamilies(eventName).length > 0 && readFamilies(json).length > 0,
  );

/**
 * Compares the families in bodies with the documented families. Not applicable to a sender that uses no documented family
 * name at all.
 */
function checkFamilies(
  input: SenderCheckInput,
  expected: string,
  findFault: (known: readonly string[], stated: readonly string[]) => string | undefined,
) {
  const stating = findWithFamilies(input);
  if (!isNonEmpty(stating)) return notApplicable('no body of a documented event has families');
  const hasKnownName = stating.some(({ json }) =>
    readFamilies(json).some((family) => FAMILIES.has(normaliseName(family))),
  );
  if (!hasKnownName) return notApplicable('the bodies contain no documented family name');
  return checkEach(stating, expected, ({ eventName, json }) =>
    findFault(
      listDocumentedFamilies(eventName),
      readFamilies(json).map((family) => FAMILIES.get(normaliseName(family)) ?? family),
    ),
  );
}

const readFamilies = (json: unknown): readonly string[] => findTexts(json, '/families/*');

/** Returns the body without id and families, so that one event with two ids is recognised. */
function serialiseWithoutId({ json, digest }: ReceivedDelivery): string {
  if (typeof json !== 'object' || json === null) return digest;
  const { id: _id, families: _families, ...rest } = json as Record<string, unknown>; // validated above: an object
  return JSON.stringify(rest);
}
