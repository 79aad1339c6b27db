import { type OperationId, operations } from '../../spec/index.ts';
import { check } from '../check.ts';
import { type Caller, isSuccess, type Parameters } from '../client.ts';
import { PROTECTED_READS, type Principal, PUBLIC_READS } from '../principals.ts';
import { faultOfRefusal } from '../refusal.ts';
import { fail, forEach, pass, untestable, type Verdict } from '../verdict.ts';

/** `GET /v1/portal`. */
export const pathOf = (operation: OperationId): string =>
  `${operations[operation].method} ${operations[operation].path}`;

/** A key that opens `operation`, with parameters that it opens it with. */
export function openerOf(
  readers: readonly Principal[],
  operation: OperationId,
): { readonly opener: Principal; readonly parameters: Parameters } | undefined {
  for (const opener of readers) {
    const parameters = opener.sees.reads.get(operation);
    if (parameters !== undefined) return { opener, parameters };
  }
  return undefined;
}

/** Every protected read is open with a key, refused to `outsider`, and open with the key again. */
const refusesOnEveryPath = (readers: readonly Principal[], outsider: Caller, expected: string): Promise<Verdict> =>
  forEach(PROTECTED_READS, pathOf, async (operation) => {
    const found = openerOf(readers, operation);
    if (found === undefined)
      return untestable(`no key opens ${pathOf(operation)}; give one that does with --key NAME=KEY`);
    const control = await found.opener.get(operation, found.parameters);
    if (!isSuccess(control)) return untestable(`${found.opener.name} cannot read it any more`, control);
    const probe = await outsider.get(operation, found.parameters);
    return faultOfRefusal({ control, probe, expected }) ?? pass(control, probe);
  });

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
