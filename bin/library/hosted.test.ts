import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listMissingRequirements } from './hosted.ts';
import { type SandboxOptions, startSandbox } from './start-sandbox.ts';

const root = mkdtempSync(join(tmpdir(), 'fleetkit-hosted-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const complete: SandboxOptions = {
  port: false,
  publicUrl: 'https://sandbox.example',
  operatorToken: 'opr-0123456789012345678901234567890123',
  data: join(root, 'data'),
  trustProxy: 1,
};

const listOptions = (options: SandboxOptions): readonly string[] =>
  listMissingRequirements(options).map(({ option }) => option.split(' ')[0] ?? '');

test('complete options lack nothing', () => {
  expect(listOptions(complete)).toEqual([]);
  expect(listOptions({ ...complete, publicUrl: 'http://127.0.0.1:4400' })).toEqual([]);
});

test.each<[string, Partial<SandboxOptions> | { readonly [Name in keyof SandboxOptions]?: undefined }]>([
  ['--public-url', { publicUrl: undefined }],
  ['--public-url', { publicUrl: 'http://sandbox.example' }],
  ['--public-url', { publicUrl: 'not a url' }],
  ['--operator-token', { operatorToken: undefined }],
  ['--operator-token', { operatorToken: 'opr-too-short-for-hosting' }],
  ['--data', { data: undefined }],
  ['--trust-proxy', { trustProxy: undefined }],
  ['--destinations', { destinations: { mode: 'local' } }],
  ['--rate-limit', { ratePerMinute: 1_000_000 }],
])('%s is required: %j', async (option, change) => {
  const options = { ...complete, ...change } as SandboxOptions;
  expect(listOptions(options)).toEqual([option]);
  const reason =
    options.publicUrl === 'not a url' ? 'the option publicUrl is' : `A hosted sandbox also needs:\n  ${option}`;
  await expect(startSandbox({ ...options, hosted: true })).rejects.toThrow(reason);
});

test('a hosted server accepts only issued keys, has limits, and delivers only to public addresses', async () => {
  const server = await startSandbox({ ...complete, hosted: true });
  const send = (path: string, headers: Record<string, string>, body?: object) =>
    server.fetch(
      new Request(`http://sandbox.example${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  const operator = { Authorization: `Bearer ${complete.operatorToken}` };
  expect((await send('/v1/portal', { 'X-API-Key': 'sbx-northway-admin' })).status).toBe(401);
  const issued = await send('/sandbox/keys', operator, { user_id: 'usr_nw_admin' });
  const { api_key: key } = (await issued.json()) as { readonly api_key: string };
  const reply = await send('/v1/portal', { 'X-API-Key': key });
  expect([reply.status, reply.headers.get('ratelimit-policy')]).toEqual([200, '"default";q=120;w=60']);
  const local = await send('/sandbox/destinations', operator, { url: 'http://10.0.0.1/', account_id: 'acct_northway' });
  expect(local.status).toBe(422);
  const users = (await (await send('/sandbox/users', operator)).json()) as {
    readonly data: readonly { readonly api_key: string | null }[];
  };
  expect(new Set(users.data.map(({ api_key: shown }) => shown))).toEqual(new Set([null]));
  await server.close();
});
