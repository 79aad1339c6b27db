import type { OperationId } from '../../../spec/index.ts';
import { type Caller, type Exchange, ignoreUnreadable, isSuccess, type Parameters } from '../../http/client.ts';
import { findIdPlaces, findPlacesWithAny, findShownIds } from '../../reading/id-places.ts';
import {
  containsName,
  listElements,
  listObjects,
  listStrings,
  listTerminalsInPaths,
  readRequestText,
  readWords,
} from '../../reading/names/response-words.ts';
import { getParametersAfter } from '../../reading/paging.ts';
import { isUnmistakable, listJsonScalars } from '../../reading/refusal.ts';
import { decideServed, isDistinctive, listMarks } from '../../reading/served.ts';
import { hasIdsAsNames } from '../../reading/values/maps-by-id.ts';
import { addRemedy, fail, pass, type Undecided, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { findPaging, formatNames, type ReadContext, readTable } from '../../slots/read-lists.ts';
import type { ListOperationId } from '../../slots/slots.ts';
import { accuseIfHidden, areApart, isDirectRead } from './denials.ts';
import type { Insider, Principal } from './principals.ts';

/** Returns the verdict on two keys that the service does not show to be of different tenants. */
export const requireOtherTenant = ({ insider, outsider }: Pick<ScopeCallers, 'insider' | 'outsider'>): Undecided =>
  addRemedy(
    untestable(
      `needs two keys without a common terminal that are refused the terminals of each other by four reads; ${insider.name} and ${outsider.name} are none; add a key of another tenant, or state the customers of both: --customer NAME=CUSTOMER, or customer: in the config`,
    ),
    { kind: 'customer' },
  );

/** The two callers of a scope check, and the bindings to read responses with. */
export interface ScopeCallers {
  readonly insider: Insider;
  readonly outsider: Principal;
  readonly bindings: Bindings;
}

/** A response to the owner, and the ids in it that are hidden from the other key. */
export interface OwnerResponse {
  readonly control: Exchange;
  readonly hidden: ReadonlySet<string>;
}

/** A deferred request; `undefined` if there is none to send. */
export type DeferredRequest = () => Promise<Exchange | undefined>;

/** Sends a request; returns `undefined` for a caller that can only repeat recorded reads, if it was not recorded. */
const sendIfRecorded = ({ listRequested }: Caller, probe: DeferredRequest): Promise<Exchange | undefined> =>
  listRequested === undefined ? probe() : ignoreUnreadable(probe);

/**
 * Checks that the owner's response contains hidden ids, and that no response to the other key does. The first probe that
 * reveals one fails; at least one probe must succeed.
 */
export async function expectNothingHidden(
  { insider, outsider, bindings }: ScopeCallers,
  { control, hidden }: OwnerResponse,
  probes: readonly DeferredRequest[],
): Promise<Verdict> {
  const places = findIdPlaces(control, new Set([...insider.sees.mentioned, ...hidden]));
  // another tenant may give its transactions the same ids: only the same row is the same transaction, and a row of both keys is not hidden
  const isOfOutsider = (row: unknown) => listStrings(row).some((text) => outsider.sees.terminals.has(text));
  const rows = new Set(
    [...listElements(control), ...insider.hidden.transactions]
      .map(({ value }) => value)
      .filter((row) => isRow(row) && !isOfOutsider(row))
      .map((row) => JSON.stringify(row)),
  );
  const findShown = (exchange: Exchange): string[] => {
    const requested = readRequestText(exchange);
    if (exchange.json === undefined) return listNamesInText(exchange, insider, hidden);
    // a count may be equal to a short id of the other key: the place of ids shows one of the outsider too
    const isOwner = exchange.request.caller === insider.name;
    const own = isOwner ? places : findPlacesWithAny(listResponses(outsider, exchange), outsider.sees.mentioned);
    const common = new Set([...places].filter((place) => own.has(place)));
    const shown = findShownIds(exchange, hidden, common).filter(
      // a response may repeat `limit=2`, which is no terminal "2"
      (id) => (!requested.includes(id) || isSuccess(exchange)) && (isOwner || id !== String(exchange.parameters.limit)),
    );
    if (shown.every((id) => insider.hidden.terminals.has(id))) return shown;
    const same = new Set(
      listObjects(exchange.json).flatMap((one) => (rows.has(JSON.stringify(one)) ? listStrings(one) : [])),
    );
    return shown.filter((id) => insider.hidden.terminals.has(id) || same.has(id));
  };
  if (findShown(control).length === 0) return expectNoContent({ insider, outsider, bindings }, control, probes);
  const read: Exchange[] = [];
  for (const probe of probes) {
    const exchange = await sendIfRecorded(outsider, probe);
    if (exchange === undefined) continue;
    const shown = findShown(exchange);
    if (shown.length > 0) {
      const expected = `nothing outside the scope of ${outsider.name}`;
      const failure = fail({ expected, actual: exchange, saw: formatNames(shown) }, control);
      const except = isDirectRead(exchange) ? exchange.operation : undefined;
      const verdict = await accuseIfHidden(
        { insider, outsider },
        {
          terminals: listTerminalsOf(insider, shown),
          failure,
          except,
          isById: shown.every((id) => insider.hidden.terminals.has(id)),
        },
      );
      if (verdict.kind !== 'pass') return verdict;
    }
    read.push(exchange);
  }
  if (!read.some(isSuccess)) return untestable(`${outsider.name} cannot read this at all`, control, ...read);
  return pass(control, ...read);
}

/** Returns a response and the first one of its operation to a key, of those in JSON. */
const listResponses = ({ sees }: Principal, exchange: Exchange): Exchange[] =>
  [exchange, ...[sees.responses.get(exchange.operation) ?? []].flat()].filter(({ json }) => json !== undefined);

/** Responses that differ from tenant to tenant: two users of different ones cannot get the same row with an id and further values. */
const OF_ONE_TENANT: ReadonlySet<OperationId> = new Set(['listDisputes', 'listTerminalGroups', 'listTransactions']);

/**
 * Checks responses in which no id of a hidden terminal is known: those to a filter by a hidden terminal by their content, those of two
 * tenants by their rows.
 */
async function expectNoContent(
  { insider, outsider }: ScopeCallers,
  control: Exchange,
  probes: readonly DeferredRequest[],
): Promise<Verdict> {
  const { terminal_id, ...others } = control.parameters;
  const isFiltered = typeof terminal_id === 'string' && insider.hidden.terminals.has(terminal_id);
  const nothing = untestable('the response to the owner contains nothing hidden from the other key', control);
  // the first page is not all that a key sees, so that the same limit is read too
  const plain = isFiltered
    ? [await outsider.get(control.operation), await outsider.get(control.operation, others)]
    : [];
  const isDecidable = isFiltered
    ? listMarks(control, plain).length >= FEWEST_MARKS
    : OF_ONE_TENANT.has(control.operation) && listRowTexts(control).size > 0;
  if (!isDecidable) return nothing;
  const isApart = await areApart(insider, outsider);
  if (!isFiltered && !isApart) return requireOtherTenant({ insider, outsider });
  const read: Exchange[] = [];
  for (const probe of probes) {
    const exchange = await sendIfRecorded(outsider, probe);
    if (exchange === undefined) continue;
    const isSameFilter = isFiltered && exchange.parameters.terminal_id === terminal_id;
    // two tenants may give their rows the same ids, so that values of the owner's rows prove nothing without the filter
    if (isFiltered && !isSameFilter && !isApart) continue;
    const shown = isSameFilter
      ? listServed(exchange, control, plain)
      : await dropOwnRows(outsider, exchange, listCommonRows(exchange, control));
    if (shown === undefined)
      return untestable(`the rows of ${outsider.name} may be equal to those of ${insider.name}`, control, exchange);
    if (shown.length > 0) {
      const expected = `nothing outside the scope of ${outsider.name}`;
      const failure = fail({ expected, actual: exchange, saw: formatNames(shown.slice(0, 3)) }, control);
      const terminals = isFiltered ? [terminal_id] : [insider.aTerminal.terminal_id];
      const except = isDirectRead(exchange) ? exchange.operation : undefined;
      return accuseIfHidden({ insider, outsider }, { terminals, failure, except });
    }
    read.push(exchange);
  }
  if (!read.some(isSuccess)) return untestable(`${outsider.name} cannot read this at all`, control, ...read);
  return pass(control, ...read);
}

const FEWEST_MARKS = 2;

function listServed(probe: Exchange, control: Exchange, others: readonly Exchange[]): readonly string[] {
  const served = decideServed({ probe, control, others });
  return served.kind === 'served' ? served.shown : [];
}

/** Returns the texts of the rows with an id that is hardly found by chance and several values. */
export const listRowTexts = ({ json }: Pick<Exchange, 'json'>): ReadonlyMap<string, string> =>
  new Map(
    listRows(json).flatMap(({ text, value }) => {
      const id = isRow(value) ? listStrings(value).find(isDistinctive) : undefined;
      return id === undefined ? [] : [[text, id] as const];
    }),
  );

interface RowText {
  /** The row, with its name and the values of the rows that contain it. */
  readonly text: string;
  readonly value: object;
}

/**
 * Returns the elements of arrays and of objects by id, at any depth. Other objects are parts of a row: tenants with equal prices have
 * equal amounts, which no id distinguishes.
 */
function listRows(value: unknown, outer = ''): RowText[] {
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value) || hasIdsAsNames(value);
  return Object.entries(value).flatMap(([name, one]): RowText[] => {
    if (!isList || typeof one !== 'object' || one === null) return listRows(one, outer);
    const context = Array.isArray(value) ? outer : `${outer} ${name}`;
    const own = Object.values(one).filter((inner) => typeof inner !== 'object');
    const row = { text: `${context} ${JSON.stringify(one)}`, value: one };
    // a row may be an array of its cells
    if (Array.isArray(one)) return [row];
    return [row, ...listRows(one, `${context} ${JSON.stringify(own)}`)];
  });
}

