import { expect, test } from 'vitest';
import { NoResponse, type NoResponseCode } from '../client.ts';
import { withCircuitBreaker } from './circuit-breaker.ts';

const REQUEST = { method: 'GET', url: 'http://target.test/', headers: [] };

/** Returns whether a target counts as dead after many responses of this kind. */
async function diesOf(code: NoResponseCode): Promise<boolean> {
  const { transport, isDead } = withCircuitBreaker(() => Promise.reject(new NoResponse(code, 'no response')));
  for (let turn = 0; turn < 8; turn += 1) await transport(REQUEST).catch(() => undefined);
  return isDead();
}

test.each(['too-large', 'cut', 'undecodable'] as const)('any response proves life: %s', async (code) => {
  expect(await diesOf(code)).toBe(false);
});

test.each(['timeout', 'unreachable', 'broken'] as const)(
  'a target without responses counts as dead: %s',
  async (code) => {
    expect(await diesOf(code)).toBe(true);
  },
);
