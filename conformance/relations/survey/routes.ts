import { type OperationId, operations } from '../../../spec/index.ts';
import { type Caller, type Exchange, isSuccess, type Parameters } from '../../http/client.ts';
import { listScalars } from '../../reading/refusal.ts';
import { isSameAnswer } from '../../reading/served.ts';
import { isTimeText } from '../../reading/values/instants.ts';
import type { KeyExpectations } from '../key-expectations.ts';
import type { Principal } from './principals.ts';

/** A path of the service, relative to its base URL, with its placeholders filled. */
export interface TriedPath {
  readonly path: string;
  /** Whether the path holds an id: the thing may be missing and not the path. */
  readonly hasId: boolean;
}

/** Knowledge about a path: a key gets an answer, no endpoint exists (with the proof), or neither is certain. */
export type Route =
  | { readonly kind: 'served'; readonly answer: Exchange }
  | { readonly kind: 'none'; readonly answer: Exchange; readonly why: string; readonly proof: readonly Exchange[] }
  | { readonly kind: 'unknown'; readonly answers: readonly Exchange[] };

export interface RouteCallers {
  readonly anonymous: Caller;
  readonly readers: readonly [Principal, ...Principal[]];
  /** The statements of the user about the keys. */
  readonly expectedScopes: { readonly expectations: KeyExpectations };
}

const NOWHERE = '/v1/no-such-endpoint';

/** The id in a path whose id is not known. */
export const NO_SUCH_ID = 'no-such-id-0';

/** Reads a path of the service with GET. */
export const readPath = (caller: Caller, path: string): Promise<Exchange> =>
  caller.get('listLocations', {}, { spell: () => path });

/** Reads a path that no service has: shows the answer of the service to a caller at every unknown path. */
export const readUnknownPath = (caller: Caller): Promise<Exchange> => readPath(caller, NOWHERE);

/** Returns the path of an operation with its placeholders filled. */
export const fillPath = (operation: OperationId, parameters: Parameters): string =>
  operations[operation].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters[name] ?? '').toWellFormed()),
  );

/**
 * Finds out whether a read exists at a path. Its absence is certain in these ways only:
 * - Without a key, the path gets the answer of an unknown path, and every documented path gets another one: the service looks for
 *   the path before it looks for the key, so no role explains the answer. Without an id in the path, it is enough that the answer
 *   is the same without a key and with every key, where documented paths demand a key.
 * - Every key gets the answer of an unknown path, a thing that does not exist gets another one, and no role explains it: a key is
 *   stated to be of an administrator, two keys share nothing (for a path without an id), or a read that is refused for its role
 *   gets another answer.
 * - The method is refused to every key, although other paths can be read.
 */
export async function findRoute(callers: RouteCallers, { path, hasId }: TriedPath): Promise<Route> {
  const { anonymous, readers } = callers;
  const answers: Exchange[] = [];
  for (const reader of readers) {
    const answer = await readPath(reader, path);
    if (isSuccess(answer)) return { kind: 'served', answer };
    answers.push(answer);
  }
  const [answer] = answers;
  if (answer === undefined || !answers.every(isNegative)) return { kind: 'unknown', answers };
  if (answers.every(isOfMethod))
    return { kind: 'none', answer, why: `status ${answer.status} for every key`, proof: answers };
  const bare = await readPath(anonymous, path);
  const { isRoutedFirst, nowhere, documented } = await readRoutingOrder(callers);
  const isOfPath = isSameAnswer(bare, nowhere) || (!hasId && isMissing(bare) && isSameForAll([bare, ...answers]));
  // a service may look for the thing before it looks for the key, and has none with an id that was made up
  const isMadeUp = hasId && path.includes(NO_SUCH_ID);
  if (isRoutedFirst && isOfPath && !isMadeUp && !documented.some((one) => isSameAnswer(one, bare))) {
    const why = 'without a key, no demand for a key, which documented paths answer with';
    return { kind: 'none', answer: bare, why, proof: [nowhere, ...documented.slice(0, 2)] };
  }
  if (isSuccess(bare)) return { kind: 'unknown', answers };
  const proof = await findOtherRefusals(callers, answers, hasId);
  return proof === undefined
    ? { kind: 'unknown', answers }
    : { kind: 'none', answer, why: 'the answer of an unknown path for every key', proof };
}

const isMissing = ({ status }: Exchange): boolean => [404, 405, 410, 501].includes(status);
const isSameForAll = ([first, ...others]: readonly Exchange[]): boolean =>
  first !== undefined && others.every((one) => isSameAnswer(first, one));

