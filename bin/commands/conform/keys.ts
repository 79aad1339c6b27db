import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseNamedKeys } from '../../../conformance/index.ts';
import { isLoopbackHost } from '../../../spec/hosts.ts';
import type { ConformOptions } from './options.ts';
import type { Refuse } from './refuse.ts';

/** The source of a key, for messages: `keys.txt:3`. */
interface Entry {
  readonly text: string;
  readonly place?: string;
}

/** Returns the keys by name: from the command line and a file, otherwise from the environment, otherwise from a prompt. */
export async function readKeys(
  options: ConformOptions,
  target: string,
  refuse: Refuse,
): Promise<ReadonlyMap<string, string>> {
  const { FLEETKIT_KEYS, FLEETKIT_KEY = '' } = process.env;
  const onCommandLine = options.key ?? [];
  if (onCommandLine.length > 0 && !isLoopbackHost(new URL(target).hostname))
    process.stderr.write(
      'fleetkit: other users can see a key on the command line; prefer --keys-file or FLEETKIT_KEYS\n',
    );
  const given = [
    ...(options.keysFile === undefined ? [] : readKeysFile(options.keysFile, refuse)),
    ...onCommandLine.map((text): Entry => ({ text })),
  ];
  if (given.length > 0 || options.keysFile !== undefined) return parseKeys(given, refuse);
  const fromEnvironment = parseKeys(
    (FLEETKIT_KEYS?.split(',') ?? [FLEETKIT_KEY]).map((text): Entry => ({ text })),
    refuse,
  );
  if (fromEnvironment.size > 0 || !process.stdin.isTTY || !process.stderr.isTTY) return fromEnvironment;
  return parseKeys(
    (await promptForKeys(process.stdin, process.stderr)).map((text): Entry => ({ text })),
    refuse,
  );
}

function parseKeys(entries: readonly Entry[], refuse: Refuse): ReadonlyMap<string, string> {
  const result = parseNamedKeys(entries.map(({ text }) => text));
  if ('keys' in result) return result.keys;
  const place = entries[result.at]?.place;
  return refuse(place === undefined ? result.problem : `${place}: ${result.problem}`);
}

function readKeysFile(file: string, refuse: Refuse): Entry[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return refuse(`the keys file "${file}" cannot be read`);
  }
  const lines = text.split(/\r?\n/).map((line, index): Entry => ({ text: line, place: `${file}:${index + 1}` }));
  const entries = lines.filter((entry) => !/^\s*(#|$)/.test(entry.text));
  return entries.length > 0
    ? entries
    : refuse(`the keys file "${file}" contains no key; expected one NAME=KEY per line`);
}

/** Prompts for keys, one per line, until an empty line. Does not echo the input. */
export async function promptForKeys(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<string[]> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: unseen, terminal: true });
  const keys: string[] = [];
  output.write('No key given. Type keys, one NAME=KEY per line (input is hidden). Finish with an empty line.\n');
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
