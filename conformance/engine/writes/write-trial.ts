import { type Caller, type Exchange, type Extras, isSuccess } from '../../http/client.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { isSubset } from '../../reading/values/set-relations.ts';
import { areApart, findHidden, requestById, type TwoKeys } from '../../relations/survey/denials.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import type { AcceptedWrite, Write, WriteSubject } from './accepted-write.ts';
import { type BodyForm, type DeclaredBody, listBodyForms } from './body-forms.ts';
import type { WriteAttempt, WriteContext, WriteTrial } from './run-writes.ts';
import { type Candidate, createSubjects, type Subjects } from './subjects.ts';
import { readPublishedDocument, readWritePermission } from './writing.ts';
import { findRowsAbout, findTransactionPlace, listNewRows, readWrittenList, type WrittenList } from './written-list.ts';

/** Bodies that are tried, in all and with a key after the first one. */
const MOST_TRIES = 30;
const MOST_TRIES_OF_OTHERS = 5;
/** A service may keep what it refused: the next bodies are about another transaction. */
const TRIES_PER_SUBJECT = 4;
const MOST_READERS = 3;
/** A service may update its lists late. */
const POLLS = 4;
const WAIT_MS = 700;

/** Refusals that depend on the caller if another key is allowed the same: those about data have other statuses. */
export const ABOUT_CALLER: ReadonlySet<number> = new Set([401, 403, 404, 405]);

const UNREADABLE: Extras = { text: '{"a": ', headers: [['Content-Type', 'application/json']], isRepeatable: true };

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
export function readTrial(context: WriteContext, write: Write): Promise<WriteTrial> {
  const known = context.writes.trials.get(write);
  const trial = known ?? runTrial(context, write);
  context.writes.trials.set(write, trial);
  return trial;
}

/** Returns an accepted write of this run; `undefined` if none is accepted. */
export async function findAcceptedWrite(context: WriteContext, write: Write): Promise<AcceptedWrite | undefined> {
  await readTrial(context, write);
  const known = context.writes.accepted.find((one) => one.write === write);
  const writer = context.readers.find(({ name }) => name === known?.writer.name);
  return known === undefined || writer === undefined ? undefined : { ...known, writer };
}

