import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readReplay } from './replay.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-replay-'));
afterAll(() => rmSync(folder, { recursive: true }));

const refuse = (message: string): never => {
  throw new Error(message);
};
const OPTIONS = { depth: 'quick', timeout: 1, runTimeout: 1, concurrency: 1, seed: 1, isSeedGiven: false } as const;
const NO_CONFIG = { keys: new Map(), expectations: new Map() };

let written = 0;
const write = (text: string): string => {
  written += 1;
  const file = join(folder, `${written}.har`);
  writeFileSync(file, text);
  return file;
};

const archiveOf = (...urls: readonly string[]): string =>
  JSON.stringify({
    log: {
      entries: urls.map((url) => ({
        request: { method: 'GET', url, headers: [{ name: 'X-API-Key', value: 'k-one' }] },
        response: { status: 200, content: { text: '{}' } },
      })),
    },
  });

const read = (replay: string, options: object = {}, url?: string) =>
  readReplay({ url, config: NO_CONFIG }, { ...OPTIONS, replay, ...options }, refuse);

test('returns nothing without --replay', async () => {
  expect(await readReplay({ url: undefined, config: NO_CONFIG }, OPTIONS, refuse)).toBeUndefined();
});

test('reads the only service of an archive, with its keys', async () => {
  const replay = await read(write(archiveOf('https://a.test/v1/portal')));
  expect([replay?.recording.target, [...(replay?.recording.keys ?? [])]]).toEqual([
    'https://a.test',
    [['key-1', 'k-one']],
  ]);
});

test('chooses among several services by the URL', async () => {
  const file = write(archiveOf('https://a.test/v1/portal', 'https://b.test/v1/portal'));
  await expect(read(file)).rejects.toThrow(/has several services: https:\/\/a.test, https:\/\/b.test; name one/);
  expect((await read(file, {}, 'https://b.test/v1/'))?.recording.target).toBe('https://b.test');
  await expect(read(file, {}, 'https://c.test')).rejects.toThrow(
    'has no requests of https://c.test; expected https://a.test',
  );
});

test.each([
  ['a file that is not JSON', 'hello', {}, /is not JSON; expected an HTTP archive/],
  ['an archive of something else', archiveOf('https://a.test/logo.png'), {}, /has no request of a documented path/],
  [
    'an archive without writes',
    archiveOf('https://a.test/v1/portal'),
    { allowWrites: true },
    /has no writes; leave out/,
  ],
  [
    'options of the network',
    archiveOf('https://a.test/v1/portal'),
    { proxy: 'http://p' },
    /--proxy has no effect with/,
  ],
  ['other keys', archiveOf('https://a.test/v1/portal'), { key: ['x=another'] }, /not among the given ones \(1\)/],
])('refuses %s', async (...[, text, options, message]) => {
  await expect(read(write(text), options)).rejects.toThrow(message);
});

test('refuses a file that is too large without reading it, and a missing one', async () => {
  const large = write('{');
  truncateSync(large, 200 * 2 ** 20);
  await expect(read(large)).rejects.toThrow('is larger than 128 MiB');
  await expect(read(join(folder, 'none.har'))).rejects.toThrow('cannot be read');
});
