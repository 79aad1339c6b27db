import type { GeneratedTenant, Terminal } from './tenant.ts';

/**
 * The values that a reply about a whole fleet shows, as plain data. They are computed in slices before the handler is called, all of one
 * terminal while its transactions are cached, then those of the next.
 */
export interface FleetNeeds {
  readonly states?: boolean;
  readonly commands?: boolean;
  readonly incidents?: boolean;
  /** The period up to now of each of these. */
  readonly observationsMs?: number;
  readonly silencesMs?: number;
  readonly statusChangesMs?: number;
}

/** The data that a computation needs of each terminal of a fleet at an instant (epoch milliseconds). */
export interface HelpRequest {
  readonly nowMs: number;
  /** Undefined: rows and settlement shares only. */
  readonly needs?: FleetNeeds;
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
}

const helpers = new WeakMap<Terminal, { readonly helper: FleetHelper; readonly number: number }>();

/** Lets a helper compute parts of a tenant that no user has changed. */
export function setHelper({ terminals }: GeneratedTenant, helper: FleetHelper): void {
  for (const [number, terminal] of terminals.entries()) helpers.set(terminal, { helper, number });
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
