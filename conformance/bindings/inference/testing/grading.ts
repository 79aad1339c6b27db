import { createClient, type Transport } from '../../../http/client.ts';
import { valueAt } from '../../../oracles/pointers.ts';
import { type Bindings, entryOf } from '../../bindings.ts';
import { SLOTS, type Slot, type SlotValues, slots } from '../../slots.ts';
import { infer } from '../infer.ts';

/** What a target says of where it keeps things, by the document's words: `transactions.amount completed`. */
export type Truth = Readonly<Record<string, string | readonly string[]>>;

/** How the bindings that were inferred fare against the truth. */
export interface Grades {
  /** Relied on, and so. */
  readonly right: readonly Slot[];
  /** Relied on, and not so. */
  readonly wrong: readonly { readonly slot: Slot; readonly found: string; readonly truth: string }[];
  /** Guessed, rightly or not: nothing is judged by these. */
  readonly guessed: readonly Slot[];
  readonly absent: readonly Slot[];
}

const OTHER_WORDS: Readonly<Record<string, Slot>> = {
  'portal.account': 'portal.account_id',
  'settlements.batch status': 'settlements.status',
  'settlements.batch timing': 'settlements.timing',
  'disputes.related transaction id': 'disputes.transaction',
  'disputes.related terminal id': 'disputes.terminal',
  'locations.terminals': 'locations.terminal',
  'groups.rows': 'terminal_groups.rows',
  'groups.id': 'terminal_groups.id',
  'groups.terminals': 'terminal_groups.terminals',
  'groups.terminal': 'terminal_groups.terminals',
  'groups.parent': 'terminal_groups.parent',
  'portal.DNS state': 'portal.dns_state',
  'transactions.EMV indicator': 'transactions.emv_indicator',
};

/** The slot that the words of a truth are about; `undefined` for what has none of its own. */
export function slotOf(words: string): Slot | undefined {
  const name = OTHER_WORDS[words] ?? words.replaceAll(' ', '_');
  return SLOTS.find((slot) => slot === name);
}

/** Holds bindings against the truth about a target. What the portal says at two places is the same thing. */
export function grade(bindings: Bindings, truth: Truth, portal?: unknown): Grades {
  const right: Slot[] = [];
  const wrong: { slot: Slot; found: string; truth: string }[] = [];
  const guessed: Slot[] = [];
  const absent: Slot[] = [];
  for (const [words, expected] of Object.entries(truth)) {
    const slot = slotOf(words);
    if (slot === undefined) continue;
    const entry = entryOf(bindings.entries, slot);
    if (entry === undefined) absent.push(slot);
    else if (entry.confidence === 'guess') guessed.push(slot);
    else if (agrees(entry.value, expected, slots[slot].kind) || saysTheSame(portal, slot, entry.value, expected))
      right.push(slot);
    else wrong.push({ slot, found: JSON.stringify(entry.value), truth: String(expected) });
  }
  return { right, wrong, guessed, absent };
}

/** The same place, or the members of it: an object of amount and currency is as good as the amount in it. */
const agrees = (found: unknown, truth: string | readonly string[], kind: keyof SlotValues): boolean => {
  if (typeof truth !== 'string' && kind === 'pointers') return truth.some((one) => agrees(found, one, kind));
  if (typeof truth !== 'string') return [found].flat().map(String).sort().join() === [...truth].sort().join();
  // members of a catalog's groups may be told from the body
  const expected = truth.replace(/^\/\*(?=\/(webhook_events|api_endpoints|rss_feeds)\/)/, '');
  const places = [found].flat().map(String);
  return (
    places.some((place) => place === expected || place === expected.replace(/\/amount$/i, '')) ||
    places.every((place) => place.startsWith(`${expected}/`))
  );
};

/** The bindings that are inferred of a target from a few of its keys. */
export async function inferredOf(
  transport: Transport,
  keys: ReadonlyMap<string, string>,
): Promise<{ readonly bindings: Bindings; readonly portal: unknown; readonly requests: number }> {
  const session = createClient({ baseUrl: 'https://target.test', keys, transport }).session();
  const bindings = await infer(session, keys.keys());
  const portal = session.trail.find(({ operation, status }) => operation === 'getPortal' && status === 200);
  return { bindings, portal: portal?.json, requests: session.trail.length };
}

const saysTheSame = (portal: unknown, slot: Slot, found: unknown, expected: string | readonly string[]): boolean => {
  const value = slot === 'portal.account_id' && typeof expected === 'string' ? valueAt(portal, expected) : undefined;
  return value !== undefined && value === valueAt(portal, String(found));
};
