import { setTimeout as pause } from 'node:timers/promises';
import { formatStatuses, type HeldConnection, repeatAtRate, type SharingAttack, sendAtRate } from './sharing-attack.ts';

/* Connections that one workspace holds behind a trusted proxy, and requests beyond a limit. */

const HELD_MS = 10_000;

export const heldByStreams: SharingAttack = {
  id: 'k1',
  title: '2,000 connections of one workspace: event streams, over 70 s',
  limitMs: 120_000,
  run: async ({ adminKeys, workspaceToken, hold, signal, note }) => {
    const callers = [...adminKeys.map((key) => ({ key })), { token: workspaceToken ?? '' }];
    const held: HeldConnection[] = [];
    await repeatAtRate({ count: 2050, perSecond: 30 }, signal, (n) => {
      held.push(hold({ path: '/sandbox/activity', ...callers[n % callers.length] }));
    });
    await pause(HELD_MS, undefined, { signal });
    note(formatStatuses(held));
  },
};

export const heldByDelays: SharingAttack = {
  id: 'k2',
  title: '2,000 connections of one workspace: Prefer: delay=30000 with 20 keys, over 7 s',
  run: async ({ keys, hold, signal, note }) => {
    const all = [...keys.values()].slice(0, 20);
    const headers = { Prefer: 'delay=30000' };
    const held: HeldConnection[] = [];
    await repeatAtRate({ count: 2050, perSecond: 300 }, signal, (n) => {
      held.push(hold({ path: '/v1/portal', key: all[n % all.length] ?? '', headers }));
    });
    await pause(HELD_MS, undefined, { signal });
    note(formatStatuses(held));
  },
};

export const readsOverTheLimit: SharingAttack = {
  id: 'l1',
  title: 'reads over the limit of one user: 150 a second for 20 s',
  run: (target) => {
    const [key = ''] = target.keys.values();
    return sendAtRate(target, { count: 3000, perSecond: 150 }, (n) => ({
      path: `/v1/transactions?limit=${400 + (n % 100)}`,
      key,
      headers: { 'Accept-Encoding': 'gzip' },
    }));
  },
};
