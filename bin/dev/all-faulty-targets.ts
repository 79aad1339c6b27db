import { fetchTransport } from '../../conformance/http/fetch-transport.ts';
import type { Transport } from '../../conformance/index.ts';
import {
  behindProxy,
  type FaultyTarget,
  faultyTargets,
  mutants,
  type Subject,
  subjects,
  wantsWholeContract,
} from '../../conformance/lab/matrix/index.ts';
import { type MisbehaviourName, misbehaviours } from '../../server/handlers/sandbox/misbehaviours.ts';
import { type RunningSandbox, startSandbox } from '../library/start-sandbox.ts';

/** A key that may write, a read-only key, a sub-account key and a key of another tenant. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['admin', 'sbx-northway-admin'],
  ['auditor', 'sbx-northway-audit'],
  ['harbor', 'sbx-harbor-admin'],
  ['redline', 'sbx-redline-admin'],
]);

/** The sandbox of this package, run in this process without a port. */
const sandboxAsSubject: Subject = {
  name: 'sandbox',
  address: 'http://sandbox.invalid',
  keys: KEYS,
  open: async (seed) => carriedBy(await startSandbox({ port: false, ...(seed === undefined ? {} : { seed }) })),
};

/** The topics whose checks must fail for each misbehaviour of the sandbox. */
const NOTICED_BY: Readonly<Record<MisbehaviourName, readonly string[]>> = {
  dispute_reviewer_too_early: ['disputes', 'contract'],
  emv_always_present: ['transactions', 'contract'],
  feed_as_text_xml: ['feeds'],
  filter_ignored_when_combined: ['filters'],
  foreign_id_forbidden: ['scope'],
  limit_off_by_one: ['limit'],
  sort_as_text: ['sort'],
  summary_over_the_page: ['transactions', 'choices', 'contract'],
};

/** The sandbox with each of its misbehaviours, and behind each proxy mutant that needs the whole contract. */
const sandboxSpecimens: readonly FaultyTarget[] = [
  ...mutants.filter(wantsWholeContract).map((mutant) => behindProxy(sandboxAsSubject, mutant)),
  ...(Object.entries(NOTICED_BY) as [MisbehaviourName, readonly string[]][]) // entries of a literal
    .map(
      ([name, expects]): FaultyTarget => ({
        id: `sandbox/${name}`,
        title: misbehaviours[name].replace(/\.$/, ''),
        subject: sandboxAsSubject,
        expects,
        expectsAll: false,
        isSubtle: false,
        open: () => misbehaving(name),
      }),
    ),
];

/** Every faulty target of this package. */
export const allFaultyTargets: readonly FaultyTarget[] = [...faultyTargets, ...sandboxSpecimens];

/** Every correct target of this package. */
export const allSubjects: readonly Subject[] = [...subjects, sandboxAsSubject];

async function misbehaving(name: MisbehaviourName): Promise<Transport> {
  const sandbox = await startSandbox({ port: false });
  const switched = await sandbox.fetch(
    new Request(`${sandbox.url}/sandbox/misbehaviours/${name}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${sandbox.operatorToken}` },
      body: JSON.stringify({ is_on: true }),
    }),
  );
  if (!switched.ok) throw new Error(`the sandbox does not know the misbehaviour ${name}: ${switched.status}`);
  return carriedBy(sandbox);
}

const carriedBy = (sandbox: RunningSandbox): Transport => fetchTransport((request) => sandbox.fetch(request));
