import { omitUndefined } from '../../base/omit-undefined.ts';
import { findEntries, findTexts } from '../reading/pointers.ts';
import { readCassettes } from './cassettes.ts';
import { chooseOne, readStatuses, readVolumes, type SeenTerminals } from './read-terminals.ts';
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

/** The states in which a terminal does not work until a user changes them. */
const STOPPED = createTrait(/state|status/, ['suspended', 'decommissioned', 'never_reported']);

/** Describes the terminals, in their order. */
export async function describeTerminals(
  context: SurveyContext,
  fleet: SeenTerminals,
): Promise<readonly TerminalShape[]> {
  const { notes } = context;
  const { terminals, views } = fleet;
  const { byTerminal: volumes, reason } = await readVolumes(context, fleet);
  const statuses = await readStatuses(context, fleet);
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
    const like = statuses.has(terminal) ? terminal : chooseOne(known, index);
    return {
      ...(like === undefined ? {} : pick<unknown>(kinds, like)),
      ...pick<unknown>(kinds, terminal),
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
