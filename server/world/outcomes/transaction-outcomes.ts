import { parseInstant } from '../../../base/durations.ts';
import { formatInstant } from '../../../base/formats.ts';
import { makeTestCard } from '../../../fixtures/cards/cards.ts';
import { getOutcomeAt } from '../../../fixtures/cash/timeline.ts';
import type { CauseOf, InjectedAttempt } from '../../../fixtures/model/causes.ts';
import { getPlan } from '../../../fixtures/model/plan.ts';
import type { Transaction } from '../../../fixtures/model/stream-types.ts';
import { DAY_MS } from '../../../fixtures/time/calendar.ts';
import { MINUTE_MS } from '../../../fixtures/time/dates.ts';
import { withInjectedCauses } from '../events/planning/definition.ts';
import { createObstacle, isObstacles, type Obstacle } from '../events/planning/obstacle.ts';
import { makeFirstCardNumber } from '../events/planning/rehearsal.ts';
import { ceilToMinute } from '../rules/evaluation/minutes.ts';
import type { Terminal } from '../state/tenant.ts';
import type { OutcomeDefinition, OutcomePlan, OutcomeSetting } from './outcome-definition.ts';

const common = { subject: 'transaction', takes: ['terminalId'], needsState: [], usualMinutes: 5 } as const;

export const transactionApproved: OutcomeDefinition<'transaction_approved'> = {
  ...common,
  summary: 'A transaction is approved and completed.',
  plan: (setting, parameters) => planTransaction(setting, parameters, {}),
};

export const transactionDeclined: OutcomeDefinition<'transaction_declined'> = {
  ...common,
  summary: 'A transaction is declined with a response code.',
  plan: (setting, { response = '51', ...parameters }) => planTransaction(setting, parameters, { response }),
};

export const transactionReversed: OutcomeDefinition<'transaction_reversed'> = {
  ...common,
  summary: 'A withdrawal is approved, no note is dispensed, and it is reversed.',
  plan: (setting, { reversal_code: reversalCode = '10', reversed_after_seconds: seconds = 30, ...parameters }) =>
    planTransaction(setting, parameters, { reversalCode, reversedAfterSeconds: seconds }),
};

export const transactionPartlyDispensed: OutcomeDefinition<'transaction_partly_dispensed'> = {
  ...common,
  summary: 'A withdrawal is approved, and fewer notes than requested are dispensed.',
  plan: (setting, { notes_short: notesShort = 1, ...parameters }) =>
    planTransaction(setting, parameters, { notesShort }),
};

/** Time from a transaction to a reversal by its terminal. */
const REVERSED_AFTER_SECONDS = 40;

export const transactionRetracted: OutcomeDefinition<'transaction_retracted'> = {
  ...common,
  summary: 'A withdrawal is approved, the terminal retracts the notes that the cardholder leaves, and it is reversed.',
  plan: (setting, parameters) =>
    planTransaction(setting, parameters, { reversalCode: '20', reversedAfterSeconds: REVERSED_AFTER_SECONDS }),
};

export const transactionLate: OutcomeDefinition<'transaction_late'> = {
  ...common,
  summary: 'A withdrawal is approved after the terminal has stopped waiting for the response, and it is reversed.',
  plan: (setting, parameters) => planTransaction(setting, parameters, { reversalCode: '01', reversedAfterSeconds: 5 }),
};

export const transactionUnconfirmed: OutcomeDefinition<'transaction_unconfirmed'> = {
  ...common,
  summary: 'A withdrawal is approved, and the terminal never confirms that notes are dispensed.',
  plan: (setting, parameters) => planTransaction(setting, parameters, { isUnconfirmed: true }),
};

interface Parameters {
  readonly at?: string | undefined;
  readonly transaction_type?: InjectedAttempt['type'] | undefined;
  readonly amount_cents?: number | undefined;
  readonly account_type?: InjectedAttempt['accountType'] | undefined;
}

type Fate = Partial<
  Pick<InjectedAttempt, 'response' | 'reversalCode' | 'reversedAfterSeconds' | 'notesShort' | 'isUnconfirmed'>
>;

/** An exchange takes less, also if the terminal stops waiting for the response. */
const LONGEST_EXCHANGE_MS = 100_000;
const FARTHEST_MS = 30 * DAY_MS;
const MOST_TRIED = 50;

function planTransaction(
  setting: OutcomeSetting,
  parameters: Parameters,
  fate: Fate,
): OutcomePlan | readonly Obstacle[] {
  const { context, target, nowMs } = setting;
  const minuteMs = readMinute(parameters.at, nowMs);
  if (isObstacles(minuteMs)) return minuteMs;
  const terminals = context.terminals.filter(
    ({ terminalId }) => target.terminalId === undefined || terminalId === target.terminalId,
  );
  const active = terminals.filter(({ fixture }) => fixture.status === 'active');
  if (active.length === 0) {
    const status = terminals[0]?.fixture.status.replace('_', ' ') ?? 'missing';
    return createObstacle('/terminal_id', 'not_in_service', `A terminal that is ${status} has no transactions.`);
  }
  let refusal: readonly Obstacle[] = [];
  for (const terminal of active.slice(0, MOST_TRIED)) {
    const plan = planAt(setting, { terminal, parameters, fate, ...minuteMs });
    if (!isObstacles(plan)) return plan;
    refusal = plan;
  }
  return refusal;
}

