import { expect, test } from 'vitest';
import { HONEST_KEYS, honestTarget } from '../../../lab/targets/honest-target.ts';
import { run } from '../../engine/runner.ts';
import type { Transport } from '../../http/client.ts';
import { checks } from '../index.ts';

const runAndListChoices = async (transport: Transport) => {
  const { choices = [] } = await run({
    target: 'http://target.test',
    keys: HONEST_KEYS,
    checks: checks.filter(({ id }) => id === 'filters/odd-values-do-not-fail'),
    transport,
  });
  return new Map(choices.map(({ id, reading, evidence }) => [id, { reading, evidence }]));
};

/** Rejects ids in a filter that do not have the expected format. */
const refuseOtherForms =
  (form: RegExp): Transport =>
  async (request) => {
    const requested =
      new URL(request.url).searchParams.get('terminal_id') ?? new URL(request.url).searchParams.get('group_id');
    if (requested === null || form.test(requested)) return honestTarget()(request);
    return { status: 400, headers: [['Content-Type', 'application/json']], body: Buffer.from('{"status":400}') };
  };

test('distinguishes an unknown id from a malformed one', async () => {
  const choices = await runAndListChoices(refuseOtherForms(/^([A-Z]{2}\d{6}|grp_[a-z]+)$/));
  expect(choices.get('filters.unknown_terminal')?.reading).toBe('no rows');
  expect(choices.get('filters.unknown_group')?.reading).toBe('no rows');
  expect(choices.get('filters.ill_formed_id')?.reading).toBe('a refusal (400)');
});

test('records no choice about unknown terminals if the made-up id exists', async () => {
  const open: Transport = async (request) => {
    const response = await honestTarget()(request);
    const isStatus = request.url.includes('/status-monitoring');
    return isStatus && response.status === 404
      ? { ...response, status: 200, body: Buffer.from('{"terminal_id":"any","state":"online"}') }
      : response;
  };
  const choices = await runAndListChoices(open);
  expect(choices.has('filters.unknown_terminal')).toBe(false);
  expect(choices.has('filters.unknown_group')).toBe(true);
});