async function runTrial(context: WriteContext, write: Write): Promise<WriteTrial> {
  const { readers, bindings, expectedScopes } = context;
  const isAdministrator = ({ name }: Principal) => expectedScopes.expectations.get(name)?.isAdministrator === true;
  // what a key writes about the things of others shows only with a key that does not see all
  const hasHidden = ({ sees }: Principal) => readers.some((other) => !isSubset(other.sees.terminals, sees.terminals));
  const stated = { bindings, expectations: expectedScopes.expectations };
  const permissions = new Map(readers.map((reader) => [reader, readWritePermission(reader, stated, write)]));
  const readOnly = readers.filter((reader) => permissions.get(reader) === false);
  const candidates = readers
    .filter((reader) => permissions.get(reader) !== false)
    .toSorted(
      (a, b) =>
        Number(permissions.get(b) === true) - Number(permissions.get(a) === true) ||
        Number(isAdministrator(b)) - Number(isAdministrator(a)) ||
        Number(hasHidden(b)) - Number(hasHidden(a)) ||
        b.sees.transactions.length - a.sees.transactions.length,
    );
  const attempts: WriteAttempt[] = [];
  const [observer = readOnly[0]] = candidates;
  if (observer === undefined) throw new Error('the run has no key');
  const before = await readWrittenList(observer, write, bindings);
  const subjects = createSubjects({ write, readers, bindings, before });
  const declared = await readDeclaredBody(context.anonymous, write);
  const send: Send = async (caller, role, { extras, subject, isMadeUp = false }) => {
    const probe = await caller.send(write, {}, extras);
    const { body } = extras;
    const attempt: WriteAttempt = { caller, role, subject, isMadeUp, body, sent: JSON.stringify(extras), probe };
    attempts.push(attempt);
    return attempt;
  };
  // a derivation leaves nothing for the next one: first the keys that must be refused
  const isOnce = write === 'deriveSettlements';
  const refuse = async (forms: readonly BodyForm[], isMadeUp = false) => {
    const take = (other?: Principal) => (isMadeUp ? subjects.makeUp(observer) : subjects.next(observer, other));
    for (const form of forms) {
      for (const caller of [context.anonymous, context.stranger]) {
        const subject = take();
        if (subject !== undefined) await send(caller, 'keyless', { extras: form.toExtras(subject), subject, isMadeUp });
      }
      for (const reader of readOnly.slice(0, MOST_READERS)) {
        const subject = take(reader);
        if (subject !== undefined) await send(reader, 'reader', { extras: form.toExtras(subject), subject, isMadeUp });
      }
    }
  };
  const listsBefore = new Map<Principal, WrittenList>();
  const formsOf = async (reader: Principal) => {
    const list = reader === observer ? before : await readWrittenList(reader, write, bindings);
    if (list !== undefined && !listsBefore.has(reader)) listsBefore.set(reader, list);
    const place = list && findTransactionPlace(list, subjects.ids);
    return listBodyForms(write, { reader, bindings, list, place, declared });
  };
  // an effect shows only in a list that two reads in a row show unchanged
  const again = isOnce ? await readWrittenList(observer, write, bindings) : undefined;
  const calm =
    before !== undefined && again !== undefined && listNewRows(before, again).length === 0 ? again : undefined;
  if (isOnce) await refuse((await formsOf(observer)).slice(0, 2));
  const unwritten = isOnce ? await readWrittenList(observer, write, bindings) : before;
  const found = await findForm({ candidates, formsOf, subjects, send });
  if (found === undefined) {
    // no transaction is known that can be written about: the order of refusals still shows what depends on the caller
    if (!isOnce) {
      await compareRefusals(candidates[0], { formsOf, subjects, send, refuse });
      await findKept({ write, bindings, attempts, listsBefore, ids: subjects.ids });
    }
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
      listIds: subjects.listIds,
      ...lists,
    };
  }
  const { writer, form } = found;
  const start = writer === observer ? unwritten : await readWrittenList(writer, write, bindings);
  const lists = isOnce ? { start: calm, unwritten } : {};
  if (isOnce) {
    const control = attempts.find(({ role, probe }) => role === 'writer' && isAccepted(probe));
    const hasSame = ({ role, sent }: WriteAttempt) => role !== 'writer' && sent === control?.sent;
    if (!attempts.some(hasSame)) await refuse([form]);
    // a key that sees less may have nothing to settle; a request without a key has no data at all
    for (const attempt of attempts.filter(hasSame))
      if (control !== undefined && attempt.role === 'keyless') attempt.control = control.probe;
    // where the status does not show it, an unreadable body shows whether a refusal is about the caller
    const unclear = attempts.filter(
      (one) => one.role === 'reader' && hasSame(one) && !isAccepted(one.probe) && !ABOUT_CALLER.has(one.probe.status),
    );
    const subject = { transaction: '' };
    const sendUnreadable = (caller: Caller, role: WriteAttempt['role']) =>
      send(caller, role, { extras: UNREADABLE, subject, isMadeUp: true });
    if (unclear.length > 0) await sendUnreadable(writer, 'comparison');
    for (const { caller } of unclear) await sendUnreadable(caller, 'reader');
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
  if (!isOnce) {
    for (const reader of candidates
      .filter((one) => !attempts.some(({ caller }) => caller === one))
      .slice(0, MOST_READERS)) {
      await formsOf(reader);
      const subject = subjects.next(reader);
      if (subject !== undefined) await send(reader, 'other', { extras: form.toExtras(subject), subject });
    }
    await findKept({ write, bindings, attempts, listsBefore, ids: subjects.ids });
  }
  for (const { probe, subject } of accepted)
    context.writes.accepted.push({ write, writer, control: probe, body: form.toExtras(subject).body, subject });
  const { listIds } = subjects;
  return { writer, form, attempts, before: start ?? before, after, place, others, listIds, ...lists };
}

interface Kept extends Pick<WriteTrial, 'attempts'> {
  readonly write: Write;
  readonly bindings: Bindings;
  readonly listsBefore: ReadonlyMap<Principal, WrittenList>;
  readonly ids: ReadonlySet<string>;
}

const isRefused = ({ status }: Exchange): boolean =>
  status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status);