interface Minute {
  /** The first instant of the minute. */
  readonly fromMs: number;
}

/** Returns the requested minute, or the first one in which an exchange can end that begins now. */
function readMinute(at: string | undefined, nowMs: number): Minute | readonly Obstacle[] {
  const earliestMs = ceilToMinute(nowMs + LONGEST_EXCHANGE_MS);
  if (at === undefined) return { fromMs: earliestMs };
  const ms = parseInstant(at) ?? parseInstant(at.replace('Z', ':00Z')) ?? Number.NaN; // without seconds: the second
  const fromMs = Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  if (fromMs >= earliestMs && fromMs <= nowMs + FARTHEST_MS) return { fromMs };
  return createObstacle(
    '/parameters/at',
    'invalid_value',
    `Expected a minute from ${formatInstant(earliestMs)} to ${formatInstant(nowMs + FARTHEST_MS)}.`,
  );
}

interface Wanted extends Minute {
  readonly terminal: Terminal;
  readonly parameters: Parameters;
  readonly fate: Fate;
}

/** The terminal may be busy: seconds of the minute at which the exchange is tried to end. */
const SECONDS = [20, 5, 35, 50, 0, 55];

/** Tries to place the transaction in the minute. */
function planAt(setting: OutcomeSetting, wanted: Wanted): OutcomePlan | readonly Obstacle[] {
  const { context, nowMs } = setting;
  const { terminal, fromMs, parameters, fate } = wanted;
  const causeMs = Math.max(nowMs, fromMs - LONGEST_EXCHANGE_MS);
  const card = makeFirstCardNumber({ triggerContext: context, nowMs });
  const attempt = createAttempt(wanted, card);
  const base = { causeId: context.newId('cau'), terminalId: terminal.terminalId, atMs: causeMs };
  let refusal = explainBusyMinute(fromMs);
  for (const second of SECONDS) {
    const afterSeconds = (fromMs - causeMs) / 1000 + second;
    const cause: CauseOf<'attempts_made'> = {
      ...base,
      type: 'attempts_made',
      attempts: [{ ...attempt, afterSeconds }],
    };
    const row = findRow(terminal, cause, fromMs);
    if (row === undefined) continue;
    const fault = findRowFault(row, parameters, { ...fate, response: attempt.response });
    if (fault === undefined) return createPlan(cause, row);
    refusal = fault;
  }
  return refusal;
}

function createPlan(cause: CauseOf<'attempts_made'>, row: Transaction): OutcomePlan {
  const atMs = row.reversedAtMs ?? row.atMs;
  return { causes: [cause], id: row.transactionId, state: getOutcomeAt(row, atMs), atMs };
}

const USUAL_CENTS = 4000;

/** By default, requests more notes than are missing. */
function createAttempt({ terminal, parameters, fate }: Wanted, card: number): Omit<InjectedAttempt, 'afterSeconds'> {
  const { hardware, cash } = terminal.fixture;
  const largestNoteCents = Math.max(...cash.cassettes.map(({ denominationCents }) => denominationCents));
  const usualCents = Math.max(USUAL_CENTS, largestNoteCents * (1 + (fate.notesShort ?? 0)));
  return {
    type: parameters.transaction_type ?? 'withdrawal',
    accountType: parameters.account_type ?? 'checking',
    emv: hardware.emvKernel === null ? null : 'chip',
    amountCents: parameters.amount_cents ?? usualCents,
    response: '00',
    card,
    ...fate,
  };
}

const explainBusyMinute = (fromMs: number): readonly Obstacle[] =>
  createObstacle(
    '/terminal_id',
    'cannot_serve',
    `The terminal cannot serve a customer at ${formatInstant(fromMs)}: it is busy, or its line, host, dispenser or cash is unavailable.`,
  );

/** Returns the row of the attempt, if its exchange ends in the minute. */
function findRow(terminal: Terminal, cause: CauseOf<'attempts_made'>, fromMs: number): Transaction | undefined {
  const { source, ledger } = withInjectedCauses(terminal, [cause]);
  const [attempt] = cause.attempts;
  if (attempt === undefined) return undefined;
  const { text } = makeTestCard(getPlan(source), attempt.card, attempt.accountType).card;
  return ledger
    .transactionsBetween(fromMs, fromMs + MINUTE_MS)
    .find(({ cardRef, type }) => cardRef === text && type !== 'reversal');
}

/** Returns why the row does not have the requested outcome. */
function findRowFault(row: Transaction, { amount_cents: amountCents }: Parameters, fate: Fate) {
  if (row.response !== fate.response) return explainBusyMinute(Math.floor(row.atMs / MINUTE_MS) * MINUTE_MS);
  if (amountCents !== undefined && row.amtReqCents !== amountCents && row.type !== 'balance_inquiry')
    return createObstacle(
      '/parameters/amount_cents',
      'invalid_value',
      `The terminal would pay out ${row.amtReqCents}. Expected an amount in its notes, within its limits.`,
    );
  if (fate.notesShort !== undefined && row.dispenseStatus !== 'under_dispense')
    return createObstacle(
      '/parameters/notes_short',
      'invalid_value',
      'Expected fewer notes than the terminal dispenses for the amount.',
    );
  const isReversed = row.reversalCode === fate.reversalCode;
  return isReversed ? undefined : explainBusyMinute(Math.floor(row.atMs / MINUTE_MS) * MINUTE_MS);
}
