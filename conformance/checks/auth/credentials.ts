import { type OperationId, operations } from '../../../spec/index.ts';
import { type Capabilities, check } from '../../engine/check.ts';
import { type Caller, type Exchange, isSuccess, type Parameters, readIfRecorded } from '../../http/client.ts';
import { containsData } from '../../http/response-kind.ts';
import { makeUpId } from '../../reading/made-up-id.ts';
import { findAccessFault, isRefusalLike, isSameAnswer } from '../../reading/served.ts';
import {
  Concluded,
  fail,
  forEach,
  inconclusive,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import {
  PROTECTED_READS,
  type Principal,
  PUBLIC_READS,
  pickPathParameters,
} from '../../relations/survey/principals.ts';
import { readUnknownPath } from '../../relations/survey/routes.ts';
import { explainUnreadPath } from './uncovered-paths.ts';

/** A read that a key opened. */
export interface Opened {
  readonly opener: Principal;
  readonly parameters: Parameters;
  readonly control: Exchange;
}

/** `GET /v1/portal`. */
export const formatMethodAndPath = (operation: OperationId): string =>
  `${operations[operation].method} ${operations[operation].path}`;

/**
 * Returns a key that could read `operation` when the run began, with the parameters and the response.
 * @throws Concluded if there is none: not applicable if the lists of all keys are empty, otherwise untestable.
 */
export function findOpener(readers: readonly Principal[], operation: OperationId): Opened {
  for (const opener of readers) {
    const parameters = opener.sees.reads.get(operation);
    const control = opener.sees.responses.get(operation);
    if (parameters !== undefined && control !== undefined) return { opener, parameters, control };
  }
  throw new Concluded(explainUnreadPath(readers, operation));
}

/** Keeps a pass only if the keys still work at the end: a target that refuses every key proves nothing. */
export async function confirmKeysStillWork([reader]: Capabilities['readers'], verdict: Verdict): Promise<Verdict> {
  if (verdict.kind !== 'pass') return verdict;
  const after = await reader.get('getPortal');
  if (isSuccess(after)) return { ...verdict, evidence: [...verdict.evidence, after] };
  return inconclusive(`${reader.name} can no longer read the portal`, after);
}

/** Answers that should have no data, each with why. */
interface Unauthorised {
  readonly anonymous: Caller;
  readonly paths: readonly OperationId[];
  /** Repeats the read of a key in a way that deserves no data. */
  read(opened: Opened, operation: OperationId): Promise<readonly (readonly [probe: Exchange, why: string])[]>;
}

/** Whether the response to the key about a thing is like that about an invented one: some services refuse with 200. */
async function isRefused({ opener, parameters, control }: Opened, operation: OperationId): Promise<boolean> {
  const [name] = Object.keys(pickPathParameters(operation, parameters));
  const id = name === undefined ? undefined : parameters[name];
  const unknown = typeof id === 'string' ? makeUpId([id], 1) : undefined;
  if (name === undefined || unknown === undefined) return false;
  const other = await readIfRecorded(opener, operation, { ...parameters, [name]: unknown });
  return other !== undefined && isSuccess(other) && isRefusalLike(control, other);
}

/** Repeats reads of the keys in a way that deserves no data, and judges each answer by its content. */
export async function expectNoData(
  readers: Capabilities['readers'],
  { anonymous, paths, read }: Unauthorised,
): Promise<Verdict> {
  const verdict = await forEach(paths, formatMethodAndPath, async (operation) => {
    const opened = findOpener(readers, operation);
    const { control } = opened;
    const probes = await read(opened, operation);
    for (const [probe, why] of probes) {
      const baseline = await readUnknownPath(anonymous);
      const elsewhere = await readIfRecorded(
        anonymous,
        operation === 'getPortal' ? 'listTransactions' : 'getPortal',
        {},
      );
      const refusal = elsewhere === undefined || isSuccess(elsewhere) ? undefined : elsewhere;
      const fault = findAccessFault({ control, probe, baseline, refusal, expected: `no data: ${why}` });
      if (fault?.kind === 'fail' && (await isRefused(opened, operation)))
        return untestable('the success with a key may be a refusal, as that about an invented id', control);
      if (fault !== undefined) return fault;
    }
    return probes.length === 0
      ? untestable('the key cannot be altered in any of these ways')
      : pass(control, ...probes.slice(-1).map(([probe]) => probe));
  });
  return confirmKeysStillWork(readers, verdict);
}

export const missingKeyIsRefused = check({
  id: 'auth/missing-key-is-refused',
  title: 'No protected path returns data to a request without a key',
  clause: 'auth.required',
  covers: ['auth.header'],
  level: 'must',
  needs: ['readers', 'anonymous', 'sampling'],
  run: ({ readers, anonymous, sampling }) =>
    expectNoData(readers, {
      anonymous,
      paths: sampling.select('protected paths', PROTECTED_READS, { quick: 2 }),
      read: async ({ parameters }, operation) => [
        [await anonymous.get(operation, parameters), 'the request carries no key'],
      ],
    }),
});

export const unknownKeyIsRefused = check({
  id: 'auth/unknown-key-is-refused',
  title: 'No protected path returns data to an unknown key',
  clause: 'auth.required',
  level: 'must',
  needs: ['readers', 'anonymous', 'stranger', 'sampling'],
  run: ({ readers, anonymous, stranger, sampling }) =>
    expectNoData(readers, {
      anonymous,
      paths: sampling.select('protected paths', PROTECTED_READS, { quick: 1, standard: 3, turn: 1 }),
      read: async ({ parameters }, operation) => [[await stranger.get(operation, parameters), 'the key is unknown']],
    }),
});

export const refusalIs401 = check({
  id: 'auth/missing-key-is-401',
  title: 'A request without a key returns 401 with a WWW-Authenticate challenge',
  clause: 'errors.unauthenticated',
  level: 'should',
  needs: ['readers', 'anonymous'],
  async run({ readers: [reader], anonymous }) {
    const control = await reader.get('getPortal');
    if (!isSuccess(control)) return untestable(`${reader.name} cannot read the portal`, control);
    const probes = [await anonymous.get('getPortal'), await anonymous.get('getAccountFeed')];
    const other = probes.find((one) => one.status !== 401 || one.header('www-authenticate') === undefined);
    if (other === undefined) return pass(control, ...probes);
    return fail({ expected: 'status 401 and a WWW-Authenticate header', actual: other }, control);
  },
});

/** Statuses that mean a lack of rights even without a body: a refusal, or a redirect to a login. */
const OF_REFUSALS: readonly number[] = [403, 302, 303, 307];

/** Returns what shows that a public path demands a key: its status, or the words with which a protected path does. */
async function findDemand(anonymous: Caller, answer: Exchange): Promise<Exchange | undefined> {
  if (answer.status === 401) return answer;
  const refused = await anonymous.get('getPortal');
  const hasWords = refused.text.trim() !== '' || OF_REFUSALS.includes(refused.status);
  return hasWords && isSameAnswer(answer, refused) ? refused : undefined;
}

export const publicPathsNeedNoKey = check({
  id: 'auth/public-paths-need-no-key',
  title: 'The public paths accept requests without a key',
  clause: 'auth.public',
  level: 'must',
  needs: ['anonymous', 'readers'],
  run: ({ anonymous, readers }) =>
    forEach(PUBLIC_READS, formatMethodAndPath, async (operation) => {
      const answer = await anonymous.get(operation);
      const demand = await findDemand(anonymous, answer);
      const expected = 'an answer without a key';
      if (demand !== undefined) return fail({ expected, actual: answer, saw: 'a demand for a key' }, demand);
      if (isSuccess(answer) && containsData(answer)) return pass(answer);
      for (const reader of readers) {
        const withKey = await reader.get(operation);
        if (!isSuccess(withKey) || !containsData(withKey)) continue;
        if (operation !== 'getBrandingStatus')
          return fail({ expected, actual: answer, saw: 'content only with a key' }, withKey);
        // without a key, only a parameter or the host can name the tenant, and neither is documented
        const reason = `status ${answer.status} without a key, content with one; a parameter may have to name the tenant`;
        return inconclusive(reason, answer, withKey);
      }
      if (isSuccess(answer) && answer.bytes.length === 0)
        return fail({ expected, actual: answer, saw: 'a success without content' });
      return untestable('the path answers neither with a key nor without one', answer);
    }),
});
