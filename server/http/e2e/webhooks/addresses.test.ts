import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { checkUrl } from '../../../delivery/network/address-policy.ts';
import { openMemoryJournal } from '../../../journal/memory.ts';
import { position } from '../../../world/state/facts.ts';
import { addressCases } from '../../testing/destination-addresses.ts';
import { bodyOf, expectProblem, HOOKS, type Hooks, hooksApp, register } from '../../testing/test-webhooks.ts';

/* Every address that is accepted is stored in a form that the contract accepts, and every other one is refused with 422. */

let hooks: Hooks;
beforeAll(() => {
  hooks = hooksApp({
    refusalOf(url) {
      const judged = checkUrl({ mode: 'local' }, url);
      return judged.kind === 'refused' ? judged.message : undefined;
    },
  });
});

/** Where Node's parser accepts what the URL Standard refuses; the name is one that DNS can hold, and RFC 3986 accepts it. */
const ACCEPTED_BY_NODE: ReadonlyMap<string, string> = new Map([['invalid Punycode', 'https://xn--a/']]);

const cases = addressCases.map(([what, typed, wanted]) => {
  const accepted = ACCEPTED_BY_NODE.get(what);
  return [what, typed, accepted === undefined ? wanted : { url: accepted }] as const;
});

/** Bodies with half of a surrogate pair are refused before their members are read. */
const whole = cases.filter(([, typed]) => typed.isWellFormed());

const listed = () => bodyOf<SandboxSchemas['DestinationList']>(hooks.ask('get', '/sandbox/destinations'));

describe('an address', () => {
  test.each(whole)('%s', async (_, typed, expected) => {
    const created = hooks.ask('post', '/sandbox/destinations', undefined, { url: typed, subscriptions: [] });
    if (expected === 'refused') {
      const { body } = await expectProblem(created, 422, 'validation_failed', '/url');
      expect(body.errors[0].detail).toMatch(/\w\.$/);
      expect((await listed()).data).toEqual([]);
      return;
    }
    const { destination } = await bodyOf<SandboxSchemas['CreatedDestination']>(created, 201);
    onTestFinished(async () => {
      await hooks.ask('delete', `/sandbox/destinations/${destination.destination_id}`);
    });
    expect(destination.url).toBe(expected.url);
    expect((await listed()).data).toEqual([destination]);
    await bodyOf(hooks.ask('post', `/sandbox/destinations/${destination.destination_id}/test`));
    expect(hooks.sent.at(-1)?.url).toBe(expected.url);
  });

  test.each(whole)('%s, when it is changed', async (_, typed, expected) => {
    const { destination } = await register(hooks, { url: HOOKS, subscriptions: [] });
    const path = `/sandbox/destinations/${destination.destination_id}`;
    onTestFinished(async () => {
      await hooks.ask('delete', path);
    });
    const changed = hooks.ask('patch', path, undefined, { url: typed });
    if (expected === 'refused') await expectProblem(changed, 422, 'validation_failed', '/url');
    else expect((await bodyOf<SandboxSchemas['Destination']>(changed)).url).toBe(expected.url);
    expect((await bodyOf<SandboxSchemas['Destination']>(hooks.ask('get', path))).url).toBe(
      expected === 'refused' ? HOOKS : expected.url,
    );
  });
});

test('an address that an earlier version stored as it was typed is shown in a valid form, with advice', async () => {
  const journal = openMemoryJournal();
  const old = hooksApp({}, journal);
  const { destination } = await register(old);
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
    const read = await bodyOf<SandboxSchemas['Destination']>(old.ask('get', path));
    expect([read.url, read.url_advice]).toEqual([shown, expect.stringMatching(/\w\.$/)]);
    await bodyOf(old.ask('get', '/sandbox/destinations'));
    await bodyOf(old.ask('post', `${path}/test`));
  }
});
