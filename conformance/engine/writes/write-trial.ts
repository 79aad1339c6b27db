import { type Caller, type Exchange, type Extras, isSuccess } from '../../http/client.ts';
import { findTexts } from '../../oracles/pointers.ts';
import type { AcceptedWrite, Write, WriteSubject } from '../accepted-write.ts';
import type { Capabilities } from '../check.ts';
import { areApart, findHidden } from '../survey/denials.ts';
import type { Principal } from '../survey/principals.ts';
import type { ListRow } from '../survey/reading.ts';
import { listTransactionRows, readDay, readPublishedDocument, readWritePermission } from '../writing.ts';
import { type BodyForm, listBodyForms } from './body-forms.ts';
import type { WriteAttempt, WriteTrial } from './run-writes.ts';
import { findTransactionPlace, listNewRows, readWrittenList, type WrittenList } from './written-list.ts';

export type TrialContext = Pick<
  Capabilities,
  'readers' | 'bindings' | 'writes' | 'expectedScopes' | 'anonymous' | 'stranger'
>;

/** Bodies that are tried, in all and with a key after the first one. */
const MOST_TRIES = 30;
const MOST_TRIES_OF_OTHERS = 5;
/** A service may keep what it refused: the next bodies are about another transaction. */
const TRIES_PER_SUBJECT = 4;
const MOST_READERS = 3;
/** A service may update its lists late. */
const POLLS = 4;
const WAIT_MS = 700;

/** Whether an answer states that the write was done: a success that is no error by its content. */
export const isAccepted = (answer: Exchange): boolean => isSuccess(answer) && !isRefusingBody(answer.json);

function isRefusingBody(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(
    ([name, value]) =>
      (/^(success|ok|succeeded|accepted)$/i.test(name) && value === false) ||
      (/^errors?$/i.test(name) && typeof value === 'object' && value !== null && Object.keys(value).length > 0) ||
      (/^(error|error_?code)$/i.test(name) && typeof value === 'string' && value !== ''),
  );
}

/** Returns the trial of a write path. It runs once: most days and transactions can be written about only once. */
export function readTrial(context: TrialContext, write: Write): Promise<WriteTrial> {
  const known = context.writes.trials.get(write);
  const trial = known ?? runTrial(context, write);
  context.writes.trials.set(write, trial);
  return trial;
}

/** Returns an accepted write of this run; `undefined` if none is accepted. */
export async function findAcceptedWrite(context: TrialContext, write: Write): Promise<AcceptedWrite | undefined> {
  await readTrial(context, write);
  const known = context.writes.accepted.find((one) => one.write === write);
  const writer = context.readers.find(({ name }) => name === known?.writer.name);
  return known === undefined || writer === undefined ? undefined : { ...known, writer };
}

