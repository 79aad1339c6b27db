import { check } from '../../engine/check.ts';
import { type AcceptedWrite, WRITES, type Write } from '../../engine/writes/accepted-write.ts';
import type { WriteAttempt, WriteContext, WriteTrial } from '../../engine/writes/run-writes.ts';
import { findAcceptedWrite, isAccepted, readTrial } from '../../engine/writes/write-trial.ts';
import { createWriteBody, readWriteFlag, readWritten } from '../../engine/writes/writing.ts';
import { findRowsAbout, listNewRows, type WrittenList, type WrittenRow } from '../../engine/writes/written-list.ts';
import { type Exchange, type Extras, isSuccess } from '../../http/client.ts';
import { listObjects, listStrings } from '../../reading/names/response-words.ts';
import { findTexts, findValue } from '../../reading/pointers.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { isDistinctive, listPlacedTexts } from '../../reading/served.ts';
import { parseAmount } from '../../reading/values/value-relations.ts';
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
} from '../../reading/verdicts/verdict.ts';
import { express, scoreLikeness, splitWords } from '../../reading/words/synonyms.ts';
import { findMainList } from '../../relations/rows/cells.ts';
import { accuseIfHidden, areApart } from '../../relations/survey/denials.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { formatNames, listIds } from '../../slots/read-lists.ts';
import { formatMethodAndPath } from '../auth/credentials.ts';
import { chooseResolvedTest, hasContent } from './money.ts';

const FLAGS = {
  deriveSettlements: 'writes.derive_settlements_flag',
  createDispute: 'writes.create_dispute_flag',
} as const;

/** Lists are read late, so that a target that updates them late has had time. */
export const acceptedWritesAreKept = check({
  id: 'writes/created-items-are-listed',
  title:
    'The list contains, once, what an accepted write created: a dispute with its amount, the terminal of its transaction and no reviewer',
  clause: 'service.write_paths',
  covers: ['disputes.create', 'settlements.derive'],
  level: 'must',
  needs: ['archive', 'readers', 'anonymous', 'stranger', 'bindings', 'writes', 'expectedScopes'],
  run: (context) =>
    forEachTestable(WRITES, formatMethodAndPath, async (write): Promise<Verdict> => {
      const trial = await readTrial(context, write);
      const done = trial.attempts.filter(({ role, probe }) => role === 'writer' && isDone(probe));
      const [first, ...others] = done;
      if (first === undefined) return notApplicable('no write was answered as done (200 or 201)');
      const { writer, after, before } = trial;
      if (after === undefined || before === undefined)
        return untestable(`${writer?.name ?? 'the key'} cannot read the list`, first.probe);
      return write === 'createDispute'
        ? judgeDisputes(trial, { done: [first, ...others], after, ...context })
        : judgeBatches(first.probe, { before, after, isFull: mayBeFullPage(after, trial, context.archive) });
    }),
});

/** Whether an answer states that the write is done, and not only queued. */
const isDone = (answer: Exchange): boolean => isAccepted(answer) && (answer.status === 200 || answer.status === 201);

interface ListedDisputes {
  readonly done: readonly [WriteAttempt, ...WriteAttempt[]];
  readonly after: WrittenList;
  readonly bindings: Bindings;
  readonly archive: readonly Exchange[];
}

/** Whether a list may be a full page: it is as long as a page of transactions, and no list of its operation is longer. */
function mayBeFullPage({ rows }: WrittenList, { others, before }: WriteTrial, archive: readonly Exchange[]): boolean {
  const alike = [...others.values(), ...(before === undefined ? [] : [before])];
  if (alike.some((list) => list.rows.length > rows.length)) return false;
  const lists = archive
    .filter((one) => one.operation === 'listTransactions' && isSuccess(one))
    .map(({ json, parameters }) => ({ parameters, length: findMainList(json)?.rows.length ?? 0 }));
  const isPage = ({ parameters, length }: (typeof lists)[number]): boolean =>
    length === rows.length && Object.keys(parameters).length === 0;
  return lists.some(isPage) && lists.some(({ length }) => length > rows.length);
}

