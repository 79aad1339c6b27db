import { InvalidArgumentError } from 'commander';
import { nearestName } from '../../server/nearest-name.ts';
import { type EventType, valuesOf } from '../../spec/index.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';

/* Which events somebody wants, as it is typed. */

type State = NonNullable<SandboxSchemas['IncidentStates']>[number];

const STATES: readonly State[] = ['triggered', 'escalated', 'resolved'];

/** `cash_low,cash_out` or `cash_*`: each type once. Throws `InvalidArgumentError` for one that is none. */
export function eventTypes(text: string): readonly EventType[] {
  const known = valuesOf('EventType');
  const wanted = text.split(',').flatMap((part) => {
    const name = part.trim();
    const pattern = /^[a-z_*]+$/.test(name) ? new RegExp(`^${name.replaceAll(/\*+/g, '.*')}$`) : undefined;
    const matching = known.filter((type) => pattern?.test(type) === true);
    if (matching.length > 0) return matching;
    throw new InvalidArgumentError(`${noSuch(name, known)} An asterisk stands for any letters, as in cash_*.`);
  });
  return known.filter((type) => wanted.includes(type));
}

/** One type. Throws `InvalidArgumentError` for none. */
export const eventType = (text: string): EventType => oneOf(valuesOf('EventType'))(text);

/** `triggered,resolved`. Throws `InvalidArgumentError` for one that is none. */
export const incidentStates = (text: string): readonly State[] =>
  text.split(',').map((name) => oneOf(STATES)(name.trim()));

/** Takes one of the values, and throws an `InvalidArgumentError` for anything else, with the one that was most likely meant. */
export const oneOf =
  <Value extends string>(known: readonly Value[]) =>
  (text: string): Value => {
    const found = known.find((value) => value === text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(noSuch(text, known));
  };

function noSuch(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? `Expected one of ${known.join(', ')}.` : `Did you mean ${nearest}?`;
}

/** For options that may be given several times. */
export const collected = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** What `--types`, `--states`, `--terminal` and `--account` say. */
export interface WantedEvents {
  readonly types?: readonly EventType[];
  readonly states?: readonly State[];
  readonly terminal?: readonly string[];
}

/** The subscriptions that are asked for: one for each terminal, or one of the account. */
export function subscriptionsFor(
  { types, states, terminal }: WantedEvents,
  accountId?: string,
): SandboxSchemas['NewSubscription'][] {
  const which = {
    ...(types === undefined ? {} : { types: [...types] }),
    ...(states === undefined ? {} : { states: [...states] }),
  };
  if (terminal !== undefined) return terminal.map((id) => ({ terminal_id: id, ...which }));
  return [{ ...(accountId === undefined ? {} : { account_id: accountId }), ...which }];
}
