import { formatInstant, formatMoney } from '../../../base/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { SandboxHandler } from '../../sandbox-contract.ts';
import type { Fact, JournalEntry } from '../../world/state/facts.ts';
import { WHOLE_SANDBOX } from '../../world/state/sandbox-facts.ts';
import type { SandboxMs } from '../../world/state/time.ts';
import { describeCause } from './causes/present-cause.ts';
import { paginateStream } from './streams.ts';

/** @see gap sandbox.journal_entries */
export const listJournalEntries: SandboxHandler<'listJournalEntries'> = ({ entries, since }, { query }) => {
  const items = entries.flatMap((entry) => {
    const presented = presentEntry(entry);
    return presented === undefined || presented.position <= since ? [] : [presented];
  });
  const stream = {
    since,
    items,
    getPlace: ({ position }: { position: number }) => ({ atMs: 0, rank: position, id: '' }),
  };
  const page = paginateStream(stream, query);
  if ('problem' in page) return page;
  return { status: 200, body: { object: 'list', data: [...page.items], page: page.page, first_position: since } };
};

/** Returns an entry, or undefined if no fork would contain any of its facts. */
function presentEntry({ tenantId, position, facts }: JournalEntry): SandboxSchemas['JournalEntry'] | undefined {
  const changes = facts.flatMap((fact) => {
    const summary = describeFact(fact);
    return summary === undefined ? [] : [{ type: fact.type, summary }];
  });
  const last = facts.at(-1);
  if (last === undefined || changes.length === 0) return undefined;
  return {
    position: position + facts.length - 1,
    at: formatInstant(readClockAfter(last)),
    tenant_id: tenantId === WHOLE_SANDBOX ? null : tenantId,
    user_id: facts.map(findUser).find((userId) => userId !== null) ?? null,
    changes,
  };
}

/** Returns the sandbox time after a fact. */
function readClockAfter(fact: Fact): SandboxMs {
  if (fact.type === 'clock-set') return fact.toMs;
  return fact.type === 'clock-started' ? fact.sandboxMs : fact.atMs;
}

function findUser(fact: Fact): string | null {
  if (fact.type === 'reply-kept') return fact.kept.userId;
  return 'userId' in fact ? fact.userId : null;
}

/** Describes a fact in a sentence. Undefined: forks do not contain it. */
function describeFact(fact: Fact): string | undefined {
  switch (fact.type) {
    case 'dispute-opened': {
      const { disputeId, transactionId } = fact.dispute;
      return `The dispute ${disputeId} is opened about the transaction ${transactionId}.`;
    }
    case 'settlement-derived': {
      const { batchId, businessDate, netPayoutCents } = fact.batch;
      return `The batch ${batchId} of ${businessDate} is derived, with a net payout of ${formatMoney(netPayoutCents)}.`;
    }
    case 'cause-injected': {
      const { cause } = fact;
      const place = 'terminalId' in cause ? cause.terminalId : 'connectorId' in cause ? cause.connectorId : undefined;
      return place === undefined ? describeCause(cause) : `${place}: ${describeCause(cause)}`;
    }
    case 'reply-kept':
      return `The reply to ${fact.kept.operationId} is stored for its Idempotency-Key.`;
    case 'clock-set':
      return `The clock is set to ${formatInstant(fact.toMs)}.`;
    case 'clock-started':
      return `The clock is started at ${formatInstant(fact.sandboxMs)}, with a speed of ${fact.speed}.`;
    default:
      return undefined;
  }
}