function judgeDisputes(trial: WriteTrial, { done, after, bindings, archive }: ListedDisputes): Verdict {
  const { place, before } = trial;
  const [first] = done;
  const { transaction } = first.subject;
  const listed = done.map((attempt) => ({ attempt, rows: findRowsAbout(after, attempt.subject.transaction, place) }));
  if (listed.every(({ rows }) => rows.length === 0)) {
    if (place === undefined && !isDistinctive(transaction))
      return untestable('the place of the transaction in the rows of disputes is not known', first.probe);
    const created = before === undefined ? [] : listNewRows(before, after);
    const about = created.flatMap(({ values }) => values.flatMap((one) => (one.place === place ? [one.text] : [])));
    // as many new disputes as writes, all about other transactions than those of the writes
    if (
      done.length >= 2 &&
      created.length === done.length &&
      about.length === done.length &&
      about.every(isDistinctive)
    ) {
      const expected = `disputes about ${formatNames(done.map(({ subject }) => subject.transaction))}`;
      return fail({ expected, actual: after.exchange, saw: `disputes about ${formatNames(about)}` }, first.probe);
    }
    if (!after.isComplete || mayBeFullPage(after, trial, archive))
      return untestable('the list of disputes may have further pages', after.exchange);
    if (done.length < 2 && first.probe.status !== 201)
      return untestable('one success alone does not show that disputes are not kept', first.probe, after.exchange);
    if (!mayList(trial, first))
      return untestable(
        `no dispute about the terminal of ${transaction} is listed, so that its disputes may be those of another account`,
        first.probe,
        after.exchange,
      );
    if (created.length > 0)
      return untestable(
        'the list has a new row; the place of its transaction is not known',
        first.probe,
        after.exchange,
      );
    const expected = `a dispute about ${transaction}, which was answered as done`;
    return fail({ expected, actual: after.exchange, saw: 'a list without it' }, first.probe);
  }
  if (listed.every(({ rows }) => new Set(rows.map(({ text }) => text)).size > 1) && hasOneRowEach(before, place)) {
    const saw = `${listed[0]?.rows.length ?? 0} disputes about ${transaction}`;
    return fail({ expected: 'one dispute for each write', actual: after.exchange, saw }, first.probe);
  }
  for (const { attempt, rows } of listed) {
    const [row] = rows;
    if (row === undefined || trial.writer === undefined) continue;
    const created = { control: attempt.probe, subject: attempt.subject, body: attempt.body };
    const value: unknown = JSON.parse(row.text);
    const fault =
      judgeAmount(value, created, { list: after.exchange, bindings }) ??
      judgeReviewer(value, created, { list: after.exchange, bindings }) ??
      judgeTerminal(value, created, { list: after.exchange, reader: trial.writer });
    if (fault !== undefined) return fault;
  }
  return pass(first.probe, after.exchange);
}

/**
 * Whether a new dispute belongs to the list of the writer: two accounts may see one terminal, and its disputes may be those of one of
 * them. The list shows another dispute about the terminal, and no other key is shown the new one.
 */
function mayList({ before, writer, others, place }: WriteTrial, { subject, probe }: WriteAttempt): boolean {
  const shown = [...others.values()].some((list) => findRowsAbout(list, subject.transaction, place).length > 0);
  const known = writer?.sees.mentioned ?? new Set<string>();
  const terminals = new Set([subject.terminal, ...listStrings(probe.json).filter((text) => known.has(text))]);
  return !shown && (before?.rows ?? []).some(({ values }) => values.some(({ text }) => terminals.has(text)));
}

/** Whether no transaction had two disputes before the writes. */
const hasOneRowEach = (list: WrittenList | undefined, place: string | undefined): boolean => {
  const about = (list?.rows ?? []).flatMap(({ values }) => values.find((one) => one.place === place)?.text ?? []);
  return new Set(about).size === about.length;
};

interface ListedBatches {
  readonly before: WrittenList;
  readonly after: WrittenList;
  /** Whether the later list may have a next page that nothing names. */
  readonly isFull: boolean;
}

function judgeBatches(answer: Exchange, { before, after, isFull }: ListedBatches): Verdict {
  const added = listNewRows(before, after);
  if (added.length === 0) {
    const known = new Set(before.rows.flatMap(({ values }) => values.map(({ text }) => text)));
    const created = listPlacedTexts(answer.json).filter(({ text }) => isDistinctive(text) && !known.has(text));
    if (answer.status !== 201 || created.length === 0)
      return untestable('the answer names no new batch, so that there may be none to list', answer, after.exchange);
    if (!after.isComplete || isFull)
      return untestable('the list of settlements may have further pages', after.exchange);
    const expected = `the batch that was answered as created: ${formatNames(created.map(({ text }) => text))}`;
    return fail({ expected, actual: after.exchange, saw: 'a list without it' }, answer);
  }
  const twins = added.filter((row) => added.some((other) => other !== row && isTwin(row, other)));
  if (twins.length !== added.length) return pass(answer, after.exchange);
  const saw = `${added.length} new batches, each of them twice with the same amounts`;
  return fail({ expected: 'each derived batch once', actual: after.exchange, saw }, answer);
}

