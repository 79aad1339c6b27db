import { startSandbox } from '../../bin/library/index.ts';
import { createFetchTransport } from '../../conformance/http/transport/fetch-transport.ts';
import type { Transport } from '../../conformance/index.ts';
import { contract } from '../../spec/index.ts';
import {
  type CorrectTarget,
  createProxiedTarget,
  type FaultyTarget,
  faultyTargets,
  honestCorrectTarget,
  mutants,
} from '../matrix/index.ts';

/** A correct target, its contract, and its faulty variants. */
export interface TargetFamily {
  readonly subject: CorrectTarget;
  /** The key of a user with all privileges. */
  readonly key: string;
  readonly document: unknown;
  readonly faultyTargets: readonly FaultyTarget[];
}

const KEYS: ReadonlyMap<string, string> = new Map([
  ['admin', 'sbx-northway-admin'],
  ['auditor', 'sbx-northway-audit'],
  ['harbor', 'sbx-harbor-admin'],
  ['redline', 'sbx-redline-admin'],
]);

const sandbox: CorrectTarget = {
  name: 'sandbox',
  address: 'http://sandbox.invalid',
  keys: KEYS,
  open: async () => {
    const running = await startSandbox({ port: false });
    return createFetchTransport((request) => running.fetch(request));
  },
};

/**
 * Returns the sandbox behind all proxies of the kit, because the small target of the kit has no contract; and the services
 * of other shapes, with their faults and published documents.
 */
export async function listFamilies(): Promise<readonly TargetFamily[]> {
  const others = [...new Set(faultyTargets.map(({ correctTarget: subject }) => subject))].filter(
    (subject) => subject !== honestCorrectTarget,
  );
  return [
    createFamily(
      sandbox,
      contract,
      mutants.map((mutant) => createProxiedTarget(sandbox, mutant)),
    ),
    ...(await Promise.all(
      others.map(async (subject) =>
        createFamily(
          subject,
          await readPublishedDocument(subject, await subject.open()),
          faultyTargets.filter((one) => one.correctTarget === subject),
        ),
      ),
    )),
  ];
}

function createFamily(subject: CorrectTarget, document: unknown, broken: readonly FaultyTarget[]): TargetFamily {
  const [key] = subject.keys.values();
  if (key === undefined) throw new Error(`${subject.name} has no key`);
  return { subject, key, document, faultyTargets: broken };
}

async function readPublishedDocument({ address }: CorrectTarget, transport: Transport): Promise<unknown> {
  const url = `${address}/v1/integrations/public-openapi.json`;
  const { body } = await transport({ method: 'GET', url, headers: [] });
  return JSON.parse(Buffer.from(body).toString());
}
