import type { Caller, Exchange } from '../http/client.ts';
import { readPortalTerminals } from '../relations/survey/principals.ts';
import type { ListOperationId } from '../slots/slots.ts';
import type { ReadList } from './fleet-reader.ts';
import { checkNumber, type SurveyContext, UnusableFleet } from './survey-context.ts';

/** The portal, locations and terminals that one key sees. */
export interface KeyView {
  readonly caller: Caller;
  readonly portal: Exchange | undefined;
  readonly locations: ReadList | undefined;
  readonly terminals: ReadonlySet<string>;
}

/** Reads a list that is part of the topology: as a whole, or not at all. */
export async function listWhole(
  { reader, mostTerminals, notes }: SurveyContext,
  caller: Caller,
  operation: ListOperationId,
): Promise<ReadList | undefined> {
  const list = await reader.list(caller, operation, { mostRows: mostTerminals });
  if (list?.isCut === true) throw new UnusableFleet(`${operation} cannot be read as a whole: ${list.reason}`);
  const count = list?.rows.length ?? 0;
  if (list?.reason !== undefined)
    notes.push({ property: operation, found: count, of: count, reason: `there may be more rows: ${list.reason}` });
  return list;
}

/** Reads the terminals that a key sees: those of the portal, and those of the locations. */
export async function readView(context: SurveyContext, caller: Caller): Promise<KeyView> {
  const { reader, bindings } = context;
  const portal = await reader.read(caller, 'getPortal');
  const locations = await listWhole(context, caller, 'listLocations');
  const rows = bindings.find('locations.terminal') === undefined ? [] : (locations?.rows ?? []);
  const terminals = new Set([
    ...(portal === undefined ? [] : readPortalTerminals(portal, bindings).map(({ terminal }) => terminal)),
    ...rows.flatMap((row) => row.terminals),
  ]);
  checkNumber(terminals.size, context);
  return { caller, portal, locations, terminals };
}

/** Returns the keys that together see all terminals, those that see most first. */
export function chooseViews(views: readonly KeyView[]): readonly KeyView[] {
  const seen = new Set<string>();
  return views
    .toSorted((one, other) => other.terminals.size - one.terminals.size)
    .filter(({ terminals }) => {
      const before = seen.size;
      for (const terminal of terminals) seen.add(terminal);
      return seen.size > before;
    });
}