/** Whether two rows have the same values except for one or two, with two numbers other than 0. */
function isTwin(one: WrittenRow, other: WrittenRow): boolean {
  const theirs = new Set(other.values.map(({ place, text }) => `${place} ${text}`));
  const same = one.values.filter(({ place, text }) => theirs.has(`${place} ${text}`));
  const numbers = same.filter(({ text }) => /^[\d.,]+$/.test(text) && /[1-9]/.test(text));
  return one.values.length - same.length <= 2 && same.length >= 4 && numbers.length >= 2;
}

export const createdDisputesAreScoped = check({
  id: 'writes/created-disputes-are-scoped',
  title: 'A dispute that a key opened is not listed for a key that may not see its terminal',
  clause: 'scope.response',
  covers: ['disputes.create'],
  level: 'must',
  needs: ['readers', 'anonymous', 'stranger', 'bindings', 'writes', 'expectedScopes'],
  async run(context) {
    const trial = await readTrial(context, 'createDispute');
    const writer = context.readers.find(({ name }) => name === trial.writer?.name);
    const accepted = trial.attempts.filter(({ role, probe }) => role === 'writer' && isAccepted(probe));
    const [first] = accepted;
    if (first === undefined || writer === undefined)
      return addRemedy(untestable('no key could open a dispute'), { kind: 'writing-key' });
    const lists: Exchange[] = [];
    for (const [{ name }, list] of trial.others) {
      const reader = context.readers.find((one) => one.name === name);
      if (reader === undefined) continue;
      const seen = trial.listIds(reader);
      const hidden = accepted.filter(({ subject }) => !seen.has(subject.transaction));
      if (hidden.length > 0) lists.push(list.exchange);
      const shown = hidden.find(({ subject }) => findRowsAbout(list, subject.transaction, trial.place).length > 0);
      if (shown === undefined) continue;
      const { transaction, terminal } = shown.subject;
      const expected = `no dispute about ${transaction}, which ${name} does not see`;
      const failure = fail({ expected, actual: list.exchange, saw: `a dispute about ${transaction}` }, shown.probe);
      if (terminal !== undefined)
        return accuseIfHidden({ insider: writer, outsider: reader }, { terminals: [terminal], failure });
      if (await areApart(writer, reader)) return failure;
    }
    return lists.length === 0
      ? untestable('needs a key that reads disputes and does not see the transaction of the new one', first.probe)
      : pass(first.probe, ...lists);
  },
});

type Created = Pick<AcceptedWrite, 'control' | 'subject' | 'body'>;

/** Returns the fault of a new dispute about another amount than the one that its body names. */
function judgeAmount(
  row: unknown,
  created: Created,
  { list, bindings }: { readonly list: Exchange; readonly bindings: Bindings },
): Verdict | undefined {
  const pointer = list.operation === 'listDisputes' ? bindings.find('disputes.amount') : undefined;
  const listed = pointer === undefined ? [] : findTexts(row, pointer).map(Number);
  const sent = listAmounts(created.body);
  const [shown] = listed;
  const [only, ...others] = sent;
  if (shown === undefined || Number.isNaN(shown) || only === undefined || others.length > 0) return undefined;
  // the list may use another unit than the body, and a dispute may be about the whole transaction for any amount in the body
  const whole = parseAmount(created.subject.amount);
  if (whole === undefined) return undefined;
  const isShown = (one: number) =>
    UNITS.some((unit) => [one * unit, one / unit].some((amount) => Math.abs(amount - Math.abs(shown)) < TOLERANCE));
  if ([only, whole].some(isShown)) return undefined;
  return fail({ expected: `an amount of ${only}, as in the body`, actual: list, saw: String(shown) }, created.control);
}

