import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { namedKeys } from '../../conformance/index.ts';
import { isLoopbackHost } from '../../spec/hosts.ts';
import type { Options } from './options.ts';
import type { Refuse } from './refuse.ts';

/** Where a key was written, for messages: `keys.txt:3`. */
interface Entry {
  readonly text: string;
  readonly place?: string;
}

/** Keys by name: from the command line and a file, or else from the environment, or else from whoever sits there. */
export async function keysOf(options: Options, target: string, refuse: Refuse): Promise<ReadonlyMap<string, string>> {
  const { FLEETKIT_KEYS, FLEETKIT_KEY = '' } = process.env;
  const onCommandLine = options.key ?? [];
  if (onCommandLine.length > 0 && !isLoopbackHost(new URL(target).hostname))
    process.stderr.write(
      'fleetkit: a key on the command line can be seen by others; prefer --keys-file or FLEETKIT_KEYS\n',
    );
  const given = [
    ...(options.keysFile === undefined ? [] : entriesIn(options.keysFile, refuse)),
    ...onCommandLine.map((text): Entry => ({ text })),
  ];
  if (given.length > 0 || options.keysFile !== undefined) return read(given, refuse);
  const fromEnvironment = read(
    (FLEETKIT_KEYS?.split(',') ?? [FLEETKIT_KEY]).map((text): Entry => ({ text })),
    refuse,
  );
  if (fromEnvironment.size > 0 || !process.stdin.isTTY || !process.stderr.isTTY) return fromEnvironment;
  return read(
    (await askForKeys(process.stdin, process.stderr)).map((text): Entry => ({ text })),
    refuse,
  );
}

function read(entries: readonly Entry[], refuse: Refuse): ReadonlyMap<string, string> {
  const result = namedKeys(entries.map(({ text }) => text));
  if ('keys' in result) return result.keys;
  const place = entries[result.at]?.place;
  return refuse(place === undefined ? result.problem : `${place}: ${result.problem}`);
}

function entriesIn(file: string, refuse: Refuse): Entry[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return refuse(`the keys file "${file}" cannot be read`);
  }
  const lines = text.split(/\r?\n/).map((line, index): Entry => ({ text: line, place: `${file}:${index + 1}` }));
  const entries = lines.filter((entry) => !/^\s*(#|$)/.test(entry.text));
  return entries.length > 0 ? entries : refuse(`the keys file "${file}" holds no key; write one NAME=KEY a line`);
}

/** Asks for keys, one a line, until an empty line. Nothing that is typed is shown. */
export async function askForKeys(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<string[]> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: unseen, terminal: true });
  const keys: string[] = [];
  output.write('No key was given. Type keys, one NAME=KEY a line; they are not shown. An empty line ends.\n');
  output.write('key 1: ');
  for await (const line of lines) {
    output.write('\n');
    if (line.trim() === '') break;
    keys.push(line);
    output.write(`key ${keys.length + 1}: `);
  }
  lines.close();
  return keys;
}
