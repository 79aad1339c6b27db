import type { GeneratedTenant, Terminal } from './tenant.ts';

/** The data that a computation needs of each terminal of a fleet at an instant (epoch milliseconds). */
export interface HelpRequest {
  readonly nowMs: number;
  /** Whether rows and settlement shares are enough. */
  readonly isForRows?: boolean;
}

/** Computes parts of a large fleet on other threads, while this thread computes others. */
export interface FleetHelper {
  /**
   * Ends the slice while another thread computes what a terminal needs. Otherwise returns, after reserving the terminals around
   * it for this thread, so that no other thread computes them too.
   */
  awaitTerminal(number: number, request: HelpRequest): void;
  /** Does the same for the log of an account. */
  awaitAccount(accountId: string, request: HelpRequest): void;
  /** Stores what is known of all terminals at an instant. */
  completeFleet(nowMs: number): void;
}

/** A terminal with a helper: its number in its fleet. */
interface Helped {
  readonly helper: FleetHelper;
  readonly number: number;
  readonly terminalCount: number;
}

const helpers = new WeakMap<Terminal, Helped>();

/** Lets a helper compute parts of a tenant that no user has changed. */
export function setHelper({ terminals }: GeneratedTenant, helper: FleetHelper): void {
  for (const [number, terminal] of terminals.entries())
    helpers.set(terminal, { helper, number, terminalCount: terminals.length });
}

/** Waits for the helper of a terminal, if it has one. See `FleetHelper`. */
export function awaitTerminal(terminal: Terminal, request: HelpRequest): void {
  const known = helpers.get(terminal);
  known?.helper.awaitTerminal(known.number, request);
}

/** Waits for the helper of an account with these terminals, if they have one. See `FleetHelper`. */
export function awaitAccount(
  { accountId, terminals }: { readonly accountId: string; readonly terminals: readonly WeakKey[] },
  request: HelpRequest,
): void {
  const [first] = terminals;
  if (first !== undefined) helpers.get(first as Terminal)?.helper.awaitAccount(accountId, request);
}

/** Reports to the helper of a fleet that everything is computed for an instant, if these are all of its terminals. */
export function completeFleet(terminals: readonly Terminal[], nowMs: number): void {
  const [first] = terminals;
  const known = first && helpers.get(first);
  if (known?.terminalCount === terminals.length) known.helper.completeFleet(nowMs);
}
