import { type OperationId, operations } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { readCommandState } from '../../engine/command-states.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { containsData } from '../../http/response-kind.ts';
import { listElements } from '../../reading/names/response-words.ts';
import { findTexts, findValue } from '../../reading/pointers.ts';
import { isUnmistakable, listScalars } from '../../reading/refusal.ts';
import { intersects } from '../../reading/values/set-relations.ts';
import {
  fail,
  forEach,
  forEachTestable,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { express, splitWords } from '../../reading/words/synonyms.ts';
import { splitLink } from '../../relations/rows/cells.ts';
import { isAsDocumented } from '../../relations/survey/archived-rows.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { listLeaves } from '../../slots/inference/ids/leaves.ts';
import { readControl } from '../../slots/read-lists.ts';
import type { Slot } from '../../slots/slots.ts';

const OF_ONE: readonly OperationId[] = [
  'getLocation',
  'getTerminalStatus',
  'getProvisioningPayload',
  'getProvisioningExport',
  'getTransactionTimeline',
  'getConnectorStatus',
];

export const answersNameWhatWasAsked = check({
  id: 'terminals/answers-name-what-was-asked',
  title: 'A response to a read by id names that id',
  clause: 'terminals.status',
  covers: [
    'locations.get',
    'connectors.status',
    'transactions.timeline',
    'provisioning.payload',
    'provisioning.export',
  ],
  level: 'should',
  needs: ['readers'],
  run: ({ readers }) =>
    forEach(OF_ONE, String, async (operation) => {
      const reader = readers.find(({ sees }) => sees.reads.has(operation));
      const parameters = reader?.sees.reads.get(operation);
      if (reader === undefined || parameters === undefined) return untestable(`no key reads ${operation}`);
      const answer = await reader.get(operation, parameters);
      if (!isSuccess(answer)) return untestable('it can no longer be read', answer);
      const requested = Object.values(parameters).map(String);
      if (listScalars(answer).some((leaf) => requested.some((id) => leaf === id || leaf.split('/').includes(id))))
        return pass(answer);
      return fail({ expected: `a response that names ${requested.join()}`, actual: answer, saw: 'no such id' });
    }),
});

/** Returns the ids that a key knows of what the parameter of a path names, and the names of the members that hold them. */
function listKnownIds({ sees }: Principal, parameter: string, bindings: Bindings) {
  const ids =
    parameter === 'terminal_id'
      ? sees.mentioned
      : parameter === 'transaction_id'
        ? new Set(sees.transactions.map(({ id }) => id))
        : sees.connectors;
  const listNames = (slots: readonly Slot[]) =>
    slots.flatMap((slot) => /\/([^/*#$]+)$/.exec(String(bindings.find(slot) ?? ''))?.[1] ?? []);
  // the ids of two kinds may be alike: a member for the id of another kind does not name what was requested
  const others = new Set(Object.entries(ID_SLOTS).flatMap(([of, slots]) => (of === parameter ? [] : listNames(slots))));
  const names = listNames(ID_SLOTS[parameter] ?? []).filter((name) => !others.has(name));
  return { ids, names: new Set(names) };
}

/** The places of ids by the parameter of paths that takes them. */
const ID_SLOTS: Readonly<Record<string, readonly Slot[]>> = {
  terminal_id: ['transactions.terminal', 'portal.terminal_id', 'locations.terminal', 'commands.terminal'],
  transaction_id: ['transactions.id', 'disputes.transaction'],
  connector_id: ['connectors.id'],
};

const toPlain = (name: string): string => name.toLowerCase().replaceAll('_', '');

interface IdNames {
  readonly names: ReadonlySet<string>;
  /** The parameter of the path, whose name the member may have in another case. */
  readonly parameter: string;
}

/** Returns the members with one of these names that are nearest to the root of a response, and not below an array. */
function findOwnIds(value: unknown, { names, parameter }: IdNames, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > DEEPEST) return [];
  const members = Object.entries(value);
  const own = members.flatMap(([name, one]) =>
    (names.has(name) || toPlain(name) === toPlain(parameter)) && (typeof one === 'string' || typeof one === 'number')
      ? [String(one)]
      : [],
  );
  return own.length > 0 ? own : members.flatMap(([, one]) => findOwnIds(one, { names, parameter }, depth + 1));
}

const DEEPEST = 2;

export const answersHaveTheRequestedId = check({
  id: 'terminals/answers-are-of-the-requested-id',
  title: 'A response to a read by id has that id, not another one that the key knows, in the member for it',
  clause: 'transactions.timeline',
  covers: ['terminals.status', 'locations.get', 'connectors.status', 'provisioning.payload', 'provisioning.export'],
  level: 'must',
  needs: ['reader', 'bindings', 'archive'],
  run: ({ reader, bindings, archive }) =>
    forEachTestable(OF_ONE, String, (operation) => {
      const [parameter = ''] = /\{(\w+)\}/.exec(operations[operation].path)?.slice(1) ?? [];
      const { ids, names } = listKnownIds(reader, parameter, bindings);
      const read = archive.filter(
        (one) =>
          one.operation === operation && one.request.caller === reader.name && isSuccess(one) && isAsDocumented(one),
      );
      // a location of several terminals may have an id where others have that of their only one
      const known = operation === 'getLocation' ? listOpened(archive) : ids;
      const isKnownApart = listSeparateLocations(archive, { reader, names: { names, parameter } });
      const right: Exchange[] = [];
      const wrong: { readonly verdict: Verdict; readonly other: string }[] = [];
      for (const answer of read) {
        const requested = String(answer.parameters[parameter]);
        const own = findOwnIds(answer.json, { names, parameter });
        const other = own.find((id) => known.has(id) && !isNameOf(id, requested));
        if (own.some((id) => isNameOf(id, requested))) right.push(answer);
        else if (operation === 'getLocation' && !isKnownApart(requested)) continue;
        else if (other !== undefined && ids.has(requested) && !isOfSeveral(answer, requested))
          wrong.push({
            verdict: fail({ expected: `the response for ${requested}`, actual: answer, saw: `that of ${other}` }),
            other,
          });
      }
      const [first] = right;
      const [found] = wrong;
      const mayBeOfLocation =
        operation === 'getLocation' && ![...names].some((name) => express(splitWords(name), 'terminal'));
      // short ids are those of other things too: a response with the requested one must prove the member
      const isIdOfAny = wrong.every(({ other }) => !isUnmistakable(other));
      if (found !== undefined && first === undefined && isIdOfAny)
        return untestable('the id in the answers may be that of something else', ...found.verdict.evidence);
      if (found !== undefined && mayBeOfLocation && right.length <= wrong.length * 2)
        return untestable('the id in the answers may be that of a location', ...found.verdict.evidence);
      if (found !== undefined) return found.verdict;
      if (first !== undefined) return pass(first);
      const listed = operation === 'getLocation' ? listTextsOfLocations(archive, reader) : undefined;
      return judgeByPlace(read, { parameter, ids: known, listed });
    }),
});

/** Returns the ids by which other paths than that of locations opened a terminal, or by which the list returned rows. */
const listOpened = (archive: readonly Exchange[]): ReadonlySet<string> =>
  new Set(
    archive.flatMap((one) => {
      const { terminal_id } = one.parameters;
      return terminal_id !== undefined && one.operation !== 'getLocation' && isSuccess(one) && containsData(one)
        ? [String(terminal_id)]
        : [];
    }),
  );

/**
 * Returns whether the list of locations has an entry with an id where the responses have theirs. Two terminals without a separate
 * entry may share a location, whose answer names one of them.
 */
function listSeparateLocations(
  archive: readonly Exchange[],
  { reader, names }: { readonly reader: Principal; readonly names: IdNames },
): (id: string) => boolean {
  const lists = archive.filter((one) => one.operation === 'listLocations' && one.request.caller === reader.name);
  const ids = new Set(lists.flatMap(listElements).flatMap(({ value }) => findOwnIds(value, names)));
  return (id) => ids.has(id);
}

/** Returns the texts of the lists of locations of a key. A terminal that shares the location of another one may have no entry. */
const listTextsOfLocations = (archive: readonly Exchange[], reader: Principal): ReadonlySet<string> =>
  new Set(
    archive
      .filter((one) => one.operation === 'listLocations' && one.request.caller === reader.name)
      .flatMap(({ json }) => listLeaves(json).map(({ text }) => text)),
  );

/** Whether a text is an id, a link with it, or a URN that ends with the same part: a service may read only the last part. */
const isNameOf = (text: string, id: string): boolean =>
  text === id ||
  splitLink(text).includes(id) ||
  (URN.test(text) && URN.test(id) && toLastPart(text) === toLastPart(id));

const URN = /^urn:.+:/i;

const toLastPart = (urn: string): string => urn.slice(urn.lastIndexOf(':'));

/**
 * Whether an answer may be that of a location of several terminals: it shows the requested one beside others. A location may also have a
 * separate id, which may be equal to that of a terminal.
 */
const isOfSeveral = ({ operation, json }: Exchange, requested: string): boolean => {
  if (operation !== 'getLocation') return false;
  const places = listLeaves(json).filter(({ text }) => text === requested);
  return places.some(({ pointer }) => pointer.includes('/*'));
};

interface RequestedIds {
  readonly parameter: string;
  /** The ids that the key knows. */
  readonly ids: ReadonlySet<string>;
  /** The texts of the list that has an entry for each thing with a separate answer, if the operation has one. */
  readonly listed: ReadonlySet<string> | undefined;
}

/**
 * Judges responses whose members have other names by the place of the id: two responses for different ids have theirs there.
 * Responses that do not show the id anywhere do not name what they are about.
 */
function judgeByPlace(read: readonly Exchange[], { parameter, ids, listed }: RequestedIds): Verdict {
  const answers = read.map((exchange) => ({
    exchange,
    requested: String(exchange.parameters[parameter]),
    texts: Map.groupBy(listLeaves(exchange.json), ({ pointer }) => pointer),
  }));
  const listAt = ({ texts }: (typeof answers)[number], place: string) =>
    (texts.get(place) ?? []).map(({ text }) => text);
  for (const place of new Set(answers.flatMap(({ texts }) => [...texts.keys()]))) {
    // a list of steps contains the number of a transaction by chance
    const right = answers.filter((one) => {
      const texts = listAt(one, place);
      return texts.length > 0 && texts.every((text) => isNameOf(text, one.requested));
    });
    const [first] = right;
    if (first === undefined || new Set(right.map(({ requested }) => requested)).size < 2) continue;
    const wrong = answers.flatMap((answer) => {
      const [other] = listAt(answer, place).filter((id) => ids.has(id) && !isNameOf(id, answer.requested));
      const isWrong =
        !right.includes(answer) &&
        ids.has(answer.requested) &&
        listed?.has(answer.requested) !== false &&
        !isOfSeveral(answer.exchange, answer.requested);
      return isWrong && other !== undefined ? [{ ...answer, other }] : [];
    });
    const [worst] = wrong;
    // ids of another kind may be the requested ones by chance, such as that of a location of several terminals
    const isOfLocations = first.exchange.operation === 'getLocation';
    if (wrong.length > right.length || (isOfLocations && wrong.length * 2 >= right.length)) continue;
    if (worst !== undefined)
      return fail(
        { expected: `the response for ${worst.requested}`, actual: worst.exchange, saw: `that of ${worst.other}` },
        first.exchange,
      );
    return pass(first.exchange, ...right.slice(1, 2).map(({ exchange }) => exchange));
  }
  const [first] = answers;
  const shown = new Set(answers.flatMap(({ texts }) => [...texts.values()].flat()).map(({ text }) => text));
  return first !== undefined && !answers.some(({ requested }) => shown.has(requested)) && !intersects(shown, ids)
    ? notApplicable('the responses do not show the id that was requested', first.exchange)
    : untestable('needs responses for two ids that show the id at the same place');
}

export const commandsHaveTheirStates = check({
  id: 'terminals/commands-are-queued-or-completed',
  title: 'Each command has a state, and some are queued or completed',
  clause: 'commands.queued_completed',
  level: 'should',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const parameters = reader.sees.reads.get('listTerminalCommands');
    if (parameters === undefined) return untestable(`${reader.name} reads no commands`);
    const { exchange, rows } = await readControl({ reader, bindings }, 'listTerminalCommands', parameters);
    if (rows.length === 0) return untestable('needs a terminal with commands', exchange);
    const pointer = bindings.need('commands.state');
    const states = rows.map(({ value }) => findTexts(value, pointer)[0]);
    if (states.includes(undefined)) return fail({ expected: 'a state in each command', actual: exchange });
    if (rows.some(({ value }) => readCommandState(value, bindings) !== undefined)) return pass(exchange);
    return untestable('needs a queued or completed command', exchange);
  },
});

export const provisioningShowsItsJob = check({
  id: 'terminals/provisioning-shows-its-job',
  title: 'The provisioning payload includes its job',
  clause: 'provisioning.jobs',
  level: 'should',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const parameters = reader.sees.reads.get('getProvisioningPayload');
    if (parameters === undefined) return untestable(`${reader.name} reads no provisioning payload`);
    const payload = await reader.get('getProvisioningPayload', parameters);
    if (!isSuccess(payload)) return untestable('the payload can no longer be read', payload);
    const job = findValue(payload.json, bindings.need('provisioning.job'));
    if (job === undefined) return fail({ expected: 'the job', actual: payload, saw: 'no member for it' });
    return job === null ? untestable('needs a terminal with a provisioning job', payload) : pass(payload);
  },
});
