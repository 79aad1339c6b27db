import { type OperationId, operations } from '../../../spec/index.ts';
import { type Exchange, isSuccess } from '../../http/exchange.ts';
import { containsData, isWebPage } from '../../http/response-kind.ts';
import { findEntries, findTexts } from '../../reading/pointers.ts';
import { subtract } from '../../reading/values/set-relations.ts';
import { fail, inconclusive, pass, type Verdict } from '../../reading/verdicts/verdict.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { formatNames } from '../../slots/read-lists.ts';
import { EPISODE_LIMITS } from '../episodes/episode.ts';
import type { SeenExchange } from '../exchanges/read-exchanges.ts';
import type { RuleObserver, TrafficRule } from './rule.ts';

/** The kinds of things that the portal lists whole, by the members of the built-in contract that name them in all responses. */
const KINDS = {
  terminal: { section: 'portal.visible_terminals', id: 'terminal_id', ids: 'terminal_ids' },
  group: { section: 'portal.visible_groups', id: 'group_id', ids: 'group_ids' },
  connector: { section: 'portal.visible_connectors', id: 'connector_id', ids: 'connector_ids' },
} as const;

type Kind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Kind[]; // the keys of the table

/** Responses whose members name things as examples, or all there are. */
const OF_ANYONE: readonly OperationId[] = ['getIntegrationCatalog'];

