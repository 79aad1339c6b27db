import { makeTestCard } from '../../../../fixtures/cards/cards.ts';
import type { Cause, CauseOf, InjectedAttempt } from '../../../../fixtures/model/causes.ts';
import { getPlan } from '../../../../fixtures/model/plan.ts';
import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import { drawAt } from '../../../../fixtures/random/draw.ts';
import { HOUR_MS } from '../../../../fixtures/time/dates.ts';
import type { Terminal } from '../../state/tenant.ts';
import { createCauseBase, type Setting, type TriggerContext, withInjectedCauses } from './definition.ts';
import { createObstacle, type Obstacle } from './obstacle.ts';

/** A requested attempt: with the n-th card of this trigger, and common values by default. */
export interface RequestedAttempt
  extends Pick<InjectedAttempt, 'afterSeconds' | 'response'>,
    Partial<Omit<InjectedAttempt, 'afterSeconds' | 'response'>> {
  readonly card: number;
}

/** Attempts with their outcome at the terminal. */
export interface Rehearsal {
  readonly cause: CauseOf<'attempts_made'>;
  readonly rows: readonly Transaction[];
  /** When the last outcome is known. */
  readonly lastMs: number;
}

/** Longer than other attempts can delay the requested ones. */
const SLACK_MS = HOUR_MS;

/**
 * Rehearses attempts at the terminal from now on. Each must become a row with the requested response. `firstCard`
 * distinguishes the cards of different triggers.
 */
export function rehearse(
  setting: Setting,
  terminal: Terminal,
  { wanted, firstCard }: { readonly wanted: readonly RequestedAttempt[]; readonly firstCard: number },
): Rehearsal | readonly Obstacle[] {
  const attempts = wanted.map((given) => toInjectedAttempt(terminal, { ...given, card: firstCard + given.card }));
  const cause: CauseOf<'attempts_made'> = { ...createCauseBase(setting, terminal), type: 'attempts_made', attempts };
  const rows = listRows(setting, terminal, cause);
  const requested = attempts.map(({ response }) => response).sort();
  const got = rows.map(({ response }) => response).sort();
  if (requested.length !== got.length || requested.some((response, index) => response !== got[index]))
    return createObstacle(
      '/terminal_id',
      'cannot_serve',
      'The terminal cannot serve this many customers now, because its line, host, dispenser or cash is unavailable.',
    );
  return { cause, rows, lastMs: Math.max(...rows.map(({ atMs, reversedAtMs }) => reversedAtMs ?? atMs)) };
}

/** Returns the number of the first card of this trigger. */
export function makeFirstCardNumber({
  triggerContext,
  nowMs,
}: Pick<Setting, 'nowMs'> & { readonly triggerContext: Pick<TriggerContext, 'seed' | 'newId'> }): number {
  return (
    100 * drawAt(triggerContext.seed, 'provoked-cards', triggerContext.newId('crd'), nowMs).int('first', 1_000_000_000)
  );
}

function toInjectedAttempt({ fixture }: Terminal, wanted: RequestedAttempt): InjectedAttempt {
  const { hasContactless, emvKernel } = fixture.hardware;
  return {
    type: 'withdrawal',
    accountType: 'checking',
    emv: emvKernel === null ? null : hasContactless && wanted.card % 3 === 0 ? 'contactless' : 'chip',
    amountCents: 4000,
    ...wanted,
  };
}

function listRows({ nowMs }: Setting, terminal: Terminal, cause: CauseOf<'attempts_made'>): readonly Transaction[] {
  const { source, ledger } = withInjectedCauses(terminal, [cause satisfies Cause]);
  const plan = getPlan(source);
  const refs = new Set(cause.attempts.map(({ card, accountType }) => makeTestCard(plan, card, accountType).card.text));
  const lastMs = nowMs + Math.max(...cause.attempts.map(({ afterSeconds }) => afterSeconds)) * 1000 + SLACK_MS;
  return ledger
    .transactionsBetween(nowMs, lastMs)
    .filter(({ cardRef, type }) => refs.has(cardRef) && type !== 'reversal');
}
