import type { Bindings } from '../../bindings/bindings.ts';
import { express, scoreLikeness, splitWords } from '../../bindings/inference/words/synonyms.ts';
import { LIST_SLOTS } from '../../bindings/slots.ts';
import { type AcceptedWrite, WRITES, type Write } from '../../engine/accepted-write.ts';
import { check } from '../../engine/check.ts';
import type { Principal } from '../../engine/survey/principals.ts';
import { formatNames, type ListRow, listIds, readAllPages, readControl } from '../../engine/survey/reading.ts';
import {
  addRemedy,
  fail,
  forEach,
  forEachTestable,
  inconclusive,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../engine/verdicts/verdict.ts';
import {
  createWriteBody,
  findAcceptedWrite,
  needsTransaction,
  readWritePermission,
  readWritten,
  type WriteContext,
} from '../../engine/writing.ts';
import { type Exchange, type Extras, isSuccess } from '../../http/client.ts';
import { listObjects, listStrings } from '../../oracles/names/response-words.ts';
import { findTexts, findValue } from '../../oracles/pointers.ts';
import { formatMethodAndPath } from '../auth/credentials.ts';
import { chooseResolvedTest, hasContent } from './money.ts';

const FLAGS = {
  deriveSettlements: 'writes.derive_settlements_flag',
  createDispute: 'writes.create_dispute_flag',
} as const;

export const openedDisputeIsListed = check({
  id: 'writes/opened-dispute-is-listed',
  title: 'The list of disputes includes a newly opened one',
  clause: 'disputes.create',
  level: 'should',
  needs: ['readers', 'bindings', 'writes'],
  async run(context) {
    const { bindings } = context;
    const about = bindings.need('disputes.transaction');
    const accepted = await findAcceptedWrite(context, 'createDispute');
    if (accepted === undefined || !needsTransaction('createDispute', bindings))
      return addRemedy(untestable('no key could open a dispute'), { kind: 'writing-key' });
    const { writer, control, subject } = accepted;
    const disputes = await readWritten(writer, 'createDispute', bindings);
    if (disputes === undefined) return untestable(`${writer.name} cannot read the disputes`, control);
    if (disputes.rows.some(({ value }) => findTexts(value, about).includes(subject.transaction)))
      return pass(control, disputes.exchange);
    if (!disputes.isComplete)
      return untestable('the list of disputes is too long to read to its end', disputes.exchange);
    return fail(
      { expected: `a dispute about ${subject.transaction}`, actual: disputes.exchange, saw: 'none' },
      control,
    );
  },
});

/** Runs after all others, so that a target that updates its lists late has had time. */
export const acceptedWritesAreKept = check({
  id: 'writes/created-items-are-listed',
  title:
    'The list contains an item that a write answered as created (201), and a dispute with its amount, the terminal of its transaction and no reviewer',
  clause: 'service.write_paths',
  covers: ['disputes.create', 'settlements.derive'],
  level: 'must',
  needs: ['readers', 'bindings', 'writes', 'archive'],
  run: (context) =>
    forEachTestable(WRITES, formatMethodAndPath, async (write) => {
      const { readers, bindings, writes } = context;
      await findAcceptedWrite(context, write);
      const list = write === 'createDispute' ? 'listDisputes' : 'listSettlements';
      const idName = /\/([^/*#$]+)$/.exec(bindings.need(LIST_SLOTS[list].id))?.[1];
      const created = writes.accepted.filter((one) => one.write === write && one.control.status === 201);
      const known = created.flatMap(({ control, writer, subject, body }) => {
        const ids = idName === undefined ? [] : listMembersNamed(control.json, idName);
        return ids.length === 0 ? [] : [{ control, writer, ids, subject, body }];
      });
      const [first] = known;
      if (first === undefined) return notApplicable('no write answered 201 with the id of what it created');
      const reader = readers.find(({ name }) => name === first.writer.name);
      if (reader === undefined) return untestable(`${first.writer.name} reads nothing`);
      const begin = await readControl({ reader, bindings }, list);
      const granted = begin.rows.length + 1;
      const whole = await readAllPages({ reader, bindings }, list, { first: begin, granted, mostPages: MOST_PAGES });
      const row = whole.rows.find(({ id }) => first.ids.includes(id));
      if (row !== undefined)
        return (
          judgeAmount(row, first, { list: whole.exchange, bindings }) ??
          judgeReviewer(row, first, { list: whole.exchange, bindings }) ??
          judgeTerminal(row, first, { list: whole.exchange, reader })
        );
      if (!whole.isComplete) return untestable(`${list} is too long to read to its end`, whole.exchange);
      const expected = `${formatNames(first.ids)}, which was answered as created`;
      return fail({ expected, actual: whole.exchange, saw: 'a list without it' }, first.control);
    }),
});

export const createdDisputesAreScoped = check({
  id: 'writes/created-disputes-are-scoped',
  title: 'A dispute that a key opened is not listed for a key that does not see its terminal',
  clause: 'scope.response',
  covers: ['disputes.create'],
  level: 'must',
  needs: ['readers', 'bindings', 'writes'],
  async run(context) {
    const { readers, bindings } = context;
    const about = bindings.need('disputes.transaction');
    const accepted = await findAcceptedWrite(context, 'createDispute');
    if (accepted === undefined || !needsTransaction('createDispute', bindings))
      return addRemedy(untestable('no key could open a dispute'), { kind: 'writing-key' });
    const { writer, control, subject } = accepted;
    const row = writer.sees.transactions.find(({ id }) => id === subject.transaction);
    const others = readers.filter(
      ({ sees }) =>
        row !== undefined && row.terminals.length > 0 && !row.terminals.some((one) => sees.mentioned.has(one)),
    );
    const lists: Exchange[] = [];
    for (const reader of others) {
      const disputes = await readWritten(reader, 'createDispute', bindings);
      if (disputes === undefined) continue;
      lists.push(disputes.exchange);
      const shown = disputes.rows.find(({ value }) => findTexts(value, about).includes(subject.transaction));
      if (shown === undefined) continue;
      const expected = `no dispute about ${subject.transaction}, whose terminal ${reader.name} does not see`;
      return fail({ expected, actual: disputes.exchange, saw: shown.id }, control);
    }
    return lists.length === 0
      ? untestable('needs a key that reads disputes and does not see the terminal of the new one', control)
      : pass(control, ...lists);
  },
});

interface Created extends Pick<AcceptedWrite, 'control' | 'subject' | 'body'> {
  readonly ids: readonly string[];
}

/** Returns the fault of a new dispute about another amount than the one that its body names. */
function judgeAmount(
  row: ListRow,
  created: Created,
  { list, bindings }: { readonly list: Exchange; readonly bindings: Bindings },
): Verdict | undefined {
  const pointer = list.operation === 'listDisputes' ? bindings.find('disputes.amount') : undefined;
  const listed = pointer === undefined ? [] : findTexts(row.value, pointer).map(Number);
  const sent = listAmounts(created.body);
  const [shown] = listed;
  const [only, ...others] = sent;
  if (shown === undefined || Number.isNaN(shown) || only === undefined || others.length > 0) return undefined;
  // the list may use another unit than the body
  if ([only, only * CENTS, only / CENTS].some((amount) => Math.abs(amount - Math.abs(shown)) < TOLERANCE))
    return undefined;
  return fail({ expected: `an amount of ${only}, as in the body`, actual: list, saw: String(shown) }, created.control);
}

const CENTS = 100;
const TOLERANCE = 0.001;

/** Returns the amounts in a body: numbers, and texts that are decimals, in members that are named like amounts. */
function listAmounts(body: unknown, isOfAmount = false): number[] {
  if (typeof body === 'number' || typeof body === 'string')
    return isOfAmount && /^\d+(\.\d+)?$/.test(String(body)) ? [Number(body)] : [];
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, one]) =>
    listAmounts(one, isOfAmount || scoreLikeness(splitWords(name), ['amount']) > 0),
  );
}

/** Returns the fault of a new dispute that has reviewer metadata although it is not resolved. */
function judgeReviewer(
  row: ListRow,
  { control }: Created,
  { list, bindings }: { readonly list: Exchange; readonly bindings: Bindings },
): Verdict | undefined {
  const reviewer = list.operation === 'listDisputes' ? bindings.find('disputes.reviewer') : undefined;
  if (reviewer === undefined || bindings.find('disputes.status') === undefined) return undefined;
  if (chooseResolvedTest(bindings)(row.value)) return undefined;
  const expected = 'no reviewer metadata in a dispute that was just opened';
  const saw = `reviewer metadata in ${row.id}`;
  if (hasContent(findValue(row.value, reviewer))) return fail({ expected, actual: list, saw }, control);
  const answered = [control.json, ...listObjects(control.json)];
  const hasReviewer = answered.some((one) => hasContent(findValue(one, reviewer)));
  return hasReviewer ? fail({ expected, actual: control, saw }, list) : undefined;
}

/** A new dispute names the terminal of its transaction, if it names one that the key knows. */
function judgeTerminal(
  row: ListRow,
  created: Created,
  { list, reader: { sees } }: { readonly list: Exchange; readonly reader: Principal },
): Verdict {
  const about = sees.transactions.find(({ id }) => id === created.subject.transaction);
  const isDispute = list.operation === 'listDisputes' && listStrings(row.value).includes(created.subject.transaction);
  const named = isDispute ? listStrings(row.value).filter((text) => sees.terminals.has(text)) : [];
  const [other] = named;
  if (other === undefined || about === undefined || about.terminals.some((one) => named.includes(one)))
    return pass(created.control, list);
  const expected = `${formatNames(about.terminals)}, the terminal of ${created.subject.transaction}`;
  return fail({ expected, actual: list, saw: other }, created.control);
}

const MOST_PAGES = 12;

/** Returns the texts of the members with this name, at any depth. */
function listMembersNamed(value: unknown, name: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, one]) =>
    member === name && (typeof one === 'string' || typeof one === 'number')
      ? [String(one)]
      : listMembersNamed(one, name),
  );
}

export const flagsTellWhatIsAllowed = check({
  id: 'writes/flags-tell-what-is-allowed',
  title: 'A key whose portal access flags allow a write is not refused with 401 or 403',
  clause: 'auth.visibility_rules',
  level: 'should',
  needs: ['readers', 'bindings', 'writes'],
  run: ({ readers, bindings }) =>
    forEachTestable(WRITES, formatMethodAndPath, (write) =>
      forEachTestable(
        readers,
        ({ name }) => name,
        async (reader) => {
          if ((await readWritePermission(reader, bindings, write)) !== true)
            return untestable('its access flags do not allow this write');
          const [row] = reader.sees.transactions;
          if (row === undefined) return untestable('needs a transaction');
          const portal = await reader.get('getPortal');
          const answer = await reader.send(
            write,
            {},
            { body: createWriteBody(write, bindings, { transaction: row.id }) },
          );
          if (answer.status !== 401 && answer.status !== 403) return pass(portal, answer);
          const saw = `${answer.status}, although the access flags allow it`;
          return fail({ expected: 'an accepted write, as the access flags state', actual: answer, saw }, portal);
        },
      ),
    ),
});

/** A verb in the name of a flag states the permission; `disputes: true` may also mean that the key may read them. */
const NAMES_ACTION = {
  deriveSettlements: /deriv|run|settle|create|manage|write|post|start/i,
  createDispute: /creat|open|file|raise|submit|write|post|manage|add/i,
} as const;

const ACTION = { deriveSettlements: 'derive', createDispute: 'create' } as const;

const namesAction = (name: string, write: Write): boolean =>
  NAMES_ACTION[write].test(name) || express(splitWords(name), ACTION[write]);

export const flagsAreThoseOfTheKey = check({
  id: 'writes/flags-are-those-of-the-key',
  title:
    'A key with the same access flag for a write as a key whose write is accepted is not refused for its privilege',
  clause: 'access.writes_privileged',
  level: 'must',
  needs: ['readers', 'bindings', 'writes'],
  run: (context) =>
    forEachTestable(WRITES, formatMethodAndPath, async (write) => {
      const { readers, bindings } = context;
      const accepted = await findAcceptedWrite(context, write);
      if (accepted === undefined) return untestable(`no key may call ${formatMethodAndPath(write)}`);
      const flag = bindings.find(FLAGS[write]);
      if (flag === undefined || !namesAction(flag.slice(flag.lastIndexOf('/')), write))
        return notApplicable('no access flag names this write with a verb');
      if ((await readWritePermission(accepted.writer, bindings, write)) !== true)
        return untestable('the flag of the key whose write is accepted does not allow it');
      return forEachTestable(
        readers.filter(({ name }) => name !== accepted.writer.name),
        ({ name }) => name,
        async (reader) => {
          if ((await readWritePermission(reader, bindings, write)) !== true)
            return untestable('its access flags do not allow this write');
          const [row] = reader.sees.transactions;
          if (row === undefined) return untestable('needs a transaction');
          const portal = await reader.get('getPortal');
          const body = createWriteBody(write, bindings, { transaction: row.id, day: accepted.subject.day });
          const answer = await reader.send(write, {}, { body });
          if (answer.status !== 403) return pass(portal, answer);
          const saw = `403, although the flag is that of ${accepted.writer.name}, whose write was accepted`;
          return fail({ expected: 'no refusal for a privilege that the portal states', actual: answer, saw }, portal);
        },
      );
    }),
});

const nestObjects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const createTextBody = (text: string): Extras => ({ text, headers: [JSON_TYPE] });

/** Bodies that no service can accept. */
const UNREADABLE: readonly (readonly [name: string, extras: Extras])[] = [
  ['a body that is cut short', createTextBody('{"a": ')],
  ['an empty body', createTextBody('')],
  ['a list', createTextBody('[]')],
  ['null', createTextBody('null')],
  ['an object without members', createTextBody('{}')],
  ['a form', { text: 'a=1&b=2', headers: [['Content-Type', 'application/x-www-form-urlencoded']] }],
];

/** Bodies that no service can read as the documented object. A body may be optional, so an empty one may be accepted. */
const INVALID = UNREADABLE.filter(([name]) => ['a body that is cut short', 'a list', 'null'].includes(name));

/** Bodies that are syntactically valid but hard to process. */
const HEAVY: readonly (readonly [name: string, extras: Extras])[] = [
  ['a body nested 2000 levels deep', createTextBody(nestObjects(2000))],
  ['a body of 300 000 characters', createTextBody(`{"a":"${'x'.repeat(300_000)}"}`)],
  ['a member that occurs twice', createTextBody('{"a":1,"a":2}')],
  ['a lone surrogate', createTextBody('{"a":"\\ud800"}')],
  ['a member called __proto__', createTextBody('{"__proto__":{"a":1}}')],
];

export const badBodiesAreNoAccident = check({
  id: 'writes/bad-bodies-are-no-accident',
  title: 'Malformed and oversized bodies cause no server error',
  clause: 'errors.body',
  level: 'should',
  needs: ['readers', 'bindings', 'writes'],
  run: (context) =>
    judgeEachBody(context, [...UNREADABLE, ...HEAVY], (name, probe, control) =>
      probe.status < 500 ? pass(control, probe) : fail({ expected: `a refusal of ${name}`, actual: probe }, control),
    ),
});

export const unreadableBodiesAreRefused = check({
  id: 'writes/unreadable-bodies-are-refused',
  title: 'A body that is not a JSON object of the documented shape is refused',
  clause: 'errors.body',
  level: 'should',
  needs: ['readers', 'bindings', 'writes'],
  run: (context) =>
    judgeEachBody(context, INVALID, (name, probe, control) =>
      isSuccess(probe) ? fail({ expected: `a refusal of ${name}`, actual: probe }, control) : pass(control, probe),
    ),
});

const judgeEachBody = (
  context: WriteContext,
  bodies: readonly (readonly [name: string, extras: Extras])[],
  judge: (name: string, probe: Exchange, control: Exchange) => Verdict,
): Promise<Verdict> =>
  forEach(WRITES, formatMethodAndPath, async (write) => {
    const accepted = await findAcceptedWrite(context, write);
    if (accepted === undefined)
      return addRemedy(untestable(`no key may call ${formatMethodAndPath(write)}`), { kind: 'writing-key' });
    return forEach(
      bodies,
      ([name]) => name,
      // such a body creates nothing, so that it may be sent again after a transient error
      async ([name, extras]) =>
        judge(name, await accepted.writer.send(write, {}, { ...extras, isRepeatable: true }), accepted.control),
    );
  });

export const refusedWritesLeaveNoTrace = check({
  id: 'writes/refused-writes-leave-no-trace',
  title: 'A refused dispute (duplicate or invalid body) is not created',
  clause: 'errors.conflict',
  level: 'should',
  needs: ['readers', 'bindings', 'writes'],
  async run(context) {
    const { bindings } = context;
    const accepted = await findAcceptedWrite(context, 'createDispute');
    if (accepted === undefined) return addRemedy(untestable('no key may open a dispute'), { kind: 'writing-key' });
    const { writer, control, body } = accepted;
    const before = await readWritten(writer, 'createDispute', bindings);
    if (before === undefined) return untestable(`${writer.name} cannot read the disputes`, control);
    const again = await writer.send('createDispute', {}, { body });
    const empty = await writer.send('createDispute', {}, { body: {} });
    const refused = [again, empty].filter((answer) => !isSuccess(answer));
    const after = await readWritten(writer, 'createDispute', bindings);
    if (after === undefined) return inconclusive('the disputes could not be read again', ...refused);
    const [first] = refused;
    if (first === undefined) return untestable('needs a refused dispute; all were accepted', again, empty);
    const known = new Set(listIds(before));
    const fresh = listIds(after).filter((id) => !known.has(id));
    if (refused.length === 2 ? fresh.length === 0 : fresh.length <= 1) return pass(control, first, after.exchange);
    return fail(
      { expected: 'no new dispute', actual: after.exchange, saw: `new disputes: ${formatNames(fresh)}` },
      first,
    );
  },
});

const FRESH_TERMINALS = 2;
const POLLS = 3;

/** Returns a response without instants: responses may contain the time of the request. */
const withoutTimes = (exchange: Exchange | undefined): string =>
  (exchange?.text ?? '').replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+|\d{10,}/g, '');

