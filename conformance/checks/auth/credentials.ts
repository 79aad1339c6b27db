import { type OperationId, operations } from '../../../spec/index.ts';
import { type Capabilities, check } from '../../engine/check.ts';
import { PROTECTED_READS, type Principal, PUBLIC_READS } from '../../engine/survey/principals.ts';
import {
  addRemedy,
  Concluded,
  fail,
  forEach,
  inconclusive,
  pass,
  untestable,
  type Verdict,
} from '../../engine/verdicts/verdict.ts';
import { containsData } from '../../http/bodies/response-kind.ts';
import { type Caller, type Exchange, isSuccess, type Parameters } from '../../http/client.ts';
import { findRefusalFault } from '../../oracles/refusal.ts';

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
 * @throws Concluded (untestable) if there is none.
 */
export function findOpener(readers: readonly Principal[], operation: OperationId): Opened {
  for (const opener of readers) {
    const parameters = opener.sees.reads.get(operation);
    const control = opener.sees.responses.get(operation);
    if (parameters !== undefined && control !== undefined) return { opener, parameters, control };
  }
  const reason = `no key can read ${formatMethodAndPath(operation)}; add one that can with --key NAME=KEY`;
  throw new Concluded(addRemedy(untestable(reason), { kind: 'reading-key' }));
}

/** Keeps a pass only if the keys still work at the end: a target that refuses every key proves nothing. */
export async function confirmKeysStillWork([reader]: Capabilities['readers'], verdict: Verdict): Promise<Verdict> {
  if (verdict.kind !== 'pass') return verdict;
  const after = await reader.get('getPortal');
  if (isSuccess(after)) return { ...verdict, evidence: [...verdict.evidence, after] };
  return inconclusive(`${reader.name} can no longer read the portal`, after);
}

/** Checks that every protected read works with a key, is refused to `outsider`, and still works with the key. */
const expectRefusalOnEveryPath = async (
  readers: Capabilities['readers'],
  outsider: Caller,
  { paths = PROTECTED_READS, expected }: { readonly paths?: readonly OperationId[]; readonly expected: string },
): Promise<Verdict> => {
  const verdict = await forEach(paths, formatMethodAndPath, async (operation) => {
    const { control, parameters } = findOpener(readers, operation);
    const probe = await outsider.get(operation, parameters);
    return findRefusalFault({ control, probe, expected }) ?? pass(control, probe);
  });
  return confirmKeysStillWork(readers, verdict);
};

export const missingKeyIsRefused = check({
  id: 'auth/missing-key-is-refused',
  title: 'No protected path accepts a request without a key',
  clause: 'auth.required',
  covers: ['auth.header'],
  level: 'must',
  needs: ['readers', 'anonymous', 'sampling'],
  run: ({ readers, anonymous, sampling }) =>
    expectRefusalOnEveryPath(readers, anonymous, {
      paths: sampling.select('protected paths', PROTECTED_READS, { quick: 2 }),
      expected: 'a refusal: the request carries no key',
    }),
});

export const unknownKeyIsRefused = check({
  id: 'auth/unknown-key-is-refused',
  title: 'No protected path accepts an unknown key',
  clause: 'auth.required',
  level: 'must',
  needs: ['readers', 'stranger', 'sampling'],
  run: ({ readers, stranger, sampling }) =>
    expectRefusalOnEveryPath(readers, stranger, {
      paths: sampling.select('protected paths', PROTECTED_READS, { quick: 1, standard: 1, turn: 1 }),
      expected: 'a refusal: the key is unknown',
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
    const probe = await anonymous.get('getPortal');
    if (!isSuccess(control)) return untestable(`${reader.name} cannot read the portal`, control);
    if (probe.status === 401 && probe.header('www-authenticate') !== undefined) return pass(control, probe);
    return fail({ expected: 'status 401 and a WWW-Authenticate header', actual: probe }, control);
  },
});

export const publicPathsNeedNoKey = check({
  id: 'auth/public-paths-need-no-key',
  title: 'The public paths accept requests without a key',
  clause: 'auth.public',
  level: 'must',
  needs: ['anonymous'],
  run: ({ anonymous }) =>
    forEach(PUBLIC_READS, formatMethodAndPath, async (operation) => {
      const answer = await anonymous.get(operation);
      if (isSuccess(answer) && containsData(answer)) return pass(answer);
      return fail({ expected: 'a success with data, without a key', actual: answer });
    }),
});
