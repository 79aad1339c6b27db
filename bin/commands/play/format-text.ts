import { styleText } from 'node:util';
import wrapAnsi from 'wrap-ansi';
import { tenants } from '../../../fixtures/index.ts';
import type { Scenario } from '../../../fixtures/scenarios/index.ts';
import { formatLocalDateTime, formatLocalTime } from '../../../fixtures/scenarios/local-time.ts';
import { formatValue } from '../../scenarios/compare-facts.ts';
import { readIncident, readSubject } from '../../scenarios/match-events.ts';
import { findScenarioZone } from '../../scenarios/play-scenario.ts';
import type {
  Interruption,
  PlayedCause,
  PlayedEvent,
  PlayedResponse,
  PlayedScenario,
  PlayedStep,
  ShownFact,
} from '../../scenarios/played-scenario.ts';
import { formatCounts, formatLastResponse } from '../deliveries/delivery-lines.ts';
import { toPrintable } from '../shared/printable.ts';
import { toShortId } from '../shared/short-ids.ts';

type Delivery = PlayedEvent['deliveries'][number];

/* Formats a scenario while it is played. Text from the sandbox is made printable. */

type Style = Parameters<typeof styleText>[0];
const styleForOutput = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout });

/** Formats the title and summary. */
export function formatOpening(scenario: Scenario): string {
  const { title, shows, watcher } = scenario;
  return `${[styleForOutput('bold', title), ...wrapText(shows), styleForOutput('dim', `${findTenantName(scenario)}, as seen by ${watcher}`)].join('\n')}\n`;
}

/** Formats a completed step. */
export function formatStep(
  scenario: Scenario,
  { number, say, beganAtMs, did, events, ...recorded }: PlayedStep,
): string {
  const zone = findScenarioZone(scenario);
  const { otherEventCount: others } = recorded;
  const lines = [
    `${styleForOutput('bold', `${number}. ${formatLocalDateTime(zone, beganAtMs)}`)}  ${say}`,
    ...(did === null ? [] : did.kind === 'cause' ? [formatCause(did)] : formatReply(did)),
    ...events.flatMap((event) => formatEvent(zone, event)),
    ...(others === 0 ? [] : [styleForOutput('dim', `   and ${pluralize(others, 'other event')} of the fleet`)]),
    ...recorded.looks.flatMap(formatReply),
  ];
  return `\n${lines.join('\n')}\n`;
}

/** Formats the end of a scenario. */
export function formatEnding({ scenario, steps, interruption }: PlayedScenario): string {
  if (interruption !== null) return '';
  const lastMs = steps.at(-1)?.endedAtMs ?? 0;
  const events = steps.reduce((sum, step) => sum + step.events.length, 0);
  const moment = formatLocalDateTime(findScenarioZone(scenario), lastMs);
  const deliveries = steps.flatMap((step) => step.events.flatMap((event) => event.deliveries));
  const sent =
    deliveries.length === 0
      ? ''
      : `${formatCounts(deliveries)} (at the end of each step; for the present state: fleetkit deliveries)\n`;
  return `\nPlayed ${pluralize(steps.length, 'step')} with ${pluralize(events, 'event')}; the clock shows ${moment}.\n${sent}`;
}

/** Formats why a scenario stopped, for standard error. */
export function formatInterruption({ scenario, interruption }: PlayedScenario): string {
  if (interruption === null) return '';
  const { kind, step, reason, more } = interruption;
  const remedy = kind === 'impossible' ? [`To reset the sandbox first: fleetkit play ${scenario.name} --reset`] : [];
  const lines = [`Step ${step} ${verdicts[kind]}.`, reason, ...more.map((line) => `  ${line}`), ...remedy];
  return `${lines.map(toPrintable).join('\n')}\n`;
}

const verdicts: Readonly<Record<Interruption['kind'], string>> = {
  differs: 'has a different outcome',
  impossible: 'cannot be played in this state',
  refused: 'was refused',
};

/** Formats the list of scenarios. */
export function formatScenarioList(scenarios: readonly Scenario[]): string {
  const texts = scenarios.map((scenario) =>
    [
      `${styleForOutput('bold', scenario.name)}  ${scenario.title}`,
      ...wrapText(scenario.shows).map((line) => `  ${line}`),
      styleForOutput(
        'dim',
        `  ${findTenantName(scenario)}, from ${scenario.begins}, ${pluralize(scenario.steps.length, 'step')}`,
      ),
    ].join('\n'),
  );
  return `${texts.join('\n\n')}\n`;
}

function formatCause({ eventType, about, isResolved, parameters }: PlayedCause): string {
  const settings = Object.entries(parameters).map(([name, value]) => `${name}=${formatValue(value)}`);
  const what = isResolved ? `end of ${eventType}` : eventType;
  return toPrintable(`   cause  ${[what, 'at', about, ...settings].join(' ')}`);
}

function formatEvent(zone: string, { event, deliveries, facts }: PlayedEvent): readonly string[] {
  const { timestamp, type, severity, id } = event;
  const state = readIncident(event)?.state ?? 'no incident';
  const clock = formatLocalTime(zone, Date.parse(timestamp));
  const line = `   event  ${clock}  ${type}  ${state}  ${severity}  ${readSubject(event)}  ${id}`;
  return [styleForOutput('cyan', toPrintable(line)), ...formatFacts(facts), ...deliveries.map(formatDelivery)];
}

/** Formats the state of a delivery at the end of the step, with the short id that `fleetkit deliveries` accepts. */
const formatDelivery = ({ delivery_id: id, state, attempt_count: count, ...delivery }: Delivery): string =>
  toPrintable(
    `      delivery  ${toShortId(id)}  ${state}${count === 0 ? '' : ` ${count}×  ${formatLastResponse(delivery)}`}`,
  );

const formatReply = ({ request, as, status, facts }: PlayedResponse): readonly string[] => [
  toPrintable(`   ${as}  ${request}  ${status}`),
  ...formatFacts(facts),
];

function formatFacts(facts: readonly ShownFact[]): readonly string[] {
  const width = Math.max(...facts.map(({ at }) => formatPointer(at).length));
  return facts.map(({ at, value }) => toPrintable(`      ${formatPointer(at).padEnd(width)}  ${formatValue(value)}`));
}

/** Removes the ids from a pointer. */
const formatPointer = (pointer: string): string =>
  pointer
    .slice(1)
    .replaceAll(/\/\w+=[^/]*/g, '')
    .replaceAll('/', '.');

const findTenantName = ({ tenantId }: Scenario): string =>
  toPrintable(tenants.find((tenant) => tenant.tenantId === tenantId)?.accounts[0]?.name ?? tenantId);

const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const WIDTH = 100;

const wrapText = (text: string): readonly string[] => wrapAnsi(text, WIDTH).split('\n');
