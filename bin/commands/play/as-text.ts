import { styleText } from 'node:util';
import { tenants } from '../../../fixtures/index.ts';
import type { Scenario } from '../../../fixtures/scenarios/index.ts';
import { lastText, tallyText } from '../deliveries/lines.ts';
import { printable } from '../shared/printable.ts';
import { shortId } from '../shared/short-ids.ts';
import { aboutOf, incidentOf } from './events.ts';
import { inWords } from './facts.ts';
import { localClock, localMoment } from './moments.ts';
import { zoneOfScenario } from './play-scenario.ts';
import type {
  Interruption,
  PlayedCause,
  PlayedEvent,
  PlayedResponse,
  PlayedScenario,
  PlayedStep,
  ShownFact,
} from './played.ts';

type Delivery = PlayedEvent['deliveries'][number];

/* Formats a scenario while it is played. Text from the sandbox is made printable. */

type Style = Parameters<typeof styleText>[0];
const styled = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout });

/** Formats the title and summary. */
export function openingText(scenario: Scenario): string {
  const { title, shows, watcher } = scenario;
  return `${[styled('bold', title), ...wrapped(shows), styled('dim', `${tenantName(scenario)}, as seen by ${watcher}`)].join('\n')}\n`;
}

/** Formats a completed step. */
export function stepText(scenario: Scenario, { number, say, beganAtMs, did, events, ...recorded }: PlayedStep): string {
  const zone = zoneOfScenario(scenario);
  const { otherEventCount: others } = recorded;
  const lines = [
    `${styled('bold', `${number}. ${localMoment(zone, beganAtMs)}`)}  ${say}`,
    ...(did === null ? [] : did.kind === 'cause' ? [causeLine(did)] : answerLines(did)),
    ...events.flatMap((event) => eventLines(zone, event)),
    ...(others === 0 ? [] : [styled('dim', `   and ${counted(others, 'other event')} of the fleet`)]),
    ...recorded.looks.flatMap(answerLines),
  ];
  return `\n${lines.join('\n')}\n`;
}

/** Formats the end of a scenario. */
export function endingText({ scenario, steps, interruption }: PlayedScenario): string {
  if (interruption !== null) return '';
  const lastMs = steps.at(-1)?.endedAtMs ?? 0;
  const events = steps.reduce((sum, step) => sum + step.events.length, 0);
  const moment = localMoment(zoneOfScenario(scenario), lastMs);
  const deliveries = steps.flatMap((step) => step.events.flatMap((event) => event.deliveries));
  const sent =
    deliveries.length === 0
      ? ''
      : `${tallyText(deliveries)} (at the end of each step; for the present state: fleetkit deliveries)\n`;
  return `\nPlayed ${counted(steps.length, 'step')} with ${counted(events, 'event')}; the clock shows ${moment}.\n${sent}`;
}

/** Formats why a scenario stopped, for standard error. */
export function interruptionText({ scenario, interruption }: PlayedScenario): string {
  if (interruption === null) return '';
  const { kind, step, reason, more } = interruption;
  const remedy = kind === 'impossible' ? [`To reset the sandbox first: fleetkit play ${scenario.name} --reset`] : [];
  const lines = [`Step ${step} ${verdicts[kind]}.`, reason, ...more.map((line) => `  ${line}`), ...remedy];
  return `${lines.map(printable).join('\n')}\n`;
}

const verdicts: Readonly<Record<Interruption['kind'], string>> = {
  differs: 'has a different outcome',
  impossible: 'cannot be played in this state',
  refused: 'was refused',
};

/** Formats the list of scenarios. */
export function listText(scenarios: readonly Scenario[]): string {
  const texts = scenarios.map((scenario) =>
    [
      `${styled('bold', scenario.name)}  ${scenario.title}`,
      ...wrapped(scenario.shows).map((line) => `  ${line}`),
      styled('dim', `  ${tenantName(scenario)}, from ${scenario.begins}, ${counted(scenario.steps.length, 'step')}`),
    ].join('\n'),
  );
  return `${texts.join('\n\n')}\n`;
}

function causeLine({ eventType, about, isResolved, parameters }: PlayedCause): string {
  const settings = Object.entries(parameters).map(([name, value]) => `${name}=${inWords(value)}`);
  const what = isResolved ? `end of ${eventType}` : eventType;
  return printable(`   cause  ${[what, 'at', about, ...settings].join(' ')}`);
}

function eventLines(zone: string, { event, deliveries, facts }: PlayedEvent): readonly string[] {
  const { timestamp, type, severity, id } = event;
  const state = incidentOf(event)?.state ?? 'no incident';
  const clock = localClock(zone, Date.parse(timestamp));
  const line = `   event  ${clock}  ${type}  ${state}  ${severity}  ${aboutOf(event)}  ${id}`;
  return [styled('cyan', printable(line)), ...factLines(facts), ...deliveries.map(deliveryLine)];
}

/** Formats the state of a delivery at the end of the step, with the short id that `fleetkit deliveries` accepts. */
const deliveryLine = ({ delivery_id: id, state, attempt_count: count, ...delivery }: Delivery): string =>
  printable(`      delivery  ${shortId(id)}  ${state}${count === 0 ? '' : ` ${count}×  ${lastText(delivery)}`}`);

const answerLines = ({ request, as, status, facts }: PlayedResponse): readonly string[] => [
  printable(`   ${as}  ${request}  ${status}`),
  ...factLines(facts),
];

function factLines(facts: readonly ShownFact[]): readonly string[] {
  const width = Math.max(...facts.map(({ at }) => shortened(at).length));
  return facts.map(({ at, value }) => printable(`      ${shortened(at).padEnd(width)}  ${inWords(value)}`));
}

/** Removes the ids from a pointer. */
const shortened = (pointer: string): string =>
  pointer
    .slice(1)
    .replaceAll(/\/\w+=[^/]*/g, '')
    .replaceAll('/', '.');

const tenantName = ({ tenantId }: Scenario): string =>
  printable(tenants.find((tenant) => tenant.tenantId === tenantId)?.accounts[0]?.name ?? tenantId);

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const WIDTH = 100;

function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
