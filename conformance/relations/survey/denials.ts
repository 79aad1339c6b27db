import { type OperationId, operations } from '../../../spec/index.ts';
import { type Caller, type Exchange, ignoreUnreadable, isSuccess, type Parameters } from '../../http/client.ts';
import { makeUpId } from '../../reading/made-up-id.ts';
import { containsName, listElements, listTerminalsInPaths, readWords } from '../../reading/names/response-words.ts';
import { isUnmistakable, listScalars } from '../../reading/refusal.ts';
import {
  decideServed,
  isDistinctive,
  listMarks,
  listPlacedTexts,
  type Served,
  showsData,
} from '../../reading/served.ts';
import { intersects } from '../../reading/values/set-relations.ts';
import { type Fail, inconclusive, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { isNameOfOwn } from './other-names.ts';
import { isBeside, isIdOfOtherRows, namesTerminals } from './other-rows.ts';
import { haveCommonNames, haveDifferentCustomers } from './pairs.ts';
import type { Principal } from './principals.ts';
import { DIRECT_READS, preferRequested } from './requested-terminals.ts';

export type DirectRead = (typeof DIRECT_READS)[number];

/** Whether an exchange requests one terminal by its id. */
export const isDirectRead = (exchange: Exchange): exchange is Exchange & { readonly operation: DirectRead } =>
  'terminal_id' in exchange.parameters && DIRECT_READS.some((read) => read === exchange.operation);

/** Two keys: what the first one sees may be hidden from the second. */
export interface TwoKeys {
  readonly insider: Principal;
  readonly outsider: Principal;
  readonly seed?: number;
}

/** Whether a read serves something of the insider to the outsider, with the controls that it rests on. */
export interface DirectAnswer {
  readonly operation: OperationId;
  readonly served: Served;
  /** Whether the answer shows data of another thing: each tenant may number its own things. */
  readonly showsOther?: boolean;
  /**
   * Whether it is refused only by its status: a control shows nothing but times and short numbers, and is a success where an invented id is
   * refused. That shows no data to the outsider, and it is no evidence that the service hides the thing.
   */
  readonly isRefusedByStatus?: boolean;
  /** The answer to the outsider. */
  readonly probe: Exchange | undefined;
  /** The answers with data: to the insider, and to the outsider about another thing that it sees. */
  readonly controls: readonly Exchange[];
}

/** The number of reads that must deny a terminal before it counts as hidden; more must deny than serve it. */
const FEWEST_DENIALS = 3;
/** The number of denials in each direction for two keys to count as keys of two tenants. */
const DENIALS_OF_STRANGERS = 4;
/** The values of a body that is the same for two keys, where an invented id is refused: an empty success has fewer. */
const FEWEST_SAME = 6;
/** Things of the outsider that are tried as a control. */
const MOST_CONTROLS = 2;

/** The ids that a key can request, those with the most data first. */
const LIST_OWN: Readonly<Record<string, (key: Principal) => Iterable<string>>> = {
  terminal_id: listBusiestTerminals,
  transaction_id: ({ sees }) => (sees.reads.has('getTransactionTimeline') ? sees.transactions.map(({ id }) => id) : []),
  connector_id: ({ sees }) => sees.connectors,
};

function listBusiestTerminals({ sees }: Principal): string[] {
  const counts = new Map<string, number>();
  for (const own of sees.placedTransactions.flatMap((row) => row.terminals))
    counts.set(own, (counts.get(own) ?? 0) + 1);
  return [...sees.terminals].toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
}

/**
 * Requests a thing of the insider with the key of the outsider. Decides only with two controls: the insider gets data there, and the outsider
 * gets data there for another thing that it sees, which the answer about an invented id does not have.
 */
export async function requestById(
  { insider, outsider, seed = 1 }: TwoKeys,
  operation: OperationId,
  id: string,
): Promise<DirectAnswer> {
  const name = /\{(\w+)\}/.exec(operations[operation].path)?.[1] ?? 'terminal_id';
  const listOwn = LIST_OWN[name] ?? (() => []);
  const isAbout = (id: string) => (parameters: Parameters) =>
    String(parameters[name]) === id && Object.keys(parameters).every((one) => one === name || one === 'limit');
  const read = (caller: Caller, id: string, of = operation) =>
    ignoreUnreadable(() => caller.get(of, caller.listRequested?.(of).find(isAbout(id)) ?? { [name]: id }));
  const unclear = (reason: string, ...controls: readonly Exchange[]): DirectAnswer => ({
    operation,
    served: { kind: 'unclear', reason },
    probe: undefined,
    controls,
  });
  const control = await read(insider, id);
  if (control === undefined || !isSuccess(control)) return unclear(`${insider.name} gets no data of ${id} there`);
  const probe = await read(outsider, id);
  const decide = async (blank: Exchange | undefined): Promise<DirectAnswer> => {
    const opens = (answer: Exchange): boolean => showsData(answer, blank) || isApartByStatus(answer, blank);
    if (!opens(control)) return unclear(`${insider.name} gets no data of ${id} there`);
    const ownIds =
      outsider.listRecorded === undefined
        ? [...listOwn(outsider)]
        : listRecordedIds(outsider.listRecorded, operation, name);
    const tried = ownIds.filter((own) => own !== id).slice(0, MOST_CONTROLS);
    const own = await findAnswer(tried, (one) => read(outsider, one), opens);
    if (own === undefined)
      return unclear(
        `${outsider.name} gets no data there about another thing, so that a refusal proves nothing`,
        control,
      );
    if (probe === undefined) return unclear('the answer could not be read', control, own);
    // things with equal data, such as locations at one address, show no separate value
    if (isApartByStatus(probe, blank) && probe.text === control.text && listScalars(control).length >= FEWEST_SAME)
      return { operation, served: { kind: 'served', shown: ['the same body'] }, probe, controls: [control, own] };
    const served = decideServed({
      probe,
      control,
      others: [own, ...(blank === undefined || blank === probe ? [] : [blank])],
    });
    if (served.kind === 'refused' && showsData(probe, blank))
      return { ...unclear('it shows other data', control, own), showsOther: true };
    if (served.kind === 'refused' && !(showsData(control, blank) && showsData(own, blank)))
      return {
        ...unclear(`only the status of the answers about ${id} differs`),
        isRefusedByStatus: true,
        probe,
        controls: [control, own],
      };
    return { operation, served, probe, controls: [control, own] };
  };
  /**
   * Recorded traffic has no request for an invented id: returns the answer about another thing that the outsider does not see, or for a
   * refusal that of another read of the same thing.
   */
  const findRecordedBlank = async (): Promise<Exchange | undefined> => {
    if (probe === undefined) return undefined;
    const known = new Set([id, ...listOwn(outsider)]);
    const others = listRecordedIds(outsider.listRequested, operation, name).filter((one) => !known.has(one));
    const alike = (answer: Exchange) => isSuccess(answer) === isSuccess(probe);
    const ofOther = await findAnswer(others.slice(0, MOST_CONTROLS), (one) => read(outsider, one), alike);
    if (ofOther !== undefined || isSuccess(probe) || name !== 'terminal_id') return ofOther;
    const reads = DIRECT_READS.filter((one) => one !== operation);
    return findAnswer(reads, (one) => read(outsider, id, one), alike);
  };
  // a refused request shows how the service refuses, unless it repeats data of the control
  if (outsider.listRequested === undefined && probe !== undefined && REFUSED.has(probe.status)) {
    const answer = await decide(probe);
    if (answer.served.kind === 'refused' || answer.isRefusedByStatus === true) return answer;
  }
  if (outsider.listRequested !== undefined) return decide(await findRecordedBlank());
  const unknown = inventId(listOwn(outsider), new Set(listOwn(insider)), seed);
  const blank = unknown === undefined ? undefined : await read(outsider, unknown);
  return decide(blank);
}

/** Returns the ids in recorded reads of an operation. */
const listRecordedIds = (list: Caller['listRecorded'], operation: OperationId, name: string): string[] =>
  (list?.(operation) ?? []).flatMap((one) => (one[name] === undefined ? [] : String(one[name])));

/**
 * Returns an invented id in the format of those of a key, or else of those of another key: the id is the same for all other keys, so that
 * checks share the response about it. None of `others` is returned.
 */
export function inventId(own: Iterable<string>, others: ReadonlySet<string>, seed: number): string | undefined {
  const sorted = [...own].sort();
  const id = sorted.length === 0 ? undefined : makeUpId(sorted, seed);
  return id === undefined || others.has(id) ? makeUpId([...sorted, ...others], seed) : id;
}

/** Whether an answer is a success, and the one about an invented id a refusal. */
const isApartByStatus = (answer: Exchange, blank: Exchange | undefined): boolean =>
  isSuccess(answer) && blank !== undefined && REFUSED.has(blank.status);

const REFUSED: ReadonlySet<number> = new Set([400, 401, 403, 404, 410, 422]);

/** The reads whose path names one terminal. */
const PATHS = DIRECT_READS.filter((operation) => operations[operation].path.includes('{terminal_id}'));

/**
 * Whether an id is shown to be that of a terminal: a path answers with data about it, which the answer about an invented id lacks. The
 * invented id is none of `known`.
 */
export async function opensPath(caller: Principal, terminal: string, known: Iterable<string> = []): Promise<boolean> {
  const unknown = makeUpId([...caller.sees.mentioned, ...known, terminal], 1);
  for (const operation of PATHS) {
    const [answer, blank] = [
      await ignoreUnreadable(() => caller.get(operation, { terminal_id: terminal })),
      unknown === undefined ? undefined : await ignoreUnreadable(() => caller.get(operation, { terminal_id: unknown })),
    ];
    if (answer !== undefined && showsData(answer, blank)) return true;
  }
  return false;
}

async function findAnswer<Item>(
  items: readonly Item[],
  read: (item: Item) => Promise<Exchange | undefined>,
  fits: (answer: Exchange) => boolean,
): Promise<Exchange | undefined> {
  for (const item of items) {
    const answer = await read(item);
    if (answer !== undefined && fits(answer)) return answer;
  }
  return undefined;
}

/** The answers of the reads about a terminal of one key to another key. */
export interface Denial {
  readonly terminal: string;
  readonly denied: readonly DirectAnswer[];
  readonly served: readonly DirectAnswer[];
  /** Whether the service itself hides the terminal: at least three reads deny it, and more than serve it. */
  readonly isHidden: boolean;
}

/**
 * Sends all direct reads for a terminal, or only until `enough` deny it. `except` is a read that is in question itself.
 */
export async function readDenial(
  keys: TwoKeys,
  terminal: string,
  { enough = DIRECT_READS.length, except }: { readonly enough?: number; readonly except?: DirectRead | undefined } = {},
): Promise<Denial> {
  const denied: DirectAnswer[] = [];
  const served: DirectAnswer[] = [];
  const isRecorded = keys.outsider.listRequested !== undefined;
  for (const operation of DIRECT_READS) {
    if (operation === except) continue;
    if (!isRecorded && denied.length >= enough && denied.length > served.length) break;
    const answer = await requestById(keys, operation, terminal);
    if (answer.served.kind === 'refused') denied.push(answer);
    else if (answer.served.kind === 'served') served.push(answer);
  }
  // without the answer for an invented id, a refusal may have another cause: then no other read may serve the terminal
  const isMajority = isRecorded ? served.length === 0 : denied.length > served.length;
  const isHidden = denied.length >= FEWEST_DENIALS && isMajority;
  return { terminal, denied, served, isHidden };
}

/** Returns the first of these terminals that the service hides from the outsider, with the reads that deny it. */
export async function findHidden(
  keys: TwoKeys,
  terminals: Iterable<string>,
  except: DirectRead | undefined,
): Promise<Denial | undefined> {
  for (const terminal of preferRequested([keys.outsider], terminals).slice(0, MOST_TRIED)) {
    const denial = await readDenial(keys, terminal, { enough: FEWEST_DENIALS, ...(except ? { except } : {}) });
    if (denial.isHidden) return denial;
  }
  return undefined;
}

const MOST_TRIED = 3;

/**
 * Returns the denial of another terminal of the insider for one that recorded traffic does not request: the terminals of another tenant are
 * hidden alike, unless both tenants see one.
 */
async function findDenialOfTenant(keys: TwoKeys, terminals: Iterable<string>): Promise<Denial | undefined> {
  const { insider, outsider } = keys;
  const terminal = [...terminals].find((one) => insider.sees.terminals.has(one) && !outsider.sees.mentioned.has(one));
  if (outsider.listRequested === undefined || terminal === undefined || !(await areApart(insider, outsider)))
    return undefined;
  const denial = await findHidden(keys, insider.sees.terminals, undefined);
  return denial === undefined || isRequested(outsider, terminal) ? undefined : { ...denial, terminal };
}

const isRequested = ({ listRequested }: Principal, terminal: string): boolean =>
  DIRECT_READS.some((operation) =>
    listRequested?.(operation).some(({ terminal_id }) => String(terminal_id) === terminal),
  );

interface Accusation {
  readonly terminals: Iterable<string>;
  readonly failure: Fail;
  /** A read that is in question itself. */
  readonly except?: DirectRead | undefined;
  /** Whether the response shows nothing but an id, which other things may have. */
  readonly isById?: boolean;
}

/**
 * Returns the failure of a response that shows something of these terminals, if the service itself hides one of them from the
 * outsider. Otherwise the key may see them, and nothing is decided. Passes if the id is only at places that name no terminals.
 */
export async function accuseIfHidden(
  keys: TwoKeys,
  { terminals, failure, except, isById = false }: Accusation,
): Promise<Verdict> {
  const denial = (await findHidden(keys, terminals, except)) ?? (await findDenialOfTenant(keys, terminals));
  if (denial === undefined) {
    const { name } = keys.outsider;
    const reason = `${name} may see what it was shown: fewer than ${FEWEST_DENIALS} reads by id refuse ${[...terminals].slice(0, MOST_TRIED).join(', ')} to it and answer it about other terminals`;
    return untestable(reason, ...failure.evidence);
  }
  if ((isById || failure.actual.json !== undefined) && isAnotherName(failure.actual, denial.terminal, keys.outsider))
    return untestable(`${denial.terminal} may be another name of what ${keys.outsider.name} sees`, ...failure.evidence);
  if (isById && isOtherColumn(failure.actual, denial)) return pass(failure.actual, ...failure.evidence);
  if (isById && !isOfTerminal(keys, failure.actual, denial))
    return untestable(`${denial.terminal} may be the id of another thing than the terminal`, ...failure.evidence);
  const { terminals: known, responses } = keys.outsider.sees;
  const bodies = [...responses.values()].map(({ json }) => json);
  const isOfOtherRows = () => isIdOfOtherRows(failure.actual.json, denial.terminal, { terminals: known, bodies });
  if (
    isById &&
    !isAtPlaceOfTerminals(failure.actual, denial) &&
    (isOfOtherRows() || (await isIdOfOtherKind(keys, denial.terminal)))
  )
    return untestable(`${denial.terminal} is also the id of another thing than the terminal`, ...failure.evidence);
  // a case that is assigned to a user is theirs to see, also about a terminal that is not; a pass of other keys must not hide this
  if (failure.actual.operation === 'listDisputes' && !(await areApart(keys.insider, keys.outsider)))
    return inconclusive(`a case of ${denial.terminal} may be assigned to ${keys.outsider.name}`, ...failure.evidence);
  if (failure.actual.operation === 'listDisputes' && !showsCaseOf(keys.insider, failure, denial.terminal))
    return inconclusive(
      `${keys.insider.name} is shown no such case of ${denial.terminal}, which may be the id of another terminal`,
      ...failure.evidence,
    );
  const probes = denial.denied.flatMap(({ probe }) => probe ?? []);
  if (!(await isHiddenThroughout(keys.outsider, { shown: failure.actual, terminal: denial.terminal, probes })))
    return inconclusive(
      `${denial.terminal} may have become visible to ${keys.outsider.name}, or hidden, between the responses`,
      ...failure.evidence,
    );
  const saw = `${failure.saw ?? `status ${failure.actual.status}`}; ${denial.terminal} is refused to ${keys.outsider.name} by ${denial.denied.map(({ operation }) => operation).join(', ')}`;
  return { ...failure, saw, evidence: [...new Set([...failure.evidence, ...probes])] };
}

interface ShownAndDenied {
  readonly shown: Exchange;
  readonly terminal: string;
  /** The answers that deny the terminal. */
  readonly probes: readonly Exchange[];
}

/**
 * Whether no single change of what a key may see explains a response with a terminal and the answers that deny it. Recorded traffic
 * shows that if the terminal was denied before and after the response, or if a later response to the same request after a denial has
 * the terminal too.
 */
async function isHiddenThroughout(outsider: Principal, { shown, terminal, probes }: ShownAndDenied): Promise<boolean> {
  if (outsider.listRequested === undefined || outsider.isFrozen === true) return true;
  const namesIt = (exchange: Exchange) =>
    exchange.parameters.terminal_id === terminal || containsName(readWords(exchange), terminal);
  const listed = [...outsider.sees.responses.values()].filter(
    (exchange) => OF_ALL_TERMINALS.has(exchange.operation) && exchange !== shown && !namesIt(exchange),
  );
  const denials = [...listed, ...probes];
  // answers of one millisecond, or of one second in some recordings, have no order
  const isDenied = (fromMs: number, toMs: number) =>
    denials.some(({ timing: { sentMs: at } }) => fromMs < at && at < toMs);
  const { sentMs } = shown.timing;
  const isDeniedAround = () => isDenied(Number.NEGATIVE_INFINITY, sentMs) && isDenied(sentMs, Number.POSITIVE_INFINITY);
  if (isDeniedAround()) return true;
  const readAgain = ({ operation, parameters }: Exchange) =>
    ignoreUnreadable(() => outsider.get(operation, parameters, { isFresh: true }));
  for (const before of [...denials]) {
    const again = await readAgain(before);
    const isListed = listed.includes(before);
    if (again !== undefined && deniesAlike(before, again) && !(isListed && namesIt(again))) denials.push(again);
    if (isDeniedAround()) return true;
  }
  const again = await readAgain(shown);
  return again !== undefined && isSuccess(again) && namesIt(again) && isDenied(sentMs, again.timing.sentMs);
}

/** Whether a later response to the same request denies as before: refused with the same status, or a body of a similar length. */
const deniesAlike = (before: Exchange, again: Exchange): boolean =>
  again.status === before.status && (!isSuccess(again) || again.bytes.length * 2 >= before.bytes.length);

/** Responses that list all terminals of a key. */
const OF_ALL_TERMINALS: ReadonlySet<OperationId> = new Set(['getPortal', 'listLocations']);

/** Whether a response to a key, or another response to it, shows an id only as another name of an own terminal. */
const isAnotherName = ({ json }: Exchange, terminal: string, { sees }: Principal): boolean =>
  [json, ...[...sees.responses.values()].map((other) => other.json)].some((one) =>
    isNameOfOwn(one, terminal, sees.terminals),
  );

/** The share of the values of a case that another key must be shown for it to be the same case: a response may mask some. */
const SAME_CASE = 0.6;

/**
 * Whether a response shows a case about a terminal that the owner of the terminal is shown too. A case of a key's own account may be assigned to it
 * although the terminal is not, and tenants that number their own things may have different terminals with one id.
 */
function showsCaseOf({ name, sees }: Principal, { actual, evidence }: Fail, terminal: string): boolean {
  const own = [
    ...evidence.filter(({ request }) => request.caller === name),
    sees.responses.get('listDisputes') ?? [],
  ].flat();
  // a key that opened the case knows it
  if (own.length === 0 || own.some(({ request }) => request.method !== 'GET')) return true;
  const listCases = (of: Exchange) => {
    const elements = listElements(of).map(({ value }) => value);
    return (elements.length > 0 ? elements : [of.json])
      .map((value: unknown) => listPlacedTexts(value))
      .filter((texts) => texts.some(({ text }) => text === terminal || text.split('/').includes(terminal)))
      .map((texts) => new Set(texts.map(({ place, text }) => `${place.slice(place.lastIndexOf('/'))} ${text}`)));
  };
  const known = own.flatMap(listCases);
  return listCases(actual).some((values) =>
    known.some((others) => [...values].filter((one) => others.has(one)).length >= values.size * SAME_CASE),
  );
}

/** Reads that take the id of another thing than a terminal. */
const OTHER_KINDS = [
  ['getConnectorStatus', 'connector_id'],
  ['getTransactionTimeline', 'transaction_id'],
  ['listTransactions', 'group_id'],
] as const satisfies readonly (readonly [OperationId, string])[];

/**
 * Whether an id of a terminal also opens a connector, a transaction or a group for one of two keys: a service may number all things
 * alike. Sends at most twelve reads.
 */
async function isIdOfOtherKind({ insider, outsider, seed = 1 }: TwoKeys, id: string): Promise<boolean> {
  for (const key of [outsider, insider]) {
    if (key.sees.connectors.has(id) || key.sees.groups.has(id)) return true;
    // recorded traffic may have such a read with further parameters
    if (OTHER_KINDS.some(([operation, name]) => key.listRequested?.(operation).some((one) => String(one[name]) === id)))
      return true;
    const unknown = makeUpId([id, ...key.sees.mentioned, ...key.sees.connectors, ...key.sees.groups.keys()], seed);
    if (unknown === undefined) continue;
    for (const [operation, name] of OTHER_KINDS) {
      const read = (value: string) => ignoreUnreadable(() => key.get(operation, { [name]: value }));
      const answer = await read(id);
      if (answer !== undefined && showsData(answer, await read(unknown))) return true;
    }
  }
  return false;
}

/** Whether other things of a key have ids of its terminals: a service may number all kinds of things alike. */
function usesEqualIds({ sees }: Principal): boolean {
  const others = [...sees.groups.keys(), ...sees.connectors, ...sees.transactions.map(({ id }) => id)];
  if (others.some((id) => sees.mentioned.has(id))) return true;
  const placed = [...sees.responses.values()].flatMap(({ operation, json }) =>
    listPlacedTexts(json).map(({ place, text }) => ({ place: `${operation} ${place}`, text })),
  );
  const columns = Map.groupBy(
    placed.filter(({ place }) => !namesTerminals(place)),
    ({ place }) => place,
  );
  return [...columns.values()].some((column) => {
    const texts = new Set(column.map(({ text }) => text));
    const named = [...texts].filter((text) => sees.mentioned.has(text));
    return named.length > 0 && named.length < texts.size * MOSTLY_TERMINALS;
  });
}

/** Two things differ in at least this many values; one that two keys see may have a masked one, or one that has changed. */
const FEWEST_DIFFERENT = 3;
const NUMBERED = ['listDisputes', 'listTransactions'] as const satisfies readonly OperationId[];

/**
 * Whether the lists of two keys have different things with one id: their tenants number their own things, and so may use one id for
 * two terminals.
 */
export const numberAlike = (one: Pick<Principal, 'sees'>, other: Pick<Principal, 'sees'>): boolean =>
  NUMBERED.some((operation) => {
    const [known, others] = [
      listById(one.sees.responses.get(operation)),
      listById(other.sees.responses.get(operation)),
    ];
    return [...others].some(([id, texts]) => {
      const before = known.get(id);
      const places = before === undefined ? [] : [...texts].filter(([place, text]) => before.get(place) !== text);
      return places.length >= FEWEST_DIFFERENT;
    });
  });

/** Returns the values of the elements of a list by their places, by the first distinctive value with a digit that no other element has. */
function listById(exchange: Exchange | undefined): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const elements = exchange === undefined ? [] : listElements(exchange);
  const rows = elements.map(({ value }) => listPlacedTexts(value));
  const counts = Map.groupBy(
    rows.flatMap((row) => [...new Set(row.map(({ text }) => text))]),
    String,
  );
  return new Map(
    rows.flatMap((row) => {
      const id = row.find(({ text }) => /\d/.test(text) && isDistinctive(text) && counts.get(text)?.length === 1)?.text;
      return id === undefined ? [] : [[id, new Map(row.map(({ place, text }) => [place, text]))] as const];
    }),
  );
}

