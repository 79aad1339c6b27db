import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { getPrivateFolder, isPrivateFolder } from '../../shared/private-folder.ts';
import type { Finding } from './finding.ts';

/** How long a program on the port may take to answer, in milliseconds. */
const ANSWER_MS = 3000;

/** Checks whether a sandbox can listen on a port of this machine, or which program answers there. */
export async function checkPort(port: number): Promise<Finding> {
  const check = `port ${port}`;
  const code = await tryToListen(port);
  if (code === undefined) return { check, status: 'ok', found: 'It is free.' };
  if (code === 'EACCES')
    return {
      check,
      status: 'problem',
      found: 'This user may not use it.',
      advice: 'Choose a port above 1023 with --port.',
    };
  if (await isSandbox(port))
    return {
      check,
      status: 'ok',
      found: 'A fleetkit sandbox answers.',
      advice: 'Use it, or start another one with fleetkit serve --port 0.',
    };
  return {
    check,
    status: 'problem',
    found: `Another program uses it (${code}).`,
    advice: 'Stop that program, or choose another port: fleetkit serve --port 0 picks a free one.',
  };
}

/** Returns the error code of an attempt to listen; undefined if the port is free. */
async function tryToListen(port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** Whether a sandbox answers, with or without TLS. Its front page names it. */
async function isSandbox(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const headers = { Accept: 'text/plain' };
  const response = await fetch(`http://127.0.0.1:${port}/`, { signal, headers }).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  return text?.startsWith('fleetkit sandbox') === true;
}

/** Token files that a finding names. */
const MOST_NAMED = 3;

/** Finds token files of sandboxes that no longer run: one finding for all of them, which names the newest. */
export async function checkTokenFiles(): Promise<readonly Finding[]> {
  const folder = getPrivateFolder();
  const left: string[] = [];
  for (const name of listTokenFiles(folder))
    if ((await tryToListen(Number(name.replace('operator-', '')))) === undefined) left.push(name);
  if (left.length === 0) return [];
  const more = left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : '';
  const [file, has, sandboxes, run] =
    left.length === 1 ? ['file', 'has', 'a sandbox', 'runs'] : ['files', 'have', 'sandboxes', 'run'];
  return [
    {
      check: 'leftover tokens',
      status: 'warning',
      found: `In ${folder}, the ${file} ${left.slice(0, MOST_NAMED).join(', ')}${more} ${has} the token of ${sandboxes} that no longer ${run}.`,
      advice: 'Delete what you do not need. A new sandbox on the same port replaces its file.',
    },
  ];
}

function listTokenFiles(folder: string): readonly string[] {
  try {
    if (!isPrivateFolder(folder)) return [];
    const names = readdirSync(folder).filter((name) => /^operator-\d{1,5}$/.test(name));
    const times = new Map(names.map((name) => [name, statSync(join(folder, name)).mtimeMs]));
    return names.toSorted((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0));
  } catch {
    return []; // no sandbox has run
  }
}
