import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { findLibrary } from './built-code.ts';

/* Fills the file system of the folder in the first argument, and prints the status codes of requests as JSON. */

const { startSandbox } = (await import(pathToFileURL(findLibrary()).href)) as typeof import('../../library/index.ts');

const [, , root = ''] = process.argv;
const operatorToken = 'opr-for-tests-of-a-full-disk';
const start = () => startSandbox({ port: false, data: join(root, 'data'), operatorToken });
const operate = { Authorization: `Bearer ${operatorToken}` };

type Created = SandboxSchemas['CreatedWorkspace'];
let sandbox = await start();

/** `target` is a method and a path. */
async function send(target: string, headers: Readonly<Record<string, string>>, body?: string) {
  const [method = '', path] = target.split(' ');
  const request = new Request(`http://sandbox.invalid${path}`, {
    ...{ method, headers: { ...headers, 'Content-Type': 'application/json' } },
    ...(body === undefined ? {} : { body }),
  });
  return sandbox.fetch(request);
}
const statusOf = async (...request: Parameters<typeof send>): Promise<number> => (await send(...request)).status;
const countWorkspaces = async (): Promise<number> => {
  const { data } = (await (await send('GET /sandbox/workspaces', operate)).json()) as { data: readonly unknown[] };
  return data.length;
};
const keyOf = ({ api_keys: [first] }: Created) => ({ 'X-API-Key': first?.api_key ?? '' });
const register = (workspace: Created) => statusOf('POST /sandbox/destinations', keyOf(workspace), '{"inbox":true}');
const fill = (): void => {
  const file = openSync(join(root, 'other-data'), 'a');
  try {
    for (;;) writeSync(file, Buffer.alloc(512, 'x'));
  } catch {
    closeSync(file); // no space is left
  }
};

const made: Created[] = [];
for (let n = 0; n < 3; n += 1)
  made.push((await (await send('POST /sandbox/workspaces', operate, '{}')).json()) as Created); // validated by the sandbox
const [kept, ofServer, own] = made as [Created, Created, Created]; // three were made
for (const workspace of made) await register(workspace);
await sandbox.close();

sandbox = await start();
await countWorkspaces();
fill();
const reads = [];
for (const workspace of made)
  for (const path of ['/v1/portal', '/sandbox/destinations'])
    reads.push(await statusOf(`GET ${path}`, keyOf(workspace)));
const write = await register(kept);
await sandbox.close();

sandbox = await start(); // on the full disk
const readsAfterRestart = await statusOf('GET /sandbox/destinations', keyOf(kept));
const deletions = [await statusOf(`DELETE /sandbox/workspaces/${ofServer.workspace_id}`, operate)];
await sandbox.close(); // after the data was deleted
sandbox = await start();
fill();
const token = { Authorization: `Bearer ${own.operator_token}` };
deletions.push(await statusOf(`DELETE /sandbox/workspaces/${own.workspace_id}`, token));
await sandbox.close();

sandbox = await start();
const left = await countWorkspaces();
const writeAfterDeletions = await register(kept);
await sandbox.close();
process.stdout.write(JSON.stringify({ reads, write, readsAfterRestart, deletions, left, writeAfterDeletions }));
