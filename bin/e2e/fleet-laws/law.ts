import type { FileSurcharge, FileTerminalValues, Part } from './fleet-file.ts';
import { TENANT } from './random-fleet.ts';
import type { Batch, Dispute, FleetReading, Row } from './read-fleet.ts';

/** Checks one thing that was read, and describes it if it breaks the law. */
export type Check = (holds: boolean, describe: () => string) => void;

/** A rule that holds for every fleet that `fleet check` accepts. */
export interface Law {
  readonly name: string;
  /** Checks everything that the law is about. */
  readonly examine: (reading: FleetReading, check: Check) => void;
}

/** The result of a law for one fleet. */
export interface Verdict {
  readonly law: string;
  readonly checked: number;
  readonly failures: readonly string[];
}

const MOST_FAILURES = 20;

/** Evaluates a law on one fleet. */
export function evaluate({ name, examine }: Law, reading: FleetReading): Verdict {
  let checked = 0;
  const failures: string[] = [];
  examine(reading, (holds, describe) => {
    checked += 1;
    if (!holds && failures.length < MOST_FAILURES) failures.push(describe());
  });
  return { law: name, checked, failures };
}

/** Makes a law about each of some things. The rule returns whether the thing obeys. */
export const forEach =
  <Thing>(
    list: (reading: FleetReading) => Iterable<Thing>,
    holds: (thing: Thing, reading: FleetReading) => boolean,
  ): Law['examine'] =>
  (reading, check) => {
    for (const thing of list(reading)) check(holds(thing, reading), () => describe(thing));
  };

/** Returns a short text of anything that was read. */
export const describe = (thing: unknown): string => (JSON.stringify(thing) ?? 'undefined').slice(0, 900);

/** Returns an amount in cents. */
export function toCents(amount: string): number {
  return Math.round(Number(amount) * 100);
}

export const sum = (amounts: Iterable<string>): number =>
  [...amounts].reduce((total, amount) => total + toCents(amount), 0);

export const rowsOf = (reading: FleetReading): readonly Row[] => reading.admin.rows.data;
export const batchesOf = (reading: FleetReading): readonly Batch[] => reading.admin.batches.data;
export const disputesOf = (reading: FleetReading): readonly Dispute[] => reading.admin.disputes.data;

export const isCash = ({ transaction_type: type }: Row): boolean => type === 'withdrawal' || type === 'cash_advance';
export const isApproved = ({ response }: Row): boolean => response === '00' || response === '10';
export const isInquiry = ({ transaction_type: type }: Row): boolean => type.endsWith('inquiry');

/** Returns how far the clock of a terminal is ahead, in milliseconds. */
export function skewOf(reading: FleetReading, terminalId: string): number {
  return (reading.terminals.get(terminalId)?.status.software?.clock_skew_seconds ?? 0) * 1000;
}

/** Returns the instant of a row on a clock without deviation. */
export const trueTime = (reading: FleetReading, row: Row): number =>
  Date.parse(row.terminal_datetime) - skewOf(reading, row.terminal_id);

/** Returns the values of a terminal in the file, or those for all. */
export function fileValues({ fleet: { file } }: FleetReading, terminalId: string): FileTerminalValues {
  const listed =
    typeof file.terminals === 'number' ? undefined : file.terminals.find(({ terminal_id: id }) => id === terminalId);
  return { ...file.defaults, ...listed };
}

/** Returns the account that gets a part of the money of a terminal. */
export function payeeOf(reading: FleetReading, terminalId: string, part: Part): string {
  const { file } = reading.fleet;
  const listed =
    typeof file.terminals === 'number' ? undefined : file.terminals.find(({ terminal_id: id }) => id === terminalId);
  return listed?.payees?.[part] ?? file.defaults.payees?.[part] ?? fileValues(reading, terminalId).account_id ?? TENANT;
}

export const surchargeOf = (reading: FleetReading, terminalId: string): FileSurcharge | undefined =>
  fileValues(reading, terminalId).surcharge;

/** Returns the instants of the exact rows of a terminal. */
export function exactInstants({ fleet: { file } }: FleetReading, terminalId: string): ReadonlySet<number> {
  const listed =
    typeof file.terminals === 'number' ? undefined : file.terminals.find(({ terminal_id: id }) => id === terminalId);
  return new Set((listed?.edges.attempts ?? []).map(({ at }) => Math.floor(Date.parse(at) / 1000) * 1000));
}

/** Returns the cassettes of a terminal. */
export const denominationsOf = (reading: FleetReading, terminalId: string): readonly number[] =>
  reading.terminals.get(terminalId)?.payload.cassettes.map(({ denomination }) => toCents(denomination)) ?? [];

/** Returns an account and the accounts above it. */
export function ancestorsOf({ fleet: { file } }: FleetReading, accountId: string): readonly string[] {
  const chain = [accountId];
  for (let id = accountId; id !== TENANT; ) {
    const parent = file.accounts.find(({ account_id: other }) => other === id)?.parent_account_id ?? TENANT;
    chain.push(parent);
    id = parent;
  }
  return chain;
}

export const isSorted = <Value>(values: readonly Value[], inOrder: (before: Value, after: Value) => boolean): boolean =>
  values.every((value, at) => at === 0 || inOrder(values[at - 1] as Value, value));