/** Repeats an earlier read. An equal response shows that reading changes nothing; time may be the reason for another one. */
async function repeatArchivedRead(archive: readonly Exchange[], reader: Principal): Promise<Verdict> {
  const before = archive.find(
    (one) => one.operation === 'listTerminalCommands' && isSuccess(one) && one.request.caller === reader.name,
  );
  if (before === undefined) return untestable('needs the commands of a terminal');
  const after = await reader.get('listTerminalCommands', before.parameters, { isFresh: true });
  return isSuccess(after) && withoutTimes(after) === withoutTimes(before)
    ? pass(before, after)
    : untestable('needs the commands of two terminals that were not read before', before, after);
}

export const readingChangesNothing = check({
  id: 'writes/reading-changes-nothing',
  title: 'Reading the commands of a terminal does not change them',
  clause: 'commands.queued_completed',
  level: 'should',
  needs: ['archive', 'readers'],
  async run({ archive, readers }) {
    const known = new Set(
      archive.flatMap(({ operation, parameters }) =>
        operation === 'listTerminalCommands' ? [String(parameters.terminal_id)] : [],
      ),
    );
    const unread = new Map(
      readers.flatMap((reader) => [...reader.sees.terminals].map((terminal) => [terminal, reader] as const)),
    );
    for (const terminal of known) unread.delete(terminal);
    const series: Exchange[][] = [];
    // commands may change with time: only reads in a row, of terminals that were not read before, show what reading does
    for (const [terminal, reader] of [...unread].slice(0, FRESH_TERMINALS)) {
      const polls: Exchange[] = [];
      const isDecided = ([first, second]: readonly Exchange[]): boolean =>
        second !== undefined && withoutTimes(first) === withoutTimes(second);
      while (polls.length < POLLS && !isDecided(polls))
        polls.push(await reader.get('listTerminalCommands', { terminal_id: terminal }, { isFresh: true }));
      if (polls.every(isSuccess)) series.push(polls);
    }
    const [polls] = series;
    if (polls?.[0] === undefined || series.length < 2) return repeatArchivedRead(archive, readers[0]);
    // if the response changes after the first read, for several terminals, and then never again, the read changed it
    const changed = series.filter(([first, second]) => withoutTimes(first) !== withoutTimes(second));
    const isSettled = changed.every(([, second, ...rest]) =>
      rest.every((one) => withoutTimes(one) === withoutTimes(second)),
    );
    const [[first, second] = []] = changed;
    if (changed.length < 2 || !isSettled || first === undefined || second === undefined)
      return pass(polls[0], ...polls.slice(1));
    return fail({ expected: 'the same commands as before', actual: second, saw: 'commands in another state' }, first);
  },
});
