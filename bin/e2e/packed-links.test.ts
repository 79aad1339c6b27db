import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { listAnchors, listLinks, ROOT, readMarkdown } from '../dev/test-documents.ts';

/** Returns whether npm packs a file or folder: it is in an entry of `files`, or npm always packs it. */
const isPacked = (path: string): boolean =>
  ['README.md', 'LICENSE', 'package.json', ...packageJson.files].some(
    (entry) => path === entry || path.startsWith(`${entry}/`),
  );

const markdownFiles = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => !entry.name.startsWith('.') && !['node_modules', 'dist'].includes(entry.name))
  .flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(join(ROOT, entry.name), { recursive: true, encoding: 'utf8' }).map((path) => join(entry.name, path))
      : [entry.name],
  )
  .filter((path) => path.endsWith('.md') && !path.includes('node_modules/'));

test('packs the README, the changelog and the guides', () => {
  expect(markdownFiles.filter(isPacked)).toEqual(
    expect.arrayContaining([
      'README.md',
      'CHANGELOG.md',
      'docs/webhooks.md',
      'docs/decisions/0001-request-validation.md',
    ]),
  );
});

test.each(markdownFiles)('finds the files and headings that %s links to', (path) => {
  const dead = listLinks(path, readMarkdown(path).text).filter(
    ({ target, anchor }) =>
      !existsSync(join(ROOT, target)) || (anchor !== undefined && !listAnchors(readMarkdown(target).text).has(anchor)),
  );
  expect(dead).toEqual([]);
});

test.each(markdownFiles.filter(isPacked))('packs the files that %s links to', (path) => {
  const outside = listLinks(path, readMarkdown(path).text).filter(({ target }) => !isPacked(target));
  expect(outside).toEqual([]);
});

test('finds links of every form', () => {
  const text = '[a](b.md) [c](d.md#e "title") ![f](g.png) [h](#i) [j](<k.md>) [l](https://m.example)\n[n]: ../o.md\n';
  expect(listLinks('guides/p.md', text).map(({ target }) => target)).toEqual([
    'guides/b.md',
    'guides/d.md',
    'guides/g.png',
    'guides/p.md',
    'guides/k.md',
    'o.md',
  ]);
});
