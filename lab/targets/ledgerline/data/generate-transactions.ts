import type { Fleet } from './fleet.ts';
import { DAY_MS, type Kind, type Terminal, type TransactionOutcome, type TransactionRecord } from './model.ts';
import { type NumberStream, openNumberStream } from './random-stream.ts';

type TransactionShape = Pick<TransactionRecord, 'kind' | 'outcome' | 'requestedCents' | 'dispensedCents'>;

const shape = (kind: Kind, outcome: TransactionOutcome, requestedCents: number): TransactionShape => ({
  kind,
  outcome,
  requestedCents,
  dispensedCents: requestedCents,
});

/**
 * Transactions of every terminal and seed: equal amounts, a partial payment, and amounts whose lexical order differs
 * from their numeric order.
 */
const ALWAYS: readonly TransactionShape[] = [
  shape('cash', 'approved', 6_000),
  shape('cash', 'approved', 10_000),
  shape('cash', 'approved', 10_000),
  { ...shape('cash', 'declined', 30_000), dispensedCents: 0 },
  { ...shape('cash', 'partial', 20_000), dispensedCents: 12_000 },
  { ...shape('cash', 'timedOut', 8_000), dispensedCents: 0 },
  shape('transfer', 'approved', 5_000),
  shape('reversal', 'approved', 6_000),
];

function drawTransactionKind(draw: NumberStream): TransactionShape {
  const cents = draw.pick([2_000, 4_000, 6_000, 8_000, 10_000, 20_000, 40_000]);
  const place = draw.drawInteger(0, 99);
  if (place < 58) return shape('cash', 'approved', cents);
  if (place < 68) return { ...shape('cash', 'declined', cents), dispensedCents: 0 };
  if (place < 72) return { ...shape('cash', 'partial', 40_000), dispensedCents: 20_000 };
  if (place < 80) return shape('balance', 'approved', 0);
  if (place < 88) return shape('transfer', 'approved', cents);
  if (place < 96) return shape('advance', 'approved', cents);
  return shape('reversal', 'approved', cents);
}

/** Generates the transactions of all terminals, 16 to 27 of each, oldest first. */
export function generateRecords(seed: number, { customers, terminals, startsAtMs, days }: Fleet): TransactionRecord[] {
  return customers.flatMap(({ id }) =>
    terminals
      .filter(({ customerId }) => customerId === id)
      .flatMap((terminal) =>
        generateTerminalRecords(openNumberStream(seed, terminal.id, 'movements'), terminal, { startsAtMs, days }),
      )
      .sort((a, b) => a.happenedAtMs - b.happenedAtMs || (a.id < b.id ? -1 : 1))
      .map((record, number) => ({ ...record, number })),
  );
}

function generateTerminalRecords(
  draw: NumberStream,
  terminal: Terminal,
  { startsAtMs, days }: Pick<Fleet, 'startsAtMs' | 'days'>,
): Omit<TransactionRecord, 'number'>[] {
  const shapes = [...ALWAYS, ...Array.from({ length: draw.drawInteger(8, 19) }, () => drawTransactionKind(draw))];
  const placed = shapes
    .map((one) => ({ one, atMs: startsAtMs + draw.drawInteger(0, days * DAY_MS - 1) }))
    .sort((a, b) => a.atMs - b.atMs);
  const firstSequence = draw.drawInteger(1_000, 8_000);
  return placed.map(({ one, atMs }, index) => {
    const isPaid = one.outcome === 'approved' || one.outcome === 'partial';
    const feeRequestedCents = feeFor(one.kind, terminal.feeCents);
    const chip = draw.pick(['contact', 'contactless', 'none'] as const);
    return {
      id: uuid(draw),
      customerId: terminal.customerId,
      terminalId: terminal.id,
      happenedAtMs: atMs,
      ...one,
      sequence: firstSequence + index,
      accountKind: one.kind === 'advance' ? 'credit' : draw.pick(['chequing', 'savings']),
      ...(chip === 'none' ? {} : { chip }),
      feeRequestedCents,
      feeTakenCents: isPaid ? feeRequestedCents : 0,
    };
  });
}

const feeFor = (kind: Kind, feeCents: number): number =>
  kind === 'cash' || kind === 'advance' ? feeCents : kind === 'transfer' ? 100 : 0;

const uuid = (draw: NumberStream): string =>
  `${draw.hex(8)}-${draw.hex(4)}-4${draw.hex(3)}-${draw.pick(['a', 'b'])}${draw.hex(3)}-${draw.hex(12)}`;
