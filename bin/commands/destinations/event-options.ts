import { InvalidArgumentError } from 'commander';
import { findNearestName } from '../../../base/nearest-name.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { describeUnknownType } from '../../../server/problems/unknown-names.ts';
import {
  type DeliveredEventType,
  listDeliveredTypes,
  listMatchingDeliveredTypes,
  listMatchingTypes,
} from '../../../spec/event-types.ts';
import { type EventType, getEnumValues } from '../../../spec/index.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';

/* Parses the options that select events. */

type State = NonNullable<SandboxSchemas['IncidentStates']>[number];

const STATES: readonly State[] = ['triggered', 'escalated', 'resolved'];

/** Parses `cash_low,cash_out` or `cash_*` into distinct types. Throws `InvalidArgumentError` for an unknown type. */
export function parseEventTypes(text: string): readonly EventType[] {
  const wanted = text.split(',').flatMap((part) => listTypesOf(part.trim()));
  return getEnumValues('EventType').filter((type) => wanted.includes(type));
}

/** Like `parseEventTypes`, with the types of the sandbox itself. */
export function parseDeliveredTypes(text: string): readonly DeliveredEventType[] {
  const wanted = text.split(',').flatMap((part) => listDeliveredTypesOf(part.trim()));
  return listDeliveredTypes().filter((type) => wanted.includes(type));
}

/** Parses one type, or a pattern such as `cash_*`, and returns it. Throws `InvalidArgumentError` if it matches no type. */
export function parseEventTypePattern(text: string): string {
  listTypesOf(text);
  return text;
}

/** Like `parseEventTypePattern`, with the types of the sandbox itself. */
export function parseDeliveredTypePattern(text: string): string {
  listDeliveredTypesOf(text);
  return text;
}

function listTypesOf(pattern: string): readonly EventType[] {
  const types = listMatchingTypes(pattern);
  if (types.length > 0) return types;
  throw new InvalidArgumentError(describeUnknownType(pattern));
}

function listDeliveredTypesOf(pattern: string): readonly DeliveredEventType[] {
  const types = listMatchingDeliveredTypes(pattern);
  if (types.length > 0) return types;
  throw new InvalidArgumentError(describeUnknownType(pattern, listDeliveredTypes()));
}

/** Parses one type. Throws `InvalidArgumentError` for an unknown type. */
export const parseEventType = (text: string): DeliveredEventType => createChoiceParser(listDeliveredTypes())(text);

/** Parses `triggered,resolved`. Throws `InvalidArgumentError` for an unknown state. */
export const parseIncidentStates = (text: string): readonly State[] =>
  text.split(',').map((name) => createChoiceParser(STATES)(name.trim()));

/** Returns a parser for one of the values. It throws an `InvalidArgumentError` that suggests the nearest value. */
export const createChoiceParser =
  <Value extends string>(known: readonly Value[]) =>
  (text: string): Value => {
    const found = known.find((value) => value === text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(describeUnknownValue(text, known));
  };

function describeUnknownValue(name: string, known: readonly string[]): string {
  const nearest = findNearestName(name, known);
  return nearest === undefined ? `Expected one of ${known.join(', ')}.` : `Did you mean ${nearest}?`;
}

/** Collects the values of a repeatable option. */
export const collectEventNames = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
];

/** The values of `--types`, `--states`, `--terminal` and `--account`. */
export interface EventOptions {
  readonly types?: readonly DeliveredEventType[];
  readonly states?: readonly State[];
  readonly terminal?: readonly string[];
}

/** Returns the requested subscriptions: one per terminal, or one for the account. */
export function toSubscriptions(
  { types, states, terminal }: EventOptions,
  accountId?: string,
): SandboxSchemas['NewSubscription'][] {
  const which = {
    ...(types === undefined ? {} : { types: [...types] }),
    ...(states === undefined ? {} : { states: [...states] }),
  };
  if (terminal !== undefined) return terminal.map((id) => ({ terminal_id: id, ...which }));
  return [{ ...omitUndefined({ account_id: accountId }), ...which }];
}