/** Finds the refused attempts of keys whose own list shows a dispute about the transaction that it had not before. */
async function findKept({ write, bindings, attempts, listsBefore, ids }: Kept): Promise<void> {
  for (const [reader, before] of listsBefore) {
    const ofKey = attempts.filter(({ caller, isMadeUp, probe }) => caller === reader && !isMadeUp && isRefused(probe));
    const list = ofKey.length === 0 ? undefined : await readWrittenList(reader, write, bindings);
    if (list === undefined) continue;
    const place = findTransactionPlace(list, ids);
    for (const attempt of ofKey) {
      const { transaction } = attempt.subject;
      const isOnlyRefused = attempts.every(
        ({ subject, probe }) => subject.transaction !== transaction || isRefused(probe),
      );
      const isAbout = (one: WrittenList) => findRowsAbout(one, transaction, place).length > 0;
      if (transaction !== '' && isOnlyRefused && !isAbout(before) && isAbout(list)) attempt.kept = list.exchange;
    }
  }
}

interface Sent {
  readonly extras: Extras;
  readonly subject: WriteSubject;
  readonly isMadeUp?: boolean;
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
    let subjectsNow: readonly Candidate[] = [];
    for (const form of await formsOf(writer)) {
      if (tries >= most || forbidden > 1) break;
      if (sent.size % TRIES_PER_SUBJECT === 0) subjectsNow = renew(subjects.listCandidates(writer), subjectsNow);
      for (const { subject, choose } of subjectsNow) {
        if (tries >= most || forbidden > 1) break;
        const extras = form.toExtras(subject);
        const text = JSON.stringify(extras);
        if (sent.has(text)) continue;
        sent.add(text);
        tries += 1;
        const { probe } = await send(writer, 'writer', { extras, subject });
        if (isAccepted(probe)) {
          choose();
          return { writer, form };
        }
        if (probe.status === 401 || probe.status === 403) forbidden += 1;
        if (probe.status === 409) subjectsNow = renew(subjects.listCandidates(writer), subjectsNow);
      }
    }
  }
  return undefined;
}

const renew = (fresh: readonly Candidate[], known: readonly Candidate[]): readonly Candidate[] =>
  fresh.length === 0 ? known : fresh;

interface Comparison extends Pick<FormSearch, 'formsOf' | 'subjects' | 'send'> {
  readonly refuse: (forms: readonly BodyForm[], isMadeUp: boolean) => Promise<void>;
}

/** Sends the same bodies, about a transaction that does not exist, with a key that may write and as callers that may not. */
async function compareRefusals(
  writer: Principal | undefined,
  { formsOf, subjects, send, refuse }: Comparison,
): Promise<void> {
  const empty: BodyForm = { toExtras: () => ({ body: {} }) };
  const [first] = writer === undefined ? [] : await formsOf(writer);
  for (const form of first === undefined ? [empty] : [first, empty]) {
    await refuse([form], true);
    if (writer === undefined) continue;
    const subject = subjects.makeUp(writer);
    await send(writer, 'comparison', { extras: form.toExtras(subject), subject, isMadeUp: true });
  }
}

/** Returns the body that the published document declares for a write. */
async function readDeclaredBody(anonymous: Caller, write: Write): Promise<DeclaredBody | undefined> {
  const document = await readPublishedDocument(anonymous);
  const example = document?.createExampleBody(write, { isWhole: true });
  const { isForm = false, isList = false } = document?.describeBody(write) ?? {};
  return example === undefined ? undefined : { example, isForm, isList };
}

interface ForeignWrite {
  readonly context: WriteContext;
  readonly write: Write;
  readonly writer: Principal;
  readonly form: BodyForm;
  readonly subjects: Subjects;
  readonly send: Send;
}

/** Writes about a transaction that the service hides from the writer: its timeline, or its terminal. */
async function tryForeign({ context, writer, form, subjects, send }: ForeignWrite): Promise<void> {
  for (const owner of context.readers) {
    if (owner.name === writer.name) continue;
    const subject = subjects.nextHidden(owner, writer);
    if (subject === undefined || !(await isHidden(subject, { insider: owner, outsider: writer }))) continue;
    await send(writer, 'outsider', { extras: form.toExtras(subject), subject });
    return;
  }
}

/** Whether the service itself refuses a transaction to a key: by its timeline, by its terminal, or as all things of another tenant. */
async function isHidden({ transaction, terminal }: WriteSubject, keys: TwoKeys): Promise<boolean> {
  const { served } = await requestById(keys, 'getTransactionTimeline', transaction);
  if (served.kind !== 'unclear') return served.kind === 'refused';
  if (terminal !== undefined) return (await findHidden(keys, [terminal], undefined)) !== undefined;
  return isUnmistakable(transaction) && (await areApart(keys.insider, keys.outsider));
}

interface Awaited {
  readonly write: Write;
  readonly bindings: Bindings;
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
