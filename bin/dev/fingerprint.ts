import { createHash } from 'node:crypto';
import { tenants } from '../../fixtures/index.ts';
import { type OperationId, operations } from '../../spec/index.ts';
import { startSandbox } from '../library/start-sandbox.ts';

/*
 * Computes one hash over the replies of a sandbox: every read operation with every key, with the ids from the lists.
 * Equal seeds give equal hashes, in any process and on any Node.js version from 24 on. Usage: node bin/dev/fingerprint.ts [seed [tenant ...]]
 */

/** Maximum number of ids per placeholder and key. */
const IDS_EACH = 6;

export interface Fingerprint {
  readonly requests: number;
  readonly sha256: string;
}

/** The public URL of sandboxes whose replies are compared: some replies contain it. */
export const COMPARED_URL = 'https://sandbox.example';

/** The cursor secret of sandboxes whose replies are compared. The default is random per process. */
export const COMPARED_SECRET = 'compared sandboxes';

/** Returns the fingerprint of all tenants, or of the given ones. */
export async function computeFingerprint(seed: number, tenantIds?: readonly string[]): Promise<Fingerprint> {
  const sandbox = await startSandbox({ port: 0, seed, publicUrl: COMPARED_URL, cursorSecret: COMPARED_SECRET });
  try {
    return await computeFingerprintAt(sandbox.url, tenantIds);
  } finally {
    await sandbox.close();
  }
}

/** Returns the fingerprint of the sandbox at `url`. */
export async function computeFingerprintAt(url: string, tenantIds?: readonly string[]): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let requests = 0;
  const request = async (path: string, key: string): Promise<string> => {
    const response = await fetch(url + path, { headers: { 'X-API-Key': key, 'Accept-Encoding': 'identity' } });
    const text = await response.text();
    requests += 1;
    const isRefusal = response.status >= 400;
    hash.update(`${path} ${key} ${response.status} ${response.headers.get('etag') ?? ''}\n${isRefusal ? '' : text}\n`);
    return text;
  };
  for (const { users } of tenants.filter(({ tenantId }) => tenantIds?.includes(tenantId) ?? true)) {
    for (const { key } of users.flatMap(({ keys }) => keys)) {
      const ids = new Map<string, Set<string>>();
      for (const path of listReadPaths(false)) collectIds(await request(path, key), ids);
      for (const path of listReadPaths(true)) {
        const [placeholder = '', name = ''] = /\{(\w+)\}/.exec(path) ?? [];
        for (const id of [...(ids.get(name) ?? [])].slice(0, IDS_EACH))
          await request(path.replace(placeholder, id), key);
      }
    }
  }
  return { requests, sha256: hash.digest('hex') };
}

function listReadPaths(withId: boolean): readonly string[] {
  return (Object.keys(operations) as OperationId[])
    .map((id) => operations[id])
    .filter(({ method, path }) => method === 'GET' && path.includes('{') === withId)
    .map(({ path }) => (path === '/v1/transactions' ? `${path}?limit=200&sort_by=amt_comp` : path));
}

function collectIds(text: string, ids: Map<string, Set<string>>): void {
  for (const [, name = '', id = ''] of text.matchAll(/"(terminal_id|transaction_id|connector_id)":"([\w-]+)"/g))
    ids.set(name, (ids.get(name) ?? new Set()).add(id));
}

if (import.meta.main) {
  const [seed = '1', ...tenantIds] = process.argv.slice(2);
  const { requests, sha256 } = await computeFingerprint(Number(seed), tenantIds.length === 0 ? undefined : tenantIds);
  process.stdout.write(`${sha256}  ${requests} requests, Node.js ${process.versions.node}\n`);
}
