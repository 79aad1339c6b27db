import { expect, test } from 'vitest';
import { servedHttp } from '../testing/served.ts';
import { effectsAt } from './effects-page.ts';

async function countOf(status: number, text: string): Promise<number> {
  const target = await servedHttp((_, outgoing) => outgoing.writeHead(status).end(text));
  try {
    return await effectsAt(`${target.url}/effects`, 10_000)();
  } finally {
    await target.close();
  }
}

test('reads a whole number, or JSON that has one', async () => {
  expect(await countOf(200, ' 17\n')).toBe(17);
  expect(await countOf(200, '{"effects": 3, "since": "noon"}')).toBe(3);
});

test.each([
  [404, '17', 'answered with 404, not 200'],
  [200, 'many', 'neither a whole number nor JSON'],
  [200, '-1', 'neither a whole number nor JSON'],
  [200, '1.5', 'neither a whole number nor JSON'],
  [200, '{"count": 3}', 'neither a whole number nor JSON'],
  [200, 'null', 'neither a whole number nor JSON'],
])('refuses %i with %s', async (status, text, words) => {
  await expect(countOf(status, text)).rejects.toThrow(words);
});
