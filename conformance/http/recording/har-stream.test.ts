import { expect, test } from 'vitest';
import { readHarStream } from './har-stream.ts';

const createEntry = (number: number) => ({ request: { method: 'GET', url: `https://a.test/v1/portal?n=${number}` } });

/** Divides a text into chunks that end within characters. */
async function* divide(text: string, size: number, encoding?: 'latin1'): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text, encoding);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = async (text: string, size = 7) => {
  const urls: unknown[] = [];
  const end = await readHarStream(
    divide(text, size),
    ({ request }) => void urls.push((request as { url: string }).url),
  );
  return { end, urls };
};

const archive = (entries: readonly object[], more: object = {}) =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'ü' }, pages: [{ id: 'p' }], entries, ...more } });

test('reads entries in order, in chunks of any size, beside other members', async () => {
  const { end, urls } = await read(`\ufeff${archive([createEntry(1), createEntry(2)], { _x: [{ request: 1 }] })}`);
  expect(urls).toEqual([1, 2].map((n) => `https://a.test/v1/portal?n=${n}`));
  expect(end).toEqual({ entries: 2 });
});

test('reads a truncated archive up to its last whole entry', async () => {
  const text = archive([createEntry(1), createEntry(2), createEntry(3)]);
  const { end, urls } = await read(text.slice(0, text.indexOf('n=3')));
  expect(urls).toHaveLength(2);
  expect(end).toMatchObject({ entries: 2, cut: expect.stringMatching(/ends within its JSON/) });
});

test('waits for each entry before it reads on', async () => {
  let open = 0;
  let most = 0;
  const entries = Array.from({ length: 20 }, (_, index) => createEntry(index));
  await readHarStream(divide(archive(entries), 50), async () => {
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
  });
  expect(most).toBe(1);
});

test.each([
  ['text', 'hello', /^is no HTTP archive: .*; expected HAR 1.2$/],
  ['an empty file', '', /^is no HTTP archive/],
  ['another object', '{"a":1}', /^is no HTTP archive: it has no list "log.entries"$/],
  ['another version', archive([], { version: '2.0' }), /^has the version "2.0"; expected HAR 1.2$/],
  ['deep nesting', `{"log":${'['.repeat(10_000)}`, /nested too deep/],
])('refuses %s', async (_, text, problem) => {
  expect((await read(text, 1000)).end).toEqual({ problem: expect.stringMatching(problem) });
});

test('reads an archive that ends at any place up to its last whole entry', async () => {
  const entries = [1, 2].map((number) => ({
    ...createEntry(number),
    response: {
      status: 200,
      content: { text: Buffer.from(`{"ü":[${number}]}`).toString('base64'), encoding: 'base64' },
    },
  }));
  const bytes = Buffer.from(archive(entries));
  const ends = entries.map((entry) => bytes.indexOf(JSON.stringify(entry)) + JSON.stringify(entry).length);
  for (let length = 0; length < bytes.length; length += 1) {
    const urls: unknown[] = [];
    const end = await readHarStream(
      divide(bytes.subarray(0, length).toString('latin1'), 64, 'latin1'),
      ({ request }) => {
        urls.push(request);
      },
    );
    const whole = ends.filter((at) => at <= length).length;
    expect([length, urls.length]).toEqual([length, whole]);
    if (whole > 0) expect(end).toMatchObject({ entries: whole, cut: expect.any(String) });
    else expect('problem' in end || end.cut !== undefined).toBe(true);
  }
});