/** Returns the ids of a kind that a response to the built-in contract names. */
function listNamed(exchange: Exchange, kind: Kind): Set<string> {
  const { id, ids } = KINDS[kind];
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) {
        if (name === id && typeof one === 'string') found.add(one);
        else if (name === ids && Array.isArray(one)) for (const text of one) found.add(String(text));
        else visit(one);
      }
  };
  visit(exchange.json);
  // items of feeds link to the terminals that they are about
  if (kind === 'terminal' && exchange.json === undefined)
    for (const [, segment] of exchange.text.matchAll(/\/v1\/terminals\/([^/<"?]+)\//g))
      found.add(decodeURIComponent(segment ?? ''));
  return found;
}

/** Returns the ids of a kind that a portal lists; `undefined` for a portal without them, as a role may get it. */
function listVisible(portal: Exchange, kind: Kind, bindings: Bindings): Set<string> | undefined {
  const { section, id } = KINDS[kind];
  const rows = findEntries(portal.json, `${bindings.need(section)}/*`);
  return rows.length === 0 ? undefined : new Set(rows.flatMap(({ value }) => findTexts(value, `/${id}`)));
}

/** A response that shows things which the portal before it does not list. */
interface Suspect {
  readonly exchange: Exchange;
  readonly portal: Exchange;
  readonly ids: ReadonlySet<string>;
}

/** The things of a kind in a portal, and the portal as evidence. */
interface Listing {
  readonly portal: Exchange;
  readonly visible: ReadonlySet<string> | undefined;
}

interface Reader {
  listing: Listing | undefined;
  readonly suspects: Map<OperationId, Suspect>;
}

/** Whether two exchanges are so close that a thing hardly becomes visible and is hidden again in between. */
const areClose = (before: Exchange, after: Exchange): boolean =>
  after.timing.sentMs - before.timing.sentMs <= EPISODE_LIMITS.longestMs;

/** The number of callers whose portal is remembered. */
const MOST_READERS = 200;

const isRead = ({ exchange, hasBody, caller }: SeenExchange): boolean =>
  exchange.request.method === 'GET' &&
  hasBody &&
  caller.kind === 'key' &&
  isSuccess(exchange) &&
  !isWebPage(exchange) &&
  exchange.isReadable &&
  !operations[exchange.operation].isPublic &&
  !OF_ANYONE.includes(exchange.operation);

const PATH_PARAMETERS: Readonly<Partial<Record<string, Kind>>> = { terminal_id: 'terminal', connector_id: 'connector' };

/** Returns the id of a kind in the path of a request. */
function findRequested({ operation, parameters }: Exchange, kind: Kind): string | undefined {
  const { path } = operations[operation];
  const name = Object.keys(PATH_PARAMETERS).find((one) => PATH_PARAMETERS[one] === kind && path.includes(`{${one}}`));
  const value = name === undefined ? undefined : parameters[name];
  return value === undefined ? undefined : String(value);
}

/**
 * Compares the things in the responses to a caller with those that its portal lists, before and after: a thing that both leave out, at most
 * ten minutes apart, was not visible in between. In place of the portal after, a path with the thing may show by 404 that it is not visible.
 */
const openComparison =
  (kind: Kind, findShown: (exchange: Exchange) => ReadonlySet<string>): TrafficRule['open'] =>
  (context): RuleObserver => {
    const readers = new Map<string, Reader>();
    const conclude = (
      { listing, suspects }: Reader,
      { portal: next, visible: after }: Listing,
    ): Verdict | undefined => {
      const before = listing?.visible;
      const all = [...suspects.values()];
      suspects.clear();
      for (const { exchange, portal: first, ids } of all) {
        const stray = after === undefined || before === undefined ? new Set<string>() : subtract(ids, after);
        if (stray.size === 0 || !areClose(first, next)) continue;
        const saw = formatNames(stray);
        return fail({ expected: `only a ${kind} that the portal lists`, actual: exchange, saw }, first, next);
      }
      return undefined;
    };
    const accuseRefused = (reader: Reader | undefined, refusal: Exchange): Verdict | undefined => {
      const id = findRequested(refusal, kind);
      for (const [operation, { exchange, portal, ids }] of id === undefined ? [] : (reader?.suspects ?? [])) {
        if (!ids.has(id ?? '') || !areClose(portal, refusal)) continue;
        reader?.suspects.delete(operation);
        const expected = `only a ${kind} that the portal lists and that paths serve`;
        return fail({ expected, actual: exchange, saw: id ?? '' }, portal, refusal);
      }
      return undefined;
    };
    return {
      observe(seen) {
        const { exchange, caller } = seen;
        const bindings = context.bindings();
        if (bindings?.origin !== 'builtin') return undefined;
        if (exchange.status === 404 && caller.kind === 'key') return accuseRefused(readers.get(caller.name), exchange);
        if (!isRead(seen)) return undefined;
        const reader = readers.get(caller.name) ?? { listing: undefined, suspects: new Map() };
        if (!readers.has(caller.name) && readers.size < MOST_READERS) readers.set(caller.name, reader);
        if (exchange.operation === 'getPortal') {
          const next = { portal: exchange.toEvidence(), visible: listVisible(exchange, kind, bindings) };
          const verdict = conclude(reader, next);
          reader.listing = next;
          return verdict;
        }
        const { listing, suspects } = reader;
        if (listing?.visible === undefined) return undefined;
        const shown = findShown(exchange);
        if (shown.size === 0) return undefined;
        const ids = subtract(shown, listing.visible);
        if (ids.size === 0) return pass(listing.portal, exchange);
        if (!suspects.has(exchange.operation))
          suspects.set(exchange.operation, { exchange: exchange.toEvidence(), portal: listing.portal, ids });
        const what = formatNames(ids);
        return inconclusive(`the ${kind} ${what} may have become visible after the portal was read`, exchange);
      },
    };
  };

const namesAreVisible = NAMES.map(
  (kind): TrafficRule => ({
    id: `traffic/each-${kind}-is-visible`,
    title: `Responses name only a ${kind} that the portal lists for the key`,
    clause: kind === 'terminal' ? 'service.tenant_scoped' : 'scope.response',
    covers: ['transactions.filter.scope', 'auth.scope'],
    level: 'must',
    party: 'service',
    shownBy: 'GET /v1/portal before and after other requests with one key',
    open: openComparison(kind, (exchange) => listNamed(exchange, kind)),
  }),
);

const pathsOpenVisibleThings = (['terminal', 'connector'] as const).map(
  (kind): TrafficRule => ({
    id: `traffic/each-requested-${kind}-is-visible`,
    title: `A path with a ${kind} that the portal does not list for the key is refused`,
    clause: kind === 'terminal' ? 'scope.terminal' : 'scope.response',
    level: 'must',
    party: 'service',
    shownBy: 'GET /v1/portal before and after requests for things of another key',
    open: openComparison(kind, (exchange) => {
      const id = findRequested(exchange, kind);
      return id === undefined || !containsData(exchange) ? new Set() : new Set([id]);
    }),
  }),
);

/** Rules about the data of a key, by the lists of the portal that it gets. */
export const visibleThingRules: readonly TrafficRule[] = [...namesAreVisible, ...pathsOpenVisibleThings];
