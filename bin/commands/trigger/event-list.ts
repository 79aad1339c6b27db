import { formatDuration } from '../../../base/durations.ts';
import { presentProvokable } from '../../../server/handlers/sandbox/causes/provokables.ts';
import { type Provokable, provokables } from '../../../server/world/triggers/index.ts';
import type { EventType } from '../../../spec/index.ts';
import { describeExpectedValue } from './parameter-settings.ts';

/** Lists the events that can be triggered, or one of them: as the control plane's JSON, or as text. */
export function formatEventList(one: EventType | undefined, asJson: boolean): string {
  const listed = one === undefined ? provokables : provokables.filter(({ eventType }) => eventType === one);
  if (asJson) return JSON.stringify({ object: 'list', data: listed.map(presentProvokable) }, null, 2);
  return listed.map(formatProvokable).join('\n\n');
}

function formatProvokable({ eventType, takes, usuallyWithinMs, canResolve, parameters }: Provokable): string {
  const where = takes.map((member) => `--${member.replace(/Id$/, '')} ID`).join(' or ');
  const end = canResolve ? 'end it with --resolve' : 'single event, no incident';
  return [
    `${eventType}  ${where}; usually within ${formatDuration(usuallyWithinMs / 1000)}; ${end}`,
    ...Object.entries(parameters.properties).flatMap(([name, schema]) => [
      `  --set ${name}=${'default' in schema && schema.default !== undefined ? schema.default : '...'}`,
      `      ${schema.description} ${capitalize(describeExpectedValue(schema))}.`,
    ]),
  ].join('\n');
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
