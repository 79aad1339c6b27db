import type { ClauseId, OperationId } from '../../../spec/index.ts';
import { type Check, check } from '../../engine/check.ts';
import { type Exchange, findRecorded, isSuccess, type Parameters } from '../../http/client.ts';
import { listElements, listStrings } from '../../reading/names/response-words.ts';
import { findValue } from '../../reading/pointers.ts';
import { isDistinctive } from '../../reading/served.ts';
import { isTimeText } from '../../reading/values/instants.ts';
import { listNamedScalars } from '../../reading/values/named-scalars.ts';
import { intersects, isSubset } from '../../reading/values/set-relations.ts';
import { parseAmount } from '../../reading/values/value-relations.ts';
import {
  fail,
  forEachTestable,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { accuseIfHidden, areOfTwoTenants } from '../../relations/survey/denials.ts';
import type { Insider, Principal } from '../../relations/survey/principals.ts';
import {
  acceptRefusals,
  expectNothingHidden,
  listLaterPages,
  requireOtherTenant,
  type ScopeCallers,
} from '../../relations/survey/scope-probes.ts';
import type { Bindings } from '../../slots/bindings.ts';
import {
  BY_AMOUNT,
  formatNames,
  getWidestParameters,
  type ListRow,
  readControl,
  readTable,
} from '../../slots/read-lists.ts';
import { LIST_SLOTS, type ListOperationId } from '../../slots/slots.ts';
import { judgeFeedItems } from './feed-items.ts';

const HIDDEN_BY_TERMINAL: readonly (readonly [slug: string, OperationId, ClauseId])[] = [
  ['disputes-show', 'listDisputes', 'scope.response'],
  ['locations-show', 'listLocations', 'scope.response'],
  ['terminal-groups-show', 'listTerminalGroups', 'scope.response'],
  ['portal-shows', 'getPortal', 'auth.scope'],
  ['account-feed-shows', 'getAccountFeed', 'feeds.visibility'],
];

const isList = (operation: OperationId): operation is ListOperationId => Object.hasOwn(LIST_SLOTS, operation);

/** Searches the lists, the snapshot and the digest for terminal ids of other scopes. */
export const listsShowNothingForeign: readonly Check[] = HIDDEN_BY_TERMINAL.map(([slug, operation, clause]) =>
  check({
    id: `scope/${slug}-nothing-foreign`,
    title: `${operation} returns nothing about terminals outside the scope of the key`,
    clause,
    level: 'must',
    needs: ['insider', 'outsider', 'bindings'],
    async run({ insider, outsider, bindings }) {
      const control = await insider.get(operation);
      const who = { insider, outsider, bindings };
      const foreign = operation === 'getAccountFeed' ? await judgeFeedItems(who) : undefined;
      if (foreign !== undefined) return foreign;
      return expectNothingHidden(who, { control, hidden: insider.hidden.terminals }, [
        () => outsider.get(operation),
        ...(isList(operation) ? listLaterPages({ reader: outsider, bindings }, operation, {}) : []),
      ]);
    },
  }),
);

/** The number of recorded requests that are searched. */
const MOST_RECORDED = 30;

/** Lists transactions with every parameter that could bypass the scope: sorting, limits, filters, pages. */
export const transactionsShowNothingForeign = check({
  id: 'scope/transactions-show-nothing-foreign',
  title: 'The transaction list returns no rows outside the scope of the key, for any parameters',
  clause: 'transactions.filter.scope',
  level: 'must',
  needs: ['insider', 'outsider', 'bindings', 'sampling'],
  async run({ insider, outsider, bindings, sampling }) {
    const { terminal_id } = insider.aTerminal;
    const control = await insider.get(
      'listTransactions',
      findRecorded(insider, 'listTransactions', (one) => String(one.terminal_id) === terminal_id) ?? {
        ...getWidestParameters(bindings),
        terminal_id,
      },
    );
    const [ownTerminal] = outsider.sees.terminals;
    const [ownGroup] = outsider.sees.groups.keys();
    const requests: Parameters[] = [
      {},
      getWidestParameters(bindings),
      { limit: 1 },
      BY_AMOUNT,
      { ...BY_AMOUNT, ...getWidestParameters(bindings) },
      { sort_by: 'amt_comp', sort_dir: 'asc', ...getWidestParameters(bindings) },
      ...(ownTerminal === undefined ? [] : [{ terminal_id: ownTerminal, ...BY_AMOUNT }]),
      ...(ownGroup === undefined ? [] : [{ group_id: ownGroup, ...getWidestParameters(bindings) }]),
    ];
    const hidden = new Set([...insider.hidden.terminals, ...insider.hidden.transactions.map(({ id }) => id)]);
    const recorded = outsider.listRecorded?.('listTransactions').slice(0, MOST_RECORDED);
    return expectNothingHidden({ insider, outsider, bindings }, { control, hidden }, [
      ...(
        recorded ??
        sampling.select('requests for transactions', requests, { quick: 1, standard: 2, turn: outsider.name })
      ).map((parameters) => () => outsider.get('listTransactions', parameters)),
      ...sampling
        .select('orders with pages', [{ limit: 5 }, { limit: 5, ...BY_AMOUNT }], {
          quick: 1,
          standard: 1,
          turn: outsider.name,
        })
        .flatMap((parameters) => listLaterPages({ reader: outsider, bindings }, 'listTransactions', parameters)),
    ]);
  },
});

/**
 * A batch may hold entries of several accounts, and each sees its own part under the same id. Users of different tenants with the very
 * same row see the same amounts.
 */
export const settlementsShowNothingForeign = check({
  id: 'scope/settlements-show-nothing-foreign',
  title: 'Keys of different tenants do not get the same settlement batch with the same amounts',
  clause: 'service.tenant_scoped',
  covers: ['settlements.list'],
  level: 'must',
  needs: ['insider', 'outsider', 'bindings'],
  async run({ insider, outsider, bindings }) {
    if (!(await areOfTwoTenants(insider, outsider))) return requireOtherTenant({ insider, outsider });
    const [theirs, own] = [await insider.get('listSettlements'), await outsider.get('listSettlements')];
    if (!isSuccess(theirs) || !isSuccess(own))
      return untestable('both keys must be able to read settlements', theirs, own);
    const known = listIdentifiedRows(theirs, bindings);
    if (known.size === 0) return untestable(`${insider.name} sees no batch with an id and amounts`, theirs);
    const shared = [...listIdentifiedRows(own, bindings)].filter(([text]) => known.has(text)).map(([, id]) => id);
    if (shared.length === 0) return pass(theirs, own);
    const expected = `no batch of ${insider.name}, whose tenant is another one`;
    return fail({ expected, actual: own, saw: `the same rows: ${formatNames(shared)}` }, theirs);
  },
});

/** Returns the identifying values of the rows with an id and numbers other than 0, with that id. */
export function listIdentifiedRows(exchange: Exchange, bindings: Bindings): ReadonlyMap<string, string> {
  const bound =
    bindings.find('settlements.rows') === undefined ? undefined : readTable(exchange, bindings, 'listSettlements');
  const rows: readonly { readonly id?: string | undefined; readonly value: unknown }[] =
    bound?.rows ?? listElements(exchange);
  return new Map(
    rows.flatMap(({ id, value }) => {
      // a row without a known id has its text for one, with the time of the response in some services
      const ownId = id === JSON.stringify(value) ? undefined : id;
      const texts = listStrings(value);
      const names = texts.filter((text) => isDistinctive(text) && !isTimeText(text));
      const parsed = texts.filter((text) => !isTimeText(text) && parseAmount(text) !== undefined);
      // beside amounts with decimals, other numbers may be versions or sizes
      const decimals = parsed.filter((text) => DECIMAL.test(text));
      const amounts = decimals.length === 0 ? parsed : decimals;
      const numbers = amounts.filter((text) => parseAmount(text) !== 0);
      const isWhole = new Set(numbers).size < ENOUGH_NUMBERS;
      const [name = isWhole ? undefined : ownId] = names;
      // each tenant may number its batches by their day: two that are empty, or have one entry, may be equal
      const isEmpty = numbers.length * 2 <= amounts.length;
      const long = new Set(numbers.filter((text) => /\d.*\d/.test(text)));
      if (name === undefined || isEmpty || long.size < FEWEST_NUMBERS) return [];
      // the account of the caller may decide further words, such as the currency, and a value with digits may be its id
      const withDigits = texts.filter((text) => /\d/.test(text) && !isTimeText(text));
      return [[JSON.stringify(isWhole ? value : [ownId, names, withDigits]), name] as const];
    }),
  );
}

/** An amount with decimals, as a text or a number. */
const DECIMAL = /\d[.,]\d{1,3}$/;
/** The different numbers with several digits of a batch that no other one has by chance. */
const FEWEST_NUMBERS = 2;
/** The different numbers that identify a row together with its id, with any further values. */
const ENOUGH_NUMBERS = 3;

export const settlementsAreOfVisibleAccounts = check({
  id: 'scope/settlements-are-of-visible-accounts',
  title: 'No settlement batch is of an account whose terminals are all hidden from the key',
  clause: 'settlements.list',
  covers: ['scope.response'],
  level: 'should',
  needs: ['readers', 'bindings'],
  run({ readers, bindings }) {
    bindings.need('settlements.rows');
    const terminalsByAccount = mapAccounts(readers);
    const permitted = readers.filter(({ sees }) => sees.reads.has('listSettlements'));
    if (permitted.length === 0) return Promise.resolve(untestable('no key can read the settlements'));
    return forEachTestable(
      permitted,
      ({ name }) => name,
      async (reader): Promise<Verdict> => {
        const batches = await readControl({ reader, bindings }, 'listSettlements');
        const named = batches.rows.map((row) => ({
          row,
          accounts: listAccountNames(row.value).filter((account) => terminalsByAccount.has(account)),
        }));
        const isVisible = (account: string): boolean =>
          intersects(terminalsByAccount.get(account) ?? new Set(), reader.sees.mentioned);
        const known = named.filter(({ accounts }) => accounts.length > 0);
        if (reader.sees.terminals.size === 0 || !known.some(({ accounts }) => accounts.some(isVisible)))
          return notApplicable('no batch names an account as rows of terminals do', batches.exchange);
        const foreign = known.find(({ accounts }) => !accounts.some(isVisible));
        if (foreign === undefined) return pass(batches.exchange);
        const saw = `${foreign.row.id} of ${formatNames(foreign.accounts)}`;
        const expected = `batches of the accounts whose terminals ${reader.name} sees`;
        return fail({ expected, actual: batches.exchange, saw });
      },
    );
  },
});

const ROWS_WITH_TERMINALS = ['getPortal', 'listLocations', 'listTransactions'] as const;

/** Returns the terminals of each account, by every id and name under which responses to any key show it beside a terminal. */
function mapAccounts(readers: readonly Principal[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { sees } of readers)
    for (const operation of ROWS_WITH_TERMINALS) {
      const response = sees.responses.get(operation);
      for (const { value } of response === undefined ? [] : listElements(response)) {
        const terminals = listStrings(value).filter((text) => sees.mentioned.has(text));
        if (terminals.length === 0) continue;
        for (const account of listAccountNames(value))
          found.set(account, new Set([...(found.get(account) ?? []), ...terminals]));
      }
    }
  return found;
}

/** Returns the ids and names in members that name an account: `account_id`, `merchant: { id }`. */
const listAccountNames = (row: unknown): string[] =>
  listNamedScalars(row).flatMap(({ name, parent, value }) => {
    const isOfAccount = [name, parent].some((one) => /account|merchant|customer|client/i.test(one));
    return isOfAccount && !/type|status|kind|role/i.test(name) && String(value).length > 1 ? [String(value)] : [];
  });

/** Variants of a filtered request: plain, sorted, limited, and with the largest limit. */
const listVariants = (filter: Parameters, bindings: Bindings): Parameters[] => [
  filter,
  { ...filter, ...getWidestParameters(bindings), ...BY_AMOUNT },
  { ...filter, limit: 5 },
];

export const foreignTerminalFilterGivesNothing = check({
  id: 'scope/foreign-terminal-filter-gives-nothing',
  title: 'A filter by a terminal outside the scope returns no rows and no totals of it',
  clause: 'transactions.filter.scope',
  level: 'must',
  needs: ['insider', 'outsider', 'bindings', 'sampling'],
  run: ({ insider, outsider, bindings, sampling }) =>
    expectNoHiddenRows(
      { insider, outsider, bindings },
      listRequestedFilters(insider, outsider) ??
        sampling.select('requests with a foreign terminal', listVariants(insider.aTerminal, bindings), {
          quick: 1,
          standard: 2,
        }),
    ),
});

const MOST_REQUESTED = 6;

/** Returns the recorded requests of both keys with a hidden terminal, for keys that can only repeat recorded reads. */
function listRequestedFilters(insider: Insider, outsider: Principal): readonly Parameters[] | undefined {
  const write = (parameters: Parameters) => JSON.stringify(Object.entries(parameters).toSorted());
  const own = new Set(insider.listRecorded?.('listTransactions').map(write));
  return outsider
    .listRequested?.('listTransactions')
    .filter((one) => insider.hidden.terminals.has(String(one.terminal_id)) && own.has(write(one)))
    .slice(0, MOST_REQUESTED);
}

export const foreignGroupFilterGivesNothing = check({
  id: 'scope/foreign-group-filter-gives-nothing',
  title: 'A filter by a group returns no rows of terminals outside the scope',
  clause: 'transactions.filter.scope',
  level: 'must',
  needs: ['insider', 'outsider', 'bindings', 'sampling'],
  run: ({ insider, outsider, bindings, sampling }) => {
    const [group] = insider.hidden.groups;
    const filters = group === undefined ? [] : [{ group_id: group }, { group_id: group, ...insider.aTerminal }];
    const variants = filters.flatMap((filter) => listVariants(filter, bindings));
    return expectNoHiddenRows(
      { insider, outsider, bindings },
      sampling.select('requests with a foreign group', variants, { quick: 1, standard: 2 }),
    );
  },
});

async function expectNoHiddenRows(sides: ScopeCallers, requests: readonly Parameters[]): Promise<Verdict> {
  const { insider, outsider, bindings } = sides;
  const [simplest] = requests;
  if (simplest === undefined) return untestable(`${insider.name} has none that is hidden from ${outsider.name}`);
  const control = await insider.get('listTransactions', simplest);
  const rows = readTable(control, bindings, 'listTransactions')?.rows ?? [];
  // rows may show their terminal only by the filter, and are then compared by their content
  const isHidden = ({ terminals }: ListRow) =>
    terminals.length > 0 && terminals.every((one) => insider.hidden.terminals.has(one));
  const knowsTerminals = bindings.find('transactions.terminal') !== undefined;
  const hidden = new Set([
    ...insider.hidden.terminals,
    ...(knowsTerminals ? rows.filter(isHidden).map(({ id }) => id) : []),
  ]);
  const verdict = await expectNothingHidden(
    sides,
    { control, hidden },
    requests.map((parameters) => () => outsider.get('listTransactions', parameters)),
  );
  if (verdict.kind !== 'pass')
    return verdict.kind === 'untestable' && rows.length > 0 ? acceptRefusals(verdict, control) : verdict;
  const own = await outsider.get('listTransactions');
  const withTotals = verdict.evidence.slice(1).find((probe) => hasTotalsOf(probe, { control, own, bindings }));
  if (withTotals === undefined) return verdict;
  const saw = `the totals that ${insider.name} gets`;
  const failure = fail({ expected: 'no sums over rows outside the scope', actual: withTotals, saw }, control, own);
  return accuseIfHidden(sides, { terminals: [insider.aTerminal.terminal_id], failure, except: 'listTransactions' });
}

interface TotalsOf {
  readonly control: Exchange;
  readonly own: Exchange;
  readonly bindings: Bindings;
}

/** Whether a response without rows has a total of the owner that the caller's own list does not have: its summary may be of all rows. */
function hasTotalsOf(probe: Exchange, { control, own, bindings }: TotalsOf): boolean {
  const table = readTable(probe, bindings, 'listTransactions');
  if (table === undefined || table.rows.length > 0) return false;
  const totals = [bindings.find('transactions.total_surcharge'), bindings.find('transactions.total_withdrawn')];
  return totals.some((pointer) => {
    if (pointer === undefined) return false;
    const read = ({ json }: Exchange) => parseAmount(findValue(json, pointer)) ?? 0;
    return read(probe) !== 0 && read(probe) === read(control) && read(probe) !== read(own);
  });
}

/** Reads with a filter by something hidden; a filter that is dropped returns the rows of the caller's own terminals. */
export const hiddenFiltersAreNotDropped = check({
  id: 'filters/a-hidden-id-is-not-dropped',
  title: 'A filter by a terminal or group that the key cannot see does not return the rows of other terminals',
  clause: 'transactions.filter.group',
  covers: ['transactions.filter.terminal'],
  level: 'must',
  needs: ['insider', 'outsider', 'bindings'],
  run: ({ insider, outsider, bindings }) => {
    bindings.need('transactions.terminal');
    // a group that the insider knows only partly may also hold terminals of the outsider
    const knowsGroups = insider.isStranger || isSubset(outsider.sees.terminals, insider.sees.terminals);
    // each tenant may number its own groups, so that only the list of the outsider shows which ids it has
    const own = new Set(outsider.sees.groups.keys());
    const mayBeAlike = own.size === 0 || (insider.isStranger && intersects(insider.sees.groups.keys(), own));
    const group = insider.hidden.groups.find(
      (id) =>
        knowsGroups &&
        !mayBeAlike &&
        !own.has(id) &&
        isSubset(insider.sees.groups.get(id) ?? [], insider.hidden.terminals),
    );
    const filters: Parameters[] = [insider.aTerminal, ...(group === undefined ? [] : [{ group_id: group }])];
    return forEachTestable(
      filters,
      (filter) => Object.keys(filter)[0] ?? '',
      async (filter) => {
        const own = await outsider.get('listTransactions', getWidestParameters(bindings));
        const rows = readTable(own, bindings, 'listTransactions')?.rows ?? [];
        if (rows.length === 0) return untestable(`needs transactions of ${outsider.name}`, own);
        const probe = await outsider.get('listTransactions', filter);
        const kept = readTable(probe, bindings, 'listTransactions')?.rows ?? [];
        const strays = kept.filter(({ terminals }) => terminals.some((one) => outsider.sees.terminals.has(one)));
        if (strays.length === 0) return pass(own, probe);
        const expected = 'a refusal or no rows: the filter names nothing that the key can see';
        const saw = `rows of ${formatNames(strays.flatMap(({ terminals }) => terminals))}`;
        const failure = fail({ expected, actual: probe, saw }, own);
        const terminals =
          'terminal_id' in filter ? [insider.aTerminal.terminal_id] : (insider.sees.groups.get(group ?? '') ?? []);
        return accuseIfHidden({ insider, outsider }, { terminals, failure, except: 'listTransactions' });
      },
    );
  },
});
