import { check } from '../../engine/check.ts';
import { ABOUT_CALLER, findAcceptedWrite, isAccepted, readTrial } from '../../engine/writes/write-trial.ts';
import { listAccounts, readPublishedDocument, readWritten } from '../../engine/writes/writing.ts';
import { findRowsAbout } from '../../engine/writes/written-list.ts';
import { type Caller, type Exchange, isSuccess } from '../../http/client.ts';
import { listElements, listStrings } from '../../reading/names/response-words.ts';
import { findTexts } from '../../reading/pointers.ts';
import { findRefusalFault, listJsonScalars, listScalars } from '../../reading/refusal.ts';
import { isDistinctive } from '../../reading/served.ts';
import { addRemedy, fail, notApplicable, pass, type Undecided, untestable } from '../../reading/verdicts/verdict.ts';
import { express, scoreLikeness, splitWords } from '../../reading/words/synonyms.ts';
import { areApart } from '../../relations/survey/denials.ts';
import { NO_SUCH_ID } from '../../relations/survey/routes.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { formatNames, listIds as listRowIds, readTable } from '../../slots/read-lists.ts';

export const foreignTransactionsCannotBeDisputed = check({
  id: 'writes/foreign-transactions-cannot-be-disputed',
  title: 'A key that may open disputes cannot open one about a transaction of another tenant',
  clause: 'scope.response',
  covers: ['service.tenant_scoped'],
  level: 'must',
  needs: ['readers', 'anonymous', 'stranger', 'bindings', 'writes', 'expectedScopes'],
  async run(context) {
    const { attempts, others, after, place, listIds } = await readTrial(context, 'createDispute');
    const attempt = attempts.find(({ role }) => role === 'outsider');
    const control = attempts.find(({ role, probe }) => role === 'writer' && isAccepted(probe))?.probe;
    if (attempt === undefined || control === undefined)
      return addRemedy(
        untestable(
          'needs a key that may open disputes, and a transaction that the service hides from it; add a key of another tenant',
        ),
        { kind: 'other-account-key' },
      );
    const { probe, subject, caller } = attempt;
    const expected = `a refusal: the service hides ${subject.transaction} from ${caller.name}`;
    const lists = [...others.values(), ...(after === undefined ? [] : [after])];
    const shown = lists.find((list) => findRowsAbout(list, subject.transaction, place).length > 0);
    if (shown !== undefined && isAccepted(probe)) {
      const writer = context.readers.find(({ name }) => name === caller.name);
      const owner = context.readers.find((one) => listIds(one).has(subject.transaction));
      // a user may see less than its account, and still write about all of it
      if (writer === undefined || owner === undefined || !(await areApart(owner, writer)))
        return untestable(`${caller.name} may belong to the tenant of ${subject.transaction}`, probe, shown.exchange);
      const saw = `a dispute about ${subject.transaction}`;
      return fail({ expected, actual: probe, saw }, shown.exchange, control);
    }
    // the list of the owner has the values of its transactions
    for (const owner of context.readers) {
      const owners = owner.sees.responses.get('listTransactions');
      if (owners === undefined || !listIds(owner).has(subject.transaction)) continue;
      const fault = findRefusalFault({ control: owners, probe, own: control, expected });
      if (fault?.kind === 'fail') return fault;
    }
    return isAccepted(probe)
      ? untestable('the answer is a success, and no list shows the dispute', probe, control)
      : pass(control, probe);
  },
});

