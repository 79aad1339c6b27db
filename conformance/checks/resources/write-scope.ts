import type { OperationId } from '../../../spec/index.ts';
import { type PublishedDocument, readDocument } from '../../bindings/inference/columns/document.ts';
import { express, scoreLikeness, splitWords } from '../../bindings/inference/words/synonyms.ts';
import { check } from '../../engine/check.ts';
import { formatNames, getWidestParameters, listIds, readTable } from '../../engine/survey/reading.ts';
import type { ScopeCallers } from '../../engine/survey/scope-probes.ts';
import { addRemedy, fail, notApplicable, pass, untestable } from '../../engine/verdicts/verdict.ts';
import {
  createWriteBody,
  findAcceptedWrite,
  listAccounts,
  listSubjects,
  needsTransaction,
  readWritePermission,
  readWritten,
  sendUntilAccepted,
} from '../../engine/writing.ts';
import { type Caller, type Exchange, isSuccess } from '../../http/client.ts';
import { makeUpId } from '../../oracles/made-up-id.ts';
import { listElements, listStrings } from '../../oracles/names/response-words.ts';
import { findTexts } from '../../oracles/pointers.ts';
import { findRefusalFault, listJsonScalars, listScalars } from '../../oracles/refusal.ts';
import { intersects } from '../../oracles/values/set-relations.ts';

export const foreignTransactionsCannotBeDisputed = check({
  id: 'writes/foreign-transactions-cannot-be-disputed',
  title: 'A key that may open disputes cannot open one about a transaction outside its scope',
  clause: 'scope.response',
  covers: ['service.tenant_scoped'],
  level: 'must',
  needs: ['insider', 'outsider', 'bindings', 'writes'],
  async run({ insider, outsider, bindings, writes }) {
    if (!needsTransaction('createDispute', bindings)) return untestable('needs a body that names a transaction');
    if (insider.hidden.transactions.length === 0)
      return untestable(`needs a transaction of ${insider.name} that is hidden from ${outsider.name}`);
    if ((await readWritePermission(outsider, bindings, 'createDispute')) === false)
      return addRemedy(untestable(`${outsider.name} may not open disputes`), { kind: 'writing-key' });
    const own = await sendUntilAccepted(outsider, { bindings, writes }, 'createDispute');
    if (own === undefined) return untestable(`${outsider.name} could not open a dispute about its own transaction`);
    const expected = `a refusal: the transaction is ${insider.name}'s`;
    const like = outsider.sees.transactions.find(({ id }) => id === own.subject.transaction);
    const seenBy = insider.hidden.transactions;
    const subjects = await listSubjects(insider, bindings, { write: 'createDispute', seenBy, like });
    for (const subject of subjects.slice(0, MOST_FOREIGN)) {
      const body = createWriteBody('createDispute', bindings, subject);
      const probe = await outsider.send('createDispute', {}, { body });
      if (isSuccess(probe)) return fail({ expected, actual: probe }, own.control);
      // the list of the owner has the values of its transactions
      const control = await insider.get('listTransactions', getWidestParameters(bindings));
      const fault = findRefusalFault({ control, probe, own: own.control, expected });
      if (fault?.kind === 'fail') return fault;
      if ([401, 403, 404].includes(probe.status)) return pass(own.control, probe);
      const repeated = await insider.send('createDispute', {}, { body });
      if (isSuccess(repeated)) return pass(repeated, probe);
    }
    return untestable(`${insider.name} cannot dispute its transactions either, so the refusals prove nothing`);
  },
});

/** How many foreign transactions are tried, until a refusal proves to be about the caller. */
const MOST_FOREIGN = 4;

