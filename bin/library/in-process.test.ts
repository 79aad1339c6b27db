import { expect, onTestFinished, test } from 'vitest';
import { type Sandbox, startSandbox } from './index.ts';

/** Pages of different lengths. A server with a port would send most of them from buffers. */
const PATHS = ['asc', 'desc'].flatMap((direction) =>
  Array.from(
    { length: 40 },
    (_, index) => `/v1/transactions?limit=${20 + index}&sort_by=amt_comp&sort_dir=${direction}`,
  ),
);

const readPage = async (sandbox: Sandbox, path: string): Promise<Response> =>
  sandbox.fetch(path, { headers: { 'X-API-Key': sandbox.keys.usr_nw_admin ?? '' } });

const withoutCursor = (text: string): string => text.replace(/"next_cursor":"[^"]*"/, '');

test('simultaneous requests without the network get their own bytes, also if they are read later', async () => {
  const [one, other] = [await startSandbox({ port: false }), await startSandbox({ port: false })];
  onTestFinished(async () => {
    await one.close();
    await other.close();
  });
  const expected: string[] = [];
  for (const path of PATHS) expected.push(await (await readPage(one, path)).text());
  expect(new Set(expected).size).toBe(PATHS.length);

  const responses = await Promise.all(PATHS.map((path) => readPage(other, path)));
  const bodies = await Promise.all(responses.map((response) => response.text()));
  expect(bodies.map(withoutCursor)).toEqual(expected.map(withoutCursor));
});

test('inboxes receive deliveries where clients reach the sandbox under a path', async () => {
  const { startSandbox: start } = await import('./index.ts');
  await using sandbox = await start({ publicUrl: 'https://sandbox.example/fleet/' });
  const { destination } = await sandbox.destinations.add({ inbox: true, accountId: 'acct_northway' });
  expect(destination.url).toMatch('https://sandbox.example/fleet/sandbox/inbox/');
  expect(await sandbox.destinations.test(destination.destination_id)).toMatchObject({ verdict: 'delivered' });
  expect(await sandbox.inbox(destination.destination_id)).toMatchObject([{ signature: { verified: true } }]);
});