/** A column with a smaller share of terminals holds the ids of other things. */
const MOSTLY_TERMINALS = 0.5;

/**
 * Whether a response is about a terminal: it was requested, or the response has a value that only the terminal has, or its id at a place
 * that holds nothing but ids of terminals. A short number proves this only at a place that follows the filter by terminal: counts and
 * the ids of other things may be equal to the ids of all terminals.
 */
function isOfTerminal({ insider, outsider }: TwoKeys, exchange: Exchange, { terminal, denied }: Denial): boolean {
  if (exchange.parameters.terminal_id === terminal) return true;
  // then the id, and those of its transactions, may be of the other tenant
  if (numberAlike(insider, outsider)) return false;
  const mayNameRows = listOwnIdPlaces(exchange, outsider);
  const places = [...groupByPlace(exchange)].flatMap(([place, texts]) => (texts.has(terminal) ? [place] : []));
  const isOfRows = places.length > 0 && places.every((place) => mayNameRows.has(place));
  if (isUnmistakable(terminal) && !isOfRows && ![insider, outsider].some(usesEqualIds)) return true;
  const words = readWords(exchange);
  const marks = denied.flatMap(({ controls: [owner, ...others] }) =>
    owner === undefined ? [] : listMarks(owner, others),
  );
  // tenants may have terminals with the same label
  const isShown = (mark: string) =>
    containsName(words, mark) && (exchange.json === undefined || isBeside(exchange.json, terminal, mark));
  // words without a digit, such as the label of a response code, are beside any short number
  const isMark = (mark: string) => !mark.includes(terminal) && (isUnmistakable(terminal) || /\d/.test(mark));
  if (marks.some((mark) => isMark(mark) && isShown(mark))) return true;
  const columns = [...groupByPlace(exchange)].filter(([, texts]) => texts.has(terminal) && texts.size > 1);
  if (!isUnmistakable(terminal)) return isAtPlaceOfTerminals(exchange, { terminal, denied });
  const isKnown = (text: string) => insider.sees.mentioned.has(text) || outsider.sees.mentioned.has(text);
  return columns.some(
    ([place, texts]) =>
      !mayNameRows.has(place) &&
      [...texts].every(isKnown) &&
      [...texts].some((text) => outsider.sees.terminals.has(text)),
  );
}

