import { expect, test } from 'vitest';
import { HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';
import { checks } from '../checks/index.ts';
import { run } from './runner.ts';

test('each check reports how many of the visible items it read by id, also those with a fixed number of them', async () => {
  const ids = ['scope/active-terminals-open', 'limit/keeps-the-top-rows'];
  const { results, keys } = await run({
    target: 'http://target.test',
    keys: HONEST_KEYS,
    transport: honestTarget(),
    checks: checks.filter(({ id }) => ids.includes(id)),
    depth: 'thorough',
  });
  const most = Math.max(...keys.map(({ terminals }) => terminals));
  const sampledBy = (id: string) => results.find((one) => one.id === id)?.sampled;
  for (const id of ids.slice(0, 1)) {
    expect(sampledBy(id)).toEqual([expect.objectContaining({ of: 'terminals', tested: expect.any(Number) })]);
    expect(sampledBy(id)?.[0]?.total).toBeGreaterThanOrEqual(most);
    expect(sampledBy(id)?.[0]?.tested).toBeLessThan(sampledBy(id)?.[0]?.total ?? 0);
  }
  expect(sampledBy('limit/keeps-the-top-rows')).toEqual([]);
});
