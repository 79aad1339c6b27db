import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { checkUrl } from '../../../delivery/network/address-policy.ts';
import { openMemoryJournal } from '../../../journal/memory.ts';
import { position } from '../../../world/state/facts.ts';
import { addressCases } from '../../testing/destination-addresses.ts';
import {
  createWebhooksApp,
  expectBody,
  expectFaults,
  RECEIVER_URL,
  registerDestination,
  type WebhooksApp,
} from '../../testing/test-webhooks.ts';

/* Every accepted address is stored in a form that the contract allows. Every other address is rejected with 422. */

let hooks: WebhooksApp;
beforeAll(() => {
  hooks = createWebhooksApp({
    findRefusal(url) {
      const judged = checkUrl({ mode: 'local' }, url);
      return judged.kind === 'refused' ? judged.message : undefined;
    },
  });
});

/** Addresses that Node's parser accepts although the URL Standard rejects them. DNS and RFC 3986 allow the name. */
const ACCEPTED_BY_NODE: ReadonlyMap<string, string> = new Map([['invalid Punycode', 'https://xn--a/']]);

const cases = addressCases.map(([what, typed, wanted]) => {
  const accepted = ACCEPTED_BY_NODE.get(what);
  return [what, typed, accepted === undefined ? wanted : { url: accepted }] as const;
});

/** Excludes addresses with a lone surrogate: such bodies are rejected before their members are read. */
const wellFormedCases = cases.filter(([, typed]) => typed.isWellFormed());

const listDestinations = () =>
  expectBody<SandboxSchemas['DestinationList']>(hooks.request('get', '/sandbox/destinations'));

describe('the address of a destination', () => {
  test.each(wellFormedCases)('handles %s at registration', async (_, typed, expected) => {
    const created = hooks.request('post', '/sandbox/destinations').send({ url: typed, subscriptions: [] });
    if (expected === 'refused') {
      const { body } = await expectFaults(created, '/url');
      expect(body.errors[0].detail).toMatch(/\w\.$/);
      expect((await listDestinations()).data).toEqual([]);
      return;
    }
    const { destination } = await expectBody<SandboxSchemas['CreatedDestination']>(created, 201);
    onTestFinished(async () => {
      await hooks.request('delete', `/sandbox/destinations/${destination.destination_id}`);
    });
    expect(destination.url).toBe(expected.url);
    expect((await listDestinations()).data).toEqual([destination]);
    await expectBody(hooks.request('post', `/sandbox/destinations/${destination.destination_id}/test`));
    expect(hooks.sent.at(-1)?.url).toBe(expected.url);
  });

  test.each(wellFormedCases)('handles %s at a change', async (_, typed, expected) => {
    const { destination } = await registerDestination(hooks, { url: RECEIVER_URL, subscriptions: [] });
    const path = `/sandbox/destinations/${destination.destination_id}`;
    onTestFinished(async () => {
      await hooks.request('delete', path);
    });
    const changed = hooks.request('patch', path).send({ url: typed });
    if (expected === 'refused') await expectFaults(changed, '/url');
    else expect((await expectBody<SandboxSchemas['Destination']>(changed)).url).toBe(expected.url);
    expect((await expectBody<SandboxSchemas['Destination']>(hooks.request('get', path))).url).toBe(
      expected === 'refused' ? RECEIVER_URL : expected.url,
    );
  });
});

test('shows an invalid address stored by an earlier version in a valid form, with advice', async () => {
  const journal = openMemoryJournal();
  const old = createWebhooksApp({}, journal);
  const { destination } = await registerDestination(old);
  const [entry] = await journal.readAfter(position(0));
  const [fact] = entry?.facts ?? [];
  if (fact?.type !== 'destination-saved') throw new Error('no destination was saved');
  for (const [typed, shown] of [
    ['http://127.0.0.1:3000/%zz?a={id}|', 'http://127.0.0.1:3000/%25zz?a=%7Bid%7D%7C'],
    ['http://{tenant}.example/ä b', 'http://%7Btenant%7D.example/%C3%A4%20b'],
    ['https://ä.example:0/', 'https://xn--4ca.example:0/'],
  ] as const) {
    const changed = { ...fact, destination: { ...fact.destination, url: typed } };
    await journal.append('acct_delgado', [changed], await journal.latest());
    const path = `/sandbox/destinations/${destination.destination_id}`;
    const read = await expectBody<SandboxSchemas['Destination']>(old.request('get', path));
    expect([read.url, read.url_advice]).toEqual([shown, expect.stringMatching(/\w\.$/)]);
    await expectBody(old.request('get', '/sandbox/destinations'));
    await expectBody(old.request('post', `${path}/test`));
  }
});