const listCommonRows = (probe: Exchange, control: Exchange): ReadonlyMap<string, string> => {
  const known = listRowTexts(control);
  return new Map([...listRowTexts(probe)].filter(([text]) => known.has(text)));
};

/** With more terminals, the rows of each are not read. */
const MOST_TERMINALS = 30;

/**
 * Returns the ids of the rows that are not the key's own: two tenants may have rows of equal contents. Transactions are its own if the
 * list of one of its terminals has them, groups if another response shows them. `undefined` if nothing shows which rows are its own. A
 * dispute names its terminal, so that those of two tenants differ.
 */
export async function dropOwnRows(
  { sees, get }: Pick<Principal, 'sees' | 'get'>,
  { operation, parameters }: Exchange,
  rows: ReadonlyMap<string, string>,
): Promise<readonly string[] | undefined> {
  if (rows.size === 0 || operation === 'listDisputes') return [...rows.values()];
  if (operation === 'listTransactions') {
    if (sees.terminals.size > MOST_TERMINALS) return undefined;
    const own = new Set<string>();
    for (const terminal_id of sees.terminals)
      for (const text of listRowTexts(await get(operation, { ...parameters, terminal_id })).keys()) own.add(text);
    return own.size === 0 ? undefined : [...rows].flatMap(([text, id]) => (own.has(text) ? [] : [id]));
  }
  const own = sees.responses.get(operation as ListOperationId);
  const others = [...sees.responses.values()].filter((one) => one.operation !== operation).map(readWords);
  const isShown = (id: string) => others.some((words) => containsName(words, id));
  if (own === undefined || ![...listRowTexts(own).values()].some(isShown)) return undefined;
  return [...rows.values()].filter((id) => !isShown(id));
}

