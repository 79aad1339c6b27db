import { startSandbox } from '../../bin/library/index.ts';
import { fetchTransport } from '../../conformance/http/fetch-transport.ts';
import type { Transport } from '../../conformance/index.ts';
import {
  behindProxy,
  type CorrectTarget,
  type FaultyTarget,
  faultyTargets,
  honestCorrectTarget,
  mutants,
} from '../../conformance/lab/matrix/index.ts';
import { contract } from '../../spec/index.ts';

/** A correct service, the contract that a peer is given of it, and what is broken in it. */
export interface Family {
  readonly subject: CorrectTarget;
  /** The key of somebody who may do everything. */
  readonly key: string;
  readonly document: unknown;
  readonly broken: readonly FaultyTarget[];
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
    return fetchTransport((request) => running.fetch(request));
  },
};

/**
 * The sandbox, behind all proxies of the kit: its small target keeps no contract that a peer could be given. And the
 * services of other shapes, with their faults and the document that they publish.
 */
export async function families(): Promise<readonly Family[]> {
  const others = [...new Set(faultyTargets.map(({ correctTarget: subject }) => subject))].filter(
    (subject) => subject !== honestCorrectTarget,
  );
  return [
    familyOf(
      sandbox,
      contract,
      mutants.map((mutant) => behindProxy(sandbox, mutant)),
    ),
    ...(await Promise.all(
      others.map(async (subject) =>
        familyOf(
          subject,
          await publishedBy(subject, await subject.open()),
          faultyTargets.filter((one) => one.correctTarget === subject),
        ),
      ),
    )),
  ];
}

function familyOf(subject: CorrectTarget, document: unknown, broken: readonly FaultyTarget[]): Family {
  const [key] = subject.keys.values();
  if (key === undefined) throw new Error(`${subject.name} has no key`);
  return { subject, key, document, broken };
}

async function publishedBy({ address }: CorrectTarget, carry: Transport): Promise<unknown> {
  const url = `${address}/v1/integrations/public-openapi.json`;
  const { body } = await carry({ method: 'GET', url, headers: [] });
  return JSON.parse(Buffer.from(body).toString());
}