/** With fewer terminals, a column may have all of them by chance. */
const FEWEST_OF_ALL = 3;

/**
 * Returns the places of a response that may hold ids of its rows, which may be equal to those of terminals: each value occurs
 * once, and some terminals of the key are absent. A place named after terminals in rows with another id names their terminals.
 */
function listOwnIdPlaces({ json }: Exchange, { sees }: Principal): ReadonlySet<string> {
  const columns = Map.groupBy(listPlacedTexts(json), ({ place }) => place);
  const mayNameRows = (column: readonly { readonly text: string }[]): boolean => {
    const texts = new Set(column.map(({ text }) => text));
    const hasAll = sees.terminals.size >= FEWEST_OF_ALL && [...sees.terminals].every((terminal) => texts.has(terminal));
    return texts.size === column.length && !hasAll;
  };
  const possible = new Map([...columns].filter(([, column]) => mayNameRows(column)));
  const hasOtherId = (place: string, { length }: { readonly length: number }): boolean =>
    [...possible].some(
      ([other, column]) =>
        other !== place &&
        getParent(other) === getParent(place) &&
        column.length === length &&
        column.every(({ text }) => isUnmistakable(text)) &&
        !namesTerminals(other),
    );
  return new Set(
    [...possible].flatMap(([place, column]) => (namesTerminals(place) && hasOtherId(place, column) ? [] : [place])),
  );
}

