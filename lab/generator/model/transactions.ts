import type { Random } from '../random.ts';
import type { Terminal, Transaction, WorldOptions } from './types.ts';

const DAY_MS = 86_400_000;
const LATE_MS = 5_400_000;

/** The response codes of the model; all but `00` are declines. */
export const RESPONSE_CODES = ['00', '05', '51', '55', '91'] as const;

interface Ground {
  readonly terminals: readonly Terminal[];
  readonly startMs: number;
}

/** Converts an amount of whole currency units to minor units. */
function toMinor(units: number, exponent: number): number {
  return Math.round(units * 10 ** exponent);
}

function drawType(random: Random, mix: WorldOptions['mix']): Transaction['type'] {
  if (mix === 'withdrawals') return 'withdrawal';
  const usual = ['withdrawal', 'withdrawal', 'withdrawal', 'withdrawal', 'balance_inquiry', 'reversal'] as const;
  if (mix === 'usual') return random.pick(usual);
  return random.pick([...usual, 'transfer', 'deposit'] as const);
}

function drawNotes(random: Random, variety: WorldOptions['amounts']): number {
  if (variety === 'all-equal') return 100;
  if (variety === 'cents') return random.integer(500, 250_000) / 100;
  if (variety === 'large') return random.integer(1, 400) * 250;
  return random.pick([20, 40, 60, 80, 100, 200, 400, 500, 1200]);
}

/** Gives the terminals of the other tenants the transactions of the first tenant, terminal by terminal. */
function copyTransactions(rows: readonly Transaction[], terminals: readonly Terminal[]): Transaction[] {
  const [first] = terminals;
  const own = rows.filter((row) => row.tenantKey === first?.tenantKey);
  const tenantKeys = [...new Set(terminals.map((terminal) => terminal.tenantKey))];
  return own.flatMap((row) =>
    tenantKeys.flatMap((tenantKey): Transaction[] => {
      const terminalKey = row.terminalKey.replace(row.tenantKey, tenantKey);
      const isKnown = terminals.some((terminal) => terminal.key === terminalKey);
      return isKnown ? [{ ...row, key: row.key.replace(row.tenantKey, tenantKey), tenantKey, terminalKey }] : [];
    }),
  );
}

function drawAmounts(random: Random, type: Transaction['type'], options: WorldOptions) {
  const { exponent } = options;
  const isDecline = type !== 'reversal' && random.isHit(options.declineRate);
  const notes = drawNotes(random, options.amounts);
  const factor = exponent === 0 ? 100 : 1;
  const requested = type === 'balance_inquiry' ? 0 : toMinor(notes * factor, exponent);
  const fees = options.surcharge === 'varied' ? [0, 1.5, 2.25, 2.95, 3.5] : [2.5, 2.5, 3];
  const isCharged = options.surcharge !== 'none' && (type === 'withdrawal' || type === 'reversal');
  const surcharge = isCharged ? toMinor(random.pick(fees) * factor, exponent) : 0;
  const isPartial = type === 'withdrawal' && options.amounts === 'notes' && notes > 60 && random.isHit(0.04);
  const completed = isPartial ? toMinor((notes - 20) * factor, exponent) : requested;
  const response = isDecline ? random.pick(RESPONSE_CODES.slice(1)) : '00';
  return {
    response,
    amountRequested: requested,
    amountCompleted: isDecline ? undefined : completed,
    surchargeRequested: surcharge,
    surchargeCompleted: isDecline ? undefined : surcharge,
  };
}

function drawEmv(random: Random, available: WorldOptions['emv']): boolean | undefined {
  if (available === 'none') return undefined;
  if (available === 'some' && random.isHit(0.3)) return undefined;
  return random.isHit(0.7);
}

/** Draws the transactions of all terminals over several days, and some that happen while the service runs. */
export function buildTransactions(random: Random, ground: Ground, options: WorldOptions): Transaction[] {
  const { terminals, startMs } = ground;
  const moments: { terminal: Terminal; atMs: number }[] = [];
  for (const terminal of terminals) {
    const count = options.transactionsPerTerminal + random.integer(0, Math.min(6, options.transactionsPerTerminal));
    for (let index = 0; index < count; index += 1) {
      // The last instant of a day and the first of the next occur too.
      const day = random.integer(1, options.days) * DAY_MS;
      const second = random.isHit(0.05) ? random.pick([0, 86_399]) : random.integer(0, 86_399);
      const midnight = Math.floor(startMs / DAY_MS) * DAY_MS - day + DAY_MS;
      const atMs = midnight + second * 1000;
      moments.push({ terminal, atMs: atMs < startMs ? atMs : atMs - DAY_MS });
    }
  }
  for (let index = 1; index <= options.futureTransactions; index += 1) {
    moments.push({ terminal: random.pick(terminals), atMs: startMs + index * options.futureSpacingMs });
  }
  moments.sort((left, right) => left.atMs - right.atMs);

  const sequences = new Map<string, number>();
  const indexes = new Map<string, number>();
  const last = options.sequences === 'wrapping' ? 20 : 9999;
  const days = new Map<string, number>();
  const rows = moments.map(({ terminal, atMs }): Transaction => {
    const day = Math.floor(atMs / DAY_MS);
    if (options.sequences === 'daily' && days.get(terminal.key) !== day) sequences.set(terminal.key, 0);
    days.set(terminal.key, day);
    const previous = sequences.get(terminal.key) ?? random.integer(0, last - 1);
    const sequence = (previous % last) + 1;
    sequences.set(terminal.key, sequence);
    const index = (indexes.get(terminal.tenantKey) ?? 0) + 1;
    indexes.set(terminal.tenantKey, index);
    const isLate = options.hasLateRows && atMs > startMs && index % 3 === 0;
    const type = drawType(random, options.mix);
    return {
      key: `${terminal.tenantKey}/transaction-${index}`,
      index,
      tenantKey: terminal.tenantKey,
      terminalKey: terminal.key,
      atMs: isLate ? atMs - LATE_MS : atMs,
      arrivedAtMs: atMs,
      type,
      sequence,
      accountType: random.pick(['checking', 'savings', 'credit', 'default']),
      emv: drawEmv(random, options.emv),
      ...drawAmounts(random, type, options),
      lastFour: String(random.integer(0, 9999)).padStart(4, '0'),
    };
  });
  return options.hasTwins ? copyTransactions(rows, terminals) : rows;
}
