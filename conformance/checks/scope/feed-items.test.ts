import { expect, test } from 'vitest';
import { mutants } from '../../../lab/mutants/index.ts';
import { HONEST_KEYS, honestTarget } from '../../../lab/targets/honest-target.ts';
import { run } from '../../engine/runner.ts';
import type { Transport } from '../../http/client.ts';
import { listsShowNothingForeign } from './lists.ts';

const CHECK = listsShowNothingForeign.filter(({ id }) => id === 'scope/account-feed-shows-nothing-foreign');

/** Replaces the ids of terminals by ids of six digits, which may be other numbers too. */
const useDigits =
  (transport: Transport): Transport =>
  async (request) => {
    const url = request.url.replaceAll(/\b41(\d{4})\b/g, 'EA00$1').replaceAll(/\b52(\d{4})\b/g, 'WE00$1');
    const response = await transport({ ...request, url });
    const text = Buffer.from(response.body)
      .toString()
      .replaceAll(/EA00(?=\d{4})/g, '41')
      .replaceAll(/WE00(?=\d{4})/g, '52');
    const headers = response.headers.filter(([name]) => name !== 'Content-Length');
    return { ...response, headers, body: Buffer.from(text) };
  };

test('an item of the feed of a hidden terminal is found by that feed', async () => {
  const mutant = mutants.find(({ kills }) => kills.includes('scope/account-feed-shows-nothing-foreign'));
  if (mutant === undefined) throw new Error('no mutant shows a foreign item in the account feed');
  const judge = async (transport: Transport) => {
    const { results } = await run({ target: 'http://target.test', keys: HONEST_KEYS, checks: CHECK, transport });
    return results.map(({ outcome }) => outcome);
  };
  expect(await judge(useDigits(mutant.alter(honestTarget())))).toEqual(['fail']);
  expect(await judge(useDigits(honestTarget()))).not.toEqual(['fail']);
});
