import { type OperationId, operations } from '../../../spec/index.ts';
import { type Capabilities, check } from '../../engine/check.ts';
import { WRITES, type Write } from '../../engine/writes/accepted-write.ts';
import { type Caller, type Exchange, isSuccess, type Parameters } from '../../http/client.ts';
import { isTransientStatus } from '../../http/transient.ts';
import { isSameAnswer } from '../../reading/served.ts';
import { addRemedy, fail, forEach, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { readTransactions } from '../../relations/rows/transactions.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { fillPath, findRoute, NO_SUCH_ID, type RouteCallers, readRoutingOrder } from '../../relations/survey/routes.ts';
import { formatMethodAndPath } from '../auth/credentials.ts';

const READS = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].method === 'GET'); // the keys of the table

export const documentedReadsExist = check({
  id: 'contract/documented-reads-exist',
  title: 'Each documented path that is read with GET exists',
  clause: 'service.endpoints',
  level: 'must',
  needs: ['anonymous', 'readers', 'expectedScopes'],
  run: (callers) =>
    forEach(READS, formatMethodAndPath, async (operation) => {
      const known = callers.readers.map(({ sees }) => sees.responses.get(operation));
      const response = known.find((one) => one !== undefined);
      if (response !== undefined) return pass(response);
      return operations[operation].isPublic ? judgePublicRead(callers, operation) : judgeRead(callers, operation);
    }),
});

async function judgeRead(callers: RouteCallers, operation: OperationId): Promise<Verdict> {
  const parameters = {
    ...findPathParameters(callers.readers, operation),
    ...(await readListedIds(callers, operation)),
  };
  const hasId = operations[operation].path.includes('{');
  const route = await findRoute(callers, { path: fillPath(operation, parameters), hasId });
  if (route.kind === 'served') return pass(route.answer);
  if (route.kind === 'none')
    return fail({ expected: 'an endpoint', actual: route.answer, saw: route.why }, ...route.proof);
  const isMadeUp = Object.values(parameters).includes(NO_SUCH_ID);
  const broken = isMadeUp ? undefined : await findBroken(callers, callers.readers, { operation, parameters });
  if (broken !== undefined) return broken;
  const reason = `no key can read ${formatMethodAndPath(operation)}, which may be for its role; state which key is of an administrator`;
  return addRemedy(untestable(reason, ...route.answers), { kind: 'administrator' });
}

/** A public path needs no key, so that the answer of an unknown path without a key shows that it does not exist. */
async function judgePublicRead(callers: RouteCallers, operation: OperationId): Promise<Verdict> {
  const answer = await callers.anonymous.get(operation);
  if (isSuccess(answer)) return pass(answer);
  const { nowhere, isRoutedFirst, documented } = await readRoutingOrder(callers);
  const withKey = await callers.readers[0].get(operation);
  if (isSuccess(withKey)) return pass(withKey);
  // without a body, a status may be about a tenant that only a parameter or the host can name
  const hasWords = nowhere.text.trim() !== '' || operation === 'getPublicOpenapi';
  if (isRoutedFirst && hasWords && isSameAnswer(answer, nowhere))
    return fail(
      { expected: 'an endpoint', actual: answer, saw: 'the answer of an unknown path' },
      nowhere,
      ...documented,
    );
  const broken = await findBroken(callers, [callers.anonymous, callers.readers[0]], { operation, parameters: {} });
  return broken ?? untestable('the path answers neither with a key nor without one', answer, withKey);
}

const BROKEN = 500;
/** The number of times that each caller reads a path before an error counts as permanent. */
const READS_OF_BROKEN = 3;

/** Returns the verdict on a read that fails with an error of the service each time, while another read succeeds before and after it. */
async function findBroken(
  { readers: [reader] }: RouteCallers,
  callers: readonly Caller[],
  { operation, parameters }: { readonly operation: OperationId; readonly parameters: Parameters },
): Promise<Verdict | undefined> {
  const answers: Exchange[] = [];
  for (let read = 0; read < READS_OF_BROKEN; read += 1) {
    for (const caller of callers) {
      const answer = await caller.get(operation, parameters, { isFresh: true });
      if (answer.status !== BROKEN) return undefined;
      answers.push(answer);
    }
    if (!isSuccess(await reader.get('getPortal', {}, { isFresh: true }))) return undefined;
  }
  const [first, ...others] = answers;
  return first && fail({ expected: 'an answer', actual: first, saw: `status 500, ${answers.length} times` }, ...others);
}

