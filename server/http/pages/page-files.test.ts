import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { PageFiles } from './page-files.ts';

test('reads a file in both forms, in one, and none that the build did not list', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const compressed = brotliCompressSync('<p>');
  for (const [name, content] of [
    ['files.json', '["both.html","packed.html","plain.txt","missing.html"]'],
    ['both.html', '<p>'],
    ['both.html.br', compressed],
    ['packed.html.br', compressed],
    ['plain.txt', 'text'],
    ['unlisted.html', '<p>'],
  ] as const)
    writeFileSync(join(folder, name), content);
  const files = new PageFiles(pathToFileURL(`${folder}/`));
  const both = await files.read('both.html');
  expect(both).toMatchObject({ content: Buffer.from('<p>'), compressed, mediaType: 'text/html; charset=utf-8' });
  expect(await files.read('packed.html')).toEqual(both);
  expect(await files.read('plain.txt')).toMatchObject({ content: Buffer.from('text'), compressed: undefined });
  expect([await files.read('missing.html'), await files.read('unlisted.html')]).toEqual([undefined, undefined]);
});