/** Fewer values, such as an id alone, may be equal in the rows of two tenants. */
const FEWEST_VALUES = 5;
const isRow = (value: unknown): boolean => listJsonScalars(value).length >= FEWEST_VALUES;

/** Returns the ids and the other names of hidden terminals in a text such as a feed: a short number may be anything there, except in a path. */
function listNamesInText(exchange: Exchange, { hidden, sees }: Insider, ids: ReadonlySet<string>): string[] {
  const words = readWords(exchange);
  const aliases = [...hidden.terminals].flatMap((terminal) => [...(sees.aliases.get(terminal) ?? [])]);
  const terminals = [...ids].filter((id) => hidden.terminals.has(id));
  const inPaths = listTerminalsInPaths(exchange);
  return [...terminals, ...aliases].filter(
    (name) => (isUnmistakable(name) && containsName(words, name)) || (inPaths.has(name) && ids.has(name)),
  );
}

/** Returns the terminals that are named by these ids of terminals and transactions, or by other names of terminals. */
export const listTerminalsOf = ({ hidden, sees }: Insider, ids: readonly string[]): ReadonlySet<string> =>
  new Set([
    ...[...hidden.terminals].filter((terminal) => ids.some((id) => sees.aliases.get(terminal)?.has(id))),
    ...ids.filter((id) => hidden.terminals.has(id)),
    ...hidden.transactions.filter(({ id }) => ids.includes(id)).flatMap(({ terminals }) => terminals),
  ]);

/** A refused foreign filter also passes: it returns nothing. */
export const acceptRefusals = (verdict: Verdict, control: Exchange): Verdict =>
  verdict.evidence.length > 1 && verdict.evidence.slice(1).every(({ status }) => status >= 400 && status < 500)
    ? pass(control, ...verdict.evidence.slice(1))
    : verdict;

/** The second and third page of a list, if there are any. */
export function listLaterPages(
  { reader, bindings }: ReadContext,
  operation: ListOperationId,
  parameters: Parameters,
): DeferredRequest[] {
  let page: Promise<Exchange> | undefined;
  let first: Exchange | undefined;
  return [1, 2].map(() => async () => {
    page ??= reader.get(operation, parameters);
    const current = await page;
    first ??= current;
    const after = getNextPageParameters({ page: current, first }, operation, bindings);
    if (after === undefined) return undefined;
    page = reader.get(operation, after);
    return page;
  });
}

/**
 * Returns the parameters of the page after `page`; `undefined` after the last one, and without a paging binding. `first` is
 * the first page of the list, by default `page` itself.
 */
export function getNextPageParameters(
  { page, first = page }: { readonly page: Exchange; readonly first?: Exchange },
  operation: ListOperationId,
  bindings: Bindings,
): Parameters | undefined {
  const paging = findPaging(bindings, operation, page);
  const [table, begin] = [page, first].map((exchange) => readTable(exchange, bindings, operation));
  if (paging === undefined || table === undefined || begin === undefined) return undefined;
  return getParametersAfter(table, begin, paging);
}
