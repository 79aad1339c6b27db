import { createClient, type Transport } from '../../../http/client.ts';
import { findValue } from '../../../reading/pointers.ts';
import { type Bindings, getEntry } from '../../bindings.ts';
import { SLOTS, type Slot, type SlotValues, slots } from '../../slots.ts';
import { inferFromSession } from '../infer.ts';

/** The true locations of values in a target, by documented names: `transactions.amount completed`. */
export type Truth = Readonly<Record<string, string | readonly string[]>>;

/** The inferred bindings compared with the truth. */
export interface Grades {
  /** Reliable and correct. */
  readonly right: readonly Slot[];
  /** Reliable according to inference, but incorrect. */
  readonly wrong: readonly { readonly slot: Slot; readonly found: string; readonly truth: string }[];
  /** Guesses, correct or not: checks do not use them. */
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

/** Returns the slot for a documented name; `undefined` without one. */
export function findSlot(words: string): Slot | undefined {
  const name = OTHER_WORDS[words] ?? words.replaceAll(' ', '_');
  return SLOTS.find((slot) => slot === name);
}

/** Compares bindings with the truth about a target. Two places in the portal with the same account id are equal. */
export function gradeBindings(bindings: Bindings, truth: Truth, portal?: unknown): Grades {
  const right: Slot[] = [];
  const wrong: { slot: Slot; found: string; truth: string }[] = [];
  const guessed: Slot[] = [];
  const absent: Slot[] = [];
  for (const [words, expected] of Object.entries(truth)) {
    const slot = findSlot(words);
    if (slot === undefined) continue;
    const entry = getEntry(bindings.entries, slot);
    if (entry === undefined) absent.push(slot);
    else if (entry.confidence === 'guess') guessed.push(slot);
    else if (
      isRightPlace(entry.value, expected, slots[slot].kind) ||
      (slot === 'portal.account_id' && pointToSameValue(portal, entry.value, expected))
    )
      right.push(slot);
    else wrong.push({ slot, found: JSON.stringify(entry.value), truth: String(expected) });
  }
  return { right, wrong, guessed, absent };
}

/** Whether a value is the true place, its members, or the object that contains the amount. */
const isRightPlace = (found: unknown, truth: string | readonly string[], kind: keyof SlotValues): boolean => {
  if (typeof truth !== 'string' && /^pointers?$/.test(kind)) return truth.some((one) => isRightPlace(found, one, kind));
  if (typeof truth !== 'string') return [found].flat().map(String).sort().join() === [...truth].sort().join();
  // members of catalog groups may be relative to the body
  const expected = truth.replace(/^\/\*(?=\/(webhook_events|api_endpoints|rss_feeds)\/)/, '');
  const places = [found].flat().map(String);
  return (
    places.some((place) => place === expected || place === expected.replace(/\/amount$/i, '')) ||
    places.every((place) => place.startsWith(`${expected}/`))
  );
};

/** Infers the bindings of a target with these keys. */
export async function inferForTest(
  transport: Transport,
  keys: ReadonlyMap<string, string>,
): Promise<{ readonly bindings: Bindings; readonly portal: unknown; readonly requests: number }> {
  const session = createClient({ baseUrl: 'https://target.test', keys, transport }).session();
  const bindings = await inferFromSession(session, keys.keys());
  const portal = session.exchanges.find(({ operation, status }) => operation === 'getPortal' && status === 200);
  return { bindings, portal: portal?.json, requests: session.exchanges.length };
}

const pointToSameValue = (portal: unknown, found: unknown, expected: string | readonly string[]): boolean => {
  const value = typeof expected === 'string' ? findValue(portal, expected) : undefined;
  return value !== undefined && value === findValue(portal, String(found));
};
