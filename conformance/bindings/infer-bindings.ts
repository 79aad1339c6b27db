import { obstacleOf } from '../engine/discover-service.ts';
import type { RunOptions } from '../engine/runner.ts';
import { createClient, isSuccess, NoAnswer, type Session } from '../http/client.ts';
import type { Redactor } from '../http/redaction.ts';
import { openTargetTransport, secretsOf, type TargetTransportOptions } from '../http/target-transport.ts';
import type { Bindings } from './bindings.ts';
import { infer } from './inference/infer.ts';

/** What was found out about a target, or why nothing could be. */
export type Inferred =
  | {
      readonly bindings: Bindings;
      /** Whether the target publishes an OpenAPI document that can be read. */
      readonly isPublished: boolean;
      readonly requests: number;
      readonly redact: Redactor;
    }
  | { readonly problem: string };

type InferOptions = TargetTransportOptions & Pick<RunOptions, 'keys' | 'addedHeaders'>;

/**
 * Finds out where the service at `target` keeps what the documented interface names only in words. It only reads: some
 * forty requests, and about ten more for each key. Never throws for what the target does.
 */
export async function inferBindings(options: InferOptions): Promise<Inferred> {
  const line = openTargetTransport(options);
  const client = createClient({
    baseUrl: options.target.replace(/(?<!\/)\/+$/, ''),
    keys: options.keys,
    transport: line.transport,
    addedHeaders: options.addedHeaders ?? [],
    secrets: secretsOf(options.network?.proxy),
    ...(options.wait === undefined ? {} : { wait: options.wait }),
  });
  const session = client.session();
  try {
    const bindings = await infer(session, options.keys.keys());
    const read = session.trail.filter((one) => isSuccess(one) && typeof one.json === 'object' && one.json !== null);
    if (!read.some(({ operation }) => operation === 'listTransactions'))
      return { problem: client.redact(obstacleIn(session, options.keys)) };
    const isPublished = read.some(({ operation, json }) => operation === 'getPublicOpenapi' && 'paths' in Object(json));
    return { bindings, isPublished, requests: session.trail.length, redact: client.redact };
  } catch (thrown) {
    if (thrown instanceof NoAnswer) return { problem: thrown.message };
    throw thrown;
  } finally {
    await line.close();
  }
}

/** Why nothing can be found: no key opened the list of transactions, from which everything else is found. */
function obstacleIn({ trail }: Session, keys: ReadonlyMap<string, string>): string {
  const [name] = keys.keys();
  const list = trail.find(({ operation }) => operation === 'listTransactions');
  return (list && obstacleOf(list, name)) ?? 'needs a key that can list transactions';
}
