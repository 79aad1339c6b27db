import { type Capabilities, check } from '../../engine/check.ts';
import type { Principal } from '../../engine/principals.ts';
import { listIds } from '../../engine/reading.ts';
import { addRemedy, fail, forEach, pass, untestable, type Verdict } from '../../engine/verdict.ts';
import {
  type AcceptedWrite,
  createFreshBody,
  findAcceptedWrite,
  readAllDisputes,
  readWritePermission,
  WRITES,
  type Write,
  type WriteContext,
} from '../../engine/writing.ts';
import type { Caller } from '../../http/client.ts';
import { findRefusalFault } from '../../oracles/refusal.ts';
import { formatMethodAndPath } from './credentials.ts';

interface Refused {
  readonly caller: Caller;
  /** Rows that the body may refer to, so that the body itself is valid. */
  readonly sees?: Principal['sees'];
}

/**
 * Checks that each write is refused to `outsider`. First an authorised key sends the write: until a body is accepted, a
 * refusal may be about the body. The second body names another transaction, because a repetition may be refused as
 * well. After the refusal, the check verifies that nothing was created.
 */
const expectEveryWriteRefused = (
  context: WriteContext,
  refusedFor: (write: Write) => readonly Refused[],
  missing: string,
): Promise<Verdict> =>
  forEach(WRITES, formatMethodAndPath, async (write) => {
    const refused = refusedFor(write);
    if (refused.length === 0) return addRemedy(untestable(missing), { kind: 'read-only-key' });
    const accepted = await findAcceptedWrite(context, write);
    if (accepted === undefined)
      return addRemedy(untestable(`no key may call ${formatMethodAndPath(write)}, so a refusal proves nothing`), {
        kind: 'writing-key',
      });
    return forEach(
      refused,
      ({ caller }) => caller.name,
      (one) => expectWriteRefused(context, accepted, one),
    );
  });

async function expectWriteRefused(
  { bindings }: WriteContext,
  accepted: AcceptedWrite,
  { caller, sees }: Refused,
): Promise<Verdict> {
  const { write } = accepted;
  const rows = sees?.transactions.filter(({ id }) => accepted.writer.sees.transactions.some((row) => row.id === id));
  const { body } = await createFreshBody(accepted, bindings, rows?.length === 0 ? sees?.transactions : rows);
  const before = write === 'createDispute' ? await readAllDisputes(accepted.writer, bindings) : undefined;
  const probe = await caller.send(write, {}, { body });
  const expected = 'a refusal: writing needs more privilege than reading';
  const fault = findRefusalFault({ control: accepted.control, probe, expected });
  if (fault !== undefined) return fault;
  if (before === undefined) return pass(accepted.control, probe);
  const after = await readAllDisputes(accepted.writer, bindings);
  const known = new Set(listIds(before));
  const fresh = after?.rows.filter(({ id }) => !known.has(id)) ?? [];
  if (after === undefined || fresh.length === 0) return pass(accepted.control, probe);
  return fail(
    {
      expected: 'a refusal that changes nothing',
      actual: probe,
      saw: `the dispute ${fresh[0]?.id} was created`,
    },
    before.exchange,
    after.exchange,
  );
}

export const writesNeedAKey = check({
  id: 'auth/writes-need-a-key',
  title: 'No write path accepts a request without a key or with an unknown key',
  clause: 'auth.required',
  covers: ['service.write_paths', 'settlements.derive', 'disputes.create'],
  level: 'must',
  needs: ['readers', 'anonymous', 'stranger', 'bindings', 'writes'],
  run: (context) =>
    expectEveryWriteRefused(context, () => [{ caller: context.anonymous }, { caller: context.stranger }], ''),
});

export const writesNeedPrivilege = check({
  id: 'auth/writes-need-more-privilege',
  title: 'A read-only key, according to its portal or the config, cannot write',
  clause: 'access.writes_privileged',
  level: 'must',
  needs: ['readers', 'bindings', 'writes'],
  async run(context) {
    const declined = new Map<Write, Refused[]>();
    for (const write of WRITES) declined.set(write, await listReadersWithoutPermission(context, write));
    const missing =
      'no portal marks its key as read-only; add the key of a read-only role, and list it under ' +
      'bindings.writes.read_only_keys in the config if its portal does not state this';
    return expectEveryWriteRefused(context, (write) => declined.get(write) ?? [], missing);
  },
});

async function listReadersWithoutPermission(
  { readers, bindings }: Pick<Capabilities, 'readers' | 'bindings'>,
  write: Write,
): Promise<Refused[]> {
  const declined: Refused[] = [];
  for (const reader of readers) {
    if ((await readWritePermission(reader, bindings, write)) === false)
      declined.push({ caller: reader, sees: reader.sees });
  }
  return declined;
}
