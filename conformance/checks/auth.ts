import { type OperationId, operations } from '../../spec/index.ts';
import type { Bindings } from '../bindings.ts';
import { check, type Offers } from '../check.ts';
import { type Caller, type Exchange, isSuccess, type Parameters } from '../client.ts';
import { valueAt } from '../pointers.ts';
import { PROTECTED_READS, type Principal, PUBLIC_READS } from '../principals.ts';
import { faultOfRefusal } from '../refusal.ts';
import { fail, forEach, pass, untestable, type Verdict } from '../verdict.ts';

const pathOf = (operation: OperationId): string => `${operations[operation].method} ${operations[operation].path}`;

/** A key that opens `operation`, with parameters that it opens it with. */
function openerOf(
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

const WRITES = ['deriveSettlements', 'createDispute'] as const;
type Write = (typeof WRITES)[number];
const SLOTS = {
  deriveSettlements: { flag: 'writes.derive_settlements_flag', body: 'writes.derive_settlements_body' },
  createDispute: { flag: 'writes.create_dispute_flag', body: 'writes.create_dispute_body' },
} as const;

/** Asks each write of someone who may do it first: until a body is accepted, a refusal may be about the body. */
const refusesEveryWrite = (
  context: WriteContext,
  refusedFor: (write: Write) => Caller | undefined,
  missing: string,
): Promise<Verdict> =>
  forEach(WRITES, pathOf, async (write) => {
    const refused = refusedFor(write);
    if (refused === undefined) return untestable(missing);
    const accepted = await acceptedWrite(context, write);
    if (accepted === undefined)
      return untestable(`no key was allowed to ${pathOf(write)}, so that a refusal shows nothing`);
    const probe = await refused.send(write, {}, { body: accepted.body });
    const expected = 'a refusal: writing needs a higher privilege than reading';
    return faultOfRefusal({ control: accepted.control, probe, expected }) ?? pass(accepted.control, probe);
  });

type WriteContext = Pick<Offers, 'readers' | 'bindings' | 'writes'>;
const MOST_ATTEMPTS = 8;

async function acceptedWrite(
  { readers, bindings }: WriteContext,
  write: Write,
): Promise<{ readonly control: Exchange; readonly body: unknown } | undefined> {
  const template = JSON.stringify(bindings.need(SLOTS[write].body));
  if (template.includes('{transaction_id}')) bindings.need('transactions.id');
  for (const writer of readers) {
    if (await isDeclined(writer, bindings, write)) continue;
    for (const { id } of writer.sees.transactions.slice(0, MOST_ATTEMPTS)) {
      const body = JSON.parse(template.replaceAll('{transaction_id}', JSON.stringify(id).slice(1, -1)));
      const control = await writer.send(write, {}, { body });
      if (isSuccess(control)) return { control, body };
      if (control.status === 401 || control.status === 403) break;
    }
  }
  return undefined;
}

/** Whether the config or the portal says of this caller that it may not do this. */
async function isDeclined(caller: Caller, bindings: Bindings, write: Write): Promise<boolean> {
  if (bindings.find('writes.read_only_keys')?.includes(caller.name)) return true;
  const flag = bindings.find(SLOTS[write].flag);
  if (flag === undefined) return false;
  const portal = await caller.get('getPortal');
  return isSuccess(portal) && valueAt(portal.json, flag) === false;
}

export const writesNeedAKey = check({
  id: 'auth/writes-need-a-key',
  title: 'No write path answers without a key',
  clause: 'auth.required',
  covers: ['service.write_paths', 'settlements.derive', 'disputes.create'],
  level: 'must',
  needs: ['readers', 'anonymous', 'bindings', 'writes'],
  run: (context) => refusesEveryWrite(context, () => context.anonymous, ''),
});

export const writesNeedPrivilege = check({
  id: 'auth/writes-need-more-privilege',
  title: 'A key that may only read, as its portal or the config says, cannot write',
  clause: 'access.writes_privileged',
  level: 'must',
  needs: ['readers', 'bindings', 'writes'],
  async run(context) {
    const declined = new Map<Write, Caller>();
    for (const write of WRITES) {
      for (const reader of context.readers) {
        if (!declined.has(write) && (await isDeclined(reader, context.bindings, write))) declined.set(write, reader);
      }
    }
    const missing =
      'every key may write, as far as their portals say; give a key of a role that only reads, and name it as ' +
      'bindings.writes.read_only_keys in the config if the portal does not tell';
    return refusesEveryWrite(context, (write) => declined.get(write), missing);
  },
});