export const foreignSettlementsCannotBeDerived = check({
  id: 'writes/foreign-settlements-cannot-be-derived',
  title: 'A key that may derive settlements cannot derive those of a terminal or an account outside its scope',
  clause: 'scope.response',
  covers: ['service.tenant_scoped', 'settlements.derive'],
  level: 'must',
  needs: ['insider', 'outsider', 'anonymous', 'bindings', 'writes', 'seed'],
  async run({ insider, outsider, anonymous, bindings, writes, seed }) {
    const body = (await readPublished(anonymous))?.createExampleBody('deriveSettlements', { isWhole: true }) ?? {};
    const [ofTerminal, ofAccount] = [findMember(body, 'terminal'), findMember(body, 'customer')];
    if (ofTerminal === undefined && ofAccount === undefined)
      return notApplicable('the public document declares no terminal and no account in the body');
    const hidden = insider.hidden.transactions.filter(({ terminals }) =>
      terminals.some((one) => insider.hidden.terminals.has(one)),
    );
    if (hidden.length === 0)
      return untestable(`needs a terminal with transactions of ${insider.name} that is hidden from ${outsider.name}`);
    const account =
      ofAccount === undefined ? undefined : await findForeignAccount({ insider, outsider, bindings }, ofAccount);
    if (ofTerminal === undefined && account === undefined)
      return untestable(`needs an account of ${insider.name} that is hidden from ${outsider.name}`);
    if ((await readWritePermission(outsider, bindings, 'deriveSettlements')) === false)
      return addRemedy(untestable(`${outsider.name} may not derive settlements`), { kind: 'writing-key' });
    const own = await sendUntilAccepted(outsider, { bindings, writes }, 'deriveSettlements');
    if (own === undefined) return untestable(`${outsider.name} could not derive any settlement itself`);
    const before = await readWritten(insider, 'deriveSettlements', bindings);
    if (before === undefined) return untestable(`${insider.name} cannot read the settlements`, own.control);
    const known = new Set(listIds(before));
    const isHidden = (value: unknown) => listStrings(value).some((text) => insider.hidden.terminals.has(text));
    // the target may ignore the member, and settle the terminals of the caller
    const isOfOthers = !intersects(insider.sees.terminals, outsider.sees.terminals);
    const accountMember = Object.keys(writeMember(ofAccount, '') ?? {})[0];
    const [ownAccount] = accountMember === undefined ? [] : (await listAccounts(outsider, accountMember)).map(String);
    /** Responses that would differ if the target derived settlements of others. */
    const differing: Exchange[] = [];
    const probes: Exchange[] = [];
    // the days of a terminal may be settled already
    const subjects = await listSubjects(insider, bindings, { write: 'deriveSettlements', seenBy: hidden });
    // the day of the accepted body is one that can be settled
    for (const subject of [own.subject, ...subjects.slice(0, MOST_DAYS)]) {
      const terminal = hidden.find(({ id }) => id === subject.transaction)?.terminals[0];
      // one that names the hidden terminal, or else the account
      const member =
        writeMember(ofTerminal, terminal ?? insider.aTerminal.terminal_id) ?? writeMember(ofAccount, account);
      if (member === undefined) continue;
      const sent = { ...createWriteBody('deriveSettlements', bindings, subject), ...member };
      const probe = await outsider.send('deriveSettlements', {}, { body: sent });
      probes.push(probe);
      const expected = `no settlement for ${Object.values(member).join()}, which belongs to ${insider.name}`;
      const refusal = { control: own.control, probe, own: own.control, expected };
      if (!isSuccess(probe)) {
        const fault = findRefusalFault(refusal);
        if (fault !== undefined) return fault;
        if ([401, 403, 404].includes(probe.status)) return pass(own.control, probe);
        if (probe.status !== CONFLICT) {
          // another refusal may be about the body: only if the same body with an own id or from its owner is accepted, it was about the id
          const ownId = ofTerminal === undefined ? ownAccount : own.subject.terminal;
          const ownMember = writeMember(ofTerminal ?? ofAccount, ownId);
          const ofOwn =
            ownMember && (await outsider.send('deriveSettlements', {}, { body: { ...sent, ...ownMember } }));
          if (ofOwn !== undefined && isSuccess(ofOwn)) return pass(ofOwn, probe);
          const repeated = await insider.send('deriveSettlements', {}, { body: sent });
          if (isSuccess(repeated)) return pass(repeated, probe);
          continue;
        }
        const ofKind =
          ofTerminal === undefined ? await listKnownAccounts([insider, outsider], member) : insider.sees.mentioned;
        const other = writeMember(ofTerminal ?? ofAccount, makeUpId(ofKind, seed));
        if (other === undefined) continue;
        const unknownProbe = await outsider.send('deriveSettlements', {}, { body: { ...sent, ...other } });
        if (unknownProbe.status !== CONFLICT && !isSuccess(unknownProbe))
          return fail({ expected, actual: probe, saw: 'a conflict with its settlements' }, unknownProbe);
        if (unknownProbe.status === CONFLICT) differing.push(probe, unknownProbe);
        continue;
      }
      if (listElements(probe).some(({ value }) => isHidden(value)))
        return fail({ expected, actual: probe, saw: 'a settlement of a hidden terminal' }, own.control);
      const after = await readWritten(insider, 'deriveSettlements', bindings);
      const ofOutsider = await readWritten(outsider, 'deriveSettlements', bindings);
      const visible = new Set(ofOutsider === undefined ? [] : listIds(ofOutsider));
      const fresh = after?.rows.find(
        ({ id, value }) => !known.has(id) && !visible.has(id) && (isOfOthers || isHidden(value)),
      );
      if (fresh !== undefined && after !== undefined)
        return fail({ expected, actual: probe, saw: `${fresh.id} was created` }, before.exchange, after.exchange);
      differing.push(probe);
    }
    return differing.length > 0
      ? pass(own.control, ...differing)
      : untestable(`${insider.name} cannot derive these settlements either, so the refusals prove nothing`, ...probes);
  },
});

