import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { isLoopbackHost } from '../../../base/hosts.ts';
import { parseNamedKeys } from '../../../conformance/index.ts';
import type { Refuse } from '../shared/refuse.ts';
import type { ConformOptions } from './options.ts';

/** The source of a key, for messages: `keys.txt:3`. */
interface Entry {
  readonly text: string;
  readonly place?: string;
}

/** Returns the keys by name: from the command line and a file, otherwise from the environment, otherwise from a prompt. */
export async function readKeys(
  options: Pick<ConformOptions, 'key' | 'keysFile'>,
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
  const place = FLEETKIT_KEYS === undefined ? 'FLEETKIT_KEY' : 'FLEETKIT_KEYS';
  const fromEnvironment = parseKeys(
    (FLEETKIT_KEYS?.split(/[,\r\n]/) ?? [FLEETKIT_KEY]).map((text): Entry => ({ text, place })),
    refuse,
  );
  if (fromEnvironment.size > 0 || !process.stdin.isTTY || !process.stderr.isTTY) return fromEnvironment;
  return parseKeys(
    (await promptForKeys(process.stdin, process.stderr)).map((text): Entry => ({ text })),
    refuse,
  );
}

/** Parses keys, and names the place of a wrong one. */
export function parseKeys(entries: readonly Entry[], refuse: Refuse): ReadonlyMap<string, string> {
  const result = parseNamedKeys(entries.map(({ text }) => text));
  if ('keys' in result) return result.keys;
  const place = entries[result.at]?.place;
  return refuse(place === undefined ? result.problem : `${place}: ${result.problem}`);
}

function readKeysFile(file: string, refuse: Refuse): Entry[] {
  let text: string;
  try {
    text = decodeText(readFileSync(file));
  } catch {
    return refuse(`the keys file "${file}" cannot be read; expected text in UTF-8 or UTF-16`);
  }
  if (/^\s*[{[]/.test(text)) return refuse(`the keys file "${file}" looks like JSON; expected one NAME=KEY per line`);
  const lines = text.split(/\r\n|\r|\n/).map((line, index): Entry => ({ text: line, place: `${file}:${index + 1}` }));
  const entries = lines.filter((entry) => !/^\s*(#|$)/.test(entry.text));
  return entries.length > 0
    ? entries
    : refuse(`the keys file "${file}" contains no key; expected one NAME=KEY per line`);
}

/** Decodes text with or without a byte order mark. Editors and shells of Windows write UTF-16. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
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
