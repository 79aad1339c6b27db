import { omitUndefined } from '../../base/omit-undefined.ts';
import { type ClientSession, createClient, isSuccess, NoResponse } from '../http/client.ts';
import type { Redactor } from '../http/redaction.ts';
import type { Bindings } from '../slots/bindings.ts';
import { inferFromSession } from '../slots/inference/infer.ts';
import type { Slot } from '../slots/slots.ts';
import { explainUnreadable } from './discover-service.ts';
import { findExampleValues } from './example-values.ts';
import type { RunOptions } from './run-options.ts';
import { listProxySecrets, openTargetTransport, type TargetTransportOptions } from './target-transport.ts';

/** The inferred bindings of a target, or the reason why inference failed. */
export type InferenceResult =
  | {
      readonly bindings: Bindings;
      /** Whether the target publishes a readable OpenAPI document. */
      readonly isPublished: boolean;
      readonly requests: number;
      /** A redacted value at the place of each binding that points into a response. */
      readonly examples: ReadonlyMap<Slot, string>;
      readonly redact: Redactor;
    }
  | { readonly problem: string };

type InferOptions = TargetTransportOptions & Pick<RunOptions, 'keys' | 'addedHeaders'>;

/**
 * Infers where the service at `target` stores the values that the document names only in words. Sends only reads: about
 * forty requests, plus about ten for each key. Returns a `problem` instead of throwing if the target misbehaves.
 *
 * @example
 * const inferred = await inferBindings({ target, keys });
 */
export async function inferBindings(options: InferOptions): Promise<InferenceResult> {
  const line = openTargetTransport(options);
  const client = createClient({
    baseUrl: options.target.replace(/(?<!\/)\/+$/, ''),
    keys: options.keys,
    transport: line.transport,
    addedHeaders: options.addedHeaders ?? [],
    secrets: listProxySecrets(options.network?.proxy),
    ...omitUndefined({ wait: options.wait }),
  });
  const session = client.session({ mayFail: true });
  try {
    const bindings = await inferFromSession(session, options.keys.keys());
    const read = session.exchanges.filter((one) => isSuccess(one) && typeof one.json === 'object' && one.json !== null);
    if (!read.some(({ operation }) => operation === 'listTransactions'))
      return { problem: client.redact(explainFailure(session, options.keys)) };
    const isPublished = read.some(({ operation, json }) => operation === 'getPublicOpenapi' && 'paths' in Object(json));
    const { redact } = client;
    const examples = findExampleValues(bindings.entries, read, redact);
    return { bindings, isPublished, requests: session.exchanges.length, examples, redact };
  } catch (thrown) {
    if (thrown instanceof NoResponse) return { problem: thrown.message };
    throw thrown;
  } finally {
    await line.close();
  }
}

/** Returns why inference failed: no key can list transactions, which all other inference depends on. */
function explainFailure({ exchanges }: ClientSession, keys: ReadonlyMap<string, string>): string {
  const [name] = keys.keys();
  const list = exchanges.find(({ operation }) => operation === 'listTransactions');
  return (list && explainUnreadable(list, name)) ?? 'needs a key that can list transactions';
}
