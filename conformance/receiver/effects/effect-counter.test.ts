import { expect, test } from 'vitest';
import { serveHttp } from '../../testing/serve.ts';
import { createEffectCounter } from './effect-counter.ts';

async function countEffects(status: number, text: string): Promise<number | readonly string[]> {
  const target = await serveHttp((_, outgoing) => outgoing.writeHead(status).end(text));
  try {
    return await createEffectCounter(`${target.url}/effects`, 10_000)();
  } finally {
    await target.close();
  }
}

test.each([
  [' 17\n', 17],
  ['{"effects": 3, "since": "noon"}', 3],
  ['{"effects": ["evt_1", "evt_2", "evt_1"]}', ['evt_1', 'evt_2', 'evt_1']],
  ['{"effects": []}', []],
])('counts the effects in %s', async (text, effects) => {
  expect(await countEffects(200, text)).toEqual(effects);
});

test.each([
  [404, '17', 'the status is 404'],
  [200, 'many', 'another form'],
  [200, '-1', 'another form'],
  [200, '1.5', 'another form'],
  [200, '{"count": 3}', 'another form'],
  [200, '{"effects": -3}', 'another form'],
  [200, '{"effects": [1, 2]}', 'another form'],
  [200, 'null', 'another form'],
])('rejects %i with %s and names the expected form', async (status, text, words) => {
  await expect(countEffects(status, text)).rejects.toThrow(words);
  await expect(countEffects(status, text)).rejects.toThrow('expected 200 with a whole number');
});

test('rejects a URL that cannot be reached', async () => {
  const target = await serveHttp((_, outgoing) => outgoing.end());
  await target.close();
  await expect(createEffectCounter(target.url, 10_000)()).rejects.toThrow('cannot be reached; expected 200');
});
