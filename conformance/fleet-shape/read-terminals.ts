import type { Caller } from '../http/client.ts';
import type { ReadList } from './fleet-reader.ts';
import type { SurveyContext } from './survey-context.ts';
import type { KeyView } from './views.ts';
import { computeListVolumes, computePageVolumes, type Volumes } from './volumes.ts';

/** The terminals in the order of the salt, and the keys that see them. */
export interface SeenTerminals {
  readonly terminals: readonly string[];
  readonly views: readonly KeyView[];
}

const MOST_TRANSACTION_PAGES = 150;
/** Terminals whose transactions are read one by one, if the list of all does not show volumes. */
const MOST_TERMINAL_PAGES = 200;
/** Terminals whose status is read. */
const MOST_STATUSES = 1000;
/** Refusals in a row after which no further terminal is read. */
const MOST_REFUSALS = 5;

/** Returns one of the terminals that were read, for another terminal. The salt determines their order, and so the choice. */
export const chooseOne = (known: readonly string[], index: number): string | undefined =>
  known[index % Math.max(1, known.length)];

const takeFirst = ({ terminals, views }: SeenTerminals, count: number): SeenTerminals => ({
  terminals: terminals.slice(0, count),
  views,
});

/** Reads the volumes from the list of all transactions, or else from the transactions of some terminals. */
export async function readVolumes(context: SurveyContext, fleet: SeenTerminals): Promise<Volumes> {
  const { reader, bindings } = context;
  const { terminals, views } = fleet;
  const mostPages = Math.max(1, Math.floor(MOST_TRANSACTION_PAGES / views.length));
  const lists: ReadList[] = [];
  for (const { caller } of views) {
    const list = await reader.list(caller, 'listTransactions', { mostPages });
    if (list !== undefined) lists.push(list);
  }
  const volumes = computeListVolumes(lists, bindings, terminals);
  if (volumes.reason === undefined) return volumes;
  const pages = await readEach(context, takeFirst(fleet, MOST_TERMINAL_PAGES), (caller, terminal_id) =>
    reader.list(caller, 'listTerminalTransactions', { mostPages: 1, parameters: { terminal_id } }),
  );
  const ofPages = computePageVolumes(pages, bindings);
  const known = terminals.filter((terminal) => ofPages.get(terminal)?.attemptsPerMonth !== undefined);
  if (known.length === 0) return volumes;
  return {
    byTerminal: new Map(
      terminals.map((terminal, index) => [
        terminal,
        ofPages.get(terminal) ?? ofPages.get(chooseOne(known, index) ?? '') ?? {},
      ]),
    ),
    reason: `from the transactions of ${known.length} terminals, because: ${volumes.reason}`,
  };
}

/** Reads the statuses of terminals. */
export const readStatuses = (context: SurveyContext, fleet: SeenTerminals): Promise<ReadonlyMap<string, unknown>> =>
  readEach(
    context,
    takeFirst(fleet, MOST_STATUSES),
    async (caller, terminal_id) => (await context.reader.read(caller, 'getTerminalStatus', { terminal_id }))?.json,
  );

/** Reads something of each terminal, until the limits are reached or the deployment refuses several times in a row. */
async function readEach<Found>(
  { budget }: SurveyContext,
  { terminals, views }: SeenTerminals,
  read: (caller: Caller, terminal: string) => Promise<Found | undefined>,
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  let refusals = 0;
  for (const terminal of terminals) {
    const view = views.find((one) => one.terminals.has(terminal));
    if (view === undefined || budget.findReached() !== undefined || refusals === MOST_REFUSALS) break;
    const one = await read(view.caller, terminal);
    refusals = one === undefined ? refusals + 1 : 0;
    if (one !== undefined) found.set(terminal, one);
  }
  return found;
}