async function runTrial(context: TrialContext, write: Write): Promise<WriteTrial> {
  const { readers, bindings, expectedScopes } = context;
  const isAdministrator = ({ name }: Principal) => expectedScopes.expectations.get(name)?.isAdministrator === true;
  const permissions = new Map<Principal, boolean | undefined>();
  for (const reader of readers)
    permissions.set(
      reader,
      await readWritePermission(reader, { bindings, expectations: expectedScopes.expectations }, write),
    );
  const readOnly = readers.filter((reader) => permissions.get(reader) === false);
  const candidates = readers
    .filter((reader) => permissions.get(reader) !== false)
    .toSorted(
      (a, b) =>
        Number(permissions.get(b) === true) - Number(permissions.get(a) === true) ||
        Number(isAdministrator(b)) - Number(isAdministrator(a)) ||
        b.sees.transactions.length - a.sees.transactions.length,
    );
  const attempts: WriteAttempt[] = [];
  const [observer = readOnly[0]] = candidates;
  if (observer === undefined) throw new Error('the run has no key');
  const before = await readWrittenList(observer, write, bindings);
  const subjects = createSubjects({ write, readers, bindings, before });
  const example = (await readPublishedDocument(context.anonymous))?.createExampleBody(write, { isWhole: true });
  const send = async (caller: Caller, role: WriteAttempt['role'], { extras, subject }: Sent): Promise<WriteAttempt> => {
    const probe = await caller.send(write, {}, extras);
    const attempt: WriteAttempt = { caller, role, subject, body: extras.body, sent: JSON.stringify(extras), probe };
    attempts.push(attempt);
    return attempt;
  };
  // a derivation leaves nothing for the next one: first the keys that must be refused
  const isOnce = write === 'deriveSettlements';
  const refuse = async (forms: readonly BodyForm[]) => {
    for (const form of forms) {
      for (const caller of [context.anonymous, context.stranger]) {
        const subject = subjects.next(observer);
        if (subject !== undefined) await send(caller, 'keyless', { extras: form.toExtras(subject), subject });
      }
      for (const reader of readOnly.slice(0, MOST_READERS)) {
        const subject = subjects.next(observer, reader);
        if (subject !== undefined) await send(reader, 'reader', { extras: form.toExtras(subject), subject });
      }
    }
  };
  const formsOf = async (reader: Principal) => {
    const list = reader === observer ? before : await readWrittenList(reader, write, bindings);
    const place = list && findTransactionPlace(list, subjects.ids);
    return listBodyForms(write, { reader, bindings, list, place, example });
  };
  // an effect shows only in a list that two reads in a row show unchanged
  const again = isOnce ? await readWrittenList(observer, write, bindings) : undefined;
  const calm =
    before !== undefined && again !== undefined && listNewRows(before, again).length === 0 ? again : undefined;
  if (isOnce) await refuse((await formsOf(observer)).slice(0, 2));
  const unwritten = isOnce ? await readWrittenList(observer, write, bindings) : before;
  const found = await findForm({ candidates, formsOf, subjects, send });
  if (found === undefined) {
    const place = before && findTransactionPlace(before, subjects.ids);
    const lists = isOnce ? { start: calm, unwritten } : {};
    return {
      writer: undefined,
      form: undefined,
      attempts,
      before,
      after: unwritten,
      place,
      others: new Map(),
      ...lists,
    };
  }
  const { writer, form } = found;
  const start = writer === observer ? unwritten : await readWrittenList(writer, write, bindings);
  const lists = isOnce ? { start: calm, unwritten } : {};
  if (isOnce) {
    const control = attempts.find(({ role, probe }) => role === 'writer' && isAccepted(probe));
    const hasSame = ({ role, sent }: WriteAttempt) => role === 'keyless' && sent === control?.sent;
    if (!attempts.some(hasSame)) await refuse([form]);
    // a key that sees less may have nothing to settle; a request without a key has no data at all
    for (const attempt of attempts.filter(hasSame)) if (control !== undefined) attempt.control = control.probe;
  } else {
    const second = subjects.next(writer);
    if (second !== undefined) await send(writer, 'writer', { extras: form.toExtras(second), subject: second });
    await refuse([form]);
    await tryForeign({ context, write, writer, form, subjects, send });
  }
  const accepted = attempts.filter(({ role, probe }) => role === 'writer' && isAccepted(probe));
  const after = await readUntilListed(writer, { write, bindings, accepted, start });
  const others = new Map<Principal, WrittenList>();
  for (const reader of readers) {
    const list = reader.name === writer.name ? undefined : await readWrittenList(reader, write, bindings);
    if (list !== undefined) others.set(reader, list);
  }
  const place = after && findTransactionPlace(after, subjects.ids);
  if (!isOnce)
    for (const attempt of attempts.filter(
      ({ role, probe }) => role !== 'writer' && role !== 'outsider' && !isAccepted(probe),
    ))
      attempt.control = await writer.send(write, {}, form.toExtras(attempt.subject));
  for (const { probe, subject } of accepted)
    context.writes.accepted.push({ write, writer, control: probe, body: form.toExtras(subject).body, subject });
  return { writer, form, attempts, before: start ?? before, after, place, others, ...lists };
}

interface Sent {
  readonly extras: Extras;
  readonly subject: WriteSubject;
}

type Send = (caller: Caller, role: WriteAttempt['role'], sent: Sent) => Promise<WriteAttempt>;

interface FormSearch {
  readonly candidates: readonly Principal[];
  readonly formsOf: (reader: Principal) => Promise<readonly BodyForm[]>;
  readonly subjects: Subjects;
  readonly send: Send;
}

/** Sends bodies until one is accepted. */
async function findForm({
  candidates,
  formsOf,
  subjects,
  send,
}: FormSearch): Promise<{ readonly writer: Principal; readonly form: BodyForm } | undefined> {
  let tries = 0;
  for (const [place, writer] of candidates.entries()) {
    const most = place === 0 ? MOST_TRIES : Math.min(MOST_TRIES, tries + MOST_TRIES_OF_OTHERS);
    const sent = new Set<string>();
    let forbidden = 0;
    let subject: WriteSubject | undefined;
    for (const form of await formsOf(writer)) {
      if (sent.size % TRIES_PER_SUBJECT === 0) subject = subjects.next(writer) ?? subject;
      if (subject === undefined || tries >= most || forbidden > 1) break;
      const extras = form.toExtras(subject);
      const text = JSON.stringify(extras);
      if (sent.has(text)) continue;
      sent.add(text);
      tries += 1;
      const { probe } = await send(writer, 'writer', { extras, subject });
      if (isAccepted(probe)) return { writer, form };
      if (probe.status === 401 || probe.status === 403) forbidden += 1;
      if (probe.status === 409) subject = subjects.next(writer) ?? subject;
    }
  }
  return undefined;
}