/** The terminal or the account in the body decides what is derived; a service may ignore either. */
export const foreignSettlementsCannotBeDerived = check({
  id: 'writes/foreign-settlements-cannot-be-derived',
  title: 'A key that may derive settlements cannot derive those of a terminal or an account of another tenant',
  clause: 'scope.response',
  covers: ['service.tenant_scoped', 'settlements.derive'],
  level: 'must',
  needs: ['readers', 'anonymous', 'stranger', 'bindings', 'writes', 'expectedScopes'],
  async run(context) {
    const { bindings, anonymous, readers } = context;
    const example =
      (await readPublishedDocument(anonymous))?.createExampleBody('deriveSettlements', { isWhole: true }) ?? {};
    const [ofTerminal, ofAccount] = [findMember(example, 'terminal'), findMember(example, 'customer')];
    if (ofTerminal === undefined && ofAccount === undefined)
      return notApplicable('the public document declares no terminal and no account in the body');
    const own = await findAcceptedWrite(context, 'deriveSettlements');
    if (own === undefined) return addRemedy(untestable('no key could derive settlements'), { kind: 'writing-key' });
    const { writer, control } = own;
    for (const owner of readers) {
      if (owner.name === writer.name || !(await areApart(owner, writer))) continue;
      const [terminal] = owner.sees.terminals;
      const account =
        ofAccount && (await findForeignAccount({ insider: owner, outsider: writer, bindings }, ofAccount));
      const member = terminal === undefined ? undefined : ofTerminal?.(terminal);
      const foreign = member ?? (account === undefined ? undefined : ofAccount?.(account));
      const before = await readWritten(owner, 'deriveSettlements', bindings);
      if (foreign === undefined || before === undefined) continue;
      const body = { ...Object(own.body), ...foreign };
      const probe = await writer.send('deriveSettlements', {}, { body });
      const expected = `no settlement for ${Object.values(foreign).join()}, which belongs to ${owner.name}`;
      const isHidden = (value: unknown) => listStrings(value).some((text) => owner.sees.terminals.has(text));
      if (listElements(probe).some(({ value }) => isHidden(value)))
        return fail({ expected, actual: probe, saw: 'a settlement of a terminal of another tenant' }, control);
      const after = await readWritten(owner, 'deriveSettlements', bindings);
      const known = new Set(listRowIds(before));
      const fresh = after?.rows.find(({ id }) => !known.has(id));
      if (isAccepted(probe) && fresh !== undefined && after !== undefined)
        return fail({ expected, actual: probe, saw: `${fresh.id} was created` }, before.exchange, after.exchange);
      if (isAccepted(probe)) {
        // a service that ignores the member ignores an unknown value too
        const unknown = Object.fromEntries(Object.keys(foreign).map((name) => [name, NO_SUCH_ID]));
        const ignored = await writer.send('deriveSettlements', {}, { body: { ...body, ...unknown } });
        return isAccepted(ignored)
          ? pass(control, probe, ignored)
          : untestable(
              'the service accepts what is foreign and refuses what is unknown; no batch shows',
              probe,
              ignored,
            );
      }
      if (ABOUT_CALLER.has(probe.status)) return pass(control, probe);
      const [ownTerminal] = writer.sees.terminals;
      const ofOwn = ownTerminal === undefined ? undefined : ofTerminal?.(ownTerminal);
      const repeated = ofOwn && (await writer.send('deriveSettlements', {}, { body: { ...body, ...ofOwn } }));
      return repeated !== undefined && isAccepted(repeated)
        ? pass(repeated, probe)
        : untestable('the refusal may be about the body', control, probe);
    }
    return requireForeign();
  },
});

const requireForeign = (): Undecided =>
  addRemedy(untestable('needs a key of another tenant, with a terminal or an account that the body can name'), {
    kind: 'other-account-key',
  });

type WriteMember = (id: string) => Readonly<Record<string, unknown>>;

interface Owners {
  readonly insider: Caller;
  readonly outsider: Caller;
  readonly bindings: Bindings;
}