const getParent = (place: string): string => place.slice(0, place.lastIndexOf('/'));

/** Whether the id is only at places with several values in an answer to one terminal: they name other things, or count. */
function isOtherColumn(exchange: Exchange, { terminal, denied }: Denial): boolean {
  const answers = denied
    .flatMap(({ controls }) => controls)
    .filter(({ operation, parameters }) => operation === exchange.operation && parameters.terminal_id !== undefined);
  const columns = [...groupByPlace(exchange)].filter(([, texts]) => texts.has(terminal));
  const isRefuted = (place: string) => answers.some((answer) => (groupByPlace(answer).get(place)?.size ?? 0) > 1);
  return columns.length > 0 && columns.every(([place]) => isRefuted(place));
}

/** Whether the id is in the documented path of a terminal, or at a place that follows the filter by terminal. */
const isAtPlaceOfTerminals = (exchange: Exchange, { terminal, denied }: Pick<Denial, 'terminal' | 'denied'>): boolean =>
  listTerminalsInPaths(exchange).has(terminal) ||
  [...groupByPlace(exchange)].some(
    ([place, texts]) =>
      texts.has(terminal) && texts.size > 1 && denied.some(({ controls }) => followsFilter(place, exchange, controls)),
  );

/** Returns the values of a response by their places. */
const groupByPlace = ({ json }: Exchange): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    [...Map.groupBy(listPlacedTexts(json), ({ place }) => place)].map(([place, column]) => [
      place,
      new Set(column.map(({ text }) => text)),
    ]),
  );

