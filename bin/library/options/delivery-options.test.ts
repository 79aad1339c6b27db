import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../start-sandbox.ts';

/* Deliveries of a whole sandbox with the real sender, to its own inboxes, across restarts. */

const root = mkdtempSync(join(tmpdir(), 'fleetkit-delivering-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let running: RunningSandbox | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

const start = async (options: SandboxOptions = {}): Promise<void> => {
  await running?.close();
  running = await startSandbox({ port: false, operatorToken: 'opr-for-tests-0123456789', ...options });
};

/** Sends a request such as `GET /sandbox/clock` as the owner of Delgado, or as the operator. */
async function request<Body>(request: string, body?: object, caller: 'owner' | 'operator' = 'owner'): Promise<Body> {
  const [method = '', path = ''] = request.split(' ');
  if (running === undefined) throw new Error('no sandbox was started');
  const known =
    caller === 'owner' ? { 'X-API-Key': 'sbx-delgado-owner' } : { Authorization: 'Bearer opr-for-tests-0123456789' };
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { ...known, 'Content-Type': 'application/json' };
  const response = await running.fetch(new Request(`http://localhost${path}`, { method, headers, ...init }));
  const answer = await response.json();
  expect({ answer, ok: response.ok }).toMatchObject({ ok: true });
  return answer as Body;
}

type Created = SandboxSchemas['CreatedDestination'];
type Deliveries = SandboxSchemas['DeliveryList'];
type Detail = SandboxSchemas['DeliveryDetail'];
type Inbox = SandboxSchemas['Inbox'];

const LOST = [{ types: ['heartbeat_stale'], states: ['triggered'] }];
const addDestination = (body: object) =>
  request<Created>('POST /sandbox/destinations', { subscriptions: LOST, ...body });
const advance = (by: string) => request('POST /sandbox/clock/advance', { by }, 'operator');
const cutOff = (terminalId: string) =>
  request('POST /sandbox/causes', { event_type: 'heartbeat_stale', terminal_id: terminalId });
const listDeliveries = async () => (await request<Deliveries>('GET /sandbox/deliveries')).data;
const getPath = ({ destination }: Created): string => new URL(destination.url ?? '').pathname;

describe('a sandbox without a port', () => {
  test('delivers signed requests to its own inboxes and follows their responses', async () => {
    await start();
    const made = await addDestination({ inbox: true });
    await request(`PUT ${getPath(made)}/answers`, {
      answers: [{ status: 500 }, { status: 503, retry_after_seconds: 600 }, { status: 204 }],
    });
    await cutOff('DG000101');
    await advance('PT1H');
    const [one] = await listDeliveries();
    expect(one).toMatchObject({ state: 'delivered', attempt_count: 3, last_status: 204 });
    const { attempts } = await request<Detail>(`GET /sandbox/deliveries/${one?.delivery_id}`);
    const seconds = attempts.map(({ due_at }) => (Date.parse(due_at) - Date.parse(one?.happened_at ?? '')) / 1000);
    expect(seconds).toEqual([0, 5, 605]);
    const { messages } = await request<Inbox>(`GET ${getPath(made)}`);
    expect(messages.map(({ signature, event_id }) => [signature.verified, event_id])).toEqual(
      attempts.map(() => [true, one?.event_id]),
    );
  });

  test('rejects a URL that is not allowed and names the member', async () => {
    await start({ destinations: { mode: 'hosted' } });
    const body = JSON.stringify({ url: 'https://169.254.169.254/latest/meta-data' });
    const headers = { 'X-API-Key': 'sbx-delgado-owner', 'Content-Type': 'application/json' };
    const response = await running?.fetch(
      new Request('http://localhost/sandbox/destinations', { method: 'POST', headers, body }),
    );
    expect(response?.status).toBe(422);
    expect(await response?.json()).toMatchObject({ errors: [{ pointer: '/url', code: 'address_not_allowed' }] });
  });
});

describe('a sandbox with a data directory', () => {
  test('keeps destinations, pending deliveries and attempts across restarts', async () => {
    const data = join(root, 'kept');
    await start({ data });
    const made = await addDestination({ inbox: true, name: 'kept' });
    const paused = await addDestination({ inbox: true });
    await request(`POST /sandbox/destinations/${paused.destination.destination_id}/pause`);
    await request(`PUT ${getPath(made)}/answers`, { answers: [{ status: 500 }] });
    await cutOff('DG000101');
    await advance('PT20M');
    const before = await listDeliveries();
    expect(before.map(({ state, attempt_count }) => [state, attempt_count]).toSorted()).toEqual([
      ['pending', 0],
      ['pending', 3],
    ]);
    const destinations = await request<object>('GET /sandbox/destinations');
    const details = await Promise.all(
      before.map(({ delivery_id }) => request<Detail>(`GET /sandbox/deliveries/${delivery_id}`)),
    );

    await start({ data });
    expect(await request('GET /sandbox/destinations')).toEqual(destinations);
    // A paused delivery is due at the start. Everything else is unchanged.
    const now = { clock: 'sandbox', at: '2026-11-02T15:20:00Z' };
    const dueNow = ({ attempt_count, next_attempt }: (typeof before)[number]) =>
      attempt_count === 0 ? now : next_attempt;
    expect(await listDeliveries()).toEqual(before.map((one) => ({ ...one, next_attempt: dueNow(one) })));
    for (const detail of details) {
      const kept = await request<Detail>(`GET /sandbox/deliveries/${detail.delivery_id}`);
      expect(kept).toEqual({ ...detail, next_attempt: dueNow(detail) });
    }
    const { secret } = await request<SandboxSchemas['RevealedSecrets']>(
      `GET /sandbox/destinations/${made.destination.destination_id}/secret`,
    );
    expect(secret).toBe(made.secret);

    await request(`PUT ${getPath(made)}/answers`, { answers: [] });
    await request(`POST /sandbox/destinations/${paused.destination.destination_id}/resume`);
    await advance('PT1H');
    const after = await listDeliveries();
    expect(after.map(({ state, attempt_count }) => [state, attempt_count]).toSorted()).toEqual([
      ['delivered', 1],
      ['delivered', 4],
    ]);
    expect(after.map(({ delivery_id }) => delivery_id)).toEqual(before.map(({ delivery_id }) => delivery_id));

    await start({ data });
    await advance('P1D');
    expect((await listDeliveries()).slice(-2)).toEqual(after);
  });

  test('delivers once the events of the time when it was stopped with a running clock', async () => {
    const data = join(root, 'slept');
    let wallMs = 1_800_000_000_000;
    const realNow = (): number => wallMs;
    await start({ data, realNow });
    const made = await addDestination({ inbox: true });
    await cutOff('DG000101');
    await request('POST /sandbox/clock/run', { speed: 1 }, 'operator');
    expect(await listDeliveries()).toEqual([]);
    await running?.close();
    running = undefined;
    wallMs += 3_600_000;
    await start({ data, realNow });
    while ((await listDeliveries())[0]?.state !== 'delivered');
    expect((await request<Inbox>(`GET ${getPath(made)}`)).messages).toHaveLength(1);
    await request('POST /sandbox/clock/freeze', {}, 'operator');
    await start({ data, realNow });
    await advance('PT1H');
    expect((await listDeliveries()).map(({ attempt_count }) => attempt_count)).toEqual([1]);
  });

  test('deletes destinations and deliveries permanently in a reset', async () => {
    const data = join(root, 'reset');
    await start({ data });
    await addDestination({ inbox: true });
    await cutOff('DG000101');
    await advance('PT1H');
    expect(await listDeliveries()).toHaveLength(1);
    await request('POST /sandbox/reset', {}, 'operator');
    expect(await listDeliveries()).toEqual([]);
    await start({ data });
    expect(await listDeliveries()).toEqual([]);
    expect(await request('GET /sandbox/destinations')).toMatchObject({ data: [] });
    await addDestination({ inbox: true });
    await cutOff('DG000101');
    await advance('PT1H');
    expect(await listDeliveries()).toMatchObject([{ state: 'delivered', attempt_count: 1 }]);
  });
});
