import type { MoneyForm } from '../reading/values/value-relations.ts';
import { toCents } from '../reading/values/value-relations.ts';
import type { CassetteShape } from './shape.ts';

const DENOMINATION = /denom|note_?value|bill_?value|face_?value/i;
const CAPACITY = /capacit|max_?(notes|bills)|notes_?max/i;
/** The values of notes, in whole units of the currency. */
const NOTES = [1, 2, 5, 10, 20, 50, 100, 200];
const MOST_CASSETTES = 4;
const DEEPEST = 6;

/** Returns the cassettes in the status of a terminal: the first list of objects with the value of a note. */
export function readCassettes(status: unknown, money: MoneyForm | undefined): readonly CassetteShape[] | undefined {
  const search = (value: unknown, depth: number): readonly CassetteShape[] | undefined => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return undefined;
    const own = Object.values(value);
    const cassettes = own.flatMap((one) => readCassette(one, money) ?? []);
    if (cassettes.length > 0 && cassettes.length === own.length) return cassettes.slice(0, MOST_CASSETTES);
    for (const one of own) {
      const found = search(one, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(status, 0);
}

function readCassette(value: unknown, money: MoneyForm | undefined): CassetteShape | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members = Object.entries(value);
  const denomination = members.find(([name]) => DENOMINATION.test(name))?.[1];
  const cents = NOTES.map((note) => note * 100).find((one) => one === toCents(denomination, money));
  if (cents === undefined) return undefined;
  const capacity = Number(members.find(([name]) => CAPACITY.test(name))?.[1]);
  return {
    denominationCents: cents,
    ...(Number.isInteger(capacity) && capacity >= 100 && capacity <= 10_000 ? { capacityNotes: capacity } : {}),
  };
}
