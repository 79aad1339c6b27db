import { omitUndefined } from '../../base/omit-undefined.ts';
import { findEntries, findTexts } from '../reading/pointers.ts';
import { readCassettes } from './cassettes.ts';
import type { ReadList } from './fleet-reader.ts';
import type { TerminalShape } from './shape.ts';
import { type SurveyContext, toHeldRows } from './survey-context.ts';
import {
  createEnumTrait,
  createTrait,
  type HeldRow,
  INSTALLED_YEAR,
  readTrait,
  TIMEZONE,
  type Trait,
} from './traits.ts';
import type { KeyView } from './views.ts';
import { computeVolumes, type TransactionRows } from './volumes.ts';

const MOST_TRANSACTION_PAGES = 150;
/** Terminals whose status is read; the others take the kinds of these. */
const MOST_STATUSES = 1000;
/** Refusals in a row after which no further status is requested. */
const MOST_REFUSALS = 5;

/** The states in which a terminal does not work until a user changes them. */
const STOPPED = createTrait(/state|status/, ['suspended', 'decommissioned', 'never_reported']);

/** Describes the terminals, in their order. */
export async function describeTerminals(
  context: SurveyContext,
  terminals: readonly string[],
  views: readonly KeyView[],
): Promise<readonly TerminalShape[]> {
  const { bindings, notes } = context;
  const { byTerminal: volumes, reason } = computeVolumes(await readTransactions(context, views), bindings, terminals);
  const statuses = await readStatuses(context, terminals, views);
  const sources = [listLocationRows(context, views), listPortalRows(context, views), toHeldRows(statuses)];
  const find = <Value>(trait: Trait<Value>): ReadonlyMap<string, Value> =>
    new Map(sources.toReversed().flatMap((rows) => [...readTrait(rows, trait)]));
  const traits = {
    timezone: find(TIMEZONE),
    siteType: find(createEnumTrait(/site|venue|location_?(type|kind)|merchant_?(type|category)/, 'SiteType')),
    placement: find(createEnumTrait(/placement|position|mount/, 'Placement')),
    status: find(STOPPED),
    installedYear: find(INSTALLED_YEAR),
  };
  const kinds = {
    model: find(createTrait(/model|hardware|device_?type/, context.models)),
    linkType: find(createEnumTrait(/link|comm|connect|network|bearer/, 'LinkType')),
    cassettes: readAllCassettes(statuses, context),
  };
  const pick = <Value>(found: Readonly<Record<string, ReadonlyMap<string, Value>>>, terminal: string) =>
    Object.fromEntries(
      Object.entries(found).flatMap(([name, values]) => (values.has(terminal) ? [[name, values.get(terminal)]] : [])),
    );
  const known = terminals.filter((terminal) => statuses.has(terminal));
  const described = terminals.map((terminal, index): TerminalShape => {
    // the salt determines the order, and so the choice among those that were read
    const like = statuses.has(terminal) ? terminal : known[index % Math.max(1, known.length)];
    return {
      ...(like === undefined ? {} : pick<unknown>(kinds, like)),
      ...pick<unknown>(traits, terminal),
      ...volumes.get(terminal),
    };
  });
  for (const [property, name] of Object.entries(PROPERTIES)) {
    const found = described.filter((terminal) => terminal[name] !== undefined).length;
    notes.push({
      property,
      found,
      of: terminals.length,
      ...(name === 'attemptsPerMonth' ? omitUndefined({ reason }) : {}),
    });
  }
  return described;
}

/** The members of a terminal by the words of messages. The status is one of the exceptions only, so it is not counted. */
const PROPERTIES: Readonly<Record<string, keyof TerminalShape>> = {
  'time zones': 'timezone',
  'kinds of sites': 'siteType',
  placements: 'placement',
  models: 'model',
  'kinds of links': 'linkType',
  cassettes: 'cassettes',
  'years of installation': 'installedYear',
  'transactions per month': 'attemptsPerMonth',
  'shares of declines': 'declineShare',
  surcharges: 'surchargeCents',
};

async function readTransactions({ reader }: SurveyContext, views: readonly KeyView[]): Promise<TransactionRows> {
  const mostPages = Math.max(1, Math.floor(MOST_TRANSACTION_PAGES / views.length));
  const lists: (ReadList | undefined)[] = [];
  for (const { caller } of views) lists.push(await reader.list(caller, 'listTransactions', { mostPages }));
  const rows = new Map(lists.flatMap((list) => (list?.rows ?? []).map((row) => [row.id, row] as const)));
  return { rows: [...rows.values()], isComplete: lists.every((list) => list?.reason === undefined) };
}

async function readStatuses(
  { reader, budget }: SurveyContext,
  terminals: readonly string[],
  views: readonly KeyView[],
): Promise<ReadonlyMap<string, unknown>> {
  const statuses = new Map<string, unknown>();
  let refusals = 0;
  for (const terminal of terminals.slice(0, MOST_STATUSES)) {
    const view = views.find((one) => one.terminals.has(terminal));
    if (view === undefined || budget.findReached() !== undefined || refusals === MOST_REFUSALS) break;
    const status = await reader.read(view.caller, 'getTerminalStatus', { terminal_id: terminal });
    refusals = status === undefined ? refusals + 1 : 0;
    if (status !== undefined) statuses.set(terminal, status.json);
  }
  return statuses;
}

function readAllCassettes(statuses: ReadonlyMap<string, unknown>, { bindings }: SurveyContext) {
  const money = bindings.find('money.form');
  return new Map(
    [...statuses].flatMap(([terminal, status]) => {
      const cassettes = readCassettes(status, money);
      return cassettes === undefined ? [] : [[terminal, cassettes] as const];
    }),
  );
}

const listLocationRows = ({ bindings }: SurveyContext, views: readonly KeyView[]): readonly HeldRow[] =>
  bindings.find('locations.terminal') === undefined
    ? []
    : views.flatMap(({ locations }) =>
        (locations?.rows ?? []).flatMap(({ terminals, value }) => terminals.map((holder) => ({ holder, value }))),
      );

function listPortalRows({ bindings }: SurveyContext, views: readonly KeyView[]): readonly HeldRow[] {
  const [rowsAt, idAt] = [bindings.find('portal.terminal_rows'), bindings.find('portal.terminal_id')];
  if (rowsAt === undefined || idAt === undefined) return [];
  return views.flatMap(({ portal }) =>
    findEntries(portal?.json, rowsAt).flatMap(({ value, key }) =>
      findTexts(value, idAt, key).map((holder) => ({ holder, value })),
    ),
  );
}
