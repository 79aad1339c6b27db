import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { CallOperation } from '../../control/control-plane.ts';
import { RequestFailure } from '../shared/client.ts';

/** A state of a world. */
export interface State {
  readonly position: number;
  /** The entry after which the world is in this state; undefined for the first state. */
  readonly entry: SandboxSchemas['JournalEntry'] | undefined;
}

/** A position, or an instant of the sandbox clock. */
type Limit = { readonly position: number } | { readonly at: string };

/** The first and the last state of a search. Default: all states. */
export interface Limits {
  readonly from: Limit | undefined;
  readonly to: Limit | undefined;
}

/** Entries in a page: the maximum that the contract allows. */
const PAGE = 500;

/** Returns the states since the latest reset, oldest first. */
export async function listStates(call: CallOperation): Promise<readonly State[]> {
  const states: State[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, page, first_position: first } = await call('listJournalEntries', { query: { limit: PAGE, cursor } });
    if (states.length === 0) states.push({ position: first, entry: undefined });
    states.push(...data.map((entry) => ({ position: entry.position, entry })));
    if (page.next_cursor === null) return states;
    cursor = page.next_cursor;
  }
}

/** Returns the states within the limits. Throws `RequestFailure` if there are fewer than two. */
export function selectStates(states: readonly State[], { from, to }: Limits): readonly State[] {
  for (const [option, limit] of Object.entries({ '--from': from, '--to': to })) checkPosition(option, limit, states);
  const first = from === undefined ? 0 : findLast(states, from);
  const last = to === undefined ? states.length - 1 : findLast(states, to);
  if (first < last) return states.slice(first, last + 1);
  throw new RequestFailure(
    states.length === 1
      ? 'The journal has no entry since the latest reset, import or fork. Expected at least one change that can be the cause.'
      : 'The journal has no entry after --from and up to --to. Expected at least one change that can be the cause.',
    2,
  );
}

/** Returns the index of the last state that is not later than the limit, or 0. */
function findLast(states: readonly State[], limit: Limit): number {
  const isReached =
    'at' in limit
      ? ({ entry }: State): boolean => entry === undefined || Date.parse(entry.at) <= Date.parse(limit.at)
      : ({ position }: State): boolean => position <= limit.position;
  return Math.max(0, states.findLastIndex(isReached));
}

function checkPosition(option: string, limit: Limit | undefined, states: readonly State[]): void {
  if (limit === undefined || 'at' in limit) return;
  const first = states[0]?.position ?? 0;
  const last = states.at(-1)?.position ?? 0;
  if (limit.position >= first && limit.position <= last) return;
  throw new RequestFailure(
    `${option} ${limit.position} is not a position since the latest reset, import or fork. Expected ${first} to ${last}.`,
    2,
  );
}