/** Currencies have none, two or three decimals. */
const UNITS = [1, 10, 100, 1000];
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
  row: unknown,
  { control }: Created,
  { list, bindings }: { readonly list: Exchange; readonly bindings: Bindings },
): Verdict | undefined {
  const reviewer = list.operation === 'listDisputes' ? bindings.find('disputes.reviewer') : undefined;
  if (reviewer === undefined || bindings.find('disputes.status') === undefined) return undefined;
  if (chooseResolvedTest(bindings)(row)) return undefined;
  const expected = 'no reviewer metadata in a dispute that was just opened';
  const saw = 'reviewer metadata';
  if (hasContent(findValue(row, reviewer))) return fail({ expected, actual: list, saw }, control);
  const answered = [control.json, ...listObjects(control.json)];
  const hasReviewer = answered.some((one) => hasContent(findValue(one, reviewer)));
  return hasReviewer ? fail({ expected, actual: control, saw }, list) : undefined;
}

/** A new dispute names the terminal of its transaction, if it names one that the key knows. */
function judgeTerminal(
  row: unknown,
  { control, subject }: Created,
  { list, reader: { sees } }: { readonly list: Exchange; readonly reader: Principal },
): Verdict | undefined {
  const { terminal } = subject;
  const named = listStrings(row).filter((text) => isUnmistakable(text) && sees.terminals.has(text));
  const [other] = named;
  if (terminal === undefined || other === undefined || named.includes(terminal)) return undefined;
  const expected = `${terminal}, the terminal of ${subject.transaction}`;
  return fail({ expected, actual: list, saw: other }, control);
}

export const flagsTellWhatIsAllowed = check({
  id: 'writes/flags-tell-what-is-allowed',
  title: 'A key whose portal access flags allow a write is not refused with 401 or 403',
  clause: 'auth.visibility_rules',
  level: 'should',
  needs: ['readers', 'anonymous', 'stranger', 'bindings', 'writes', 'expectedScopes'],
  run: (context) =>
    forEachTestable(WRITES, formatMethodAndPath, (write) =>
      forEachTestable(
        context.readers,
        ({ name }) => name,
        async (reader) => {
          const tried = await sendAllowed(context, write, reader);
          if ('kind' in tried) return tried;
          const { portal, answer } = tried;
          if (answer.status !== 401 && answer.status !== 403) return pass(portal, answer);
          const saw = `${answer.status}, although the access flags allow it`;
          return fail({ expected: 'an accepted write, as the access flags state', actual: answer, saw }, portal);
        },
      ),
    ),
});

/** Sends a write as a key whose portal allows it, once in a run, and returns the portal and the answer. */
async function sendAllowed(
  context: WriteContext,
  write: Write,
  reader: Principal,
): Promise<{ readonly portal: Exchange; readonly answer: Exchange } | Verdict> {
  const { bindings, writes } = context;
  const portal = reader.sees.responses.get('getPortal');
  if (portal === undefined || readWriteFlag(reader, bindings, write) !== true)
    return untestable('its access flags do not allow this write');
  const [row] = reader.sees.transactions;
  if (row === undefined) return untestable('needs a transaction');
  const accepted = await findAcceptedWrite(context, write);
  const body = createWriteBody(write, bindings, { ...accepted?.subject, transaction: row.id });
  const key = `${write} ${reader.name}`;
  const sent = writes.allowed.get(key) ?? reader.send(write, {}, { body });
  writes.allowed.set(key, sent);
  return { portal, answer: await sent };
}

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
  level: 'should',
  needs: ['readers', 'anonymous', 'stranger', 'bindings', 'writes', 'expectedScopes'],
  run: (context) =>
    forEachTestable(WRITES, formatMethodAndPath, async (write) => {
      const { readers, bindings } = context;
      const accepted = await findAcceptedWrite(context, write);
      if (accepted === undefined) return untestable(`no key may call ${formatMethodAndPath(write)}`);
      const flag = bindings.find(FLAGS[write]);
      if (flag === undefined || !namesAction(flag.slice(flag.lastIndexOf('/')), write))
        return notApplicable('no access flag names this write with a verb');
      if (readWriteFlag(accepted.writer, bindings, write) !== true)
        return untestable('the flag of the key whose write is accepted does not allow it');
      return forEachTestable(
        readers.filter(({ name }) => name !== accepted.writer.name),
        ({ name }) => name,
        async (reader) => {
          const tried = await sendAllowed(context, write, reader);
          if ('kind' in tried) return tried;
          const { portal, answer } = tried;
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
  needs: ['readers', 'anonymous', 'stranger', 'bindings', 'writes', 'expectedScopes'],
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
  needs: ['readers', 'anonymous', 'stranger', 'bindings', 'writes', 'expectedScopes'],
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
  needs: ['readers', 'anonymous', 'stranger', 'bindings', 'writes', 'expectedScopes'],
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