const isOfMethod = ({ status }: Exchange): boolean => status === 405 || status === 501;

/** Whether an answer is a refusal that no parameter and no later time would change. */
const isNegative = (answer: Exchange): boolean =>
  isOfMethod(answer) || (answer.status >= 400 && answer.status < 500 && ![408, 422, 429].includes(answer.status));

const FEWEST_CONTROLS = 3;

/** Whether a service looks for the path before it looks for the key, with the answers that show it. */
export interface RoutingOrder {
  readonly isRoutedFirst: boolean;
  readonly nowhere: Exchange;
  readonly documented: readonly Exchange[];
}

/** Finds out whether requests without a key get another answer at documented paths than at unknown ones. */
export async function readRoutingOrder(callers: RouteCallers): Promise<RoutingOrder> {
  const nowhere = await readUnknownPath(callers.anonymous);
  const documented = await readDocumentedPaths(callers);
  const isRoutedFirst = documented.length >= FEWEST_CONTROLS && !documented.some((one) => isSameAnswer(one, nowhere));
  return { isRoutedFirst, nowhere, documented };
}

/** Returns the answers without a key at paths that some key can read. */
async function readDocumentedPaths({ anonymous, readers }: RouteCallers): Promise<Exchange[]> {
  const answers: Exchange[] = [];
  for (const operation of ['listLocations', 'listTransactions', 'getPortal', 'listDisputes', 'listConnectors'] as const)
    if (readers.some(({ sees }) => sees.reads.has(operation))) answers.push(await anonymous.get(operation));
  return answers;
}

/**
 * Returns the answers that show that no role explains the answer of an unknown path; `undefined` if a role or a missing thing may
 * get it too.
 */
async function findOtherRefusals(
  { readers, expectedScopes }: RouteCallers,
  answers: readonly Exchange[],
  hasId: boolean,
): Promise<readonly Exchange[] | undefined> {
  const proof: Exchange[] = [];
  const isAdministrator = ({ name }: Principal) => expectedScopes.expectations.get(name)?.isAdministrator === true;
  let isExplained = readers.some(isAdministrator) || (!hasId && shareNothing(readers));
  for (const [index, reader] of readers.entries()) {
    const answer = answers[index];
    const nowhere = await readUnknownPath(reader);
    const unknown = await reader.get('getLocation', { terminal_id: 'no-such-terminal-0' });
    if (answer === undefined || !isSameAnswer(answer, nowhere) || isSameAnswer(unknown, nowhere)) return undefined;
    proof.push(nowhere, unknown);
    for (const operation of WITHOUT_ID) {
      if (reader.sees.reads.has(operation) || !readers.some(({ sees }) => sees.reads.has(operation))) continue;
      const refused = await reader.get(operation);
      if (isSuccess(refused)) continue;
      if (isSameAnswer(refused, nowhere)) return undefined;
      isExplained = true;
      proof.push(refused);
    }
  }
  return isExplained ? proof : undefined;
}

/** The share of the values with digits that two responses of different tenants may have in common: versions, codes and round amounts. */
const MOST_IN_COMMON = 0.1;
const FEWEST_VALUES = 5;
const SHORTEST_VALUE = 4;

function shareLittle(one: Exchange, other: Exchange): boolean {
  const [own, others] = [one, other].map(
    (exchange) =>
      new Set(
        listScalars(exchange).filter((leaf) => leaf.length >= SHORTEST_VALUE && /\d/.test(leaf) && !isTimeText(leaf)),
      ),
  );
  if (own === undefined || others === undefined || Math.min(own.size, others.size) < FEWEST_VALUES) return false;
  const common = [...own].filter((leaf) => others.has(leaf)).length;
  return common <= Math.min(own.size, others.size) * MOST_IN_COMMON;
}

/** Whether the responses to two of the keys have almost no value in common that could belong to a tenant. */
function shareNothing(readers: RouteCallers['readers']): boolean {
  const isApart = (one: Principal, other: Principal) => {
    const both = (['listLocations', 'listTransactions'] as const).flatMap((operation) => {
      const [own, others] = [one.sees.responses.get(operation), other.sees.responses.get(operation)];
      return own === undefined || others === undefined ? [] : [[own, others] as const];
    });
    return both.length > 1 && both.every(([own, others]) => shareLittle(own, others));
  };
  return readers.some((one, index) => readers.slice(index + 1).some((other) => isApart(one, other)));
}

const WITHOUT_ID = [
  'listTransactions',
  'listSettlements',
  'listDisputes',
  'listLocations',
  'listConnectors',
  'listTerminalGroups',
] as const;