const MOST_DAYS = 6;
const CONFLICT = 409;

type WriteMember = (id: string) => Readonly<Record<string, unknown>>;

const writeMember = (write: WriteMember | undefined, id: string | undefined): ReturnType<WriteMember> | undefined =>
  write === undefined || id === undefined ? undefined : write(id);

/** Returns the accounts that responses to these keys show in members with the name of this one. */
async function listKnownAccounts(callers: readonly Caller[], member: ReturnType<WriteMember>): Promise<string[]> {
  const [name = ''] = Object.keys(member);
  const accounts = await Promise.all(callers.map((caller) => listAccounts(caller, name)));
  return accounts.flat().map(String);
}

/** Returns an account of the insider that no response shows to the outsider. */
async function findForeignAccount(
  { insider, outsider, bindings }: ScopeCallers,
  write: WriteMember,
): Promise<string | undefined> {
  const [name = ''] = Object.keys(write(''));
  const shown = new Set(await listAccounts(outsider, name));
  const [foreign] = (await listAccounts(insider, name)).filter((account) => !shown.has(account));
  if (foreign !== undefined) return String(foreign);
  const pointer = bindings.find('portal.account_id');
  if (pointer === undefined) return undefined;
  const [theirs, own] = [await insider.get('getPortal'), await outsider.get('getPortal')];
  const [id] = findTexts(theirs.json, pointer);
  return id === undefined || listScalars(own).includes(id) ? undefined : id;
}

export const derivedSettlementsAreOfTheCaller = check({
  id: 'writes/derived-settlements-are-of-the-caller',
  title: 'Deriving settlements returns no batch that the caller cannot see, and another key can',
  clause: 'scope.response',
  covers: ['settlements.derive'],
  level: 'must',
  needs: ['insider', 'outsider', 'bindings', 'writes'],
  async run({ insider, outsider, bindings, writes }) {
    bindings.need('settlements.id');
    if (insider.hidden.terminals.size === 0)
      return untestable(`needs terminals of ${insider.name} that are hidden from ${outsider.name}`);
    if ((await readWritePermission(outsider, bindings, 'deriveSettlements')) === false)
      return addRemedy(untestable(`${outsider.name} may not derive settlements`), { kind: 'writing-key' });
    const derived = await sendUntilAccepted(outsider, { bindings, writes }, 'deriveSettlements');
    if (derived === undefined) return untestable(`${outsider.name} could not derive settlements`);
    const theirs = await readWritten(insider, 'deriveSettlements', bindings);
    const own = await readWritten(outsider, 'deriveSettlements', bindings);
    if (theirs === undefined || own?.isComplete !== true) return untestable('the settlements cannot be read');
    const returned = new Set(listJsonScalars(derived.control.json));
    const visible = new Set(listIds(own));
    const foreign = listIds(theirs).filter((id) => returned.has(id) && !visible.has(id));
    if (foreign.length === 0) return pass(derived.control, own.exchange);
    const expected = `batches that ${outsider.name} can see`;
    return fail({ expected, actual: derived.control, saw: formatNames(foreign) }, theirs.exchange, own.exchange);
  },
});

