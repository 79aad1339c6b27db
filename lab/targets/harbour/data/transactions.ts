import { DAY_MS, DAYS, FIRST_DAY_MS, MINUTE_MS, NOW_MS } from './clock.ts';
import type { Fleet } from './fleet.ts';
import type { Terminal, Transaction } from './model.ts';
import { openRandomStream, type RandomStream } from './random-stream.ts';

/** The result of a transaction at a terminal, without time and place. */
type TransactionResult = Pick<
  Transaction,
  | 'type'
  | 'emv'
  | 'response'
  | 'requestedCents'
  | 'completedCents'
  | 'surchargeRequestedCents'
  | 'surchargeCompletedCents'
>;

type Kind = 'sixty' | 'hundred' | 'any' | 'fast' | 'declined' | 'balance' | 'transfer' | 'reversal' | 'partial';

/**
 * Every ten rows of a terminal are these in some order. So each terminal has equal amounts, amounts whose lexical order
 * differs from their numeric order, declines, reversals, and amounts that were requested but not completed.
 */
const DECK: readonly [Kind, ...Kind[]] = [
  'sixty',
  'hundred',
  'sixty',
  'any',
  'fast',
  'declined',
  'balance',
  'transfer',
  'reversal',
  'partial',
];

/** Generates the transactions of the first days of a customer, newest first. */
export const drawTransactions = (fleet: Fleet, seed: number): Transaction[] =>
  fleet.terminals
    .flatMap((terminal) => drawTerminalRows(terminal, seed))
    .sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? -1 : 1));

function drawTerminalRows(terminal: Terminal, seed: number): Transaction[] {
  const draw = openRandomStream(seed, 'rows', terminal.id);
  const count = draw.drawInteger(16, 28);
  const kinds = [...draw.shuffle(DECK), ...draw.shuffle(DECK), ...draw.shuffle(DECK)].slice(0, count);
  const firstTrace = draw.drawInteger(90, 4000);
  const slotMs = (DAYS * DAY_MS) / count;
  return kinds.map((kind, index) => ({
    ...drawRow(terminal, firstTrace + index, draw),
    ...drawResult(kind, terminal, draw),
    atMs: truncateToSeconds(FIRST_DAY_MS + slotMs * (index + draw.drawFraction())),
    arrival: 0,
  }));
}

/** Generates the transaction number `arrival` (from 1) after the first days. */
export function drawArrival(fleet: Fleet, seed: number, arrival: number): Transaction | undefined {
  const [first, ...rest] = fleet.terminals;
  if (first === undefined) return undefined;
  const draw = openRandomStream(seed, 'arrival', fleet.id, arrival);
  const terminal = draw.pick([first, ...rest]);
  return {
    ...drawRow(terminal, 500_000 + arrival, draw),
    ...drawResult(draw.pick(DECK), terminal, draw),
    atMs: NOW_MS + (arrival * MINUTE_MS) / 2,
    arrival,
  };
}

const drawRow = (terminal: Terminal, trace: number, draw: RandomStream) => ({
  id: `${terminal.id.slice(0, 3)}-Tx-${draw.code(4)}${trace.toString(36)}`,
  terminalId: terminal.id,
  trace: String(trace).padStart(6, '0'),
  account: draw.pick(['CHK', 'CHK', 'SAV', 'CRD'] as const),
});

function drawResult(kind: Kind, { surchargeCents }: Terminal, draw: RandomStream): TransactionResult {
  const emv = draw.pick(['Contact', 'Contact', 'Contactless'] as const);
  const twenties = 2000 * draw.drawInteger(1, 14);
  const dispensed = (
    type: 'WDL' | 'FST',
    requestedCents: number,
    completedCents = requestedCents,
  ): TransactionResult => ({
    type,
    emv,
    response: '00',
    requestedCents,
    completedCents,
    surchargeRequestedCents: surchargeCents,
    surchargeCompletedCents: surchargeCents,
  });
  const free = { response: '00', surchargeRequestedCents: 0, surchargeCompletedCents: 0 } as const;
  switch (kind) {
    case 'sixty':
      return dispensed('WDL', 6000);
    case 'hundred':
      return dispensed('WDL', 10_000);
    case 'any':
      return dispensed('WDL', twenties);
    case 'fast':
      return dispensed('FST', 8000);
    case 'partial':
      return dispensed('WDL', 20_000, 18_000);
    case 'declined':
      return {
        ...dispensed('WDL', 30_000, 0),
        response: draw.pick(['51', '61'] as const),
        surchargeCompletedCents: 0,
      };
    case 'balance':
      return { ...free, type: 'BAL', emv: undefined, requestedCents: 0, completedCents: 0 };
    case 'transfer':
      return { ...free, type: 'TRF', emv, requestedCents: twenties + 1250, completedCents: twenties + 1250 };
    case 'reversal':
      return { ...free, type: 'REV', emv: undefined, requestedCents: twenties, completedCents: twenties };
  }
}

const truncateToSeconds = (atMs: number): number => Math.floor(atMs / 1000) * 1000;
