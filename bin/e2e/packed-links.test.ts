import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { anchorsOf, documentAt, linksOf, ROOT } from '../dev/test-documents.ts';

/** Whether npm packs a file or folder: it is or is within an entry of `files`, or npm always packs it. */
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

test('the README, the changelog and the guides are packed', () => {
  expect(markdownFiles.filter(isPacked)).toEqual(
    expect.arrayContaining([
      'README.md',
      'CHANGELOG.md',
      'docs/webhooks.md',
      'docs/decisions/0001-request-validation.md',
    ]),
  );
});

test.each(markdownFiles)('the links of %s lead to files and headings that exist', (path) => {
  const dead = linksOf(path, documentAt(path).text).filter(
    ({ target, anchor }) =>
      !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchorsOf(documentAt(target).text).has(anchor)),
  );
  expect(dead).toEqual([]);
});

test.each(markdownFiles.filter(isPacked))('the links of %s lead to files of the package', (path) => {
  const outside = linksOf(path, documentAt(path).text).filter(({ target }) => !isPacked(target));
  expect(outside).toEqual([]);
});

test('links of every form are found', () => {
  const text = '[a](b.md) [c](d.md#e "title") ![f](g.png) [h](#i) [j](<k.md>) [l](https://m.example)\n[n]: ../o.md\n';
  expect(linksOf('guides/p.md', text).map(({ target }) => target)).toEqual([
    'guides/b.md',
    'guides/d.md',
    'guides/g.png',
    'guides/p.md',
    'guides/k.md',
    'o.md',
  ]);
});
