import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyExpectation } from '../../conformance/relations/key-expectations.ts';

/*
 * Services that authors wrote from the interface document alone, without knowledge of the kit, in four languages. They were complete, with
 * their faults, before the kit ran on them for the first time.
 */

/** A fault of a service, in the words of its author or of the author of a list of faults. */
export interface BlindFault {
  readonly id: string;
  readonly title: string;
  /** The sentence of the document that it violates. */
  readonly sentence: string;
  readonly area: string;
  readonly subtle: boolean;
  /** Whether two judges, apart, found that it violates the document under every reading. */
  readonly must: boolean;
}

export interface BlindService {
  readonly name: string;
  readonly faults: readonly BlindFault[];
  /** Keys by name. */
  readonly keys: ReadonlyMap<string, string>;
  /** True statements about the keys. */
  readonly statements: ReadonlyMap<string, KeyExpectation>;
  /** The program that starts it, before the options for port and fault. */
  readonly command: () => readonly [program: string, ...args: string[]];
  /** A command that succeeds where the language is installed. */
  readonly probe: readonly [program: string, ...args: string[]];
}

/** A service that runs. */
export interface RunningService {
  readonly url: string;
  close(): void;
}

interface StatedKey {
  readonly customer?: string;
  readonly administrator?: boolean;
  readonly may_only_read?: boolean;
  readonly narrower_than?: readonly string[];
}

const FOLDER = join(import.meta.dirname, 'services');

const readJson = <Value>(...path: readonly string[]): Value =>
  JSON.parse(readFileSync(join(FOLDER, ...path), 'utf8')) as Value; // files of this folder

const toExpectation = ({ customer, administrator, may_only_read, narrower_than }: StatedKey): KeyExpectation => ({
  ...(customer === undefined ? {} : { customer }),
  ...(administrator === true ? { isAdministrator: true } : {}),
  ...(may_only_read === true ? { mayOnlyRead: true } : {}),
  ...(narrower_than?.[0] === undefined ? {} : { narrowerThan: narrower_than[0] }),
});

function createService(name: string, { command, probe }: Pick<BlindService, 'command' | 'probe'>): BlindService {
  const stated = readJson<Readonly<Record<string, StatedKey>>>(name, 'statements.json');
  return {
    name,
    faults: readJson(name, 'faults.json'),
    keys: new Map(Object.entries(readJson<Readonly<Record<string, string>>>(name, 'keys.json'))),
    statements: new Map(Object.entries(stated).map(([key, one]) => [key, toExpectation(one)])),
    command,
    probe,
  };
}

let classes: string | undefined;

/** Compiles the Java service, once in a process; returns the folder of its classes. */
function compileJava(): string {
  if (classes !== undefined) return classes;
  classes = mkdtempSync(join(tmpdir(), 'fleetkit-blind-'));
  const source = join(FOLDER, 'spring-java', 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.java'));
  execFileSync('javac', ['-d', classes, ...files.map((file) => join(source, file))]);
  return classes;
}

export const blindServices: readonly BlindService[] = [
  createService('drf-python', {
    probe: ['python3', '--version'],
    command: () => ['python3', join(FOLDER, 'drf-python', 'serve.py')],
  }),
  createService('spring-java', {
    probe: ['javac', '--version'],
    command: () => ['java', '-XX:+UseSerialGC', '-Xmx256m', '-cp', compileJava(), 'com.nexafleet.portal.Main'],
  }),
  createService('rails-ruby', {
    probe: ['ruby', '-e', 'require "webrick"'],
    command: () => ['ruby', join(FOLDER, 'rails-ruby', 'serveur.rb')],
  }),
  createService('serverless-node', {
    probe: ['node', '--version'],
    command: () => [process.execPath, join(FOLDER, 'serverless-node', 'service.mjs')],
  }),
];

/** Whether the language of a service is installed. */
export function isInstalled({ probe: [program, ...args] }: BlindService): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts a service, with one of its faults or without any. */
export async function startBlindService(service: BlindService, fault?: string): Promise<RunningService> {
  const [program, ...args] = service.command();
  const port = await findFreePort();
  const options = ['--port', String(port), ...(fault === undefined ? [] : ['--fault', fault])];
  const child = spawn(program, [...args, ...options], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child);
  return { url, close: () => child.kill('SIGKILL') };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.');
  return address.port;
}

const MOST_POLLS = 300;
const WAIT_MS = 100;

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (let poll = 0; poll < MOST_POLLS && child.exitCode === null; poll += 1) {
    const isReady = await fetch(`${url}/v1/public/branding-status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  child.kill('SIGKILL');
  throw new Error(`The service did not start at ${url}.`);
}
