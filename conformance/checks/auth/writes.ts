import type { Bindings } from '../../bindings/bindings.ts';
import { readDocument } from '../../bindings/inference/columns/document.ts';
import { WRITES, type Write, type WriteSubject } from '../../engine/accepted-write.ts';
import { type Capabilities, check } from '../../engine/check.ts';
import type { Principal } from '../../engine/survey/principals.ts';
import { formatNames, type ListRow, listIds, type WholeTable } from '../../engine/survey/reading.ts';
import { addRemedy, fail, forEach, type Pass, pass, untestable, type Verdict } from '../../engine/verdicts/verdict.ts';
import {
  createWriteBody,
  getMostAttempts,
  listSubjects,
  needsTransaction,
  readWritePermission,
  readWritten,
  sortByScope,
  type WriteContext,
} from '../../engine/writing.ts';
import { type Caller, type Exchange, isSuccess } from '../../http/client.ts';
import { findRefusalFault } from '../../oracles/refusal.ts';
import { isSubset } from '../../oracles/values/set-relations.ts';
import { formatMethodAndPath } from './credentials.ts';

interface Refused {
  readonly caller: Caller;
  /** Rows that the body may refer to, so that the body itself is valid. */
  readonly sees?: Principal['sees'];
}

/**
 * Checks that each write is refused to `refusedFor`. A refusal other than 401 and 403 may be about the body, so that a key that may
 * write sends the same body afterwards: only if it is accepted, the refusal was about the caller.
 */
const expectEveryWriteRefused = (
  context: WriteContext & { readonly anonymous: Caller },
  refusedFor: (write: Write) => readonly Refused[],
  missing: string,
): Promise<Verdict> =>
  forEach(WRITES, formatMethodAndPath, async (write) => {
    const refused = refusedFor(write);
    if (refused.length === 0) return addRemedy(untestable(missing), { kind: 'read-only-key' });
    return forEach(
      refused,
      ({ caller }) => caller.name,
      (one) => expectWriteRefused(context, write, one),
    );
  });

async function expectWriteRefused(
  context: WriteContext & { readonly anonymous: Caller },
  write: Write,
  { caller, sees }: Refused,
): Promise<Verdict> {
  const { readers, bindings, writes } = context;
  if (needsTransaction(write, bindings)) bindings.need('transactions.id');
  const writers = await listWriters(context, { write, rows: sees?.transactions ?? [] });
  const [writer] = writers;
  if (writer === undefined)
    return addRemedy(untestable(`no key may call ${formatMethodAndPath(write)}, so a refusal proves nothing`), {
      kind: 'writing-key',
    });
  const shared = sees?.transactions.filter(({ id }) => writer.sees.transactions.some((row) => row.id === id)) ?? [];
  // a key that sees no transaction is refused for its privilege, not for the transaction of the writer
  const ofCaller = sees !== undefined && sees.transactions.length === 0 ? writer.sees : sees;
  const seenBy = shared.length > 0 ? shared : ofCaller === undefined ? sortByReaders(readers) : ofCaller.transactions;
  const accepted = () => writes.accepted.find((one) => one.write === write);
  const like = writer.sees.transactions.find(({ id }) => id === accepted()?.subject.transaction);
  const before = await readWritten(writer, write, bindings);
  const declared = await readDeclaredBody(context, write);
  // a dry run about a day that cannot be derived may be refused for the day
  const atAcceptedDay = (subject: WriteSubject) =>
    createWriteBody(write, bindings, { ...subject, day: accepted()?.subject.day ?? subject.day });
  let proven: { readonly verdict: Pass; readonly isOfSameData: boolean } | undefined;
  for (const subject of (await listSubjects(writer, bindings, { write, seenBy, like })).slice(
    0,
    getMostAttempts(write),
  )) {
    const body = createWriteBody(write, bindings, subject);
    const probe = await caller.send(write, {}, { body });
    const expected = 'a refusal: writing needs more privilege than reading';
    const control = accepted()?.control;
    const dryRun =
      proven === undefined ? await sendDryRun(caller, { write, body: atAcceptedDay(subject), declared }) : undefined;
    const fault =
      (dryRun === undefined ? undefined : findSuccess(dryRun, expected)) ??
      (control === undefined ? findSuccess(probe, expected) : findRefusalFault({ control, probe, expected })) ??
      (await findTrace(writer, { write, before, probe, bindings }));
    if (fault !== undefined) return fault;
    const isAboutCaller = probe.status === 401 || probe.status === 403;
    if (control !== undefined && isAboutCaller) return pass(control, probe);
    for (const one of proven === undefined ? writers : []) {
      const repeated = await one.send(write, {}, { body });
      if (!isSuccess(repeated)) continue;
      writes.accepted.push({ write, writer: one, control: repeated, body, subject });
      const isOfSameData =
        sees === undefined ||
        (needsTransaction(write, bindings)
          ? shared.some(({ id }) => id === subject.transaction)
          : isSubset(one.sees.terminals, sees.terminals));
      proven = { verdict: pass(repeated, probe), isOfSameData };
      break;
    }
    // another refusal of a user who sees less may be about the data: nothing to settle
    if (proven !== undefined && (isAboutCaller || (sees !== undefined && proven.isOfSameData))) return proven.verdict;
  }
  if (proven?.isOfSameData === true) return proven.verdict;
  if (proven !== undefined)
    return addRemedy(
      untestable(
        `${caller.name} sees less than ${writer.name}, so a refusal other than 401 and 403 may be about what it sees; add a read-only key that sees as much`,
        ...proven.verdict.evidence,
      ),
      { kind: 'read-only-key' },
    );
  return addRemedy(
    untestable(
      `no body for ${formatMethodAndPath(write)} was accepted for ${formatNames(readers.map(({ name }) => name))}, so a refusal proves nothing`,
    ),
    { kind: 'writing-key' },
  );
}

