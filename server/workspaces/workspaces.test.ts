import { describe, expect, test } from 'vitest';
import { realMs } from '../world/state/time.ts';
import type { Workspace } from './workspace.ts';
import { openMemoryDirectory } from './workspace-directory.ts';
import { Workspaces } from './workspaces.ts';

const MINUTE_MS = 60_000;

function createWorkspaces({ mostWorkspaces = 10, directory = openMemoryDirectory() } = {}) {
  let now = 1_000_000;
  const log: string[] = [];
  const busy = new Set<string>();
  const failing = new Set<string>();
  const workspaces = new Workspaces({
    directory,
    storage: {
      async open({ name }) {
        log.push(`open ${name}`);
        if (failing.has(name)) throw new Error('the data cannot be read');
        return {
          name,
          isIdle: async () => !busy.has(name),
          async close() {
            await new Promise((resolve) => setImmediate(resolve));
            log.push(`close ${name}`);
          },
        };
      },
      async destroy({ name }) {
        log.push(`destroy ${name}`);
      },
    },
    realNow: () => realMs(now),
    onFault: (fault) => log.push(String(fault)),
    mostWorkspaces,
  });
  return {
    workspaces,
    log,
    busy,
    failing,
    pass: (ms: number) => {
      now += ms;
    },
    make: (name: string, expiresAtMs: number | null = null): Workspace => ({
      ...{ name, title: '', seed: 1, operatorDigest: '', keys: [], quotas: {} },
      ...{ createdAtMs: realMs(now), expiresAtMs: expiresAtMs === null ? null : realMs(expiresAtMs) },
    }),
  };
}

describe('a workspace', () => {
  test('is opened once, by the first of several requests', async () => {
    const { workspaces, log, make } = createWorkspaces();
    await workspaces.add(make('a'));
    expect(workspaces.findReady('a')).toBeUndefined();
    const [one, two] = await Promise.all([workspaces.open('a'), workspaces.open('a')]);
    expect(one).toBe(two);
    expect(workspaces.findReady('a')).toBe(one);
    expect(log).toEqual(['open a']);
  });

  test('is not found if it does not exist, has expired or was deleted', async () => {
    const { workspaces, make, pass } = createWorkspaces();
    expect(await workspaces.open('a')).toBeUndefined();
    await workspaces.add(make('a', 1_000_000 + MINUTE_MS));
    await workspaces.add(make('b'));
    await workspaces.open('a');
    await workspaces.open('b');
    pass(MINUTE_MS);
    expect([workspaces.findReady('a'), await workspaces.open('a'), await workspaces.find('a')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await workspaces.delete('b');
    expect([workspaces.findReady('b'), await workspaces.open('b')]).toEqual([undefined, undefined]);
    expect(await workspaces.list()).toEqual([]);
  });

  test('is deleted with its data when it has expired, after it was closed', async () => {
    const { workspaces, log, make, pass } = createWorkspaces();
    await workspaces.add(make('a', 1_000_000 + MINUTE_MS));
    await workspaces.open('a');
    pass(MINUTE_MS);
    await workspaces.sweep();
    expect(log).toEqual(['open a', 'close a', 'destroy a']);
  });

  test('keeps its data as long as it was extended', async () => {
    const { workspaces, make, pass } = createWorkspaces();
    await workspaces.add(make('a', 1_000_000 + MINUTE_MS));
    const served = await workspaces.open('a');
    await workspaces.extend('a', realMs(1_000_000 + 10 * MINUTE_MS));
    pass(5 * MINUTE_MS);
    expect(workspaces.findReady('a')).toBe(served);
    await workspaces.sweep();
    expect((await workspaces.list()).map(({ name }) => name)).toEqual(['a']);
    pass(6 * MINUTE_MS);
    expect(workspaces.findReady('a')).toBeUndefined();
  });

  test('is closed when it is idle, and not while something happens in it', async () => {
    const { workspaces, log, make, busy, pass } = createWorkspaces();
    for (const name of ['a', 'b', 'c']) {
      await workspaces.add(make(name));
      await workspaces.open(name);
    }
    busy.add('b');
    pass(2 * MINUTE_MS);
    workspaces.findReady('c');
    await workspaces.sweep();
    expect(log.slice(3)).toEqual(['close a']);
    expect(workspaces.openCount).toBe(2);
  });

  test('is opened again only after it was closed completely', async () => {
    const { workspaces, log, make, pass } = createWorkspaces();
    await workspaces.add(make('a'));
    await workspaces.open('a');
    pass(2 * MINUTE_MS);
    const sweeping = workspaces.sweep();
    await new Promise((resolve) => setImmediate(resolve));
    await workspaces.open('a');
    await sweeping;
    expect(log).toEqual(['open a', 'close a', 'open a']);
  });

  test('that could not be opened is tried again by the next request', async () => {
    const { workspaces, make, failing } = createWorkspaces();
    await workspaces.add(make('a'));
    failing.add('a');
    await expect(workspaces.open('a')).rejects.toThrow('cannot be read');
    failing.clear();
    expect(await workspaces.open('a')).toMatchObject({ name: 'a' });
  });
});

test('there are at most as many workspaces as allowed; expired ones do not count', async () => {
  const { workspaces, make, pass } = createWorkspaces({ mostWorkspaces: 2 });
  expect(await workspaces.add(make('a', 1_000_000 + MINUTE_MS))).toBe('added');
  expect(await workspaces.add(make('b'))).toBe('added');
  expect(await workspaces.add(make('c'))).toBe('full');
  pass(MINUTE_MS);
  expect(await workspaces.add(make('c'))).toBe('added');
  expect((await workspaces.list()).map(({ name }) => name)).toEqual(['c', 'b']);
});

test('there are never more workspaces than allowed, however many are added at the same time', async () => {
  const { workspaces, make } = createWorkspaces({ mostWorkspaces: 3 });
  const results = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => workspaces.add(make(name))));
  expect(results).toEqual(['added', 'added', 'added', 'full', 'full', 'full']);
  expect(await workspaces.list()).toHaveLength(3);
});

