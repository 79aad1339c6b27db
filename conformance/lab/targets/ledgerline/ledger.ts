import { type Dice, dice } from './draw.ts';
import type { Fleet } from './fleet.ts';
import {
  type Batch,
  type Command,
  DAY_MS,
  type Dispute,
  type Group,
  type Kind,
  type Movement,
  type Outcome,
  REASONS,
  type Stage,
  type Terminal,
} from './records.ts';

type Shape = Pick<Movement, 'kind' | 'outcome' | 'requestedCents' | 'dispensedCents'>;

const shape = (kind: Kind, outcome: Outcome, requestedCents: number, dispensedCents = requestedCents): Shape => ({
  kind,
  outcome,
  requestedCents,
  dispensedCents,
});

/**
 * Transactions of every terminal and seed: equal amounts, a partial payment, and amounts whose lexical order differs
 * from their numeric order.
 */
const ALWAYS: readonly Shape[] = [
  shape('cash', 'approved', 6_000),
  shape('cash', 'approved', 10_000),
  shape('cash', 'approved', 10_000),
  shape('cash', 'declined', 30_000, 0),
  shape('cash', 'partial', 20_000, 12_000),
  shape('cash', 'timedOut', 8_000, 0),
  shape('transfer', 'approved', 5_000),
  shape('reversal', 'approved', 6_000),
];

function drawShape(draw: Dice): Shape {
  const cents = draw.oneOf([2_000, 4_000, 6_000, 8_000, 10_000, 20_000, 40_000]);
  const place = draw.between(0, 99);
  if (place < 58) return shape('cash', 'approved', cents);
  if (place < 68) return shape('cash', 'declined', cents, 0);
  if (place < 72) return shape('cash', 'partial', 40_000, 20_000);
  if (place < 80) return shape('balance', 'approved', 0);
  if (place < 88) return shape('transfer', 'approved', cents);
  if (place < 96) return shape('advance', 'approved', cents);
  return shape('reversal', 'approved', cents);
}

/** Generates the transactions of all terminals, 16 to 27 of each, oldest first. */
export function drawMovements(seed: number, { customers, terminals, startsAtMs, days }: Fleet): Movement[] {
  return customers.flatMap(({ id }) =>
    terminals
      .filter(({ customerId }) => customerId === id)
      .flatMap((terminal) => movementsOf(dice(seed, terminal.id, 'movements'), terminal, startsAtMs, days))
      .sort((a, b) => a.happenedAtMs - b.happenedAtMs || (a.id < b.id ? -1 : 1))
      .map((movement, number) => ({ ...movement, number })),
  );
}

function movementsOf(draw: Dice, terminal: Terminal, startsAtMs: number, days: number): Omit<Movement, 'number'>[] {
  const shapes = [...ALWAYS, ...Array.from({ length: draw.between(8, 19) }, () => drawShape(draw))];
  const placed = shapes
    .map((one) => ({ one, atMs: startsAtMs + draw.between(0, days * DAY_MS - 1) }))
    .sort((a, b) => a.atMs - b.atMs);
  const firstSequence = draw.between(1_000, 8_000);
  return placed.map(({ one, atMs }, index) => {
    const isPaid = one.outcome === 'approved' || one.outcome === 'partial';
    const feeRequestedCents = feeFor(one.kind, terminal.feeCents);
    const chip = draw.oneOf(['contact', 'contactless', 'none'] as const);
    return {
      id: uuid(draw),
      customerId: terminal.customerId,
      terminalId: terminal.id,
      happenedAtMs: atMs,
      ...one,
      sequence: firstSequence + index,
      accountKind: one.kind === 'advance' ? 'credit' : draw.oneOf(['chequing', 'savings']),
      ...(chip === 'none' ? {} : { chip }),
      feeRequestedCents,
      feeTakenCents: isPaid ? feeRequestedCents : 0,
    };
  });
}

const feeFor = (kind: Kind, feeCents: number): number =>
  kind === 'cash' || kind === 'advance' ? feeCents : kind === 'transfer' ? 100 : 0;

const uuid = (draw: Dice): string =>
  `${draw.hex(8)}-${draw.hex(4)}-4${draw.hex(3)}-${draw.oneOf(['a', 'b'])}${draw.hex(3)}-${draw.hex(12)}`;