interface ForeignWrite {
  readonly context: TrialContext;
  readonly write: Write;
  readonly writer: Principal;
  readonly form: BodyForm;
  readonly subjects: Subjects;
  readonly send: Send;
}

/** Writes about a transaction of another tenant, whose terminal the service hides from the writer. */
async function tryForeign({ context, writer, form, subjects, send }: ForeignWrite): Promise<void> {
  for (const owner of context.readers) {
    if (owner.name === writer.name || !(await areApart(owner, writer))) continue;
    const subject = subjects.next(owner);
    const terminal = subject?.terminal;
    if (subject === undefined || terminal === undefined) continue;
    if ((await findHidden({ insider: owner, outsider: writer }, [terminal], undefined)) === undefined) continue;
    await send(writer, 'outsider', { extras: form.toExtras(subject), subject });
    return;
  }
}

interface Awaited {
  readonly write: Write;
  readonly bindings: Capabilities['bindings'];
  readonly accepted: readonly WriteAttempt[];
  readonly start: WrittenList | undefined;
}

/** Reads the list until it shows every accepted write, or for some seconds. */
async function readUntilListed(
  reader: Principal,
  { write, bindings, accepted, start }: Awaited,
): Promise<WrittenList | undefined> {
  let list: WrittenList | undefined;
  for (let poll = 0; poll < POLLS; poll += 1) {
    list = await readWrittenList(reader, write, bindings);
    if (list === undefined) return undefined;
    const { rows } = list;
    const isListed =
      write === 'createDispute'
        ? accepted.every(({ subject }) =>
            rows.some(({ values }) => values.some(({ text }) => text === subject.transaction)),
          )
        : start === undefined || rows.length > start.rows.length;
    if (isListed) return list;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  return list;
}

/** Hands out each transaction once. */
interface Subjects {
  /** The ids of all transactions that the keys see. */
  readonly ids: ReadonlySet<string>;
  /**
   * Returns a transaction that these keys see and that has no dispute; any that the first one sees if the second sees none. A
   * derivation needs none.
   */
  next(reader: Principal, other?: Principal): WriteSubject | undefined;
}

interface SubjectSources {
  readonly write: Write;
  readonly readers: readonly Principal[];
  readonly bindings: Capabilities['bindings'];
  readonly before: WrittenList | undefined;
}

function createSubjects({ write, readers, bindings, before }: SubjectSources): Subjects {
  const rowsOf = new Map(readers.map((reader) => [reader.name, listTransactionRows(reader, bindings)]));
  const used = new Set(before?.rows.flatMap(({ values }) => values.map(({ text }) => text)));
  const amountAt = bindings.find('transactions.amount_completed');
  const readAmount = (value: unknown): string | undefined =>
    amountAt === undefined ? undefined : findTexts(value, amountAt)[0];
  const isPaid = ({ value }: ListRow): boolean => Number.parseFloat(readAmount(value) ?? '0') > 0;
  return {
    ids: new Set([...rowsOf.values()].flatMap((rows) => rows.map(({ id }) => id))),
    next(reader, other) {
      const { sentMs } = [...reader.sees.responses.values()][0]?.timing ?? { sentMs: 0 };
      const today = new Date(sentMs).toISOString().slice(0, 10);
      const rows = rowsOf.get(reader.name) ?? [];
      const shared = new Set(other === undefined ? [] : (rowsOf.get(other.name) ?? []).map(({ id }) => id));
      const free = rows.filter(({ id }) => !used.has(id));
      const chosen =
        free.find((row) => shared.has(row.id) && isPaid(row)) ??
        free.find((row) => shared.has(row.id)) ??
        free.find(isPaid) ??
        free[0];
      // a derivation is about a period, so that it needs no transaction
      if (chosen === undefined) return write === 'deriveSettlements' ? { transaction: '', today } : undefined;
      if (write === 'createDispute') used.add(chosen.id);
      const isKnown = bindings.find('transactions.terminal') !== undefined;
      return {
        transaction: chosen.id,
        terminal: isKnown ? chosen.terminals[0] : undefined,
        day: readDay(chosen.value, bindings),
        amount: readAmount(chosen.value),
        today,
      };
    },
  };
}