const NAMES_DRY_RUN = /dry_?-?run|preview|simulat|validate_?only|test_?mode|probelauf|simulacro/i;

/** Returns a body with every member that the public document declares for a write; none if it cannot be read. */
async function readDeclaredBody(
  { anonymous }: WriteContext & { readonly anonymous: Caller },
  write: Write,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await anonymous.get('getPublicOpenapi');
  return isSuccess(answer) ? (readDocument(answer.json).createExampleBody(write, { isWhole: true }) ?? {}) : {};
}

interface DryRun {
  readonly write: Write;
  readonly body: Readonly<Record<string, unknown>>;
  readonly declared: Readonly<Record<string, unknown>>;
}

/** Sends a body as a dry run, if the document declares a member for that and the body does not have it. */
async function sendDryRun(caller: Caller, { write, body, declared }: DryRun): Promise<Exchange | undefined> {
  const member = Object.entries(declared).find(
    ([name, value]) => typeof value === 'boolean' && NAMES_DRY_RUN.test(name),
  );
  if (member === undefined || body[member[0]] === true) return undefined;
  return caller.send(write, {}, { body: { ...body, [member[0]]: true } });
}

/** Returns the transactions of all keys, those that most keys see first. */
function sortByReaders(readers: readonly Principal[]): readonly ListRow[] {
  const counted = new Map<string, { readonly row: ListRow; count: number }>();
  for (const row of readers.flatMap(({ sees }) => sees.transactions)) {
    const known = counted.get(row.id) ?? { row, count: 0 };
    counted.set(row.id, { ...known, count: known.count + 1 });
  }
  return [...counted.values()].toSorted((a, b) => b.count - a.count).map(({ row }) => row);
}

const findSuccess = (probe: Exchange, expected: string): Verdict | undefined =>
  isSuccess(probe) ? fail({ expected, actual: probe }) : undefined;

interface WriteOf {
  readonly write: Write;
  /** The rows that the refused key sees. */
  readonly rows: readonly ListRow[];
}

/**
 * Returns the keys that may write, as far as their portals or the config state it: those with an accepted write first, and of
 * these one that sees some of the rows.
 */
async function listWriters(
  { readers, bindings, writes }: WriteContext,
  { write, rows }: WriteOf,
): Promise<readonly Principal[]> {
  const proven = writes.accepted.filter((one) => one.write === write).map(({ writer }) => writer);
  const ids = new Set(rows.map(({ id }) => id));
  const seesRows = ({ sees }: Principal): boolean => sees.transactions.some(({ id }) => ids.has(id));
  const [first] = readers
    .filter(({ name }) => proven.some((one) => one.name === name))
    .toSorted((a, b) => Number(seesRows(b)) - Number(seesRows(a)));
  if (first !== undefined && (rows.length === 0 || seesRows(first))) return [first];
  const allowed: Principal[] = [];
  for (const reader of sortByScope(readers))
    if ((await readWritePermission(reader, bindings, write)) !== false) allowed.push(reader);
  return allowed.toSorted((a, b) => Number(seesRows(b)) - Number(seesRows(a)));
}

