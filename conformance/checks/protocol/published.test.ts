import { expect, test } from 'vitest';
import { parseJsonBody, replaceJsonBody } from '../../../lab/mutants/proxy-helpers.ts';
import { honestTarget } from '../../../lab/targets/honest-target.ts';
import { run } from '../../engine/runner.ts';
import type { Transport } from '../../http/client.ts';
import { checks } from '../index.ts';

/** Returns the outcome of the server check for a target whose published document names `server`. */
async function runWithServer(server: string, target = 'https://portal.example'): Promise<string | undefined> {
  const transport: Transport = async (request) => {
    const response = await honestTarget()(request);
    if (!request.url.endsWith('/public-openapi.json')) return response;
    return replaceJsonBody(response, { ...Object(parseJsonBody(response)), servers: [{ url: server }] });
  };
  const only = checks.filter(({ id }) => id === 'public/document-names-servers-of-the-outside');
  const { results } = await run({ target, keys: new Map(), checks: only, transport });
  return results[0]?.outcome;
}

test.each(['https://fcbank.example', 'https://fd.example/v1', 'https://localhosting.com', 'https://10.example'])(
  'accepts the server %s',
  async (server) => {
    expect(await runWithServer(server)).toBe('pass');
  },
);

test.each([
  'http://localhost:8080',
  'https://[fd00::1]/',
  'https://[fc00::1]',
  'http://10.1.2.3',
  'https://a.internal',
])('warns about the server %s', async (server) => {
  expect(await runWithServer(server)).toBe('warning');
});

test('accepts loopback servers if the target itself is on loopback', async () => {
  expect(await runWithServer('http://localhost:8080', 'http://127.0.0.1:4400')).toBe('pass');
});
