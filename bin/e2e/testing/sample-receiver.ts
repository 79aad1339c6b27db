import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A sample receiver of the documents, in a process of its own. */
export interface SampleReceiver {
  readonly url: string;
  /** How many events it has worked on. */
  effects(): number;
  end(): void;
}

/** Starts a command that is a sample receiver, on a free port. Rejects with what it wrote when it ends instead. */
export async function sampleReceiver(
  [command = '', ...given]: readonly string[],
  secret: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<SampleReceiver> {
  const env = { ...process.env, ...environment, WEBHOOK_SECRET: secret, PORT: '0' };
  const child = spawn(command, given, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let effects = 0;
  const url = await new Promise<string>((resolve, reject) => {
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += String(chunk);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${command} ${given.join(' ')} ended: ${errors}`)));
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('handled ')) effects += 1;
      const [, address] = /^listening on (\S+)$/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
  return { url, effects: () => effects, end: () => ended(child) };
}

function ended(child: ChildProcess): void {
  child.removeAllListeners('exit');
  child.kill('SIGKILL');
}
