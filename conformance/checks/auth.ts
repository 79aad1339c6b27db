import { type OperationId, operations } from '../../spec/index.ts';
import { check, type Offers } from '../check.ts';
import { type Caller, type Exchange, isSuccess, type Parameters } from '../client.ts';
import { PROTECTED_READS, type Principal, PUBLIC_READS } from '../principals.ts';
import { faultOfRefusal } from '../refusal.ts';
import { fail, forEach, inconclusive, pass, untestable, type Verdict } from '../verdict.ts';

/** A read that a key opened. */
export interface Opened {
  readonly opener: Principal;
  readonly parameters: Parameters;
  readonly control: Exchange;
}

/** `GET /v1/portal`. */
export const pathOf = (operation: OperationId): string =>
  `${operations[operation].method} ${operations[operation].path}`;

/** A key that opened `operation` when the run began, with the parameters and the answer. */
export function openerOf(readers: readonly Principal[], operation: OperationId): Opened | undefined {
  for (const opener of readers) {
    const parameters = opener.sees.reads.get(operation);
    const control = opener.sees.answers.get(operation);
    if (parameters !== undefined && control !== undefined) return { opener, parameters, control };
  }
  return undefined;
}

/** A pass only when the keys still open something at its end: what refuses everyone shows nothing. */
export async function whileKeysOpen([reader]: Offers['readers'], verdict: Verdict): Promise<Verdict> {
  if (verdict.kind !== 'pass') return verdict;
  const after = await reader.get('getPortal');
  if (isSuccess(after)) return { ...verdict, evidence: [...verdict.evidence, after] };
  return inconclusive(`${reader.name} cannot read the portal any more`, after);
}

/** Every protected read was open with a key, is refused to `outsider`, and the key opens as before. */
const refusesOnEveryPath = async (readers: Offers['readers'], outsider: Caller, expected: string): Promise<Verdict> => {
  const verdict = await forEach(PROTECTED_READS, pathOf, async (operation) => {
    const found = openerOf(readers, operation);
    if (found === undefined)
      return untestable(`no key opens ${pathOf(operation)}; give one that does with --key NAME=KEY`);
    const { control, parameters } = found;
    const probe = await outsider.get(operation, parameters);
    return faultOfRefusal({ control, probe, expected }) ?? pass(control, probe);
  });
  return whileKeysOpen(readers, verdict);
};

export const missingKeyIsRefused = check({
  id: 'auth/missing-key-is-refused',
  title: 'No protected path answers without a key',
  clause: 'auth.required',
  covers: ['auth.header'],
  level: 'must',
  needs: ['readers', 'anonymous'],
  run: ({ readers, anonymous }) => refusesOnEveryPath(readers, anonymous, 'a refusal: the request carries no key'),
});

export const unknownKeyIsRefused = check({
  id: 'auth/unknown-key-is-refused',
  title: 'No protected path answers to a key that nobody was given',
  clause: 'auth.required',
  level: 'must',
  needs: ['readers', 'stranger'],
  run: ({ readers, stranger }) => refusesOnEveryPath(readers, stranger, 'a refusal: nobody was given this key'),
});

export const refusalIs401 = check({
  id: 'auth/missing-key-is-401',
  title: 'A request without a key is answered 401, with a challenge',
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
  title: 'The public paths answer without a key',
  clause: 'auth.public',
  level: 'must',
  needs: ['anonymous'],
  run: ({ anonymous }) =>
    forEach(PUBLIC_READS, pathOf, async (operation) => {
      const answer = await anonymous.get(operation);
      if (isSuccess(answer) && answer.bytes.length > 0) return pass(answer);
      return fail({ expected: 'a success with a body, without a key', actual: answer });
    }),
});
