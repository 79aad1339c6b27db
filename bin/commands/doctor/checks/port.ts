import { once } from 'node:events';
import { readdirSync } from 'node:fs';
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

/** Finds token files of sandboxes that no longer run. */
export async function checkTokenFiles(): Promise<readonly Finding[]> {
  const folder = getPrivateFolder();
  const names = listTokenFiles(folder);
  const findings = await Promise.all(
    names.map(async (name): Promise<readonly Finding[]> => {
      const port = Number(name.replace('operator-', ''));
      if ((await tryToListen(port)) !== undefined) return [];
      return [
        {
          check: 'leftover token',
          status: 'warning',
          found: `${join(folder, name)} has the token of a sandbox that no longer runs.`,
          advice: 'Delete the file. A new sandbox on this port replaces it.',
        },
      ];
    }),
  );
  return findings.flat();
}

function listTokenFiles(folder: string): readonly string[] {
  try {
    return isPrivateFolder(folder) ? readdirSync(folder).filter((name) => /^operator-\d{1,5}$/.test(name)) : [];
  } catch {
    return []; // no sandbox has run
  }
}