const STAGES: readonly (readonly [Stage, Stage])[] = [
  ['new', 'underReview'],
  ['closedWon', 'closedLost'],
];
const REVIEWERS = ['Lena Quist', 'Pavel Orr', 'Mina Castell'] as const;

/** Generates two disputes for each terminal: both open or both closed, alternating between terminals. */
export function drawDisputes(seed: number, { terminals }: Fleet, movements: readonly Movement[]): Dispute[] {
  return terminals.flatMap((terminal, index) => {
    const draw = dice(seed, terminal.id, 'disputes');
    const disputable = movements.filter(({ terminalId, kind }) => terminalId === terminal.id && kind === 'cash');
    return (STAGES[index % 2] ?? []).flatMap((stage, place) => {
      const movement = disputable[place];
      if (movement === undefined) return [];
      return {
        id: `case-${draw.hex(8)}`,
        terminalId: terminal.id,
        movementId: movement.id,
        stage,
        why: draw.oneOf(REASONS),
        amountCents: movement.requestedCents,
        openedAtMs: movement.happenedAtMs + draw.between(1, 4) * DAY_MS,
        reviewer: draw.oneOf(REVIEWERS),
      };
    });
  });
}

/** Generates three to five commands for each terminal: one queued, the others done. */
export const drawCommands = (seed: number, { terminals }: Fleet): Command[] =>
  terminals.flatMap((terminal) => {
    const draw = dice(seed, terminal.id, 'commands');
    return Array.from({ length: draw.between(3, 5) }, (_, index) => ({
      id: `cmd-${draw.hex(8)}`,
      terminalId: terminal.id,
      verb: draw.oneOf(['reload', 'restart', 'readCounters', 'closeDay']),
      phase: index === 0 ? 'queued' : index === 2 ? 'failed' : 'completed',
      askedAtMs: terminal.lastHeartbeatMs - (index + 1) * draw.between(50, 90) * 60_000,
    }));
  });

/** Generates the batches of each group: one for every two days; the latest is still open. */
export function drawBatches(seed: number, fleet: Fleet, movements: readonly Movement[]): Batch[] {
  const spans = Array.from({ length: Math.ceil(fleet.days / 2) }, (_, index) => fleet.startsAtMs + index * 2 * DAY_MS);
  return fleet.groups.flatMap((group) =>
    spans.map((opensAtMs, index) => {
      const left = spans.length - 1 - index;
      const state = left === 0 ? 'collecting' : left === 1 ? 'sent' : 'paid';
      return batchOf(seed, group, fleet.terminals, movements, {
        opensAtMs,
        closesAtMs: opensAtMs + 2 * DAY_MS - 1,
        state,
      });
    }),
  );
}

/** The network fee for each payment, in cents. */
const NETWORK_CHARGE_CENTS = 35;

/** Settles a period of a group: credits payments and surcharges, debits reversals and the network fee. */
export function batchOf(
  seed: number,
  { id: groupId, customerId }: Group,
  terminals: readonly Terminal[],
  movements: readonly Movement[],
  span: Pick<Batch, 'opensAtMs' | 'closesAtMs' | 'state'>,
): Batch {
  const members = new Set(terminals.filter((terminal) => terminal.groupId === groupId).map(({ id }) => id));
  const within = movements.filter(
    ({ terminalId, happenedAtMs: atMs }) =>
      members.has(terminalId) && atMs >= span.opensAtMs && atMs <= span.closesAtMs,
  );
  const paid = within.filter(({ kind, dispensedCents }) => isCashOut(kind) && dispensedCents > 0);
  const reversed = within.filter(({ kind }) => kind === 'reversal');
  return {
    id: `batch-${dice(seed, groupId, span.opensAtMs, span.closesAtMs).hex(8)}`,
    customerId,
    groupId,
    ...span,
    credits: paid.length,
    debits: reversed.length + (paid.length > 0 ? 1 : 0),
    creditCents: sumOf(paid.map(({ dispensedCents, feeTakenCents }) => dispensedCents + feeTakenCents)),
    debitCents: sumOf(reversed.map(({ dispensedCents }) => dispensedCents)) + paid.length * NETWORK_CHARGE_CENTS,
  };
}

/** Whether transactions of this kind pay out cash. */
export const isCashOut = (kind: Kind): boolean => kind === 'cash' || kind === 'advance';

export const sumOf = (cents: readonly number[]): number => cents.reduce((total, one) => total + one, 0);
