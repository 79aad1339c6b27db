import { operations } from '../../spec/index.ts';
import type { Bindings } from '../bindings/bindings.ts';
import { LIST_SLOTS, type ListOperationId } from '../bindings/slots.ts';
import { type Principal, readPortalTerminals } from '../engine/survey/principals.ts';
import { readTable } from '../engine/survey/reading.ts';
import { type Exchange, isSuccess } from '../http/client.ts';
import { listElements, listStrings } from './names/response-words.ts';
import { occursIn } from './names/terminal-aliases.ts';
import { findValue } from './pointers.ts';
import { isUnmistakable } from './refusal.ts';
import { isInstant } from './values/instants.ts';
import { intersects, isSubset, subtract } from './values/set-relations.ts';

/** A name of something outside the scope of a key, and the response that shows it to a key that may see it. */
export interface HiddenName {
  readonly text: string;
  /** The named thing: `the terminal T1`, `a dispute of hidden terminals`. */
  readonly meaning: string;
  readonly shownIn: Exchange | undefined;
}

/** An object about terminals or groups in a response, with its id. */
interface TiedObject {
  readonly id: string;
  readonly terminals: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly exchange: Exchange;
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
 * Returns the names that are outside the scope of `reader` for certain: terminals of other keys, their labels, and the things
 * that every response of every key ties to such terminals only; of other accounts also people, groups and batches.
 */
export function listHiddenNames(
  reader: Principal,
  { readers, bindings, objects }: Omit<ReadByAll, 'archive'> & { readonly objects: readonly TiedObject[] },
): HiddenName[] {
  const others = readers.filter(({ name }) => name !== reader.name);
  const portal = reader.sees.responses.get('getPortal');
  const own = new Set([
    ...reader.sees.terminals,
    ...(portal === undefined ? [] : readPortalTerminals(portal, bindings).map(({ terminal }) => terminal)),
  ]);
  const hidden = subtract(
    others.flatMap(({ sees }) => [...sees.terminals]),
    own,
  );
  if (hidden.size === 0) return [];
  const names = new Map<string, HiddenName>();
  const add = (text: string, meaning: string, shownIn?: Exchange) => {
    if (!names.has(text)) names.set(text, { text, meaning, shownIn });
  };
  const ownTexts = listTextsAbout(own, hidden, reader);
  const isOwnName = (name: string): boolean => ownTexts.some((text) => occursIn(text, name));
  for (const terminal of hidden) {
    if (isUnmistakable(terminal)) add(terminal, `the terminal ${terminal}`);
    for (const { sees } of others)
      for (const alias of sees.aliases.get(terminal) ?? [])
        if (!isOwnName(alias)) add(alias, `the terminal ${terminal}`);
  }
  const strangers = others.filter((other) => isOfAnotherAccount(other, reader));
  const visibleGroups = new Set(
    [...reader.sees.groups].filter(([, members]) => intersects(members, own)).map(([id]) => id),
  );
  const hiddenGroups = new Set(
    others.flatMap(({ sees }) =>
      [...sees.groups].flatMap(([id, members]) =>
        members.size > 0 && isSubset(members, hidden) && !visibleGroups.has(id) ? [id] : [],
      ),
    ),
  );
  const shared = new Set(
    objects
      .filter(({ terminals, groups }) => intersects(terminals, own) || intersects(groups, visibleGroups))
      .map(({ id }) => id),
  );
  // accounts that number their own things use the same ids for different things
  const ownIds = new Set(objects.filter(({ terminals }) => intersects(terminals, own)).map(({ id }) => id));
  const hasCollisions = objects.some(
    ({ id, terminals }) => ownIds.has(id) && terminals.size > 0 && isSubset(terminals, hidden),
  );
  for (const { id, terminals, groups, exchange } of objects) {
    const owner = others.find(({ name }) => name === exchange.request.caller);
    if (owner === undefined || shared.has(id) || !isRecognisable(id) || names.has(id)) continue;
    if (hasCollisions && strangers.includes(owner)) continue;
    const isTied = terminals.size + groups.size > 0 && isSubset(terminals, hidden) && isSubset(groups, hiddenGroups);
    if (isTied) add(id, `an item of ${owner.name} about hidden terminals`, exchange);
  }
  for (const stranger of strangers) {
    const { account } = stranger.sees;
    if (account !== undefined && (isRecognisable(account) || isNameOfSeveralWords(account)))
      add(account, `the account of ${stranger.name}`);
    for (const mark of listPrincipalMarks(stranger, bindings)) add(mark, `the user of ${stranger.name}`);
    for (const group of stranger.sees.groups.keys())
      if (hiddenGroups.has(group) && isRecognisable(group)) add(group, `a group of ${stranger.name}`);
  }
  const ofReader = new Set(listPrincipalMarks(reader, bindings));
  return [...names.values()].filter(
    ({ text }) => !ofReader.has(text) && text !== reader.sees.account && !own.has(text),
  );
}

/** Returns the texts of the objects about visible terminals only: a name in them may be that of a shared site. */
const listTextsAbout = (own: ReadonlySet<string>, hidden: ReadonlySet<string>, { sees }: Principal): string[] => [
  ...new Set(
    [...sees.responses.values()]
      .flatMap(listElements)
      .map(({ value }) => listStrings(value))
      .filter((texts) => texts.some((text) => own.has(text)) && !texts.some((text) => hidden.has(text)))
      .flat(),
  ),
];

const isOfAnotherAccount = (one: Principal, other: Principal): boolean =>
  !intersects(one.sees.terminals, other.sees.terminals) &&
  one.sees.account !== undefined &&
  other.sees.account !== undefined &&
  one.sees.account !== other.sees.account;

/** Whether an account is known by the name of a company, which no other account has. */
const isNameOfSeveralWords = (name: string): boolean => name.length >= 8 && /\S \S/.test(name);

/** Whether an id cannot be an ordinary word or a small number. */
const isRecognisable = (id: string): boolean =>
  isUnmistakable(id) && id.length >= 5 && /\d/.test(id) && /\D/.test(id) && !isInstant(id);

/** Returns the id and the address in the principal profile of a key. */
function listPrincipalMarks({ sees }: Principal, bindings: Bindings): string[] {
  const [portal, profile] = [sees.responses.get('getPortal'), bindings.find('portal.principal_profile')];
  if (portal === undefined || profile === undefined) return [];
  return listStrings(findValue(portal.json, profile)).filter(
    (text) => (isRecognisable(text) || /^\S+@\S+\.\S+$/.test(text)) && text.length <= 80,
  );
}

/** Returns the objects with ids that responses tie to terminals or groups: those of the first key first. */
export function listTiedObjects({ readers, archive, bindings }: ReadByAll): TiedObject[] {
  const terminals = new Set(readers.flatMap(({ sees }) => [...sees.mentioned]));
  const groups = new Set(readers.flatMap(({ sees }) => [...sees.groups.keys()]));
  return readers
    .flatMap(({ name }) => archive.filter(({ request }) => request.caller === name))
    .filter(
      (exchange) =>
        isSuccess(exchange) &&
        !operations[exchange.operation].isPublic &&
        !SHARED.has(exchange.operation) &&
        exchange.operation !== 'getIntegrationCatalog',
    )
    .flatMap((exchange) => {
      const ofPath = operations[exchange.operation].path.includes('{terminal_id}')
        ? [String(exchange.parameters.terminal_id ?? '')].filter((text) => terminals.has(text))
        : [];
      return listIdentified(exchange, bindings).map(({ id, value }): TiedObject => {
        const texts = listStrings(value);
        return {
          id,
          terminals: new Set([...texts.filter((text) => terminals.has(text)), ...ofPath]),
          groups: new Set(texts.filter((text) => groups.has(text))),
          exchange,
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
