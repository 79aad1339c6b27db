import { operations } from '../../../spec/index.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { findIdsInPart, findPlacesOfOwnIds } from '../../reading/id-places.ts';
import { listElements, listStrings } from '../../reading/names/response-words.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { isDistinctive } from '../../reading/served.ts';
import { intersects, isSubset, subtract } from '../../reading/values/set-relations.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { readTable } from '../../slots/read-lists.ts';
import { LIST_SLOTS, type ListOperationId } from '../../slots/slots.ts';
import { type Principal, readPortalTerminals } from './principals.ts';

/** A name of something outside the scope of a key, and the response that shows it to a key that may see it. */
export interface HiddenName {
  readonly text: string;
  /** The named thing: `the terminal T1`, `a dispute of hidden terminals`. */
  readonly meaning: string;
  /** A key that sees the terminals. */
  readonly owner: Principal | undefined;
  /** The terminals that the thing is about. */
  readonly terminals: readonly string[];
  readonly shownIn: Exchange | undefined;
  /** Other values of the thing: an id alone may be that of another tenant's thing. */
  readonly values: ReadonlySet<string>;
}

/** An object about terminals or groups in a response, with its id. */
interface TiedObject {
  readonly id: string;
  readonly terminals: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly exchange: Exchange;
  /** Its other distinctive values. */
  readonly values: ReadonlySet<string>;
}

/** The keys of a run, and all their exchanges. */
export interface ReadByAll {
  readonly readers: readonly Principal[];
  readonly archive: readonly Exchange[];
  readonly bindings: Bindings;
}

/** Lists whose rows may be shared by the users of an account. */
const SHARED: ReadonlySet<string> = new Set(['listConnectors', 'listTerminalGroups']);
const ABOUT_PEOPLE = /e-?mail|login|username|role/i;
const PEOPLE_OR_SHARED_PATH = /users?\b|people|staff|members|groups?|connectors?|roles|reports?|documents|videos/i;

/**
 * Returns the names of what may be outside the scope of `reader`: terminals of other keys, and the things that every response of
 * every key ties to such terminals only. The service itself decides whether the terminals are hidden.
 */
export function listHiddenNames(
  reader: Principal,
  { readers, bindings, objects }: Omit<ReadByAll, 'archive'> & { readonly objects: readonly TiedObject[] },
): HiddenName[] {
  const others = readers.filter(({ name }) => name !== reader.name);
  const own = listOwnTerminals(reader, bindings);
  const hidden = subtract(
    others.flatMap(({ sees }) => [...sees.terminals]),
    own,
  );
  if (hidden.size === 0) return [];
  const names = new Map<string, HiddenName>();
  for (const terminal of hidden)
    if (isUnmistakable(terminal))
      names.set(terminal, {
        text: terminal,
        meaning: `the terminal ${terminal}`,
        owner: findOwner(others, terminal),
        terminals: [terminal],
        shownIn: undefined,
        values: new Set(),
      });
  const ownGroups = new Set(
    [...reader.sees.groups].filter(([, members]) => intersects(members, own)).map(([id]) => id),
  );
  const shared = new Set(
    objects
      .filter(({ terminals, groups }) => intersects(terminals, own) || intersects(groups, ownGroups))
      .map(({ id }) => id),
  );
  // accounts that number their own things use the same ids for different things
  const hasCollisions = objects.some(
    ({ id, terminals }) => shared.has(id) && terminals.size > 0 && isSubset(terminals, hidden),
  );
  for (const { id, terminals, groups, exchange, values } of hasCollisions ? [] : objects) {
    const owner = others.find(({ name }) => name === exchange.request.caller);
    if (owner === undefined || shared.has(id) || !isDistinctive(id) || names.has(id) || groups.size > 0) continue;
    if (terminals.size === 0 || !isSubset(terminals, hidden)) continue;
    names.set(id, {
      text: id,
      meaning: `an item of ${owner.name} about ${[...terminals].slice(0, 2).join(', ')}`,
      owner,
      terminals: [...terminals],
      shownIn: exchange,
      values,
    });
  }
  return [...names.values()];
}

/** Returns the terminals that a key sees, and those that only its portal shows. */
export function listOwnTerminals({ sees }: Principal, bindings: Bindings): ReadonlySet<string> {
  const portal = sees.responses.get('getPortal');
  const shown = portal === undefined ? [] : readPortalTerminals(portal, bindings).map(({ terminal }) => terminal);
  return new Set([...sees.terminals, ...shown]);
}

const findOwner = (keys: readonly Principal[], terminal: string): Principal | undefined =>
  keys.find(({ sees }) => sees.terminals.has(terminal));

/** Returns the objects with ids that responses tie to terminals or groups: those of the first key first. */
export function listTiedObjects({ readers, archive, bindings }: ReadByAll): TiedObject[] {
  const terminals = new Set(readers.flatMap(({ sees }) => [...sees.mentioned]));
  const groups = new Set(readers.flatMap(({ sees }) => [...sees.groups.keys()]));
  const mentioned = new Map(readers.map(({ name, sees }) => [name, sees.mentioned]));
  const read = readers
    .flatMap(({ name }) => archive.filter(({ request }) => request.caller === name))
    .filter(
      (exchange) =>
        isSuccess(exchange) &&
        !operations[exchange.operation].isPublic &&
        !SHARED.has(exchange.operation) &&
        exchange.operation !== 'getIntegrationCatalog',
    );
  // a short number may be a count
  const places = new Map(
    [...Map.groupBy(read, ({ operation }) => operation)].map(([operation, exchanges]) => [
      operation,
      findPlacesOfOwnIds(exchanges, ({ request }) => mentioned.get(request.caller) ?? new Set()),
    ]),
  );
  return read.flatMap((exchange) => {
    // a location may be that of several terminals
    const isOfOneTerminal =
      operations[exchange.operation].path.includes('{terminal_id}') && exchange.operation !== 'getLocation';
    const ofPath = isOfOneTerminal
      ? [String(exchange.parameters.terminal_id ?? '')].filter((text) => terminals.has(text))
      : [];
    return listIdentified(exchange, bindings).map(({ id, value }): TiedObject => {
      const texts = listStrings(value);
      const named = findIdsInPart(value, terminals, places.get(exchange.operation) ?? new Set());
      return {
        id,
        terminals: new Set([...named, ...ofPath]),
        groups: new Set(texts.filter((text) => groups.has(text))),
        exchange,
        values: new Set(texts.filter((text) => text !== id && isDistinctive(text))),
      };
    });
  });
}

const isList = (operation: string): operation is ListOperationId => Object.hasOwn(LIST_SLOTS, operation);

/** Returns the objects of a response with their ids: the bound ids of rows, and the own ids of other elements of arrays. */
function listIdentified(exchange: Exchange, bindings: Bindings): { readonly id: string; readonly value: unknown }[] {
  const { operation } = exchange;
  if (isList(operation)) {
    if (
      bindings.find(LIST_SLOTS[operation].rows) === undefined ||
      bindings.find(LIST_SLOTS[operation].id) === undefined
    )
      return [];
    return [...(readTable(exchange, bindings, operation)?.rows ?? [])];
  }
  return listElements(exchange).flatMap(({ id, value, path }) =>
    id === undefined ||
    PEOPLE_OR_SHARED_PATH.test(path) ||
    Object.keys(value).some((member) => ABOUT_PEOPLE.test(member))
      ? []
      : [{ id, value }],
  );
}
