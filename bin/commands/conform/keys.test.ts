import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { promptForKeys } from './keys.ts';

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