export const readsDeriveNothing = check({
  id: 'writes/reads-derive-nothing',
  title: 'GET on the path that derives settlements creates no batch',
  clause: 'service.write_paths',
  level: 'must',
  needs: ['readers', 'bindings'],
  async run({ readers: [reader], bindings }) {
    bindings.need('settlements.id');
    const probe = await reader.get('deriveSettlements', {}, { method: 'GET' });
    const before = await readWritten(reader, 'deriveSettlements', bindings);
    if (!isSuccess(probe)) return pass(probe);
    if (before === undefined) return untestable(`${reader.name} cannot read the settlements`, probe);
    const known = new Set(listIds(before));
    await reader.get('deriveSettlements', {}, { method: 'GET', isFresh: true });
    const after = readTable(await reader.get('listSettlements', {}, { isFresh: true }), bindings, 'listSettlements');
    const ids = new Set(listJsonScalars(probe.json));
    const created = [...listIds(before), ...(after === undefined ? [] : listIds(after))].filter(
      (id) => ids.has(id) || !known.has(id),
    );
    if (created.length === 0) return pass(probe, before.exchange);
    const saw = formatNames([...new Set(created)]);
    return fail({ expected: 'a refusal: only POST derives settlements', actual: probe, saw }, before.exchange);
  },
});

export const disputesNeedTheirTransaction = check({
  id: 'writes/disputes-need-their-transaction',
  title: 'A body without the transaction, which the public document requires, opens no dispute',
  clause: 'disputes.create',
  level: 'must',
  needs: ['readers', 'anonymous', 'bindings', 'writes'],
  async run(context) {
    const { anonymous, bindings } = context;
    const about = bindings.need('disputes.transaction');
    const required = (await readPublished(anonymous))?.listRequiredMembers('createDispute') ?? [];
    const names = required.filter((name) => express(splitWords(name), 'transaction'));
    if (names.length === 0)
      return notApplicable('the public document requires no transaction in the body of a dispute');
    const accepted = await findAcceptedWrite(context, 'createDispute');
    if (accepted === undefined) return addRemedy(untestable('no key may open a dispute'), { kind: 'writing-key' });
    const { writer, control, body } = accepted;
    const before = await readWritten(writer, 'createDispute', bindings);
    if (before === undefined) return untestable(`${writer.name} cannot read the disputes`, control);
    const rest = Object.fromEntries(Object.entries(Object(body)).filter(([name]) => !names.includes(name)));
    const probe = await writer.send('createDispute', {}, { body: rest });
    if (!isSuccess(probe)) return pass(control, probe);
    const after = await readWritten(writer, 'createDispute', bindings);
    const known = new Set(listIds(before));
    const fresh = after?.rows.find(({ id }) => !known.has(id));
    if (after === undefined || fresh === undefined || findTexts(fresh.value, about).length > 0)
      return pass(control, probe);
    const expected = `a refusal of a body without ${names.join()}`;
    return fail({ expected, actual: probe, saw: `${fresh.id}, a dispute without a transaction` }, after.exchange);
  },
});

async function readPublished(anonymous: Caller): Promise<PublishedDocument | undefined> {
  const answer = await anonymous.get('getPublicOpenapi' satisfies OperationId);
  return isSuccess(answer) ? readDocument(answer.json) : undefined;
}

/** Returns a function that creates the member of a body for an id of this kind; `undefined` if the body has none. */
function findMember(body: Readonly<Record<string, unknown>>, kind: 'terminal' | 'customer'): WriteMember | undefined {
  const [member] = Object.entries(body)
    .map(([name, value]) => ({ name, value, likeness: scoreLikeness(splitWords(name), [kind]) }))
    .filter(({ likeness }) => likeness > LEAST_LIKENESS)
    .toSorted((a, b) => b.likeness - a.likeness);
  if (member === undefined) return undefined;
  const { name, value } = member;
  const toValue = (id: string, sample: unknown): unknown =>
    typeof sample === 'number' && Number.isSafeInteger(Number(id)) ? Number(id) : id;
  return (id) => ({ [name]: Array.isArray(value) ? [toValue(id, value[0])] : toValue(id, value) });
}

/** The name has at most one further word. */
const LEAST_LIKENESS = 0.85;
