import { formatInstant } from '../../../base/formats.ts';
import type { Transaction } from '../../../fixtures/model/stream-types.ts';
import type { EntryMode } from '../../../spec/index.ts';
import { responseTexts } from '../../../spec/response-texts.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';
import type { FeedEntry } from './feed-item.ts';
import { capitalise, formatAmount, formatQuantity, formatSite, toWords } from './feed-wording.ts';

/**
 * Returns one entry for each hour with transactions at a terminal, published when the hour ends; at least `count`
 * hours over all terminals. Excludes later reversals, so an item never changes. @see clause feeds.account.rows
 */
export function listHourEntries(scope: Scope, terminals: readonly Terminal[], count: number): readonly FeedEntry[] {
  return scope.transactionHours(terminals, count).map(({ terminal, fromMs, toMs, totals, declines }) => {
    const { terminalId } = terminal;
    const { time, zone } = scope.localTimeAt(terminal, fromMs);
    const hour = Number(time.slice(0, 2));
    const until = String(hour + 1).padStart(2, '0');
    const attempts = totals.approved + totals.declined;
    const reversals = totals.reversals === 0 ? '' : `, ${totals.reversals} reversed`;
    const listed = declines.map(({ response, count: times }) => `${response} ×${times}`).join(', ');
    return {
      category: 'transaction',
      id: `${terminalId}:${formatInstant(fromMs)}`,
      atMs: toMs,
      title: `${terminalId} ${time.slice(0, 5)}–${until}:00 ${zone}: ${formatQuantity(attempts, 'transaction')}, ${totals.approved} approved${reversals}`,
      sentences: [
        `Withdrawn ${formatAmount(totals.withdrawnCents)} USD, surcharge ${formatAmount(totals.surchargeCents)} USD`,
        listed === '' ? '' : `Declines: ${listed}`,
        formatSite(terminal),
      ],
      terminalId,
    };
  });
}

/**
 * Returns one entry for each of the latest `count` transactions, in the state at the time of the transaction. @see
 * clause feeds.terminal.rows
 */
export function listTransactionEntries(scope: Scope, terminal: Terminal, count: number): readonly FeedEntry[] {
  const { rows } = scope.viewTerminalLedger(terminal, { sortBy: 'terminal_datetime', sortDir: 'desc' });
  return rows.slice(0, count).map(({ transaction }) => toTransactionEntry(scope, terminal, transaction));
}

function toTransactionEntry(scope: Scope, terminal: Terminal, transaction: Transaction): FeedEntry {
  const { terminalId } = terminal;
  const { time, zone } = scope.localTimeAt(terminal, transaction.terminalClockMs);
  const { accountType, emv, response, surCompCents } = transaction;
  const seqNo = String(transaction.seqNo).padStart(4, '0');
  const entry = emv === undefined ? '' : `, ${entryNames[emv]}`;
  return {
    category: 'transaction',
    id: transaction.transactionId,
    atMs: transaction.atMs,
    title: formatTitle(transaction),
    sentences: [
      `Seq ${seqNo}, ${toWords(accountType)} account${entry}, response ${response}`,
      surCompCents === 0 ? '' : `Surcharge ${formatAmount(surCompCents)}`,
      `${time} ${zone}`,
    ],
    terminalId,
  };
}

function formatTitle({ type, response, amtReqCents, amtCompCents, dispenseStatus }: Transaction): string {
  const amount = amtReqCents === 0 ? '' : ` ${formatAmount(amtReqCents)}`;
  const what = `${capitalise(toWords(type))}${amount}`;
  if (type === 'reversal') return what;
  if (response !== '00' && response !== '10')
    return `${what} declined: ${(responseTexts[response] ?? response).toLowerCase()}`;
  const isShort = dispenseStatus !== 'not_applicable' && amtCompCents < amtReqCents;
  return isShort ? `${what} approved, ${formatAmount(amtCompCents)} dispensed` : `${what} approved`;
}

const entryNames: Readonly<Record<EntryMode, string>> = {
  chip: 'chip',
  contactless: 'contactless',
  fallback: 'magnetic stripe after chip failure',
  magstripe: 'stripe',
};
