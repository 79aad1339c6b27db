import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { promptForKeys, readKeys } from './keys.ts';

test('prompts for keys until an empty line and does not echo the input', async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const entered = promptForKeys(input, output);
  input.write('east=secret-1\nsecret-2\n\n');
  expect(await entered).toEqual(['east=secret-1', 'secret-2']);
  output.end();
  const shown = await text(output);
  expect(shown).toContain('key 3: ');
  expect(shown).not.toContain('secret');
});

test('the end of input ends the prompt', async () => {
  const input = new PassThrough();
  const entered = promptForKeys(input, new PassThrough());
  input.end();
  expect(await entered).toEqual([]);
});

describe('the keys file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-keys-'));
  const keysFile = join(folder, 'keys.txt');
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => vi.unstubAllEnvs());
  const refuse = (message: string): never => {
    throw new Error(message);
  };
  const readFrom = async (content: string | Uint8Array) => {
    writeFileSync(keysFile, content);
    return Object.fromEntries(await readKeys({ keysFile }, 'https://portal.example', refuse));
  };
  const LINES = '# keys of the staging system\r\n\r\nexport EAST="k-1"\r\nWEST = k-2\r\n';
  const KEYS = { EAST: 'k-1', WEST: 'k-2' };

  test('may be one with environment variables, in the encodings of editors', async () => {
    expect(await readFrom(LINES)).toEqual(KEYS);
    expect(await readFrom(`\ufeff${LINES}`)).toEqual(KEYS);
    expect(await readFrom(Buffer.from(`\ufeff${LINES}`, 'utf16le'))).toEqual(KEYS);
    expect(await readFrom(Buffer.from(`\ufeff${LINES}`, 'utf16le').swap16())).toEqual(KEYS);
  });

  test.each([
    ['EAST=k-1\n\nWEST="k-secret\n', `${keysFile}:3: the key "WEST" has a quotation mark`],
    ['# one\nEAST: k-secret\n', `${keysFile}:2: the key "1" contains a space`],
    ['{ "east": "k-secret" }', 'looks like JSON; expected one NAME=KEY per line'],
    [Buffer.from([0x61, 0x3d, 0xe9, 0x0a]), 'cannot be read; expected text in UTF-8 or UTF-16'],
    ['# nothing\n', 'contains no key; expected one NAME=KEY per line'],
  ])('is refused with the line, and without the key: %j', async (content, message) => {
    const refused = await readFrom(content).catch(String);
    expect(refused).toContain(message);
    expect(refused).not.toContain('secret');
  });

  test('may be replaced by a variable with lines or commas', async () => {
    vi.stubEnv('FLEETKIT_KEYS', 'east=k-1\nwest="k-2",k-3');
    expect(Object.fromEntries(await readKeys({}, 'https://portal.example', refuse))).toEqual({
      east: 'k-1',
      west: 'k-2',
      '3': 'k-3',
    });
    vi.stubEnv('FLEETKIT_KEYS', 'east=,west=k-2');
    await expect(readKeys({}, 'https://portal.example', refuse)).rejects.toThrow('the key "east" is empty');
  });
});