const OF_TERMINALS = [
  'getTerminalStatus',
  'getLocation',
  'listTerminalCommands',
  'listTerminalTransactions',
  'getProvisioningPayload',
] as const;
/** The terminals that are read in each way: those that the key sees least of, such as new ones. */
const MOST_QUIET = 2;
const MOST_COUNTED = 100;
const MOST_FAILED = 4;

export const readsDoNotFail = check({
  id: 'contract/reads-do-not-fail',
  title: 'No read of a thing that a key sees fails with an error of the service each time',
  clause: 'service.endpoints',
  level: 'must',
  needs: ['archive', 'anonymous', 'readers', 'expectedScopes'],
  async run({ archive, ...callers }) {
    const read: Exchange[] = [];
    const [first] = callers.readers;
    for (const terminal_id of listQuietTerminals(first, archive))
      for (const operation of OF_TERMINALS) read.push(await first.get(operation, { terminal_id }));
    for (const reader of callers.readers) {
      const own = [...archive, ...(reader === first ? read : [])].filter(
        (one) => one.request.caller === reader.name && one.status === BROKEN && isOfSeen(reader, one.parameters),
      );
      const reads = new Map(own.map(({ operation, parameters }) => [operation, { operation, parameters }]));
      for (const one of [...reads.values()].slice(0, MOST_FAILED)) {
        const broken = await findBroken(callers, [reader], one);
        if (broken !== undefined) return broken;
      }
    }
    const [answer, ...others] = [...read, ...archive].filter(isSuccess);
    return answer === undefined ? untestable('no read succeeds') : pass(answer, ...others.slice(0, 2));
  },
});

/** Whether a request has no parameters, or names one thing that the key sees. */
function isOfSeen({ sees }: Principal, parameters: Parameters): boolean {
  const ids: Readonly<Record<string, (id: string) => boolean>> = {
    terminal_id: (id) => sees.terminals.has(id),
    connector_id: (id) => sees.connectors.has(id),
    transaction_id: (id) => sees.transactions.some((one) => one.id === id),
  };
  return Object.entries(parameters).every(([name, id]) => ids[name]?.(String(id)) === true);
}

/** Returns the visible terminals that the lists and the portal name least often. */
function listQuietTerminals({ name, sees }: Principal, archive: readonly Exchange[]): string[] {
  const texts = archive.flatMap(({ operation, request, text }) =>
    request.caller === name && (operation === 'getPortal' || operation === 'listTransactions') ? [text] : [],
  );
  const longest = texts.toSorted((one, other) => other.length - one.length).slice(0, 2);
  const counted = [...sees.terminals].slice(0, MOST_COUNTED).map((id) => ({
    id,
    count: longest.reduce((sum, text) => sum + text.split(id).length, 0),
  }));
  return counted
    .toSorted((one, other) => one.count - other.count)
    .slice(0, MOST_QUIET)
    .map(({ id }) => id);
}

/** Returns the id of a terminal or of a transaction that the survey of the list finds, for the paths that need one. */
async function readListedIds({ readers }: RouteCallers, operation: OperationId): Promise<Parameters> {
  const { path } = operations[operation];
  const hasTransaction = path.includes('{transaction_id}');
  if (!hasTransaction && !path.includes('{terminal_id}')) return {};
  for (const reader of readers) {
    const list = await readTransactions(reader);
    const id = hasTransaction ? list?.rows[0]?.id : list?.survey.terminals[0];
    if (id !== undefined) return { [hasTransaction ? 'transaction_id' : 'terminal_id']: id };
  }
  return {};
}