interface Trace {
  readonly write: Write;
  readonly before: WholeTable | undefined;
  readonly probe: Exchange;
  readonly bindings: Bindings;
}

/** Returns the fault of a refused write that had an effect: the list has a new item. */
async function findTrace(writer: Principal, { write, before, probe, bindings }: Trace): Promise<Verdict | undefined> {
  if (before === undefined) return undefined;
  const after = await readWritten(writer, write, bindings);
  const known = new Set(listIds(before));
  const [fresh] = after?.rows.filter(({ id }) => !known.has(id)) ?? [];
  if (after === undefined || fresh === undefined) return undefined;
  return fail(
    { expected: 'a refusal that changes nothing', actual: probe, saw: `${fresh.id} was created` },
    before.exchange,
    after.exchange,
  );
}

export const writesNeedAKey = check({
  id: 'auth/writes-need-a-key',
  title: 'No write path accepts a request without a key or with an unknown key',
  clause: 'auth.required',
  covers: ['service.write_paths', 'settlements.derive', 'disputes.create'],
  level: 'must',
  needs: ['readers', 'anonymous', 'stranger', 'bindings', 'writes'],
  run: (context) =>
    expectEveryWriteRefused(context, () => [{ caller: context.anonymous }, { caller: context.stranger }], ''),
});

export const writesNeedPrivilege = check({
  id: 'auth/writes-need-more-privilege',
  title: 'A read-only key, according to its portal or the config, cannot write',
  clause: 'access.writes_privileged',
  level: 'must',
  needs: ['readers', 'anonymous', 'bindings', 'writes'],
  async run(context) {
    const declined = new Map<Write, Refused[]>();
    for (const write of WRITES) {
      const readOnly = await listReadersWithoutPermission(context, write);
      declined.set(
        write,
        readOnly.map((caller) => ({ caller, sees: caller.sees })),
      );
    }
    const missing =
      'no portal marks its key as read-only; add the key of a read-only role, and list it under ' +
      'bindings.writes.read_only_keys in the config if its portal does not state this';
    return expectEveryWriteRefused(context, (write) => declined.get(write) ?? [], missing);
  },
});

/** Runs before other checks write: once a day is derived, a refused request for it can create nothing more. */
export const refusedWritesChangeNothing = check({
  id: 'auth/writes-refused-change-nothing',
  title: 'A write that is refused to a read-only key, according to its portal or the config, creates nothing',
  clause: 'access.writes_privileged',
  covers: ['settlements.derive', 'disputes.create'],
  level: 'must',
  needs: ['readers', 'bindings', 'writes'],
  run: (context) =>
    forEach(WRITES, formatMethodAndPath, async (write) => {
      const { bindings } = context;
      if (needsTransaction(write, bindings)) bindings.need('transactions.id');
      const readOnly = await listReadersWithoutPermission(context, write);
      if (readOnly.length === 0)
        return addRemedy(untestable('no portal marks its key as read-only'), { kind: 'read-only-key' });
      return forEach(
        readOnly,
        ({ name }) => name,
        async (reader) => {
          const [observer = reader] = await listWriters(context, { write, rows: reader.sees.transactions });
          const before = await readWritten(observer, write, bindings);
          const [subject] = await listSubjects(reader, bindings, { write });
          if (before === undefined || subject === undefined)
            return untestable(`${observer.name} cannot read what the write would add to, or sees no transaction`);
          const body = createWriteBody(write, bindings, subject);
          const probe = await reader.send(write, {}, { body });
          if (isSuccess(probe)) return untestable('the write is not refused', probe);
          const trace = await findTrace(observer, { write, before, probe, bindings });
          if (trace !== undefined || probe.status === 401 || probe.status === 403)
            return trace ?? pass(before.exchange, probe);
          // a body that is refused to every key creates nothing for another reason
          const control = await observer.send(write, {}, { body });
          if (!isSuccess(control))
            return untestable(`the same body is refused to ${observer.name} too`, before.exchange, probe, control);
          context.writes.accepted.push({ write, writer: observer, control, body, subject });
          return pass(before.exchange, probe, control);
        },
      );
    }),
});

async function listReadersWithoutPermission(
  { readers, bindings }: Pick<Capabilities, 'readers' | 'bindings'>,
  write: Write,
): Promise<Principal[]> {
  const declined: Principal[] = [];
  for (const reader of readers)
    if ((await readWritePermission(reader, bindings, write)) === false) declined.push(reader);
  return declined;
}
