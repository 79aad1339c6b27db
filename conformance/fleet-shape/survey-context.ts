import { createHmac } from 'node:crypto';
import type { Bindings } from '../slots/bindings.ts';
import type { FleetReader, ReadBudget } from './fleet-reader.ts';
import type { ShapeNote } from './shape.ts';
import type { HeldRow } from './traits.ts';

/** The values that all parts of a survey use. */
export interface SurveyContext {
  readonly bindings: Bindings;
  readonly reader: FleetReader;
  readonly budget: ReadBudget;
  readonly salt: string;
  readonly models: readonly string[];
  readonly mostTerminals: number;
  /** The properties found so far. */
  readonly notes: ShapeNote[];
}

/** A reason to stop. The message contains no text of the target. */
export class UnusableFleet extends Error {}

/** Rejects a number of terminals that no fleet file has. */
export function checkNumber(count: number, { mostTerminals }: Pick<SurveyContext, 'mostTerminals'>): void {
  if (count > mostTerminals)
    throw new UnusableFleet(
      `the deployment has more than ${mostTerminals} terminals, the most that a fleet file may have`,
    );
}

/**
 * Returns ids in an order that depends only on them and on the salt. The index of an id replaces it, and without the salt
 * reveals nothing about it.
 */
export function shuffle(salt: string, ids: Iterable<string>): string[] {
  const places = new Map([...ids].map((id) => [id, createHmac('sha256', salt).update(id).digest('hex')]));
  const getPlace = (id: string): string => places.get(id) ?? '';
  return [...places.keys()].sort((one, other) => (getPlace(one) < getPlace(other) ? -1 : 1));
}

/** Returns rows by the ids of their holders as rows for traits. */
export const toHeldRows = (rows: ReadonlyMap<string, unknown>): readonly HeldRow[] =>
  [...rows].map(([holder, value]) => ({ holder, value }));
