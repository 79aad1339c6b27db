import { request } from 'node:http';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sample } from '../../../base/testing/depth.ts';
import { type RunningSandbox, startSandbox } from '../../library/start-sandbox.ts';
import { MAX_OUTPUT } from './core/bound-value.ts';
import { connect } from './core/connection.ts';
import { loadSdk, MissingSdk } from './core/sdk.ts';
import { createServer } from './create-server.ts';
import { createCallTool } from './run-tool.ts';
import { type Assistant, connectAssistant } from './testing/assistant.ts';
import { HANDLER_SECRET, SECRET_VARIABLES, startSurroundings } from './testing/surroundings.ts';
import { tasks } from './testing/tasks.ts';
import { tools } from './tools/index.ts';
import { type HttpEndpoint, serveHttp } from './transports/serve-http.ts';

interface PageBody {
  readonly data: readonly object[];
  readonly page: object;
}

let sandbox: RunningSandbox;
let endpoint: HttpEndpoint;
let assistant: Assistant;
let surroundings: Awaited<ReturnType<typeof startSurroundings>>;
const variables = { ...process.env };

beforeAll(async () => {
  Object.assign(process.env, SECRET_VARIABLES);
  surroundings = await startSurroundings();
  sandbox = await startSandbox({ port: 0 });
  endpoint = await serveTools({ url: sandbox.url, token: sandbox.operatorToken ?? '' });
  assistant = await openAssistant(endpoint);
});
afterAll(async () => {
  for (const name of Object.keys(SECRET_VARIABLES))
    if (variables[name] === undefined) delete process.env[name];
    else process.env[name] = variables[name];
  await assistant.client.close();
  await endpoint.close();
  await sandbox.close();
  await surroundings.close();
});

async function serveTools(options: Parameters<typeof connect>[0]): Promise<HttpEndpoint> {
  const sdk = await loadSdk();
  const callTool = createCallTool(tools, connect(options));
  return serveHttp(sdk, { port: 0, createServer: () => createServer(sdk, { tools, callTool }) });
}

const openAssistant = ({ url }: HttpEndpoint): Promise<Assistant> =>
  connectAssistant(new StreamableHTTPClientTransport(new URL(url)) as Parameters<typeof connectAssistant>[0]); // see serve-http.ts

