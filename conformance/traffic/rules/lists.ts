import { rememberPairs } from '../../../base/caches/remember-objects.ts';
import type { OperationId } from '../../../spec/index.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isWebPage } from '../../http/response-kind.ts';
import { getParametersAfter } from '../../reading/paging.ts';
import type { Verdict } from '../../reading/verdicts/verdict.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { readTable, type Table } from '../../slots/read-lists.ts';
import { LIST_SLOTS, type ListOperationId } from '../../slots/slots.ts';
import type { SeenExchange } from '../exchanges/read-exchanges.ts';
import { catchConcluded } from './responses.ts';
import { judgeEach, type RuleContext, type TrafficRule } from './rule.ts';

/** The rows of a successful response of a list, and where its values are. */
export interface SeenList extends Table {
  readonly seen: SeenExchange;
  readonly operation: ListOperationId;
  readonly bindings: Bindings;
  /** The parameters of the next page; `undefined` on the last one. */
  readonly next: Exchange['parameters'] | undefined;
  /** Whether the request may continue a list: it has the parameter that selects a page, or that parameter is not known. */
  readonly isLaterPage: boolean;
}

export const isListOperation = (operation: OperationId): operation is ListOperationId =>
  Object.hasOwn(LIST_SLOTS, operation);

const readSeen = rememberPairs((seen: SeenExchange, bindings: Bindings): { readonly list?: SeenList } => {
  const { exchange, hasBody } = seen;
  const { operation, request, status } = exchange;
  const isRead = request.method === 'GET' && status === 200 && hasBody && !isWebPage(exchange) && exchange.isReadable;
  if (!isRead || !isListOperation(operation) || exchange.json === undefined) return {};
  let table: Table | undefined;
  catchConcluded(() => {
    table = readTable(exchange, bindings, operation);
    return undefined;
  });
  if (table === undefined) return {};
  const paging = bindings.find(LIST_SLOTS[operation].nextPage);
  const name = paging !== undefined && 'parameter' in paging ? paging.parameter : undefined;
  const next = paging === undefined ? undefined : getParametersAfter(table, table, paging);
  return {
    list: {
      ...table,
      seen,
      operation,
      bindings,
      next,
      isLaterPage: name === undefined || name in exchange.parameters,
    },
  };
});

/** Returns the rows of a response; `undefined` if it is none of a list, or if the places of the rows are not known. */
export function readSeenList(seen: SeenExchange, context: RuleContext): SeenList | undefined {
  const bindings = context.bindings();
  return bindings === undefined ? undefined : readSeen(seen, bindings).list;
}

/** Declares a rule that judges each response of a list alone. */
export const judgeLists = (
  rule: Omit<TrafficRule, 'open'>,
  judge: (list: SeenList, isBuiltin: boolean) => Verdict | undefined,
): TrafficRule =>
  judgeEach(rule, (seen, context) => {
    const list = readSeenList(seen, context);
    return list && catchConcluded(() => judge(list, list.bindings.origin === 'builtin'));
  });

/** Returns the only value of a query parameter; `undefined` without one, or with several. */
export function getParameter({ exchange }: Pick<SeenList, 'exchange'>, name: string): string | undefined {
  const value = exchange.parameters[name];
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}
