import type { LookupOptions } from 'node:dns';
import { expect, test } from 'vitest';
import { AddressRefused, createCheckedLookup, LookupFailed, resolveWithSystem } from './checked-lookup.ts';

/** Returns the lookup result of a socket for a name with these addresses. */
function lookUp(addresses: readonly string[], options: LookupOptions = { all: true }, port = 80) {
  let resolved = 0;
  const lookup = createCheckedLookup({
    policy: { mode: 'hosted', own: { port: 4010, addresses: ['198.41.0.4'], inboxPrefix: '/sandbox/inbox/' } },
    resolve: async () => addresses,
    port,
    onResolved: () => {
      resolved += 1;
    },
  });
  return new Promise<readonly [error: unknown, address: unknown, family: unknown, resolved: number]>((done) => {
    lookup('receiver.test', options, (error, address, family) => done([error, address, family, resolved]));
  });
}

test('returns all addresses or only the first, as requested', async () => {
  const both = ['8.8.8.8', '2606:4700::1111'];
  expect(await lookUp(both)).toEqual([
    null,
    [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ],
    undefined,
    1,
  ]);
  expect(await lookUp(both, {})).toEqual([null, '8.8.8.8', 4, 1]);
});

test('refuses a name if one of its addresses is refused', async () => {
  for (const options of [{ all: true }, {}]) {
    const [error, , , resolved] = await lookUp(['8.8.8.8', '10.0.0.1'], options);
    expect(error).toBeInstanceOf(AddressRefused);
    expect([error, resolved]).toMatchObject([{ refusal: { range: 'private network' } }, 0]);
  }
});

test('fails for a DNS response without addresses', async () => {
  expect((await lookUp([]))[0]).toBeInstanceOf(LookupFailed);
});

test("refuses the sandbox's own address only with its own port", async () => {
  expect((await lookUp(['198.41.0.4'], {}, 4010))[0]).toMatchObject({ refusal: { range: 'own port' } });
  expect((await lookUp(['198.41.0.4'], {}, 4011))[0]).toBe(null);
});

test('resolves localhost with the system resolver', async () => {
  const addresses = await resolveWithSystem('localhost');
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) expect(['127.0.0.1', '::1']).toContain(address);
});
