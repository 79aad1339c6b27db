import { beforeEach, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { keys } from '../../testing/test-app.ts';
import {
  advanceClockBy,
  createWebhooksApp,
  expectBody,
  expectFaults,
  expectProblem,
  RECEIVER_URL,
  readAllDeliveries,
  readDestination,
  registerDestination,
  START,
  type WebhooksApp,
} from '../../testing/test-webhooks.ts';

/* Registers, changes and deletes destinations through HTTP. Covers permissions and refusals. */

let hooks: WebhooksApp;
beforeEach(() => {
  hooks = createWebhooksApp();
});

const create = (body: object, caller?: string) => hooks.request('post', '/sandbox/destinations', caller).send(body);
const DESTINATION = 'dst_00000000000000000000000000';
const SUBSCRIPTION = 'sub_00000000000000000000000000';

describe('a destination', () => {
  test('is registered, read, listed, changed and deleted', async () => {
    const { destination: made, secret } = await registerDestination(hooks);
    expect(secret).toMatch(/^whsec_/);
    expect(made).toMatchObject({
      tenant_id: 'acct_delgado',
      account_id: 'acct_delgado',
      name: RECEIVER_URL,
      kind: 'url',
      url: RECEIVER_URL,
      url_advice: null,
      header_names: [],
      retry_profile: 'standard',
      status: 'enabled',
      disabled_reason: null,
      subscriptions: [{ level: 'account', account_id: 'acct_delgado', terminal_id: null, types: null, states: null }],
      health: { failing_since: null, last_success_at: null, last_error: null },
      created_at: START,
      changed_at: START,
    });
    const id = made.destination_id;
    const { destination: second } = await registerDestination(hooks, { inbox: true, name: 'Second' });
    expect(await readDestination(hooks, id)).toEqual(made);
    const list = () => expectBody<SandboxSchemas['DestinationList']>(hooks.request('get', '/sandbox/destinations'));
    expect((await list()).data).toEqual([made, second]);

    await advanceClockBy(hooks, 60);
    const change = {
      name: 'Night shift',
      url: 'http://127.0.0.1:4000/',
      headers: { 'X-Team': 'atm' },
      retry_profile: 'fast',
    };
    const changed = await expectBody(hooks.request('patch', `/sandbox/destinations/${id}`).send(change));
    expect(changed).toEqual({
      ...made,
      name: 'Night shift',
      url: 'http://127.0.0.1:4000/',
      header_names: ['x-team'],
      retry_profile: 'fast',
      changed_at: '2026-11-02T15:01:00Z',
    });
    expect(await readDestination(hooks, id)).toEqual(changed);

    expect(await expectBody(hooks.request('delete', `/sandbox/destinations/${id}`))).toEqual({ id, deleted: true });
    expect((await list()).data).toEqual([second]);
    await expectProblem(hooks.request('get', `/sandbox/destinations/${id}`), 404, 'not_found');
  });

  test('has its URL as name until a name is set', async () => {
    const { destination: made } = await registerDestination(hooks);
    const change = (body: object) =>
      expectBody<SandboxSchemas['Destination']>(
        hooks.request('patch', `/sandbox/destinations/${made.destination_id}`).send(body),
      );
    expect((await change({ url: 'http://127.0.0.1:4000/' })).name).toBe('http://127.0.0.1:4000/');
    expect((await change({ name: 'Mine' })).name).toBe('Mine');
    expect((await change({ url: 'http://127.0.0.1:5000/' })).name).toBe('Mine');
  });

  test('is a URL, an inbox or a listener', async () => {
    const inbox = await registerDestination(hooks, { inbox: true });
    expect(inbox.destination).toMatchObject({ kind: 'inbox', name: 'Inbox' });
    expect(inbox.destination.url).toMatch(/^https:\/\/sandbox\.example\/sandbox\/inbox\/[\w-]{22}$/);
    const listener = await registerDestination(hooks, { listener: true, account_id: 'acct_delgado' });
    expect(listener.destination).toMatchObject({ kind: 'listener', name: 'Listener', url: null });
  });

  test.each([
    ['no place', {}, ['']],
    ['two places', { url: RECEIVER_URL, inbox: true }, ['']],
    ['an invalid URL', { url: 'hooks' }, ['/url']],
    ['another scheme', { url: 'ftp://hooks.example' }, ['/url']],
    ['a fragment', { url: `${RECEIVER_URL}#here` }, ['/url']],
    ['a user in the URL', { url: 'http://me:pw@127.0.0.1/' }, ['/url']],
    ['inbox: false', { inbox: false }, ['/inbox']],
    ['an unknown member', { url: RECEIVER_URL, retries: 3 }, ['/retries']],
    ['an unknown schedule', { url: RECEIVER_URL, retry_profile: 'never' }, ['/retry_profile']],
    ['a short secret', { url: RECEIVER_URL, secret: 'whsec_c2hvcnQ=' }, ['/secret']],
    ['a header that deliveries set', { url: RECEIVER_URL, headers: { 'Webhook-Id': 'x' } }, ['/headers/Webhook-Id']],
    ['a repeated header', { url: RECEIVER_URL, headers: { 'X-A': '1', 'x-a': '2' } }, ['/headers/x-a']],
    ['a foreign account', { url: RECEIVER_URL, account_id: 'acct_redline' }, ['/account_id']],
    ['an unknown account', { url: RECEIVER_URL, account_id: 'acct_nobody' }, ['/account_id']],
    [
      'a foreign terminal',
      { url: RECEIVER_URL, subscriptions: [{}, { terminal_id: 'NW104233' }] },
      ['/subscriptions/1/terminal_id'],
    ],
    ['an unknown type', { url: RECEIVER_URL, subscriptions: [{ types: ['cash_lost'] }] }, ['/subscriptions/0/types/0']],
    ['no types', { url: RECEIVER_URL, subscriptions: [{ types: [] }] }, ['/subscriptions/0/types']],
    ['an unknown state', { url: RECEIVER_URL, subscriptions: [{ states: ['open'] }] }, ['/subscriptions/0/states/0']],
  ])('rejects a destination with %s', async (_, body, pointers) => {
    await expectFaults(create(body), ...pointers);
    expect(
      (await expectBody<SandboxSchemas['DestinationList']>(hooks.request('get', '/sandbox/destinations'))).data,
    ).toEqual([]);
  });

  test('rejects an address that deliveries may not use, and shows advice if it is closed later', async () => {
    const refused = new Set(['http://10.0.0.1/']);
    hooks = createWebhooksApp({
      findRefusal: (url) => (refused.has(url) ? 'Private addresses are closed.' : undefined),
    });
    const { body } = await expectFaults(create({ url: 'http://10.0.0.1/' }), '/url');
    expect(body.errors).toEqual([
      { pointer: '/url', code: 'address_not_allowed', detail: 'Private addresses are closed.' },
    ]);
    const { destination: made } = await registerDestination(hooks);
    const path = `/sandbox/destinations/${made.destination_id}`;
    await expectFaults(hooks.request('patch', path).send({ url: 'http://10.0.0.1/' }), '/url');
    refused.add(RECEIVER_URL);
    expect((await readDestination(hooks, made.destination_id)).url_advice).toBe('Private addresses are closed.');
  });

  test('rejects a URL for an inbox or a listener', async () => {
    for (const place of [{ inbox: true }, { listener: true }]) {
      const { destination: made } = await registerDestination(hooks, place);
      const patch = hooks.request('patch', `/sandbox/destinations/${made.destination_id}`).send({
        url: RECEIVER_URL,
      });
      await expectFaults(patch, '/url');
    }
  });

  test('sends custom headers and shows only their names', async () => {
    const headers = { 'X-Team': 'atm', Authorization: 'Basic canary-of-a-header', 'X-Api-Key': 'canary-of-a-header' };
    const { destination: made } = await registerDestination(hooks, { url: RECEIVER_URL, headers });
    expect(made.header_names).toEqual(['x-team', 'authorization', 'x-api-key']);
    await hooks.request('post', `/sandbox/destinations/${made.destination_id}/test`);
    expect(hooks.sent[0]?.headers).toMatchObject({ 'x-team': 'atm', authorization: 'Basic canary-of-a-header' });
    const [sample] = await readAllDeliveries(hooks);
    const shown = JSON.stringify([
      (await hooks.request('get', `/sandbox/deliveries/${sample?.delivery_id}`)).body,
      (await hooks.request('get', '/sandbox/destinations')).body,
      (await hooks.request('get', '/sandbox/requests')).body,
      hooks.log,
    ]);
    expect(shown).toContain('x-team');
    expect(shown).not.toContain('canary-of-a-header');
  });
});

describe('destinations of the operator', () => {
  test('requires an account', async () => {
    const { body } = await expectFaults(create({ url: RECEIVER_URL }, 'operator'), '/account_id');
    expect(body.errors[0].allowed).toHaveLength(6);
    const made = await registerDestination(
      hooks,
      { url: RECEIVER_URL, account_id: 'acct_northway_harbor' },
      'operator',
    );
    expect(made.destination).toMatchObject({ tenant_id: 'acct_northway', account_id: 'acct_northway_harbor' });
    expect((await readDestination(hooks, made.destination.destination_id, keys.harbor)).account_id).toBe(
      'acct_northway_harbor',
    );
  });
});

describe('permissions for operations on a destination', () => {
  const one = `/sandbox/destinations/${DESTINATION}`;
  test.each([
    ['get', one, undefined],
    ['patch', one, { name: 'x' }],
    ['delete', one, undefined],
    ['post', `${one}/pause`, undefined],
    ['post', `${one}/resume`, {}],
    ['post', `${one}/disable`, {}],
    ['post', `${one}/enable`, {}],
    ['post', `${one}/test`, {}],
    ['post', `${one}/recover`, { since: START }],
    ['get', `${one}/secret`, undefined],
    ['post', `${one}/secret/rotate`, {}],
    ['post', `${one}/secret/expire`, {}],
    ['post', `${one}/subscriptions`, {}],
    ['patch', `${one}/subscriptions/${SUBSCRIPTION}`, { types: null }],
    ['delete', `${one}/subscriptions/${SUBSCRIPTION}`, undefined],
    ['get', `${one}/stream`, undefined],
  ] as const)('%s %s returns 404, 401 and 403 to callers without access', async (method, path, body) => {
    await expectProblem(hooks.request(method, path).send(body), 404, 'not_found');
    await expectProblem(hooks.request(method, path, 'operator').send(body), 404, 'not_found');
    await expectProblem(hooks.request(method, path, '').send(body), 401, 'missing_credentials');
    await expectProblem(hooks.request(method, path, keys.ops).send(body), 403, 'insufficient_privilege');
  });
});
