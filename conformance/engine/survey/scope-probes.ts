import type { Bindings } from '../../bindings/bindings.ts';
import type { ListOperationId } from '../../bindings/slots.ts';
import { type Exchange, isSuccess, type Parameters } from '../../http/client.ts';
import { findIdPlaces, findShownIds } from '../../oracles/id-places.ts';
import { listObjects, listStrings, readRequestText } from '../../oracles/names/response-words.ts';
import { getParametersAfter } from '../../oracles/paging.ts';
import { listJsonScalars } from '../../oracles/refusal.ts';
import { addRemedy, fail, pass, type Undecided, untestable, type Verdict } from '../verdicts/verdict.ts';
import { accuseIfHidden, isDirectRead } from './denials.ts';
import { explainRelation, type Insider, type Principal } from './principals.ts';
import { findPaging, formatNames, type ReadContext, readTable } from './reading.ts';

/** Returns the verdict on two keys that may be of the same account. */
export const requireOtherAccount = ({ insider, outsider }: Pick<ScopeCallers, 'insider' | 'outsider'>): Undecided =>
  addRemedy(untestable(explainRelation(insider, outsider)), { kind: 'other-account-key' });

/** Returns the verdict on two keys that the service does not show to be of different tenants. */
export const requireOtherTenant = ({ insider, outsider }: Pick<ScopeCallers, 'insider' | 'outsider'>): Undecided =>
  addRemedy(
    untestable(
      `needs two keys without a common terminal that are refused the terminals of each other by four reads; ${insider.name} and ${outsider.name} are none; add a key of another tenant`,
    ),
    { kind: 'other-account-key' },
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

/**
 * Checks that the owner's response contains hidden ids, and that no response to the other key does. The first probe that
 * reveals one fails; at least one probe must succeed.
 */
export async function expectNothingHidden(
  { insider, outsider }: ScopeCallers,
  { control, hidden }: OwnerResponse,
  probes: readonly DeferredRequest[],
): Promise<Verdict> {
  const places = findIdPlaces(control, new Set([...insider.sees.mentioned, ...hidden]));
  // another tenant may give its transactions the same ids: only the same row is the same transaction
  const rows = new Set(
    [control.json, insider.hidden.transactions.map(({ value }) => value)]
      .flatMap(listObjects)
      .filter(isRow)
      .map((row) => JSON.stringify(row)),
  );
  const findShown = (exchange: Exchange): string[] => {
    const requested = readRequestText(exchange);
    const shown = findShownIds(exchange, hidden, places).filter((id) => !requested.includes(id) || isSuccess(exchange));
    if (shown.every((id) => insider.hidden.terminals.has(id))) return shown;
    const same = new Set(
      listObjects(exchange.json).flatMap((one) => (rows.has(JSON.stringify(one)) ? listStrings(one) : [])),
    );
    return shown.filter((id) => insider.hidden.terminals.has(id) || same.has(id));
  };
  if (findShown(control).length === 0)
    return untestable('the response to the owner contains nothing hidden from the other key', control);
  const read: Exchange[] = [];
  for (const probe of probes) {
    const exchange = await probe();
    if (exchange === undefined) continue;
    const shown = findShown(exchange);
    if (shown.length > 0) {
      const expected = `nothing outside the scope of ${outsider.name}`;
      const failure = fail({ expected, actual: exchange, saw: formatNames(shown) }, control);
      const except = isDirectRead(exchange) ? exchange.operation : undefined;
      return accuseIfHidden(
        { insider, outsider },
        {
          terminals: listTerminalsOf(insider, shown),
          failure,
          except,
          isById: shown.every((id) => insider.hidden.terminals.has(id)),
        },
      );
    }
    read.push(exchange);
  }
  if (!read.some(isSuccess)) return untestable(`${outsider.name} cannot read this at all`, control, ...read);
  return pass(control, ...read);
}

/** Fewer values, such as an id alone, may be equal in the rows of two tenants. */
const FEWEST_VALUES = 5;
const isRow = (value: unknown): boolean => listJsonScalars(value).length >= FEWEST_VALUES;

/** Returns the terminals that are named by these ids of terminals and transactions. */
export const listTerminalsOf = ({ hidden }: Insider, ids: readonly string[]): ReadonlySet<string> =>
  new Set([
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
