import { LRUCache } from 'lru-cache';
import { type Exchange, isSuccess } from '../../http/exchange.ts';
import { isWebPage } from '../../http/response-kind.ts';
import { fail, pass } from '../../reading/verdicts/verdict.ts';
import { judgeEach, type RuleObserver, type TrafficRule } from './rule.ts';

const problemsNameTheirStatus = judgeEach(
  {
    id: 'traffic/problems-name-their-status',
    title: 'A problem document has the status of its response',
    clause: 'errors.format',
    level: 'should',
    party: 'service',
    shownBy: 'a refused request',
  },
  ({ exchange, hasBody }) => {
    if (exchange.mediaType !== 'application/problem+json' || !hasBody || !exchange.isReadable) return undefined;
    const { json } = exchange;
    if (typeof json !== 'object' || json === null || !('status' in json)) return undefined;
    if (json.status === exchange.status) return pass(exchange);
    const expected = `the status ${exchange.status}`;
    return fail({ expected, actual: exchange, saw: JSON.stringify(json.status) });
  },
);

/** Seconds, or a date of HTTP in any of its three forms (RFC 9110, section 5.6.7). */
const IS_RETRY_AFTER =
  /^(\d+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(day|sday|nesday|rsday|urday)?,? (\d\d[ -]\w{3}[ -]\d{2,4} \d\d:\d\d:\d\d GMT|\w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}))$/;

const retriesHaveATime = judgeEach(
  {
    id: 'traffic/retries-have-a-time',
    title: '`Retry-After` is a number of seconds or a date',
    clause: 'limits.rate',
    covers: [],
    level: 'should',
    party: 'service',
    shownBy: 'a response 429 or 503',
  },
  ({ exchange }, context) => {
    const value = exchange.header('retry-after');
    if (value !== undefined)
      return IS_RETRY_AFTER.test(value.trim())
        ? pass(exchange)
        : fail({ expected: 'seconds or a date', actual: exchange, saw: value });
    const isLate = exchange.status === 429 || exchange.status === 503;
    // a page of a gateway is no response of the service
    if (!isLate || context.bindings()?.origin !== 'builtin' || isWebPage(exchange)) return undefined;
    return fail({ expected: 'Retry-After', actual: exchange, saw: `status ${exchange.status} without it` });
  },
);

/** Statuses that concern the caller, the route or the moment, and not the parameters. */
const OF_OTHER_REASONS = new Set([401, 403, 404, 405, 407, 408, 409, 410, 425, 429]);

/** Combinations of documented parameters. One of the limits must be refused: a service may accept some limits only. */
const DOCUMENTED: Readonly<Record<string, readonly (string | undefined)[]>> = {
  limit: ['10', '25', '50'],
  'sort_by,sort_dir': [undefined],
};
/** The number of different limits that a service refuses if it accepts none. */
const FEWEST_LIMITS = 3;
const MOST_LIMIT = 100;
const MOST_CALLERS = 500;

/** Returns the documented parameters of a list of transactions, if it has no others and only values that the document names or allows. */
function findDocumented({ parameters }: Exchange): string | undefined {
  const name = Object.keys(parameters).toSorted().join();
  const limit = Number(parameters.limit ?? 1);
  const isAllowed = Number.isInteger(limit) && limit >= 1 && limit <= MOST_LIMIT;
  const isByAmount = parameters.sort_by === undefined || parameters.sort_by === 'amt_comp';
  const isDescending = parameters.sort_dir === undefined || parameters.sort_dir === 'desc';
  return Object.hasOwn(DOCUMENTED, name) && isAllowed && isByAmount && isDescending ? name : undefined;
}

/** Refusals of documented parameters between two successes of the same caller without them. */
function openParameterRule(): RuleObserver {
  interface Reader {
    plain: Exchange;
    readonly refused: Map<string, Map<string, Exchange>>;
  }
  const readers = new LRUCache<string, Reader>({ max: MOST_CALLERS });
  const accepted = new Set<string>();
  return {
    observe({ exchange, caller }) {
      const { operation, request, status, parameters } = exchange;
      if (caller.kind !== 'key' || operation !== 'listTransactions' || request.method !== 'GET') return undefined;
      const reader = readers.get(caller.name);
      if (Object.keys(parameters).length === 0) {
        if (!isSuccess(exchange) || isWebPage(exchange)) return undefined;
        readers.set(caller.name, { plain: exchange.toEvidence(), refused: new Map() });
        for (const [name, values] of reader?.refused ?? []) {
          const [first, ...others] = values.values();
          const isUsual = DOCUMENTED[name]?.some((limit) => values.has(String(limit))) === true;
          const areAll = isUsual && (name !== 'limit' || values.size >= FEWEST_LIMITS);
          if (reader === undefined || first === undefined || accepted.has(name) || !areAll) continue;
          const expected = `a success: ${name.replace(',', ' and ')} may be given`;
          const saw = `status ${first.status}, and successes without it`;
          return fail({ expected, actual: first, saw }, reader.plain, exchange, ...others);
        }
        return undefined;
      }
      const name = findDocumented(exchange);
      if (name === undefined) return undefined;
      if (isSuccess(exchange)) {
        accepted.add(name);
        return pass(exchange);
      }
      if (reader === undefined || status < 400 || status >= 500 || OF_OTHER_REASONS.has(status)) return undefined;
      const values = reader.refused.get(name) ?? new Map<string, Exchange>();
      reader.refused.set(name, values.set(String(parameters.limit), exchange.toEvidence()));
      return undefined;
    },
  };
}

const documentedParametersAreAccepted: TrafficRule = {
  id: 'traffic/documented-parameters-are-accepted',
  title: 'The list of transactions accepts `limit`, and `sort_by=amt_comp` with `sort_dir=desc`',
  clause: 'transactions.limit',
  covers: ['transactions.sort_by', 'transactions.sort_dir'],
  level: 'must',
  party: 'service',
  shownBy: 'GET /v1/transactions before and after requests with these parameters',
  open: openParameterRule,
};

export const refusalRules: readonly TrafficRule[] = [
  problemsNameTheirStatus,
  retriesHaveATime,
  documentedParametersAreAccepted,
];
