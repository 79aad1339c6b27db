import { afterEach, beforeEach, expect, test } from 'vitest';
import { type NewFaultRule, type Sandbox, SandboxRefusal, startSandbox } from './index.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ port: false });
});
afterEach(() => sandbox.close());

const read = () => sandbox.fetch('/v1/portal', { headers: { 'X-API-Key': sandbox.keys.usr_nw_admin ?? '' } });

test('adds, lists and clears rules', async () => {
  const rule: NewFaultRule = { nth: [1], effect: { type: 'status', status: 503 } };
  const { fault_id: faultId } = await sandbox.faults.add(rule);
  expect([(await read()).status, (await read()).status]).toEqual([503, 200]);
  expect(await sandbox.faults.list()).toEqual([{ fault_id: faultId, ...rule, matched_count: 2, applied_count: 1 }]);
  await sandbox.faults.clear(faultId);
  expect(await sandbox.faults.list()).toEqual([]);
});

test('replaces all rules, or none if one is not valid', async () => {
  await sandbox.faults.play([{ effect: { type: 'body_cut' } }, { effect: { type: 'stale_etag' } }]);
  await expect(sandbox.faults.play([{ effect: { type: 'delay' } }])).rejects.toThrow(SandboxRefusal);
  expect(await sandbox.faults.list()).toHaveLength(2);
  await sandbox.faults.clear();
  expect((await read()).status).toBe(200);
});

test.each(['before_head', 'within_head'] as const)('rejects a request whose connection is reset %s', async (at) => {
  await sandbox.faults.add({ effect: { type: 'connection_reset', at } });
  await expect(read()).rejects.toThrow();
});

test.each([{ type: 'connection_reset', at: 'after_head' }, { type: 'body_cut' }] as const)(
  'rejects the body of a response whose connection ends early: %j',
  async (effect) => {
    await sandbox.faults.add({ effect });
    const response = await read();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  },
);
