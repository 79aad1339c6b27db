import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A sample receiver of the documents, in a separate process. */
export interface SampleReceiver {
  readonly url: string;
  /** Returns the number of handled events. */
  effects(): number;
  end(): void;
}

/** Starts a sample receiver on a free port. Rejects with its error output if it ends. */
export async function startSampleReceiver(
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
  return { url, effects: () => effects, end: () => killChild(child) };
}

function killChild(child: ChildProcess): void {
  child.removeAllListeners('exit');
  child.kill('SIGKILL');
}
