import { formatDuration } from '../../../base/durations.ts';
import { presentOutcome } from '../../../server/handlers/sandbox/causes/outcomes.ts';
import { presentProvokable } from '../../../server/handlers/sandbox/causes/provokables.ts';
import { type Outcome, outcomes } from '../../../server/world/outcomes/index.ts';
import { type Provokable, provokables } from '../../../server/world/triggers/index.ts';
import type { ParameterSchemas } from '../../../spec/trigger-parameters.ts';
import { describeExpectedValue } from './parameter-settings.ts';

/** Lists what can be triggered, or one of it: as the control plane's JSON, or as text. Outcomes follow the events. */
export function formatTriggerList(one: string | undefined, asJson: boolean): string {
  const events = provokables.filter(({ eventType }) => one === undefined || eventType === one);
  const ends = outcomes.filter(({ name }) => one === undefined || name === one);
  if (asJson) {
    const data = [...events.map(presentProvokable), ...ends.map(presentOutcome)];
    return JSON.stringify({ object: 'list', data }, null, 2);
  }
  return [...events.map(formatProvokable), ...ends.map(formatOutcome)].join('\n\n');
}

function formatOutcome({ name, summary, takes, usuallyWithinMs, parameters }: Outcome): string {
  const where = takes.map((member) => `[--${member.replace(/Id$/, '')} ID]`).join(' ');
  return [
    `${name}  ${where}; usually within ${formatDuration(usuallyWithinMs / 1000)}`,
    `  ${summary}`,
    ...formatParameters(parameters.properties),
  ].join('\n');
}

function formatProvokable({ eventType, takes, usuallyWithinMs, canResolve, parameters }: Provokable): string {
  const where = takes.map((member) => `--${member.replace(/Id$/, '')} ID`).join(' or ');
  const end = canResolve ? 'end it with --resolve' : 'single event, no incident';
  return [
    `${eventType}  ${where}; usually within ${formatDuration(usuallyWithinMs / 1000)}; ${end}`,
    ...formatParameters(parameters.properties),
  ].join('\n');
}

const formatParameters = (parameters: ParameterSchemas): readonly string[] =>
  Object.entries(parameters).flatMap(([name, schema]) => [
    `  --set ${name}=${'default' in schema && schema.default !== undefined ? schema.default : '...'}`,
    `      ${schema.description} ${capitalize(describeExpectedValue(schema))}.`,
  ]);

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
