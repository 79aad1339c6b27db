import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { problemTitles } from '../../../../server/problem.ts';
import { clauses, gaps, operations } from '../../../../spec/index.ts';
import { sandboxOperations } from '../../../../spec/sandbox-contract.ts';
import { readContract } from './contracts.ts';
import { resolveLink } from './guides.ts';
import { type BuiltFile, buildDocumentation } from './index.ts';
import { markContract } from './reference-contract.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const files = new Map<string, string>();
/** The HTML of the pages, by address. */
const pages = new Map<string, string>();

beforeAll(async () => {
  const built: readonly BuiltFile[] = await buildDocumentation(ROOT, '/assets/icon.svg');
  for (const { path, content } of built) {
    files.set(path, content);
    if (path.endsWith('.html')) pages.set(`/${path.replace(/(\/index)?\.html$/, '')}`, content);
  }
});

const get = (path: string): string => pages.get(path) ?? '';
const listIds = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));

test('builds a page for each guide, decision, program and problem', () => {
  for (const path of [
    '/docs',
    '/docs/api',
    '/docs/webhooks',
    '/docs/decisions/0001-request-validation',
    '/docs/receivers/go',
  ])
    expect(pages.has(path), path).toBe(true);
  for (const code of Object.keys(problemTitles)) expect(pages.has(`/problems/${code.replaceAll('_', '-')}`)).toBe(true);
});

test('resolves every link between pages', () => {
  const elsewhere = new Set(['/', '/assets/icon.svg']);
  const dead = [...pages].flatMap(([page, html]) =>
    [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].flatMap(([, link = '']) => {
      if (/^(?:https?:|data:image)/.test(link) || elsewhere.has(link)) return [];
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : path;
      if (target.startsWith('/assets/')) return files.has(target.slice(1)) ? [] : [`${page}: ${link}`];
      const isFound =
        pages.has(target) && (anchor === undefined || anchor.startsWith('/') || listIds(get(target)).has(anchor));
      return isFound ? [] : [`${page}: ${link}`];
    }),
  );
  expect(dead).toEqual([]);
});

test('links to each operation of both contracts by its tag and id', () => {
  const links = [...get('/problems/method-not-allowed').matchAll(/href="\/docs\/api[^"#]*#\/([\w-]+)\/(\w+)"/g)];
  const ids = links.map(([, , id]) => id).sort();
  expect(ids).toEqual([...Object.keys(operations), ...Object.keys(sandboxOperations)].sort());
});

test.each(['/docs', '/docs/api', '/docs/gaps', '/docs/webhooks', '/problems/not-found'])(
  'contains no script, style or foreign resource in %s',
  (path) => {
    expect(get(path)).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*src=)/);
    expect(get(path)).not.toMatch(/(?:src|<link[^>]*href)="https?:/);
  },
);

test('gives each id of a page to one element', () => {
  for (const [path, html] of pages) {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length, path).toBe(new Set(ids).size);
  }
});

test('lists every gap and clause with its id', () => {
  expect([...gaps.map(({ id }) => id)].filter((id) => !listIds(get('/docs/gaps')).has(id))).toEqual([]);
  expect([...clauses.map(({ id }) => id)].filter((id) => !listIds(get('/docs/clauses')).has(id))).toEqual([]);
});

test('has a cause, a cure and a status for each problem', () => {
  for (const code of Object.keys(problemTitles)) {
    const html = get(`/problems/${code.replaceAll('_', '-')}`);
    expect(html, code).toMatch(/<dt>Status<\/dt><dd><span[^>]*>[45]\d\d</);
    expect(html, code).toMatch(/<dt>Cause<\/dt><dd>[^<]*\w/);
    expect(html, code).not.toContain('<dt>Cure</dt><dd></dd>');
  }
});

test('has a text for programs for each page of the documentation', () => {
  const withoutText = [...pages.keys()].filter((path) => path.startsWith('/docs') && path !== '/docs/not-found');
  for (const path of withoutText)
    expect(files.has(`${path.slice(1)}.markdown`) || files.has(`${path.slice(1)}/index.markdown`), path).toBe(true);
});

test('rejects a link to a file without a page', () => {
  expect(() => resolveLink('../package.json', 'docs/webhooks.md')).toThrow('docs/webhooks.md links to ../package.json');
});

test('marks what is documented and what is assumed in the contract of the reference', () => {
  const marked = JSON.stringify(markContract(readContract(ROOT, 'service'), 'all'));
  expect(marked.includes('[[documented transactions.limit]]')).toBe(true);
  expect(marked.includes('"x-assumed":')).toBe(false);
  const sandbox = JSON.stringify(markContract(readContract(ROOT, 'sandbox'), 'operations'));
  expect(sandbox.match(/\[\[assumed /g)?.length).toBe(Object.keys(sandboxOperations).length);
});
