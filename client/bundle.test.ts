import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

/* The client in an environment that has the web platform, and nothing of Node.js. */

const ROOT = join(import.meta.dirname, '..');

test('runs as a bundle without any module or global of Node.js', async () => {
  const bundle = await rolldown({ cwd: ROOT, input: 'client/index.ts', platform: 'browser', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife', name: 'fleetClient' });
  await bundle.close();
  expect(output).toHaveLength(1);
  const [{ code, imports, dynamicImports, moduleIds }] = output;
  expect([imports, dynamicImports]).toEqual([[], []]);
  expect(code).not.toMatch(/node:|\brequire\(|\bBuffer\b/);
  const folders = moduleIds.map((id) => id.replace(`${ROOT}/`, '').replace(/^(node_modules\/[^/]+|[^/]+).*/, '$1'));
  expect(new Set(folders)).toEqual(new Set(['client', 'node_modules/openapi-fetch']));

  const browser = {
    ...{ AbortSignal, FormData, Headers, Request, Response, TextDecoder, TextEncoder, URL, URLSearchParams },
    ...{ atob, btoa, clearTimeout, crypto, setTimeout },
    fetch: async () => new Response('{"principal":{}}', { headers: { 'Content-Type': 'application/json' } }),
  };
  const portal = await runInNewContext(
    `${code}; fleetClient.createFleetClient({ baseUrl: 'https://fleet.example', apiKey: 'k' }).portal.get()`,
    browser,
  );
  expect(JSON.stringify(portal)).toBe('{"principal":{}}');
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
  const headers = { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': `v1,${'A'.repeat(43)}=` };
  const verified = runInNewContext(
    `fleetClient.createWebhookVerifier({ secrets: [secret], nowMs: () => 1000 }).verify({ headers, body: '' })`,
    Object.assign(browser, { secret, headers }),
  );
  await expect(verified).rejects.toMatchObject({ fault: 'no-match' });
});

test('the package exports the client and the vectors to import and require', () => {
  const { exports } = packageJson;
  expect(exports['./client'].default).toBe('./dist/client/index.js');
  expect(exports['./client'].require.default).toBe('./dist/commonjs/client.cjs');
  const vectors: unknown = createRequire(import.meta.url)('fleetkit/webhook-vectors.json');
  expect(vectors).toBeInstanceOf(Array);
});