/** Whether the answers of an operation to two terminals hold at a place nothing but the requested terminal. */
function followsFilter(place: string, { operation }: Exchange, controls: readonly Exchange[]): boolean {
  const requested = controls.flatMap((control) => {
    const texts = groupByPlace(control).get(place);
    const { terminal_id } = control.parameters;
    const isConstant = texts?.size === 1 && typeof terminal_id === 'string' && texts.has(terminal_id);
    return isConstant && control.operation === operation ? [terminal_id] : [];
  });
  return new Set(requested).size > 1;
}

/**
 * Whether two keys are of different tenants: their portals share no name of an account or an organization (or few names, if the ids of the
 * accounts differ), and each is refused a terminal of the other by four reads. A read about an id of both keys refuses the terminal of the
 * other one if it shows other data to each: tenants may number their own terminals. Two users of one account may see different terminals.
 * A statement of the user about both keys decides.
 */
export async function areOfTwoTenants(one: Principal, other: Principal): Promise<boolean> {
  const stated = haveDifferentCustomers(one, other);
  if (stated !== undefined) return stated;
  if (haveCommonNames(one, other)) return false;
  for (const [insider, outsider] of [
    [one, other],
    [other, one],
  ] as const) {
    // the terminal that other checks request
    const [terminal] = preferRequested([insider, outsider], listBusiestTerminals(insider));
    if (terminal === undefined) return false;
    const isCommon = outsider.sees.mentioned.has(terminal);
    if (!isCommon && intersects(insider.sees.mentioned, outsider.sees.mentioned)) return false;
    let denied = 0;
    for (const operation of DIRECT_READS) {
      if (denied >= DENIALS_OF_STRANGERS) break;
      const { served, showsOther = false } = await requestById({ insider, outsider }, operation, terminal);
      if (served.kind === 'served') return false;
      if (isCommon ? showsOther : served.kind === 'refused') denied += 1;
    }
    if (denied < DENIALS_OF_STRANGERS) return false;
  }
  return true;
}

/** Whether two keys are of different tenants, and name no common terminal, so that an id of a terminal shows its tenant. */
export const areApart = async (one: Principal, other: Principal): Promise<boolean> =>
  !intersects(one.sees.mentioned, other.sees.mentioned) && areOfTwoTenants(one, other);
