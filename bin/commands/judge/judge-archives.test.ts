import { expect, test } from 'vitest';
import { createTrafficJudge } from '../../../conformance/index.ts';
import { type ArchiveFile, judgeArchives } from './judge-archives.ts';

const createEntry = (url: string, more: object = {}) => ({
  startedDateTime: '2027-01-02T03:04:05.678Z',
  time: 12,
  request: { method: 'GET', url, headers: [{ name: 'X-API-Key', value: 'k-one-0001' }] },
  response: {
    status: 200,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    content: { mimeType: 'application/json', text: '{"a":1}' },
  },
  ...more,
});

const createFile = (name: string, entries: readonly object[]) => ({
  name,
  open: async function* () {
    yield Buffer.from(JSON.stringify({ log: { version: '1.2', entries } }));
  },
});

async function judge(files: readonly ArchiveFile[], service?: string) {
  const notes: string[] = [];
  const judged = await judgeArchives(files, {
    service,
    openJudge: (url) => createTrafficJudge({ service: url, checks: [] }),
    note: (text) => void notes.push(text),
  });
  return {
    judged: 'problem' in judged ? judged : { target: judged.result.target, requests: judged.result.requests },
    notes,
  };
}

const [A, B] = ['https://a.test/api/v1/portal', 'https://b.test/v1/portal'];

test('reads several files as one archive', async () => {
  const { judged, notes } = await judge([createFile('1.har', [createEntry(A)]), createFile('2.har', [createEntry(A)])]);
  expect(judged).toEqual({ target: 'https://a.test/api', requests: 2 });
  expect(notes).toEqual([]);
});

test('chooses the service that answers most documented paths, and names the others', async () => {
  const entries = [createEntry(B), createEntry(A), createEntry(A), createEntry('https://c.test/logo.png')];
  const { judged, notes } = await judge([createFile('1.har', entries)]);
  expect(judged).toEqual({ target: 'https://a.test/api', requests: 2 });
  expect(notes).toEqual([
    '1 recorded exchange is not judged: no documented path',
    'judges https://a.test/api; choose another service with --service: https://b.test',
  ]);
});

test('judges the service that the user names', async () => {
  const { judged } = await judge(
    [createFile('1.har', [createEntry(A), createEntry(A), createEntry(B)])],
    'https://b.test/',
  );
  expect(judged).toEqual({ target: 'https://b.test', requests: 1 });
});

test('names entries that show no exchange with the service', async () => {
  const entries = [
    createEntry(A),
    createEntry(A, { _fromCache: 'disk' }),
    createEntry(A, { response: { status: 0 } }),
    { request: 1 },
  ];
  const { notes } = await judge([createFile('1.har', entries)]);
  expect(notes).toEqual([
    '1 recorded exchange is not judged: a cache answered',
    '1 recorded exchange is not judged: no response',
    '1 recorded exchange is not judged: no request with a method and a URL',
  ]);
});

test('refuses an archive of other things, and a file that cannot be read', async () => {
  expect((await judge([createFile('1.har', [createEntry('https://c.test/logo.png')])])).judged).toEqual({
    problem: 'no file has a request of a documented path, such as https://portal.example/v1/portal',
  });
  const missing = {
    name: 'none.har',
    open: async function* (): AsyncGenerator<Uint8Array> {
      yield* [];
      throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    },
  };
  expect((await judge([missing])).judged).toEqual({ problem: 'the archive "none.har" cannot be read' });
});
