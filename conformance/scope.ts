import type { Bindings } from './bindings.ts';
import { type Caller, type Exchange, isSuccess, type Parameters } from './client.ts';
import { idsShown, placesOfIds } from './id-places.ts';
import { parametersAfter } from './paging.ts';
import type { Insider, Principal } from './principals.ts';
import { few, tableOf } from './reading.ts';
import { LIST_SLOTS, type ListOperationId } from './slots.ts';
import { fail, pass, untestable, type Verdict } from './verdict.ts';

/** The two sides of a question about scopes, and what answers are read with. */
export interface Sides {
  readonly insider: Insider;
  readonly outsider: Principal;
  readonly bindings: Bindings;
}

/** A request that is made when its turn comes; nothing, when there is none to make. */
export type Probe = () => Promise<Exchange | undefined>;

/**
 * The owner's answer shows hidden ids, and each of the other's answers shows none of them. The first probe that shows one
 * decides; of those that succeed it takes one at least.
 */
export async function showsNothingHidden(
  control: Exchange,
  hidden: ReadonlySet<string>,
  { insider, outsider }: Sides,
  probes: readonly Probe[],
): Promise<Verdict> {
  const places = placesOfIds(control, new Set([...insider.sees.mentioned, ...hidden]));
  if (idsShown(control, hidden, places).length === 0)
    return untestable('the owner is shown nothing there that the other may not see', control);
  const read: Exchange[] = [];
  for (const probe of probes) {
    const exchange = await probe();
    if (exchange === undefined) continue;
    const shown = idsShown(exchange, hidden, places);
    if (shown.length > 0) {
      const expected = `nothing that is outside the scope of ${outsider.name}`;
      return fail({ expected, actual: exchange, saw: `it shows ${few(shown)}` }, control);
    }
    read.push(exchange);
  }
  if (!read.some(isSuccess)) return untestable(`${outsider.name} cannot read this at all`, control, ...read);
  return pass(control, ...read);
}

/** Refusing a foreign filter altogether keeps the rule too: it gives nothing. */
export const refusedThroughout = (verdict: Verdict, control: Exchange): Verdict =>
  verdict.evidence.length > 1 && verdict.evidence.slice(1).every(({ status }) => status >= 400 && status < 500)
    ? pass(control, ...verdict.evidence.slice(1))
    : verdict;

/** The second and the third page of a list, if the target tells how to ask for them. */
export function laterPages(
  caller: Caller,
  operation: ListOperationId,
  parameters: Parameters,
  bindings: Bindings,
): Probe[] {
  let page: Promise<Exchange> | undefined;
  let first: Exchange | undefined;
  return [1, 2].map(() => async () => {
    page ??= caller.get(operation, parameters);
    const current = await page;
    first ??= current;
    const after = nextOf(current, first, operation, bindings);
    if (after === undefined) return undefined;
    page = caller.get(operation, after);
    return page;
  });
}

/** The parameters of the page after `page`; `undefined` after the last one, and when it is not known how to ask. */
export function nextOf(
  page: Exchange,
  first: Exchange,
  operation: ListOperationId,
  bindings: Bindings,
): Parameters | undefined {
  const paging = bindings.find(LIST_SLOTS[operation].nextPage);
  const [table, begin] = [page, first].map((exchange) => tableOf(exchange, bindings, operation));
  if (paging === undefined || table === undefined || begin === undefined) return undefined;
  return parametersAfter(table, begin, paging);
}
