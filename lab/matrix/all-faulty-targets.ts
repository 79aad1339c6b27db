import { omitUndefined } from '../../base/omit-undefined.ts';
import { type RunningSandbox, startSandbox } from '../../bin/library/start-sandbox.ts';
import { createFetchTransport } from '../../conformance/http/transport/fetch-transport.ts';
import type { Transport } from '../../conformance/index.ts';
import { type MisbehaviourName, misbehaviours } from '../../server/handlers/sandbox/state/misbehaviours.ts';
import {
  type CorrectTarget,
  correctTargets,
  createProxiedTarget,
  type FaultyTarget,
  faultyTargets,
  mutants,
  needsWholeContract,
} from './index.ts';

/** A key that may write, a read-only key, a sub-account key and a key of another tenant. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['admin', 'sbx-northway-admin'],
  ['auditor', 'sbx-northway-audit'],
  ['harbor', 'sbx-harbor-admin'],
  ['redline', 'sbx-redline-admin'],
]);

/** The sandbox of this package, run in this process without a port. */
const sandboxTarget: CorrectTarget = {
  name: 'sandbox',
  address: 'http://sandbox.invalid',
  keys: KEYS,
  open: async (seed) => toTransport(await startSandbox({ port: false, ...omitUndefined({ seed }) })),
};

/**
 * The topics whose checks must fail for each misbehaviour of the sandbox. `summary_over_the_page` is none: the document does not define
 * which rows the totals cover.
 */
const EXPECTED_TOPICS: Readonly<Partial<Record<MisbehaviourName, readonly string[]>>> = {
  dispute_reviewer_too_early: ['disputes', 'contract'],
  emv_always_present: ['transactions', 'contract'],
  feed_as_text_xml: ['feeds'],
  filter_ignored_when_combined: ['filters'],
  foreign_id_forbidden: ['scope'],
  limit_off_by_one: ['limit'],
  sort_as_text: ['sort'],
};

/** The sandbox with each of its misbehaviours, and behind each proxy mutant that needs the whole contract. */
const faultySandboxes: readonly FaultyTarget[] = [
  ...mutants.filter(needsWholeContract).map((mutant) => createProxiedTarget(sandboxTarget, mutant)),
  ...(Object.entries(EXPECTED_TOPICS) as [MisbehaviourName, readonly string[]][]) // entries of a literal
    .map(
      ([name, expects]): FaultyTarget => ({
        id: `sandbox/${name}`,
        title: misbehaviours[name].replace(/\.$/, ''),
        correctTarget: sandboxTarget,
        expects,
        expectsAll: false,
        isSubtle: false,
        open: () => startMisbehavingSandbox(name),
      }),
    ),
];

/** Every faulty target of this package. */
export const allFaultyTargets: readonly FaultyTarget[] = [...faultyTargets, ...faultySandboxes];

/** Every correct target of this package. */
export const allCorrectTargets: readonly CorrectTarget[] = [...correctTargets, sandboxTarget];

async function startMisbehavingSandbox(name: MisbehaviourName): Promise<Transport> {
  const sandbox = await startSandbox({ port: false });
  const switched = await sandbox.fetch(
    new Request(`${sandbox.url}/sandbox/misbehaviours/${name}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${sandbox.operatorToken}` },
      body: JSON.stringify({ is_on: true }),
    }),
  );
  if (!switched.ok) throw new Error(`the sandbox does not know the misbehaviour ${name}: ${switched.status}`);
  return toTransport(sandbox);
}

const toTransport = (sandbox: RunningSandbox): Transport => createFetchTransport((request) => sandbox.fetch(request));
