import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Assistant, connectAssistant } from '../commands/mcp/testing/assistant.ts';
import { SECRET_VARIABLES, startSurroundings } from '../commands/mcp/testing/surroundings.ts';
import { tasks } from '../commands/mcp/testing/tasks.ts';
import { COMMAND } from './testing/built-code.ts';
import { type RunningCommand, startProcess } from './testing/run-cli.ts';

/* The tools of `fleetkit mcp` in separate processes, with the sandbox that the command starts, over both transports. */

const environment = { PATH: process.env.PATH ?? '', ...SECRET_VARIABLES };

let surroundings: Awaited<ReturnType<typeof startSurroundings>>;
beforeAll(async () => {
  surroundings = await startSurroundings();
});
afterAll(() => surroundings.close());

describe('over standard input and output', () => {
  let assistant: Assistant;
  let transport: StdioClientTransport;
  beforeAll(async () => {
    transport = new StdioClientTransport({ command: process.execPath, args: [COMMAND, 'mcp'], env: environment });
    assistant = await connectAssistant(transport);
  });
  afterAll(() => assistant.client.close());

  test.each(tasks.map((task) => [task.title, task] as const))('an assistant can %s', async (_, task) => {
    await task.run(assistant, surroundings);
  });

  test('answers after a line that is no message, and after one that is too large', async () => {
    const { _process: child } = transport as unknown as { readonly _process: ChildProcess };
    child.stdin?.write('nonsense\n{"jsonrpc": "2.0"}\n\u0000\n');
    child.stdin?.write(`{"text": "${'x'.repeat(3_000_000)}"}\n`);
    expect(await assistant.query('clock')).toHaveProperty('now');
  });
});

describe('over HTTP', () => {
  let running: RunningCommand & { readonly child: ChildProcess };
  let assistant: Assistant;
  beforeAll(async () => {
    running = startProcess(['mcp', '--http', '--port', '0'], { env: environment });
    await running.printed('Press Ctrl-C');
    const [url = ''] = /http:\S+\/mcp/.exec(running.err()) ?? [];
    assistant = await connectAssistant(
      new StreamableHTTPClientTransport(new URL(url)) as Parameters<typeof connectAssistant>[0],
    );
  });
  afterAll(async () => {
    await assistant.client.close();
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });

  test.each(tasks.map((task) => [task.title, task] as const))('an assistant can %s', async (_, task) => {
    await task.run(assistant, surroundings);
  });
});

test('ends when its input ends, and prints nothing but messages', async () => {
  const ended = await startProcess(['mcp'], { env: environment }, '{"jsonrpc":"2.0","id":1,"method":"ping"}\n').ended;
  expect(ended.code).toBe(0);
  expect(JSON.parse(ended.stdout)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
});

test('exits with 1 if the port is in use', async () => {
  const first = startProcess(['mcp', '--http', '--port', '0'], { env: environment });
  await first.printed('Press Ctrl-C');
  const [, port = ''] = /127\.0\.0\.1:(\d+)\/mcp/.exec(first.err()) ?? [];
  const second = await startProcess(['mcp', '--http', '--port', port], { env: environment }).ended;
  expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('Choose another one with --port') });
  first.child.kill('SIGTERM');
  await once(first.child, 'exit');
});