describe('as an assistant over HTTP', () => {
  test.each(sample(tasks, 5).map((task) => [task.title, task] as const))('can %s', async (_, task) => {
    await task.run(assistant, surroundings);
  });

  test('lists at most 12 tools, each with a description and a schema without unknown members', async () => {
    const { tools: listed } = await assistant.client.listTools();
    expect(listed.length).toBeLessThanOrEqual(12);
    for (const { description, inputSchema } of listed) {
      expect(description).toMatch(/^[A-Z].*\.$/s);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });
});

test('returns no key, token or signing secret from any tool', async () => {
  const users = await sandbox.fetch(
    new Request(`${sandbox.url}/sandbox/users`, { headers: { Authorization: `Bearer ${sandbox.operatorToken}` } }),
  );
  const { data } = (await users.json()) as { readonly data: readonly { readonly api_key: string }[] };
  const secrets = [sandbox.operatorToken ?? '', HANDLER_SECRET, ...data.map(({ api_key: key }) => key)];
  for (const key of secrets) await assistant.call('requests', { operation: key.slice(0, 60) });
  for (const given of [
    { name: 'list_tenants' },
    { name: 'search_contract', operation_id: 'issueKey' },
    { name: 'search_contract', operation_id: 'revealSecret' },
  ]) {
    const { name, ...rest } = given;
    await assistant.call(name, rest);
  }
  await assistant.call('call_operation', { operation_id: 'getPortal', user_id: 'usr_nw_admin' });
  await assistant.call('destinations', {
    action: 'add',
    account_id: 'acct_northway',
    url: `http://127.0.0.1:9/?key=${secrets[0]}`,
  });
  await assistant.call('deliveries', { delivery_id: 'newest', received: { body: HANDLER_SECRET } });
  const all = assistant.received.join('\n');
  expect(all).toContain('[redacted]');
  expect(secrets.filter((secret) => secret !== '' && all.includes(secret))).toEqual([]);
});

describe('refuses', () => {
  test.each([
    ['clock', { by: 'soon' }, 'by: expected a duration such as'],
    ['clock', { by: '1h', to: '2027-01-01T00:00:00Z' }, 'Expected only one of'],
    ['clock', { speed: 3 }, 'unknown member speed'],
    ['trigger', { name: 'cashlow' }, 'Did you mean cash_low?'],
    ['trigger', { name: 'cash_low', terminal_id: 7 }, 'terminal_id: expected to be string'],
    ['call_operation', {}, 'expected the member operation_id'],
    ['call_operation', { operation_id: 'listDispute' }, 'operation_id: expected one of getPortal'],
    ['call_operation', { operation_id: 'getLocation', user_id: 'usr_nw_admin' }, 'expected a value for terminal_id'],
    ['call_operation', { operation_id: 'getPortal', user_id: 'usr_unknown' }, 'There is no user usr_unknown'],
    ['deliveries', { limit: 100_000 }, 'limit: expected to be <= 30'],
    ['conform', { only: ['no/such'] }, 'no check matches no/such'],
    [
      'conform',
      { only: ['auth/*'], target: 'https://portal.example' },
      'expected an http or https URL on this machine',
    ],
    ['check_receiver', { url: 'http://10.0.0.1/' }, 'expected an http or https URL on this machine'],
    ['search_contract', { operation_id: 'x'.repeat(50_000) }, 'expected to NOT have more than 64 characters'],
    ['trigger', { name: 'cash_low', parameters: { text: 'x'.repeat(200_000) } }, 'The arguments are too large'],
    ['search', {}, 'There is no tool search'],
  ])('%s %j', async (tool, given, message) => {
    expect(await assistant.refusal(tool, given)).toContain(message);
  });
});

test('answers concurrent calls, and refuses those above its limit', async () => {
  const calls = await Promise.all(Array.from({ length: 60 }, () => assistant.call('clock')));
  expect(calls.some(({ isError }) => !isError)).toBe(true);
  for (const { text, isError } of calls) if (isError) expect(text).toContain('calls are in progress');
  expect(await assistant.query('clock')).toHaveProperty('now');
});

test('reduces the limit of a page that does not fit, so that its cursor skips no row', async () => {
  const { text } = await assistant.call('call_operation', {
    operation_id: 'listTransactions',
    user_id: 'usr_nw_admin',
    parameters: { limit: 500 },
  });
  expect(text.length).toBeLessThanOrEqual(MAX_OUTPUT);
  const { body, note } = JSON.parse(text) as { readonly body: PageBody; readonly note: string };
  expect(body.data.length).toBeGreaterThan(10);
  expect(body.page).toMatchObject({ limit: body.data.length, returned: body.data.length, has_more: true });
  expect(note).toContain(`limit was reduced to ${body.data.length}`);
});

test('bounds the size of any other result, and notes what it leaves out', async () => {
  const given = { operation_id: 'getPublicOpenapi' };
  const { text } = await assistant.call('call_operation', given);
  expect(text.length).toBeLessThanOrEqual(MAX_OUTPUT);
  expect(JSON.parse(text)).toMatchObject({ left_out: expect.arrayContaining([expect.stringMatching(/^\/body\//)]) });
});

test('with an API key instead of a token, offers the own fleet and refuses operator tools', async () => {
  const limited = await serveTools({ url: sandbox.url, key: 'sbx-northway-admin' });
  const other = await openAssistant(limited);
  expect(await other.query('list_tenants')).toMatchObject({ principal: { user_id: 'usr_nw_admin' } });
  expect(await other.query('list_terminals', { limit: 1 })).toHaveProperty('matched');
  expect(await other.refusal('clock', { by: '1h' })).toContain("needs the operator's token");
  expect(await other.refusal('list_terminals', { user_id: 'usr_rl_admin' })).toContain("needs the operator's token");
  await other.client.close();
  await limited.close();
});

describe('over HTTP, answers', () => {
  const send = (headers: Record<string, string>, body: string, path = '/mcp'): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(new URL(path, endpoint.url), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      });
      sent.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

  test.each([
    ['403 under a foreign host name', 403, { Host: 'attacker.example:4410' }, ping],
    ['403 to a page of another origin', 403, { Origin: 'https://attacker.example' }, ping],
    ['403 to a page of another port of this machine', 403, { Origin: 'http://127.0.0.1:1' }, ping],
    ['403 to a cross-site request', 403, { 'Sec-Fetch-Site': 'cross-site' }, ping],
    ['400 to text that is not JSON', 400, {}, '{"jsonrpc"'],
    ['400 to a batch', 400, {}, `[${ping}]`],
    ['400 to JSON that is no message', 400, {}, '{"a": 1}'],
    ['200 to a message', 200, {}, ping],
  ] as const)('%s', async (...given) => {
    const [, status, headers, body] = given;
    expect(await send(headers, body)).toBe(status);
  });

  test('413 to a body that is too large, and 404 for another path', async () => {
    expect(await send({}, `"${'x'.repeat(1_100_000)}"`).catch(() => 413)).toBe(413); // the server may close the connection first
    expect(await send({}, ping, '/other')).toBe(404);
  });
});

test('names the package to install if the SDK is absent', async () => {
  const missing = Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' });
  const failed = loadSdk(() => Promise.reject(missing));
  await expect(failed).rejects.toThrow(MissingSdk);
  await expect(failed).rejects.toThrow('npm install @modelcontextprotocol/sdk');
});
