import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { clauses, gaps } from './index.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const files = ['base', 'spec', 'fixtures', 'server', 'conformance', 'bin'].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('generated'))
    .map((name) => `${folder}/${name}`),
);

/** `@see clause auth.scope, gap lists.cursor` and `Gap lists.cursor.` in comments, with the file. */
function listReferences(file: string): { readonly kind: string; readonly id: string; readonly file: string }[] {
  const text = readFileSync(root + file, 'utf8');
  return [...text.matchAll(/(?:^|[\s(])(clause|gap)s? ((?:[a-z_]+\.[a-z_.]+[a-z_](?:, )?)+)/gim)].flatMap(
    ([, kind = '', ids = '']) =>
      ids
        .split(', ')
        .filter(Boolean)
        .map((id) => ({ kind: kind.toLowerCase(), id, file })),
  );
}

test('finds every clause and gap that a comment names', () => {
  const known = new Set([...clauses.map(({ id }) => `clause ${id}`), ...gaps.map(({ id }) => `gap ${id}`)]);
  const references = files.flatMap(listReferences);
  expect(references.length).toBeGreaterThan(80);
  expect(references.filter(({ kind, id }) => !known.has(`${kind} ${id}`))).toEqual([]);
});
