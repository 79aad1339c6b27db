import { LRUCache } from 'lru-cache';
import type { OperationId } from '../../../spec/index.ts';
import { type Exchange, isSuccess } from '../../http/exchange.ts';
import { isWebPage } from '../../http/response-kind.ts';
import { findCardNumbers, findForbiddenData, type Leak, OPERATIONS_OF_TRANSACTIONS } from '../../reading/card-data.ts';
import { fail, inconclusive, pass, type Verdict } from '../../reading/verdicts/verdict.ts';
import { formatNames } from '../../slots/read-lists.ts';
import type { SeenExchange } from '../exchanges/read-exchanges.ts';
import type { RuleObserver, TrafficRule } from './rule.ts';

/** Fewer numbers that are possible card numbers may be ids: about one in thirty random ones is possible. */
const FEWEST_NUMBERS = 4;
const MOST_PLACES = 2000;
/** A whole value that may be a card number or an id. */
const LONG_NUMBER = /^\d{13,19}$/;

/** The long numbers that a member held: whether each is a possible card number. */
interface LongNumbers {
  readonly possible: Set<string>;
  hasImpossible: boolean;
}

/**
 * Opens the search for card data. A value that is nothing but a long number counts only if its member held several possible card
 * numbers and no other number: otherwise it may be an id.
 */
function openSearch(isJudged: (operation: OperationId) => boolean): RuleObserver {
  const byPlace = new Map<string, LongNumbers>();
  /** Long numbers that a request named: they are ids. */
  const requested = new LRUCache<string, true>({ max: MOST_PLACES });
  const remember = (place: string, digits: string): LongNumbers | undefined => {
    const known = byPlace.get(place) ?? { possible: new Set<string>(), hasImpossible: false };
    if (!byPlace.has(place) && byPlace.size >= MOST_PLACES) return undefined;
    byPlace.set(place, known);
    if (findCardNumbers(digits).length === 0 || requested.has(digits)) known.hasImpossible = true;
    else if (known.possible.size < FEWEST_NUMBERS) known.possible.add(digits);
    return known;
  };
  return {
    observe({ exchange, hasBody }: SeenExchange): Verdict | undefined {
      if (!hasBody || !isSuccess(exchange) || exchange.bytes.length <= 2 || !exchange.isReadable) return undefined;
      if (!isJudged(exchange.operation) || isWebPage(exchange)) return undefined;
      const { text, json, operation, parameters } = exchange;
      for (const value of Object.values(parameters).flat().map(String))
        if (LONG_NUMBER.test(value)) requested.set(value, true);
      const bare = (/\d{13}/.test(text) ? listLongNumbers(json) : []).map(({ digits, place }) => ({
        digits,
        known: remember(`${operation} ${place}`, digits),
      }));
      const areCards = bare.filter(
        ({ known }) => known !== undefined && !known.hasImpossible && known.possible.size >= FEWEST_NUMBERS,
      );
      const sent = listSentNumbers(exchange);
      const isShown = (digits: string) => !sent.has(digits) && !bare.some((one) => one.digits === digits);
      const leaks = findForbiddenData(text, json).filter((leak) =>
        isCertain(leak, findCardNumbers(text).filter(isShown)),
      );
      if (leaks.length === 0 && areCards.length === 0)
        return bare.some(({ digits }) => findCardNumbers(digits).length > 0)
          ? inconclusive('some long numbers may be card numbers or ids', exchange)
          : pass(exchange);
      const saw =
        leaks.length > 0
          ? formatNames(leaks.map(({ kind, where, masked }) => `a ${kind} at ${where}: ${masked}`))
          : `a member with ${FEWEST_NUMBERS} possible card numbers and no other number`;
      return fail({ expected: 'no card number, track data, PIN block or key material', actual: exchange, saw });
    },
  };
}

/** Whether a leak is none of the whole values that may be ids, and no echo of the request. */
const isCertain = ({ kind, where, masked }: Leak, numbers: readonly string[]): boolean =>
  kind !== 'card number' ||
  where !== 'the text' ||
  masked.length < 13 ||
  numbers.some((digits) => digits.startsWith(masked.slice(0, 4)) && digits.endsWith(masked.slice(-4)));

/** Returns the card numbers of a request: a response may repeat them. */
function listSentNumbers({ request }: Exchange): ReadonlySet<string> {
  const decoded = request.url.replaceAll('%20', ' ');
  return new Set(findCardNumbers(`${decoded}\n${request.body ?? ''}`));
}

/** Returns the values of a body that are nothing but a long number, with their places without positions in lists. */
function listLongNumbers(value: unknown, place = ''): { readonly digits: string; readonly place: string }[] {
  if (typeof value === 'string' || typeof value === 'number')
    return LONG_NUMBER.test(String(value)) ? [{ digits: String(value), place }] : [];
  if (Array.isArray(value)) return value.flatMap((one) => listLongNumbers(one, `${place}/*`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => listLongNumbers(one, `${place}/${name}`));
}

const createRule = (
  rule: Pick<TrafficRule, 'id' | 'title' | 'level' | 'shownBy'>,
  isJudged: (operation: OperationId) => boolean,
): TrafficRule => ({
  ...rule,
  clause: 'privacy.no_card_data',
  party: 'service',
  open: () => openSearch(isJudged),
});

export const cardDataRules: readonly TrafficRule[] = [
  createRule(
    {
      id: 'traffic/transactions-hold-no-card-data',
      title: 'No response about transactions contains card or key data',
      level: 'must',
      shownBy: 'GET /v1/transactions',
    },
    (operation) => OPERATIONS_OF_TRANSACTIONS.has(operation),
  ),
  createRule(
    {
      id: 'traffic/nothing-holds-card-data',
      title: 'No other response contains card or key data',
      level: 'should',
      shownBy: 'GET /v1/locations',
    },
    (operation) => !OPERATIONS_OF_TRANSACTIONS.has(operation),
  ),
];
