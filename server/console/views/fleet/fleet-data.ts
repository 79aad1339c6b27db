import { request } from '../../api/request.ts';
import type { Incident, Page, PortalTerminal } from '../../api/types.ts';

/** A terminal with its open incidents. */
export interface FleetRow {
  readonly terminal: PortalTerminal;
  /** Undefined until they are read. */
  readonly incidents: readonly Incident[] | undefined;
}

const PAGE_SIZE = 500;
const MAX_PAGES = 40;

/** Reads all open incidents that the user may see. */
export async function readOpenIncidents(): Promise<readonly Incident[]> {
  const found: Incident[] = [];
  let cursor: string | null = null as string | null;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const query: string = new URLSearchParams({
      state: 'open',
      limit: String(PAGE_SIZE),
      ...(cursor === null ? {} : { cursor }),
    }).toString();
    const { data, page } = await request<Page<Incident>>(`/sandbox/incidents?${query}`);
    found.push(...data);
    cursor = page.next_cursor;
    if (!page.has_more) break;
  }
  return found;
}

/** Joins terminals with their open incidents. */
export function joinIncidents(
  terminals: readonly PortalTerminal[],
  incidents: readonly Incident[] | undefined,
): readonly FleetRow[] {
  const byTerminal = incidents === undefined ? undefined : Map.groupBy(incidents, ({ terminal_id: id }) => id);
  return terminals.map((terminal) => ({
    terminal,
    incidents: byTerminal === undefined ? undefined : (byTerminal.get(terminal.terminal_id) ?? []),
  }));
}

export interface FleetFilter {
  readonly search: string;
  readonly health: string;
  readonly state: string;
  readonly hasIncident: boolean;
}

export function filterFleet(rows: readonly FleetRow[], filter: FleetFilter): readonly FleetRow[] {
  const search = filter.search.trim().toLowerCase();
  return rows.filter(
    ({ terminal, incidents }) =>
      (search === '' || `${terminal.terminal_id} ${terminal.name}`.toLowerCase().includes(search)) &&
      (filter.health === '' || terminal.health === filter.health) &&
      (filter.state === '' || terminal.operational_state === filter.state) &&
      (!filter.hasIncident || countIncidents(incidents) > 0),
  );
}

export const FLEET_ORDERS = ['terminal', 'health', 'cash', 'heartbeat', 'incidents'] as const;

export type FleetOrder = (typeof FLEET_ORDERS)[number];

const HEALTH_RANKS: Readonly<Record<string, number>> = { critical: 0, high: 1, medium: 2, low: 3, normal: 4 };

const COMPARISONS: Readonly<Record<FleetOrder, (one: FleetRow, other: FleetRow) => number>> = {
  terminal: (one, other) => (one.terminal.terminal_id < other.terminal.terminal_id ? -1 : 1),
  health: (one, other) => (HEALTH_RANKS[one.terminal.health] ?? 9) - (HEALTH_RANKS[other.terminal.health] ?? 9),
  cash: (one, other) => Number(one.terminal.amount_remaining ?? -1) - Number(other.terminal.amount_remaining ?? -1),
  heartbeat: (one, other) =>
    Date.parse(one.terminal.last_heartbeat_at ?? '1970-01-01') -
    Date.parse(other.terminal.last_heartbeat_at ?? '1970-01-01'),
  incidents: (one, other) => countIncidents(other.incidents) - countIncidents(one.incidents),
};

/** Sorts terminals; those with the same value by their id. */
export function sortFleet(rows: readonly FleetRow[], order: FleetOrder, isReversed: boolean): readonly FleetRow[] {
  const compare = COMPARISONS[order];
  const sign = isReversed ? -1 : 1;
  return rows.toSorted((one, other) => sign * compare(one, other) || COMPARISONS.terminal(one, other));
}

const countIncidents = (incidents: FleetRow['incidents']): number => incidents?.length ?? 0;
