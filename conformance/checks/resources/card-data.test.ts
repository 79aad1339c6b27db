import { expect, test } from 'vitest';
import { HONEST_KEYS, honestTarget } from '../../../lab/targets/honest-target.ts';
import { run } from '../../engine/runner.ts';
import type { Transport } from '../../http/client.ts';
import { checks } from '../index.ts';

/** Returns the outcome of the search for card numbers in a target that adds a header to each response. */
async function judgeHeader(name: string, value: string): Promise<string | undefined> {
  const honest = honestTarget();
  const transport: Transport = async (request) => {
    const response = await honest(request);
    return { ...response, headers: [...response.headers, [name, value]] };
  };
  const { results } = await run({
    target: 'http://target.test',
    keys: HONEST_KEYS,
    transport,
    checks: checks.filter(({ id }) => id === 'card-data/no-card-number'),
  });
  return results[0]?.outcome;
}

test.each(['X-Request-Id', 'X-Correlation-ID', 'trace-id'])('the digits of %s are no card number', async (name) => {
  expect(await judgeHeader(name, '4111111111111111')).toBe('pass');
});

test('a number in another header is one', async () => {
  expect(await judgeHeader('X-Account', '4111111111111111')).toBe('fail');
});