/** Returns an account of the insider that no response shows to the outsider. */
async function findForeignAccount(
  { insider, outsider, bindings }: Owners,
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
  title: 'Deriving settlements returns no batch that the caller cannot see, and a key of another tenant can',
  clause: 'scope.response',
  covers: ['settlements.derive'],
  level: 'must',
  needs: ['readers', 'anonymous', 'stranger', 'bindings', 'writes', 'expectedScopes'],
  async run(context) {
    const { attempts, writer, after, others } = await readTrial(context, 'deriveSettlements');
    const control = attempts.find(({ role, probe }) => role === 'writer' && isAccepted(probe))?.probe;
    if (control === undefined || writer === undefined || after === undefined)
      return addRemedy(untestable('no key could derive settlements'), { kind: 'writing-key' });
    const own = new Set(after.rows.flatMap(({ values }) => values.map(({ text }) => text)));
    const returned = new Set(listJsonScalars(control.json).filter((text) => isDistinctive(text) && !own.has(text)));
    const lists: Exchange[] = [];
    for (const [{ name }, { rows, exchange }] of others) {
      const owner = context.readers.find((one) => one.name === name);
      const caller = context.readers.find((one) => one.name === writer.name);
      if (owner === undefined || caller === undefined) continue;
      const theirs = rows.flatMap(({ values }) => values.map(({ text }) => text));
      const foreign = theirs.filter((text) => returned.has(text));
      const isNarrower = !theirs.some((text) => isDistinctive(text) && !own.has(text));
      if (foreign.length === 0 && isNarrower && !(await areApart(owner, caller))) continue;
      if (foreign.length > 0 && !(await areApart(owner, caller))) continue;
      lists.push(exchange);
      if (foreign.length === 0) continue;
      const expected = `batches that ${writer.name} can see`;
      return fail({ expected, actual: control, saw: formatNames(foreign) }, exchange, after.exchange);
    }
    return lists.length === 0 ? requireForeign() : pass(control, after.exchange, ...lists);
  },
});

export const readsDeriveNothing = check({
  id: 'writes/reads-derive-nothing',
  title: 'GET on the path that derives settlements creates no batch',
  clause: 'service.write_paths',
  level: 'must',
  needs: ['readers', 'bindings'],
  async run({ readers: [reader], bindings }) {
    const probe = await reader.get('deriveSettlements', {}, { method: 'GET' });
    if (!isSuccess(probe)) return pass(probe);
    bindings.need('settlements.id');
    const before = await readWritten(reader, 'deriveSettlements', bindings);
    if (before === undefined) return untestable(`${reader.name} cannot read the settlements`, probe);
    const known = new Set(listRowIds(before));
    await reader.get('deriveSettlements', {}, { method: 'GET', isFresh: true });
    const after = readTable(await reader.get('listSettlements', {}, { isFresh: true }), bindings, 'listSettlements');
    const ids = new Set(listJsonScalars(probe.json));
    // the answer may describe earlier batches
    const earlier = reader.sees.responses.get('listSettlements');
    const surveyed = earlier && readTable(earlier, bindings, 'listSettlements');
    const old = new Set(surveyed === undefined ? [] : listRowIds(surveyed));
    const created = [...listRowIds(before), ...(after === undefined ? [] : listRowIds(after))].filter(
      (id) => !old.has(id) && (ids.has(id) || !known.has(id)),
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
  needs: ['readers', 'anonymous', 'stranger', 'bindings', 'writes', 'expectedScopes'],
  async run(context) {
    const { anonymous, bindings } = context;
    const required = (await readPublishedDocument(anonymous))?.listRequiredMembers('createDispute') ?? [];
    const names = required.filter((name) => express(splitWords(name), 'transaction'));
    if (names.length === 0)
      return notApplicable('the public document requires no transaction in the body of a dispute');
    const about = bindings.need('disputes.transaction');
    const accepted = await findAcceptedWrite(context, 'createDispute');
    if (accepted === undefined) return addRemedy(untestable('no key may open a dispute'), { kind: 'writing-key' });
    const { writer, control, body } = accepted;
    const before = await readWritten(writer, 'createDispute', bindings);
    if (before === undefined) return untestable(`${writer.name} cannot read the disputes`, control);
    const rest = Object.fromEntries(Object.entries(Object(body)).filter(([name]) => !names.includes(name)));
    const probe = await writer.send('createDispute', {}, { body: rest });
    if (!isSuccess(probe)) return pass(control, probe);
    const after = await readWritten(writer, 'createDispute', bindings);
    const known = new Set(listRowIds(before));
    const fresh = after?.rows.find(({ id }) => !known.has(id));
    if (after === undefined || fresh === undefined || findTexts(fresh.value, about).length > 0)
      return pass(control, probe);
    const expected = `a refusal of a body without ${names.join()}`;
    return fail({ expected, actual: probe, saw: `${fresh.id}, a dispute without a transaction` }, after.exchange);
  },
});

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
