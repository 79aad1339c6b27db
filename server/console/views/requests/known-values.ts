import { getPreviousBankingDay } from '../../../../fixtures/time/banking-days.ts';
import { portal } from '../../api/session.ts';
import { parseObject } from '../../format/parse-object.ts';
import { sandboxNow } from '../../parts/time.tsx';

const MOST_VALUES = 200;
const MONTH_MS = 30 * 24 * 3_600_000;

const toInstant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Returns values of the data of the user for a parameter, those that fit best first. */
export function listKnownValues(name: string, latestBody?: string): readonly string[] {
  const { terminals = [], connectors = [], groups = [], recent_transactions: rows = [], account } = portal.value ?? {};
  const lists: Readonly<Record<string, () => readonly (string | undefined)[]>> = {
    terminal_id: () => terminals.map(({ terminal_id: id }) => id),
    terminal_ids: () => terminals.map(({ terminal_id: id }) => id),
    connector_id: () => connectors.map(({ connector_id: id }) => id),
    group_id: () => [...(terminals[0]?.group_ids ?? []), ...groups.map(({ group_id: id }) => id)],
    transaction_id: () => rows.map(({ transaction_id: id }) => id),
    account_id: () => [account?.account_id],
    assign_to_user_id: () =>
      (portal.value?.users ?? []).filter(({ role }) => role === 'dispute_analyst').map(({ user_id: id }) => id),
    from_business_date: () => [toInstant(sandboxNow.value - MONTH_MS).slice(0, 10)],
    to_business_date: () => [toInstant(sandboxNow.value).slice(0, 10)],
    business_date: () => [getPreviousBankingDay(toInstant(sandboxNow.value).slice(0, 10))],
    'Fleetkit-As-Of': () => [toInstant(sandboxNow.value)], // earlier instants may be before a reset
    'Idempotency-Key': () => [createKey()],
    cursor: () => [findNextCursor(latestBody)],
  };
  const values = Object.hasOwn(lists, name) ? (lists[name]?.() ?? []) : [];
  return [...new Set(values.filter((value) => value !== undefined))].slice(0, MOST_VALUES);
}

const createKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function findNextCursor(body = ''): string | undefined {
  const page = parseObject(body)?.page;
  const cursor = typeof page === 'object' && page !== null && 'next_cursor' in page ? page.next_cursor : undefined;
  return typeof cursor === 'string' ? cursor : undefined;
}
