import type { Cause } from '../../../fixtures/model/causes.ts';
import { sumSharesUntil } from '../../../fixtures/settlements/settlement-shares.ts';
import type { GeneratedTenant, Terminal } from '../state/tenant.ts';
import { ColumnViews } from './columns/column-views.ts';
import { FleetRows } from './columns/fleet-rows.ts';
import type { FullLedgerView, LedgerView, RowOrder } from './rows/ledger-types.ts';
import { LedgerViews } from './rows/ledger-view.ts';

/** Up to this number of terminals, rows are kept as objects, which are faster to read; above, in columns. */
const MOST_TERMINALS_AS_OBJECTS = 64;

/** Whether the rows of a list of terminals are kept in columns. */
export const isLargeList = ({ length }: readonly Terminal[]): boolean => length > MOST_TERMINALS_AS_OBJECTS;

interface ViewRequest {
  readonly terminals: readonly Terminal[];
  readonly nowMs: number;
  readonly order: RowOrder;
}

/** Returns the rows of visible terminals up to an instant, in an order, with sums over all of them. */
export function viewLedger(generated: GeneratedTenant, { terminals, nowMs, order }: ViewRequest): LedgerView {
  if (terminals.length <= MOST_TERMINALS_AS_OBJECTS) return getObjectViews(generated).view(terminals, nowMs, order);
  return getColumnViews(generated).view(terminals, nowMs, order);
}

/** Does the same for one terminal, with whole transactions. */
export function viewTerminalLedger(
  generated: GeneratedTenant,
  { terminal, nowMs, order }: Omit<ViewRequest, 'terminals'> & { readonly terminal: Terminal },
): FullLedgerView {
  return getObjectViews(generated).view([terminal], nowMs, order);
}

/**
 * Returns terminals that may have rows from an instant up to now, in the same order: all of few, and of many those with
 * rows, so that callers need not read the others.
 */
export function listActiveTerminals(
  generated: GeneratedTenant,
  terminals: readonly Terminal[],
  { fromMs, nowMs }: { readonly fromMs: number; readonly nowMs: number },
): readonly Terminal[] {
  if (terminals.length <= MOST_TERMINALS_AS_OBJECTS) return terminals;
  return getColumnViews(generated).listActive(terminals, fromMs, nowMs);
}

/**
 * Keeps the settlement shares and the columns of a terminal up to `nowMs` (epoch milliseconds), if the fleet is large. Ledgers do not keep
 * the rows of a large fleet, so a caller that reads all rows of a terminal also calls this: one simulation serves both.
 */
export function keepRows(generated: GeneratedTenant, terminalId: string, nowMs: number): void {
  const terminal = generated.terminalsById.get(terminalId);
  if (terminal === undefined || generated.terminals.length <= MOST_TERMINALS_AS_OBJECTS) return;
  sumSharesUntil(terminal.ledger, nowMs);
  getColumnViews(generated).takeOver(terminal, nowMs);
}

/** The rows of this number of terminals fit in the cache of the ledgers. */
const MOST_TERMINALS_CACHED = 400;

/**
 * Releases the cached rows of a terminal whose logs and values are computed, if the rows of the fleet do not fit in the cache: an
 * object that lives for a short time costs V8 much less than one that is evicted later.
 */
export function releaseRows({ terminals }: GeneratedTenant, { ledger }: Pick<Terminal, 'ledger'>): void {
  if (terminals.length > MOST_TERMINALS_CACHED) ledger.releaseRows();
}

/** Memory of a terminal with its logs and latest states. */
const TERMINAL_BYTES = 20_000;

/** Returns the approximate memory of a tenant with all that is computed from it, in bytes. */
export const measureTenantBytes = (generated: GeneratedTenant): number =>
  generated.terminals.length * TERMINAL_BYTES +
  (objectViews.get(generated)?.bytes ?? 0) +
  (columnViews.get(generated)?.bytes ?? 0);

const objectViews = new WeakMap<GeneratedTenant, LedgerViews>();

function getObjectViews(generated: GeneratedTenant): LedgerViews {
  const known = objectViews.get(generated) ?? new LedgerViews();
  objectViews.set(generated, known);
  return known;
}

const columnViews = new WeakMap<GeneratedTenant, ColumnViews>();

/** Returns the lists of rows of a large tenant. */
export function getColumnViews(generated: GeneratedTenant): ColumnViews {
  const known = columnViews.get(generated) ?? new ColumnViews(new FleetRows(generated.terminals));
  columnViews.set(generated, known);
  return known;
}

/** Carries over the columns of a tenant after new causes: the rows up to the first cause are the same. */
export function continueColumns(before: GeneratedTenant, after: GeneratedTenant, causes: readonly Cause[]): void {
  const views = columnViews.get(before);
  if (views === undefined) return;
  const fromMs = Math.min(...causes.map(({ atMs }) => atMs));
  columnViews.set(after, views.fork(after.terminals, fromMs));
}
