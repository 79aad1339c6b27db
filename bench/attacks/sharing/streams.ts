import { setTimeout as pause } from 'node:timers/promises';
import {
  type AttackTarget,
  formatStatuses,
  type HeldConnection,
  repeatAtRate,
  type SharingAttack,
} from './sharing-attack.ts';

/* Event streams: many of them, many that end at once, and many that are never read. */

const ACTIVITY = '/sandbox/activity';

/** Opens streams in turn with the keys of all administrators and the operator of the workspace, at a fixed rate. */
async function openStreams(
  target: AttackTarget,
  {
    count,
    perSecond,
    isUnread = false,
  }: { readonly count: number; readonly perSecond: number; readonly isUnread?: boolean },
): Promise<readonly HeldConnection[]> {
  const { adminKeys, workspaceToken, signal } = target;
  const callers = [
    ...adminKeys.map((key) => ({ key })),
    ...(workspaceToken === undefined ? [] : [{ token: workspaceToken }]),
  ];
  const streams: HeldConnection[] = [];
  await repeatAtRate({ count, perSecond }, signal, (n) => {
    const caller = callers[n % callers.length] ?? {};
    // 8 clients: addresses of the machine for a server without proxies, and forwarded ones behind a proxy
    const from = `127.0.0.${10 + (n % 8)}`;
    const headers = { 'X-Forwarded-For': `203.0.113.${n % 8}` };
    const stream = target.hold({ ...caller, path: ACTIVITY, from, headers, isUnread });
    streams.push(stream);
    return isUnread ? undefined : stream.answered(signal);
  });
  target.note(`streams: ${formatStatuses(streams)}`);
  return streams;
}

async function closeAll(streams: readonly HeldConnection[]): Promise<void> {
  for (const stream of streams) stream.close();
  await Promise.all(streams.map((stream) => stream.closed()));
}

export const closedAtOnce: SharingAttack = {
  id: 's1',
  title: '1,000 event streams of one workspace, closed at once',
  run: async (target) => {
    await closeAll(await openStreams(target, { count: 1000, perSecond: 100 }));
  },
};

export const aMinuteOfStreams: SharingAttack = {
  id: 's2',
  title: '1,140 event streams over a minute, closed at once',
  limitMs: 120_000,
  run: async (target) => {
    await closeAll(await openStreams(target, { count: 1140, perSecond: 19 }));
  },
};

export const publishedKeys: SharingAttack = {
  ...closedAtOnce,
  id: 's3',
  title: 'without --hosted: 1,000 event streams with published keys from 8 addresses, closed at once',
  mode: 'published',
};

export const readsBesideStreams: SharingAttack = {
  id: 's4',
  title: '1,000 open event streams while their owner reads 8 times a second for 20 s',
  limitMs: 90_000,
  run: async (target) => {
    const { adminKeys, keys, send, signal } = target;
    await openStreams(target, { count: 1000, perSecond: 100 });
    const readers = [...keys.values()].filter((key) => !adminKeys.includes(key));
    await repeatAtRate({ count: 160, perSecond: 8 }, signal, (n) =>
      send({ path: `/v1/locations?limit=${1 + (n % 50)}`, key: readers[n % readers.length] ?? '' }),
    );
  },
};

export const unreadStreams: SharingAttack = {
  id: 's5',
  title: '115 event streams that are not read, and 3,100 anonymous 404s, with a heap of 450 MB',
  nodeOptions: ['--max-old-space-size=450'],
  limitMs: 120_000,
  run: async (target) => {
    await openStreams({ ...target, adminKeys: [] }, { count: 115, perSecond: 50, isUnread: true }); // the operator sees requests without a key
    await pause(1000);
    const { send, signal, basePath } = target;
    // Each address may send 1,200 requests a minute without a key.
    await repeatAtRate({ count: 3100, perSecond: 60 }, signal, (n) =>
      send({ path: `${basePath}/v1/${'x'.repeat(2000)}${n}`, headers: { 'X-Forwarded-For': `203.0.113.${n % 8}` } }),
    );
  },
};