test('a workspace is checked against those that were added before it, and an error refuses only one', async () => {
  const { workspaces, make } = createWorkspaces();
  const fault = { pointer: '/seed', code: 'out_of_range', detail: 'Expected another one.' } as const;
  const findFault = async () => ((await workspaces.list()).length >= 2 ? fault : undefined);
  const failing = () => Promise.reject(new Error('the directory cannot be read'));
  const results = await Promise.allSettled([
    ...[workspaces.add(make('a'), findFault), workspaces.add(make('b'), failing)],
    ...[workspaces.add(make('c'), findFault), workspaces.add(make('d'), findFault)],
  ]);
  expect(results).toMatchObject([
    { value: 'added' },
    { reason: expect.any(Error) },
    { value: 'added' },
    { value: fault },
  ]);
});

test('adding a workspace does not read the others while there are fewer than allowed', async () => {
  let lists = 0;
  const memory = openMemoryDirectory();
  const directory = {
    ...memory,
    list() {
      lists += 1;
      return memory.list();
    },
  };
  const { workspaces, make } = createWorkspaces({ mostWorkspaces: 2, directory });
  await workspaces.add(make('a'));
  await workspaces.add(make('b'));
  expect(lists).toBe(0);
  expect(await workspaces.add(make('c'))).toBe('full');
  expect(lists).toBe(1);
});

test('closing closes every open workspace, and no other is opened', async () => {
  const { workspaces, log, make } = createWorkspaces();
  await workspaces.add(make('a'));
  await workspaces.add(make('b'));
  await workspaces.open('a');
  await workspaces.close();
  expect(log).toEqual(['open a', 'close a']);
  expect(await workspaces.open('b')).toBeUndefined();
});
