import type { Bindings } from './bindings.ts';
import { createClient, NoAnswer } from './client.ts';
import { infer } from './inference/infer.ts';
import { type LineOptions, lineTo, secretsOf } from './line.ts';
import type { Redactor } from './redaction.ts';
import type { RunOptions } from './runner.ts';

/** What was found out about a target, or why nothing could be. */
export type Inferred =
  | { readonly bindings: Bindings; readonly requests: number; readonly redact: Redactor }
  | { readonly problem: string };

type InferOptions = LineOptions & Pick<RunOptions, 'keys' | 'addedHeaders'>;

/**
 * Finds out where the service at `target` keeps what the documented interface names only in words. It only reads: some
 * forty requests, and about ten more for each key. Never throws for what the target does.
 */
export async function inferBindings(options: InferOptions): Promise<Inferred> {
  const line = lineTo(options);
  const client = createClient({
    baseUrl: options.target.replace(/\/+$/, ''),
    keys: options.keys,
    transport: line.transport,
    addedHeaders: options.addedHeaders ?? [],
    secrets: secretsOf(options.network?.proxy),
    ...(options.wait === undefined ? {} : { wait: options.wait }),
  });
  const session = client.session();
  try {
    const bindings = await infer(session, options.keys.keys());
    const opened = session.trail.some(({ operation, status }) => operation === 'listTransactions' && status < 300);
    if (!opened) return { problem: 'no key opens the list of transactions, from which everything else is found' };
    return { bindings, requests: session.trail.length, redact: client.redact };
  } catch (thrown) {
    if (thrown instanceof NoAnswer) return { problem: thrown.message };
    throw thrown;
  } finally {
    await line.close();
  }
}
