import { type Caller, type Exchange, isSuccess } from '../../http/client.ts';
import { isSubset } from '../../reading/values/set-relations.ts';
import type { Evidence } from '../../reading/verdicts/verdict.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { readAllPages, readTable } from '../../slots/read-lists.ts';
import { LIST_SLOTS, type ListOperationId } from '../../slots/slots.ts';
import { countMentions, readPortalTerminals } from './principals.ts';

/** The terminals that a key sees, read from every place that lists terminals. */
export interface VisibleTerminals {
  /** Terminals that two places name, or the only place. */
  readonly agreed: ReadonlySet<string>;
  /** Terminals that any place names. */
  readonly mentioned: ReadonlySet<string>;
  /** Whether every place was read to its end. */
  readonly isComplete: boolean;
  /** The first response of each place, the one with the most terminals first. */
  readonly evidence: Evidence;
}

interface Place {
  readonly terminals: ReadonlySet<string>;
  readonly isComplete: boolean;
  readonly exchange: Exchange;
}

const TERMINAL_LISTS = ['listLocations', 'listTerminalGroups'] as const;
const MANY_PAGES = 100;
/** The number of rows per page if no binding states it. */
const USUAL_PAGE = 50;

/** Reads the portal, and the locations and terminal groups to their last page. */
export async function readVisibleTerminals(caller: Caller, bindings: Bindings): Promise<VisibleTerminals> {
  const portal = await caller.get('getPortal');
  const places = [readPortal(portal, bindings)];
  for (const operation of TERMINAL_LISTS) places.push(await readList(caller, bindings, operation));
  const named = places.filter((place) => place !== undefined);
  const found = named
    .map((place) => ({ ...place, isComplete: place.isComplete && isSeenToEnd(place, named) }))
    .sort((one, other) => other.terminals.size - one.terminals.size);
  const [first = portal, ...others] = found.map(({ exchange }) => exchange);
  return {
    ...countMentions(found.map(({ terminals }) => [...terminals])),
    isComplete: found.length > 0 && found.every(({ isComplete }) => isComplete),
    evidence: [first, ...others],
  };
}

/** Whether a place is a list, or a portal with all terminals of a list that was read to its end: a portal may show some terminals only. */
const isSeenToEnd = (place: Place, places: readonly Place[]): boolean =>
  place.exchange.operation !== 'getPortal' ||
  places.some((other) => other !== place && other.isComplete && isSubset(other.terminals, place.terminals));

function readPortal(exchange: Exchange, bindings: Bindings): Place | undefined {
  if (!isSuccess(exchange) || bindings.find('portal.terminal_id') === undefined) return undefined;
  const terminals = readPortalTerminals(exchange, bindings).map(({ terminal }) => terminal);
  return { terminals: new Set(terminals), isComplete: true, exchange };
}

async function readList(caller: Caller, bindings: Bindings, operation: ListOperationId): Promise<Place | undefined> {
  const { rows, terminal } = LIST_SLOTS[operation];
  if (bindings.find(rows) === undefined || terminal === undefined || bindings.find(terminal) === undefined)
    return undefined;
  const exchange = await caller.get(operation);
  const first = readTable(exchange, bindings, operation);
  if (first === undefined) return undefined;
  const granted = bindings.find('transactions.default_limit') ?? USUAL_PAGE;
  const whole = await readAllPages({ reader: caller, bindings }, operation, { first, granted, mostPages: MANY_PAGES });
  const terminals = new Set(whole.rows.flatMap((row) => row.terminals));
  return { terminals, isComplete: whole.isComplete, exchange };
}
