import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Sandbox } from '../index.ts';

const cli = join(import.meta.dirname, '..', 'cli.ts');

/** What a command printed, and its exit code. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command as the operator of a sandbox; what is `piped` is its standard input. */
export function fleetkitAt({ url, operatorToken }: Sandbox) {
  return (given: readonly string[], environment: Record<string, string> = {}, piped = ''): Promise<Ran> => {
    const { FLEETKIT_KEY: _, ...inherited } = process.env;
    const asked = { FLEETKIT_URL: url, FLEETKIT_OPERATOR_TOKEN: operatorToken, NO_COLOR: '1' };
    const child = spawn(process.execPath, [cli, ...given], { env: { ...inherited, ...asked, ...environment } });
    const printed = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        printed[stream] += text;
      });
    }
    child.stdin.on('error', () => undefined); // it need not read
    child.stdin.end(piped);
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, ...printed }));
    });
  };
}
