import type { Schemas } from '../../../../spec/index.ts';
import { mayManage, portal } from '../../api/session.ts';
import type { Delivery, Page, TerminalStatus } from '../../api/types.ts';
import { toWords } from '../../format/words.ts';

/** Something that is due on the sandbox clock. */
export interface UpcomingItem {
  readonly atMs: number;
  readonly text: string;
  readonly count: number;
}

type Read = <Reply>(path: string) => Promise<Reply>;

/** Terminals whose estimate is read: those with the least cash. */
const LOW_TERMINALS = 6;
const AHEAD_MS = 14 * 86_400_000;

/** Reads what is due within the next days, the earliest first. */
export async function readUpcoming(read: Read, nowMs: number): Promise<readonly UpcomingItem[]> {
  const parts = await Promise.all([readAttempts(read), readDisputes(read), readEmptyTerminals(read)]);
  const items = [...parts.flat(), ...listCutoffs(nowMs)];
  return items
    .filter(({ atMs }) => atMs > nowMs && atMs < nowMs + AHEAD_MS)
    .sort((one, other) => one.atMs - other.atMs);
}

async function readAttempts(read: Read): Promise<readonly UpcomingItem[]> {
  if (!mayManage.value) return [];
  const { data } = await read<Page<Delivery>>('/sandbox/deliveries?state=pending&limit=200');
  const due = data.flatMap(({ next_attempt: next, type }) =>
    next?.clock === 'sandbox' ? [{ at: next.at, text: `Delivery attempt: ${toWords(type)}` }] : [],
  );
  return [...Map.groupBy(due, ({ at, text }) => `${at} ${text}`).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ atMs: Date.parse(first.at), text: first.text, count: same.length }];
  });
}

async function readDisputes(read: Read): Promise<readonly UpcomingItem[]> {
  if (portal.value?.access_flags.can_view_disputes !== true) return [];
  const { data } = await read<Page<Schemas['DisputeCase']>>('/v1/disputes?limit=200');
  const days = Map.groupBy(
    data.filter(({ resolution }) => resolution === null),
    ({ due_date: day }) => day,
  );
  return [...days].map(([day, cases]) => ({
    atMs: Date.parse(`${day}T23:59:59Z`),
    text: cases.length === 1 ? 'Deadline of a dispute' : `Deadlines of ${cases.length} disputes`,
    count: 1,
  }));
}

async function readEmptyTerminals(read: Read): Promise<readonly UpcomingItem[]> {
  const lowest = (portal.value?.terminals ?? [])
    .filter(({ amount_remaining: amount }) => Number(amount ?? 0) > 0)
    .toSorted((one, other) => Number(one.amount_remaining) - Number(other.amount_remaining))
    .slice(0, LOW_TERMINALS);
  const found = await Promise.all(
    lowest.map(({ terminal_id: id }) => read<TerminalStatus>(`/v1/terminals/${id}/status-monitoring`)),
  );
  return found.flatMap(({ cash, terminal_id: id }) =>
    cash === null || cash.estimated_empty_at === null
      ? []
      : [{ atMs: Date.parse(cash.estimated_empty_at), text: `${id} is estimated to be empty`, count: 1 }],
  );
}

/** The next settlement cut-off of the account, which has a local time. */
function listCutoffs(nowMs: number): readonly UpcomingItem[] {
  const { settlement_cutoff_local: local, timezone } = portal.value?.account ?? {};
  if (local === undefined || local === null || timezone === undefined) return [];
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' });
  const step = 60_000;
  for (let atMs = Math.ceil(nowMs / step) * step; atMs < nowMs + 86_400_000; atMs += step) {
    if (format.format(atMs) === local) return [{ atMs, text: 'Settlement cut-off', count: 1 }];
  }
  return [];
}
