import { type OperationId, operations } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { isSameResponse } from '../../reading/same-response.ts';
import {
  addRemedy,
  fail,
  forEach,
  inconclusive,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { opensPath } from '../../relations/survey/denials.ts';
import { PROTECTED_READS, type Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { formatNames } from '../../slots/read-lists.ts';

/** Refusals that no parameter and no other value of a body would change. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404, 405, 410, 501]);
/** Refusals that no id would change. */
const NO_METHOD: ReadonlySet<number> = new Set([405, 501]);
/** Terminals that are tried before a path counts as refused. */
const MOST_TRIED = 3;
/** Reads of data that a terminal may lack: only the words of an unknown path prove that there is no route. */
const MAY_LACK: ReadonlySet<OperationId> = new Set([
  'getLocation',
  'getTerminalStatus',
  'listTerminalCommands',
  'getProvisioningPayload',
  'getProvisioningExport',
  'getTransactionTimeline',
  'getConnectorStatus',
]);

const formatPath = (operation: OperationId): string => `GET ${operations[operation].path}`;

/** A role may lack any permission: only the user can state that a key has them all. */
export const administratorsOpenEveryPath = check({
  id: 'scope/an-administrator-opens-every-path',
  title: 'A documented read is not refused to every key, although the user states that one is of an administrator',
  clause: 'auth.scope',
  covers: ['auth.visibility_rules'],
  level: 'must',
  needs: ['readers', 'expectedScopes', 'bindings'],
  run({ readers, expectedScopes: { expectations }, bindings }) {
    const closed = PROTECTED_READS.filter((operation) => readers.every(({ sees }) => !sees.reads.has(operation)));
    const [portal] = readers.flatMap(
      ({ sees }) => sees.responses.get('getPortal') ?? [...sees.responses.values()].slice(0, 1),
    );
    if (closed.length === 0)
      return Promise.resolve(
        portal === undefined ? notApplicable('every documented read opens for a key') : pass(portal),
      );
    const administrators = readers.filter(({ name }) => expectations.get(name)?.isAdministrator === true);
    if (administrators.length === 0)
      return Promise.resolve(
        addRemedy(
          untestable(
            `no key opens ${formatNames(closed.map(formatPath))}: it depends on whether one of them is an administrator's; state it: --administrator NAME, or administrator: true in the config`,
          ),
          { kind: 'administrator' },
        ),
      );
    return forEach(closed, formatPath, async (operation): Promise<Verdict> => {
      let undecided: Verdict | undefined;
      for (const administrator of administrators) {
        const verdict = await judgeClosedPath({ administrator, bindings }, operation);
        if (verdict.kind === 'pass') return verdict;
        if (undecided === undefined || verdict.kind === 'fail') undecided = verdict;
      }
      return undecided ?? untestable('no administrator could try it');
    });
  },
});

interface Administered {
  readonly administrator: Principal;
  readonly bindings: Bindings;
}

async function judgeClosedPath({ administrator, bindings }: Administered, operation: OperationId): Promise<Verdict> {
  const name = /\{(\w+)\}/.exec(operations[operation].path)?.[1];
  const ids = name === undefined ? [undefined] : listIds(administrator, name, bindings).slice(0, MOST_TRIED);
  if (ids.length === 0) return untestable(`${administrator.name} shows no ${name ?? 'id'} to request`);
  const refused: Exchange[] = [];
  for (const id of ids) {
    const answer = await administrator.get(operation, id === undefined || name === undefined ? {} : { [name]: id });
    if (isSuccess(answer)) return pass(answer);
    if (!REFUSALS.has(answer.status))
      return inconclusive(`status ${answer.status} is no statement about the privilege`, answer);
    refused.push(answer);
  }
  const [actual, ...others] = refused;
  if (actual === undefined) return untestable('nothing was tried');
  // without an answer that opens, nothing proves that these are the ids of transactions or connectors
  if (!NO_METHOD.has(actual.status) && name !== undefined && name !== 'terminal_id')
    return untestable('the ids may be those of other things', actual, ...others);
  // a terminal without transactions may have neither a list of them nor a feed
  const { placedTransactions } = administrator.sees;
  const isQuiet = !placedTransactions.some(({ terminals }) =>
    ids.some((id) => id !== undefined && terminals.includes(id)),
  );
  const mayLack = MAY_LACK.has(operation) || (name === 'terminal_id' && isQuiet);
  if (actual.status === 404 && mayLack && !(await isUnknownPath(administrator, actual)))
    return untestable('the terminals may have no such data', actual, ...others);
  const terminal = name === 'terminal_id' ? ids[0] : undefined;
  if (terminal !== undefined && !NO_METHOD.has(actual.status) && !(await opensPath(administrator, terminal)))
    return untestable(`no path shows that ${terminal} is the id of a terminal`, actual, ...others);
  const expected = `data: ${administrator.name} is stated to be an administrator's`;
  return fail({ expected, actual }, ...others);
}

function listIds({ sees }: Principal, name: string, bindings: Bindings): readonly string[] {
  if (name === 'terminal_id') return [...sees.terminals];
  if (name === 'connector_id') return [...sees.connectors];
  return bindings.find('transactions.id') === undefined ? [] : sees.transactions.map(({ id }) => id);
}

/** Whether an answer equals that for a path which no service has. */
async function isUnknownPath(caller: Principal, answer: Exchange): Promise<boolean> {
  const unknown = () =>
    caller.get(answer.operation, answer.parameters, { spell: (path) => `${path}-of-nothing`, isFresh: true });
  const [reference, repeated] = [await unknown(), await unknown()];
  const path = new URL(answer.request.url).pathname;
  return isSameResponse(answer, { reference, repeated }, { id: path, referenceId: `${path}-of-nothing` });
}
