import { describe, expect, test, vi } from 'vitest';
import { collectGarbage } from '../../base/testing/collect-garbage.ts';
import { PostgresRequestLog } from '../../server/http/streams/postgres-request-log.ts';
import { createTestDatabase, hasPostgres } from '../../server/storage/postgres/testing/test-database.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { startSandbox } from './start-sandbox.ts';

const operate = { Authorization: 'Bearer opr-for-tests-of-storage' };

describe.skipIf(!hasPostgres)('two replicas', () => {
  test('keep nothing in memory of a workspace that one of them deleted', async () => {
    const database = await createTestDatabase();
    const options = { port: false, database, operatorToken: 'opr-for-tests-of-storage' } as const;
    const [a, b] = await Promise.all([startSandbox(options), startSandbox(options)]);
    const made = await a.fetch(
      new Request('http://sandbox.invalid/sandbox/workspaces', {
        ...{ method: 'POST', headers: { ...operate, 'Content-Type': 'application/json' }, body: '{}' },
      }),
    );
    const { workspace_id, api_keys } = (await made.json()) as SandboxSchemas['CreatedWorkspace']; // validated by the sandbox
    const read = new Request('http://sandbox.invalid/v1/portal', {
      headers: { 'X-API-Key': api_keys[0]?.api_key ?? '' },
    });
    const recorded = vi.spyOn(PostgresRequestLog.prototype, 'record'); // each open world has one log
    for (const replica of [a, b]) expect((await replica.fetch(read.clone())).status).toBe(200);
    await vi.waitFor(() => expect(recorded).toHaveBeenCalledTimes(2)); // after the response was sent
    const logs = recorded.mock.contexts.map((log) => new WeakRef(log as PostgresRequestLog)); // the method is called on one
    recorded.mockClear(); // it refers to the logs
    recorded.mockRestore();
    expect(logs.map((log) => log.deref() === undefined)).toEqual([false, false]);
    expect(logs[0]?.deref() === logs[1]?.deref()).toBe(false);
    await a.fetch(
      new Request(`http://sandbox.invalid/sandbox/workspaces/${workspace_id}`, { method: 'DELETE', headers: operate }),
    );
    await vi.waitFor(
      async () => {
        await collectGarbage();
        expect(logs.map((log) => log.deref() === undefined)).toEqual([true, true]);
      },
      { timeout: 30_000, interval: 500 },
    );
    await Promise.all([a.close(), b.close()]);
  });
});
