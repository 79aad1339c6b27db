import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { sample } from '../../base/testing/depth.ts';
import { startSandbox as startLibrarySandbox } from './sandbox.ts';
import { type SandboxOptions, startSandbox } from './start-sandbox.ts';

const KEY = 'sbx-northway-admin';
const TOKEN = 'opr-0123456789abcdef';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(options: SandboxOptions) {
  const sandbox = await startSandbox({ port: false, operatorToken: TOKEN, ...options });
  closing.push(sandbox.close);
  const send = async (path: string, body?: object) => {
    const headers = path.startsWith('/sandbox')
      ? { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
      : { 'x-api-key': KEY };
    const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
    return sandbox.fetch(new Request(`http://sandbox.invalid${path}`, init));
  };
  const read = async (path: string) => (await send(path)).json() as Promise<Record<string, unknown>>;
  return { sandbox, send, read };
}

const openDirectory = (): string => mkdtempSync(join(tmpdir(), 'fleetkit-start-'));
const at = (instant: string) => () => Date.parse(instant);

describe('the start of the clock', () => {
  test.each([
    ['today', '2027-03-14T07:08:09Z', '2027-03-14T00:00:00Z'],
    ['now', '2027-03-14T07:08:09Z', '2027-03-14T07:08:00Z'],
    ['2024-02-29T12:34:56.789+01:00', '2027-03-14T07:08:09Z', '2024-02-29T11:34:56Z'],
  ])('%s at %s is %s', async (start, realNow, expected) => {
    const { sandbox, read } = await open({ start, realNow: at(realNow) });
    expect(sandbox.start).toBe(expected);
    expect(await read('/sandbox/clock')).toMatchObject({ now: expected, started_at: expected, state: 'frozen' });
    const { data, as_of: asOf } = await read('/v1/transactions?limit=200');
    expect(asOf).toBe(expected);
    const ages = (data as readonly { terminal_datetime: string }[]).map(
      ({ terminal_datetime: text }) => Date.parse(expected) - Date.parse(text),
    );
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ages)).toBeLessThan(2 * 86_400_000);
  });

  test('gives the same bytes for the same seed and start, and others for another start', async () => {
    const readAll = async (start: string) => {
      const { send } = await open({ start });
      const paths = ['/v1/portal', '/v1/disputes?limit=200', '/v1/settlements?limit=200'];
      return Promise.all(paths.map(async (path) => (await send(path)).text()));
    };
    const first = await readAll('2031-07-04T16:00:00Z');
    expect(await readAll('2031-07-04T16:00:00Z')).toEqual(first);
    expect(await readAll('2031-07-05T16:00:00Z')).not.toEqual(first);
  });

  test('is where a reset of everything goes back to', async () => {
    const { send, read } = await open({ start: '2025-05-05T05:05:05Z' });
    await send('/sandbox/clock/advance', { by: 'P30D' });
    expect(await read('/sandbox/clock')).toMatchObject({ now: '2025-06-04T05:05:05Z' });
    await send('/sandbox/reset', {});
    expect(await read('/sandbox/clock')).toMatchObject({
      now: '2025-05-05T05:05:05Z',
      latest_at: '2026-05-05T05:05:05Z',
    });
  });

  test.each(sample(['2015-03-01T00:00:00Z', '2045-03-01T00:00:00Z'], 1))(
    'from %s, keys of the library are those that are valid',
    async (start) => {
      const sandbox = await startLibrarySandbox({ port: false, start });
      closing.push(sandbox.close);
      const statuses = Object.values({ ...sandbox.keys }).map(
        async (key) => (await sandbox.fetch('/v1/portal', { headers: { 'X-API-Key': key } })).status,
      );
      expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    },
  );

  test('is remembered with the data; another one is refused, a relative one continues', async () => {
    const data = openDirectory();
    const first = await open({ data, start: 'today', realNow: at('2027-03-14T07:08:09Z') });
    await first.send('/sandbox/clock/advance', { by: 'PT1H' });
    await first.sandbox.close();
    for (const start of [undefined, 'today', 'now', '2027-03-14T00:00:00Z']) {
      const options = { data, realNow: at('2027-04-01T00:00:00Z'), ...(start !== undefined && { start }) };
      const { sandbox, read } = await open(options);
      expect(await read('/sandbox/clock')).toMatchObject({
        started_at: '2027-03-14T00:00:00Z',
        now: '2027-03-14T01:00:00Z',
      });
      await sandbox.close();
    }
    await expect(open({ data, start: '2027-03-15T00:00:00Z' })).rejects.toMatchObject({
      reason: 'other-start',
      message: expect.stringContaining(
        'a clock that starts at 2027-03-14T00:00:00Z, not at 2027-03-15T00:00:00Z. Start with that instant or without one',
      ),
    });
  });

  test.each(['yesterday', '2026-11-02', '2009-12-31T23:59:59Z', '2100-01-01T00:00:00Z', ''])(
    'cannot be %j',
    async (start) => {
      await expect(open({ start })).rejects.toThrow(/start.*today, now, or an instant from 2010 to 2099/);
    },
  );

  test('of a workspace is that of the server, or its own', async () => {
    const { send, sandbox } = await open({ start: '2028-02-29T00:00:00Z', realNow: at('2029-09-09T09:09:09Z') });
    const create = async (body: object) => (await send('/sandbox/workspaces', body)).json() as Promise<Created>;
    for (const [body, start] of [
      [{}, '2028-02-29T00:00:00Z'],
      [{ start: 'today' }, '2029-09-09T00:00:00Z'],
      [{ start: '2026-11-02T15:00:00Z' }, '2026-11-02T15:00:00Z'],
    ] as const) {
      const created = await create(body);
      const headers = { authorization: `Bearer ${created.operator_token}` };
      const clock = await sandbox.fetch(
        new Request(`http://sandbox.invalid${created.base_path}/sandbox/clock`, { headers }),
      );
      expect(await clock.json()).toMatchObject({ now: start });
      expect(created.start).toBe(start);
    }
    const { operator_token: token, base_path: path } = await create({ start: 'today', quotas: { clock_days: 2 } });
    const post = async (name: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const url = `http://sandbox.invalid${path}/sandbox/${name}`;
      return (await sandbox.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))).json();
    };
    const move = (by: string) => post('clock/advance', { by });
    expect(await move('P2DT1S')).toMatchObject({
      errors: [{ detail: 'Expected an instant not after 2029-09-11T00:00:00Z: the clock of this sandbox ends there.' }],
    });
    expect(await move('P2D')).toMatchObject({ now: '2029-09-11T00:00:00Z', latest_at: '2029-09-11T00:00:00Z' });
    expect(await post('outcomes', { outcome: 'command_expired', terminal_id: 'NW104233' })).toMatchObject({
      detail: expect.stringContaining('after the end of the clock'),
    });
    const refused = await send('/sandbox/workspaces', { start: 'yesterday' });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ errors: [{ pointer: '/start' }] });
  });

  test('of a stored sandbox decides about the instants of its fleet files', async () => {
    const data = openDirectory();
    const attempts = [{ at: '2027-03-13T18:00:00Z', amount_cents: 4000 }];
    const fleets = [{ name: 'Riverside ATM', terminals: [{ terminal_id: 'RV000001', edges: { attempts } }] }];
    const first = await open({ data, fleets, start: 'today', realNow: at('2027-03-14T07:00:00Z') });
    await first.sandbox.close();
    const later = await open({ data, fleets, start: 'today', realNow: at('2027-09-14T07:00:00Z') });
    expect(later.sandbox.start).toBe('2027-03-14T00:00:00Z');
    await later.sandbox.close();
    const fresh = { data: openDirectory(), fleets, start: 'today', realNow: at('2027-09-14T07:00:00Z') };
    await expect(open(fresh)).rejects.toThrow('expected an instant from 2027-08-09T00:00:00Z on');
    await open({ ...fresh, realNow: at('2027-03-14T07:00:00Z') }); // nothing was stored
  });

  test('moves the dates of an own fleet that its file does not give', async () => {
    const contents = (instant: string) => ({
      name: 'Riverside ATM',
      terminals: [
        {
          terminal_id: 'RV000001',
          edges: { attempts: [{ at: instant, amount_cents: 4000 }] },
          installed_date: '2030-01-01',
        },
      ],
      users: [{ user_id: 'usr_rv', display_name: 'R', role: 'iso_admin', keys: [{ key: 'sbx-riverside' }] }],
    });
    const start = '2031-07-04T16:00:00Z';
    const { sandbox } = await open({ start, fleets: [contents('2031-07-03T18:00:00Z')] });
    const reply = await sandbox.fetch(
      new Request('http://sandbox.invalid/v1/transactions?limit=200', {
        headers: { 'x-api-key': 'sbx-riverside' },
      }),
    );
    expect(reply.status).toBe(200);
    expect(await reply.text()).toContain('2031-07-03T14:00:00-04:00');
    expect(sandbox.tenants[0]?.terminals[0]?.installedDate).toBe('2030-01-01');
    expect(sandbox.tenants[0]?.accounts[0]?.createdAt).toBe('2028-09-15T16:00:00Z'); // 2024-01-15 in a default sandbox
    await expect(open({ start, fleets: [contents('2026-11-01T18:00:00Z')] })).rejects.toThrow(
      /edges\.attempts\[0\]\.at: expected an instant from 2031-05-30T00:00:00Z on/,
    );
  });
});

interface Created {
  readonly base_path: string;
  readonly operator_token: string;
  readonly start: string;
}