/** Returns ids for a path: those of other reads of a key, or made-up ones, with which a path may still be proven not to exist. */
function findPathParameters(readers: readonly Principal[], operation: OperationId): Parameters {
  const names = [...operations[operation].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return Object.fromEntries(names.map((name) => [name, findId(readers, name) ?? NO_SUCH_ID]));
}

function findId(readers: readonly Principal[], name: string): string | undefined {
  for (const { sees } of readers) {
    const read = [...sees.reads.values()].find((parameters) => parameters[name] !== undefined)?.[name];
    const [terminal] = sees.terminals;
    const [connector] = sees.connectors;
    const byName: Readonly<Record<string, string | undefined>> = {
      terminal_id: terminal,
      connector_id: connector,
      transaction_id: sees.transactions[0]?.id,
    };
    const id = read === undefined ? byName[name] : String(read);
    if (id !== undefined && id !== '') return id;
  }
  return undefined;
}

/**
 * Judges a path for a write by the answers to keys, for a service that refuses requests without a key before it looks for the path. A
 * role may hide the path, unless the user states that the key is of an administrator.
 */
async function judgeWithKeys(
  operation: Write,
  { readers, expectedScopes: { expectations } }: Pick<Capabilities, 'readers' | 'expectedScopes'>,
): Promise<Verdict> {
  const isAdministrator = ({ name }: Principal): boolean =>
    expectations.get(name)?.isAdministrator === true && expectations.get(name)?.mayOnlyRead !== true;
  const sorted = readers.toSorted((one, other) => Number(isAdministrator(other)) - Number(isAdministrator(one)));
  const answers: Exchange[] = [];
  for (const reader of sorted.slice(0, MOST_KEYS)) {
    const probe = await reader.send(operation, {}, { body: {} });
    const nowhere = await reader.send(operation, {}, { body: {}, spell: () => '/v1/no-such-endpoint' });
    if (isTransientStatus(probe.status) || isTransientStatus(nowhere.status)) continue;
    if (!isSameAnswer(probe, nowhere)) return pass(probe, nowhere);
    const [other = operation] = WRITES.filter((one) => one !== operation);
    // a service may answer all that it refuses alike: the same body at the other path shows that this one does not
    const control = isAdministrator(reader) ? await reader.send(other, {}, { body: {} }) : undefined;
    if (control !== undefined && !isTransientStatus(control.status) && !isSameAnswer(control, nowhere))
      return fail(
        { expected: 'an endpoint', actual: probe, saw: 'the answer of an unknown path, to an administrator' },
        nowhere,
        control,
      );
    answers.push(probe, nowhere);
  }
  return addRemedy(
    untestable(
      'every key gets the answer of an unknown path: it depends on whether one is of an administrator; state it: --administrator NAME',
      ...answers.slice(0, 2),
    ),
    { kind: 'administrator' },
  );
}

const MOST_KEYS = 3;

export const documentedWritesExist = check({
  id: 'contract/documented-writes-exist',
  title: 'Each documented path for a write exists',
  clause: 'service.write_paths',
  covers: ['service.endpoints'],
  level: 'must',
  needs: ['anonymous', 'readers', 'expectedScopes', 'writes'],
  run: ({ anonymous, readers, expectedScopes, writes }) =>
    forEach(WRITES, formatMethodAndPath, async (operation) => {
      const accepted = writes.accepted.find(({ control }) => control.operation === operation);
      if (accepted !== undefined) return pass(accepted.control);
      // without a key, so that nothing is written
      const probe = await anonymous.send(operation, {}, { body: {} });
      const order = await readRoutingOrder({ anonymous, readers, expectedScopes });
      const nowhere = await anonymous.send(operation, {}, { body: {}, spell: () => '/v1/no-such-endpoint' });
      const otherMethod = await anonymous.send('getPortal', {}, { method: 'PATCH', body: {} });
      const isOther = (one: typeof probe) => !order.documented.some((documented) => isSameAnswer(documented, one));
      if (!order.isRoutedFirst || isSuccess(probe) || !isOther(nowhere))
        return judgeWithKeys(operation, { readers, expectedScopes });
      if (isSameAnswer(probe, nowhere) || (isOther(otherMethod) && isSameAnswer(probe, otherMethod)))
        return fail(
          { expected: 'an endpoint', actual: probe, saw: 'the answer of an unknown path or method' },
          nowhere,
        );
      return pass(probe, nowhere);
    }),
});
