import { check } from '../../engine/check.ts';
import { WRITES, type Write, type WriteSubject } from '../../engine/writes/accepted-write.ts';
import type { WriteAttempt, WriteContext, WriteTrial } from '../../engine/writes/run-writes.ts';
import { ABOUT_CALLER, isAccepted, readTrial } from '../../engine/writes/write-trial.ts';
import { isStatedReadOnly, readWriteFlag } from '../../engine/writes/writing.ts';
import { findRowsAbout, listNewRows } from '../../engine/writes/written-list.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { isTransientStatus } from '../../http/transient.ts';
import { isSameAnswer, listPlacedTexts } from '../../reading/served.ts';
import {
  addRemedy,
  fail,
  forEach,
  notApplicable,
  pass,
  type Remedy,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { formatNames } from '../../slots/read-lists.ts';
import { formatMethodAndPath } from './credentials.ts';

/** Returns the list that shows an effect of an attempt; `undefined` without one. */
function findEffect(write: Write, trial: WriteTrial, { subject, probe }: WriteAttempt): Exchange | undefined {
  if (write === 'createDispute')
    return trial.after !== undefined && findRowsAbout(trial.after, subject.transaction, trial.place).length > 0
      ? trial.after.exchange
      : undefined;
  const { start, unwritten, attempts } = trial;
  // who did it is known only if no other attempt was accepted
  if (!isAccepted(probe) && attempts.some((one) => one.role !== 'writer' && isAccepted(one.probe))) return undefined;
  return start !== undefined && unwritten !== undefined && listNewRows(start, unwritten).length > 0
    ? unwritten.exchange
    : undefined;
}

/** Whether an answer has the members of the answer to the accepted write: more than a word that every request gets. */
function isLikeControl(probe: Exchange, control: Exchange | undefined): boolean {
  if (control === undefined || !isAccepted(probe) || probe.status !== control.status) return false;
  const places = (exchange: Exchange) =>
    [...new Set(listPlacedTexts(exchange.json).map(({ place }) => place))].toSorted();
  const [own, theirs] = [places(probe), places(control)];
  return own.length >= FEWEST_MEMBERS && own.join() === theirs.join();
}

const FEWEST_MEMBERS = 2;

const findControl = ({ attempts }: WriteTrial): Exchange | undefined =>
  attempts.find(({ role, probe }) => role === 'writer' && isAccepted(probe))?.probe;

const nameEffect = ({ transaction }: WriteSubject): string =>
  transaction === '' ? 'a new settlement batch' : `a new item about ${transaction}`;

interface Judged {
  readonly context: WriteContext;
  readonly role: WriteAttempt['role'];
  /** Whether an attempt of the role is judged. */
  readonly isJudged: (write: Write, attempt: WriteAttempt, trial: WriteTrial) => boolean;
  readonly judge: (
    attempt: WriteAttempt,
    found: { readonly effect: Exchange | undefined; readonly control: Exchange | undefined },
  ) => Verdict | undefined;
  /** Returns an answer to another caller that shows that the refusal of an attempt is about its caller, and not about its body. */
  readonly comparison?: (attempt: WriteAttempt, trial: WriteTrial) => Exchange | undefined;
  readonly missing: { readonly reason: string; readonly remedy: Remedy };
}

/** Judges the attempts of one role on both write paths. */
const judgeAttempts = ({ context, role, isJudged, judge, comparison, missing }: Judged): Promise<Verdict> =>
  forEach(WRITES, formatMethodAndPath, async (write) => {
    const trial = await readTrial(context, write);
    const judged = trial.attempts.filter((attempt) => attempt.role === role && isJudged(write, attempt, trial));
    // a body that no key could send proves nothing beside one that was accepted
    const accepted = new Set(
      trial.attempts.flatMap(({ role: own, sent, probe }) => (own === 'writer' && isAccepted(probe) ? [sent] : [])),
    );
    const hasControl = ({ control, sent }: WriteAttempt) => control !== undefined || accepted.has(sent);
    const isControlled = (attempt: WriteAttempt) =>
      hasControl(attempt) ||
      isAccepted(attempt.probe) ||
      !judged.some((one) => one.caller.name === attempt.caller.name && hasControl(one));
    if (judged.length === 0) return addRemedy(untestable(missing.reason), missing.remedy);
    const control = findControl(trial);
    return forEach(
      judged.filter(isControlled),
      ({ caller }) => caller.name,
      (attempt) => {
        const effect = findEffect(write, trial, attempt);
        const verdict = judge(attempt, { effect, control });
        if (verdict !== undefined) return verdict;
        const { probe, control: repeated } = attempt;
        const isAboutCaller = ABOUT_CALLER.has(probe.status);
        if (isSuccess(probe) && isAccepted(probe))
          return untestable('the answer is a success, and no list shows what it wrote', probe);
        if (repeated !== undefined && isAccepted(repeated)) return pass(repeated, probe);
        if (control !== undefined && isAboutCaller) return pass(control, probe);
        const compared = comparison?.(attempt, trial);
        if (compared !== undefined) return pass(compared, probe);
        return addRemedy(
          untestable(
            `no body for ${formatMethodAndPath(write)} was accepted for ${formatNames(context.readers.map(({ name }) => name))}, so that a refusal proves nothing`,
            probe,
          ),
          { kind: 'writing-key' },
        );
      },
    );
  });

/**
 * Returns the answer to a key for a body that was also sent by the caller of an attempt, if that caller gets one answer to all bodies
 * and the key another one. For a key that may write it is a refusal of the body: the caller is refused before the body is read.
 */
function findOtherAnswer(
  { caller, probe }: WriteAttempt,
  { attempts }: WriteTrial,
  isOfWriter: boolean,
): Exchange | undefined {
  const own = attempts.filter((one) => one.caller.name === caller.name);
  if (isOfWriter && ABOUT_DATA.has(probe.status)) return undefined;
  if (isSuccess(probe) || own.some((one) => !isSameAnswer(one.probe, probe))) return undefined;
  const bodies = new Set(own.map(({ sent }) => sent));
  const answers = attempts
    .filter(
      ({ role, sent }) =>
        role !== 'keyless' && !(isOfWriter && (role === 'reader' || role === 'other')) && bodies.has(sent),
    )
    .map((one) => one.probe)
    .filter((one) => !isTransientStatus(one.status))
    .filter((one) => !isOfWriter || !(isAccepted(one) || CLOSED.has(one.status)));
  return answers.some((one) => isSameAnswer(one, probe)) ? undefined : answers[0];
}

/** Refusals that may be about the data of a key: a service may look for them before it reads the body. */
const ABOUT_DATA: ReadonlySet<number> = new Set([409, 422]);

/** Refusals that may close a path to a key. */
const CLOSED: ReadonlySet<number> = new Set([401, 403]);

/** Whether the list has a dispute about the transaction of a refused attempt that it had not before, and that no accepted one opened. */
const isDisputedByRefusal = ({ subject: { transaction } }: WriteAttempt, trial: WriteTrial): boolean =>
  trial.before !== undefined &&
  trial.after !== undefined &&
  findRowsAbout(trial.before, transaction, trial.place).length === 0 &&
  findRowsAbout(trial.after, transaction, trial.place).length > 0 &&
  trial.attempts.every(({ subject, probe }) => subject.transaction !== transaction || CLOSED.has(probe.status));

const REFUSAL = 'a refusal: writing needs more privilege than reading';
const always = (): boolean => true;

export const writesNeedAKey = check({
  id: 'auth/writes-need-a-key',
  title: 'No write path accepts a request without a key or with an unknown key',
  clause: 'auth.required',
  covers: ['service.write_paths', 'settlements.derive', 'disputes.create'],
  level: 'must',
  needs: ['readers', 'anonymous', 'stranger', 'bindings', 'writes', 'expectedScopes'],
  run: (context) =>
    judgeAttempts({
      context,
      role: 'keyless',
      isJudged: always,
      judge({ probe, subject }, { effect, control }) {
        if (effect !== undefined && (isAccepted(probe) || effect.operation === 'listDisputes'))
          return fail({ expected: REFUSAL, actual: probe, saw: nameEffect(subject) }, effect);
        return isLikeControl(probe, control) ? fail({ expected: REFUSAL, actual: probe }) : undefined;
      },
      comparison: (attempt, trial) => findOtherAnswer(attempt, trial, false),
      missing: { reason: 'needs a transaction that a key sees', remedy: { kind: 'reading-key' } },
    }),
});

const READ_ONLY_MISSING = {
  reason:
    'it depends on whether a key may only read: no portal states this of a key and the opposite of one whose write is accepted; add such a key, and state it: --may-only-read NAME, or may_only_read: true in the config',
  remedy: { kind: 'may-only-read' },
} as const;

/** A portal that forbids the write to this key must allow it to the key whose write is accepted. */
const createReadOnlyTest =
  ({ readers, bindings, expectedScopes }: WriteContext) =>
  (write: Write, { caller }: WriteAttempt, trial: WriteTrial): boolean => {
    if (isStatedReadOnly(caller, { bindings, expectations: expectedScopes.expectations })) return true;
    const writer = readers.find(({ name }) => name === trial.writer?.name);
    return writer !== undefined && readWriteFlag(writer, bindings, write) === true;
  };

export const writesNeedPrivilege = check({
  id: 'auth/writes-need-more-privilege',
  title: 'A key that may only read, by the user or by its portal, cannot write',
  clause: 'access.writes_privileged',
  level: 'must',
  needs: ['readers', 'anonymous', 'stranger', 'bindings', 'writes', 'expectedScopes'],
  run: (context) =>
    judgeAttempts({
      context,
      role: 'reader',
      isJudged: createReadOnlyTest(context),
      judge({ probe, subject }, { effect, control }) {
        if (isAccepted(probe) && effect !== undefined)
          return fail({ expected: REFUSAL, actual: probe, saw: nameEffect(subject) }, effect);
        return isLikeControl(probe, control) ? fail({ expected: REFUSAL, actual: probe }) : undefined;
      },
      // the order of refusals shows it: the right comes before the body, so that no other body is accepted
      comparison: (attempt, trial) => findOtherAnswer(attempt, trial, true),
      missing: READ_ONLY_MISSING,
    }),
});

export const refusedWritesChangeNothing = check({
  id: 'auth/writes-refused-change-nothing',
  title: 'A write that is refused to a key creates nothing',
  clause: 'access.writes_privileged',
  covers: ['settlements.derive', 'disputes.create'],
  level: 'must',
  needs: ['readers', 'anonymous', 'stranger', 'bindings', 'writes', 'expectedScopes'],
  async run(context) {
    const { attempts } = await readTrial(context, 'createDispute');
    for (const { probe, kept } of attempts)
      if (kept !== undefined) return fail({ expected: KEEPS_NOTHING, actual: probe, saw: SHOWN }, kept);
    return judgeAttempts({
      context,
      role: 'reader',
      // a refusal to the caller that creates something is wrong, also for a key that may write
      isJudged: (write, attempt, trial) =>
        (write === 'createDispute' && CLOSED.has(attempt.probe.status) && isDisputedByRefusal(attempt, trial)) ||
        createReadOnlyTest(context)(write, attempt, trial),
      judge: ({ probe }, { effect }) =>
        effect !== undefined && !isAccepted(probe)
          ? fail({ expected: KEEPS_NOTHING, actual: probe, saw: SHOWN }, effect)
          : undefined,
      // a refusal that is about the caller, of a body that was accepted from another one
      comparison: (attempt, trial) =>
        trial.attempts.some(({ role, sent, probe }) => role === 'writer' && sent === attempt.sent && isAccepted(probe))
          ? findOtherAnswer(attempt, trial, true)
          : undefined,
      missing: READ_ONLY_MISSING,
    });
  },
});

const KEEPS_NOTHING = 'a refusal that changes nothing';
const SHOWN = 'the list shows what was refused';

/** A role may lack the privilege to write: only the user can state that a key has it. */
export const administratorsMayWrite = check({
  id: 'auth/an-administrator-may-write',
  title:
    'A write path is not refused to every key, although the user states that one is of an administrator and may not only read',
  clause: 'service.write_paths',
  covers: ['settlements.derive', 'disputes.create'],
  level: 'must',
  needs: ['readers', 'anonymous', 'stranger', 'bindings', 'writes', 'expectedScopes'],
  run: (context) =>
    forEach(WRITES, formatMethodAndPath, async (write) => {
      const trial = await readTrial(context, write);
      const control = findControl(trial);
      if (control !== undefined) return pass(control);
      const { expectations } = context.expectedScopes;
      const stated = trial.attempts.filter(
        ({ caller, role }) => role === 'writer' && expectations.get(caller.name)?.isAdministrator === true,
      );
      const [first] = stated;
      const { bindings, readers } = context;
      if (readers.every((one) => isStatedReadOnly(one, { bindings, expectations })))
        return notApplicable('the user states of every key that it may only read');
      const isWriter = ({ name }: Principal) =>
        expectations.get(name)?.isAdministrator === true && expectations.get(name)?.mayOnlyRead !== true;
      const administrator = readers.find(isWriter);
      if (first === undefined && administrator !== undefined)
        return untestable(
          `no body for ${formatMethodAndPath(write)} was tried: no response shows ${administrator.name} a transaction without a dispute; set bindings.transactions.id in the config, or bindings.${BODY_SLOTS[write]} with the id of such a transaction`,
        );
      if (first === undefined)
        return addRemedy(
          untestable(
            `no key may call ${formatMethodAndPath(write)}: it depends on whether one is an administrator's; state it of one who may write: --administrator NAME`,
          ),
          { kind: 'administrator' },
        );
      const answers = stated.map(({ probe }) => probe);
      if (!answers.every(({ status }) => PRIVILEGE.has(status)))
        return untestable(
          `no body was found that the target accepts; set bindings.${BODY_SLOTS[write]} in the config`,
          ...answers.slice(0, 2),
        );
      const expected = `an accepted write: ${first.caller.name} is stated to be an administrator's, who may not only read`;
      return fail({ expected, actual: first.probe }, ...answers.slice(1, 2));
    }),
});

const BODY_SLOTS = {
  createDispute: 'writes.create_dispute_body',
  deriveSettlements: 'writes.derive_settlements_body',
} as const;

/** Refusals that are about the caller or the path, not about the body. */
const PRIVILEGE: ReadonlySet<number> = new Set([401, 403, 405, 501]);
