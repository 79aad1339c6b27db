import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { createIndex, type SearchRecord, searchRecords } from '../../../../server/docs/search-index.ts';
import { problemTitles } from '../../../../server/problems/problem.ts';
import { clauses, gaps, operations } from '../../../../spec/index.ts';
import { sandboxOperations } from '../../../../spec/sandbox-contract.ts';
import { readContract } from './contracts.ts';
import { resolveLink } from './guides.ts';
import { type BuiltFile, buildDocumentation } from './index.ts';
import { markContract } from './reference-contract.ts';
import searchQuestions from './testing/search-questions.json' with { type: 'json' };
import { toTextPath } from './text-pages.ts';

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
/** Returns the Markdown at an address; undefined if there is none. */
const readText = (path: string): string | undefined =>
  files.get(`${path.slice(1, -'.md'.length)}.markdown`) ?? files.get(`${path.slice(1, -'.md'.length)}/index.markdown`);
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
      if (target.endsWith('.md')) return readText(target) === undefined ? [`${page}: ${link}`] : [];
      if (target.startsWith('/assets/')) return files.has(target.slice(1)) ? [] : [`${page}: ${link}`];
      const isFound =
        pages.has(target) && (anchor === undefined || anchor.startsWith('/') || listIds(get(target)).has(anchor));
      return isFound ? [] : [`${page}: ${link}`];
    }),
  );
  expect(dead).toEqual([]);
});

test('resolves every link between texts, under any path', () => {
  const texts = [...files].flatMap(([path, text]): [string, string][] =>
    path.endsWith('.markdown') ? [[toTextPath(`/${path.replace(/(\/index)?\.markdown$/, '')}`), text]] : [],
  );
  const all = [...texts, ['/llms.txt', files.get('llms.txt') ?? ''] as const];
  const links = all.flatMap(([page, text]) =>
    [...text.replaceAll(/^```[\s\S]*?^```$|`[^`\n]+`/gm, '').matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, link = '']) => [page, link] as const,
    ),
  );
  const isFound = (page: string, link: string): boolean => {
    const { pathname, origin } = new URL(link, `http://sandbox.test/base${page}`);
    if (origin !== 'http://sandbox.test') return true;
    const path = pathname.replace(/^\/base/, '');
    return path.endsWith('.md') ? readText(path) !== undefined : pages.has(path) || path.startsWith('/v1/');
  };
  expect(links.length).toBeGreaterThan(300);
  expect(links.filter(([page, link]) => link.startsWith('/') || !isFound(page, link))).toEqual([]);
});

test('links each page of the documentation to its text, and llms.txt to all texts', () => {
  const llms = files.get('llms.txt') ?? '';
  for (const path of [...pages.keys()].filter((one) => one.startsWith('/docs') && one !== '/docs/not-found')) {
    expect(get(path), path).toContain(`<link rel="alternate" href="${path}.md" type="text/markdown">`);
    if (path !== '/docs') expect(llms, path).toContain(`](${path.slice(1)}.md)`);
  }
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

/*
 * The questions of integrators, testers, CI, partners and operators, with the pages that answer them, as a path or `#` and an operation id.
 * They were written before the search was run on them, and the search was not tuned on the further ones: correct the search, not the list.
 */
describe('the search', () => {
  /** Searches for each question. Returns the places of their pages among the results, from 0; -1 for none. */
  const search = (questions: readonly (readonly string[])[]): ReadonlyMap<string, number> => {
    const [, records = '[]'] = [...files].find(([path]) => /^assets\/docs-search-\w+\.json$/.test(path)) ?? [];
    const index = createIndex(JSON.parse(records) as readonly SearchRecord[]); // written by the build from this type
    const isOf = (address: string, page: string): boolean =>
      page.startsWith('#') ? address.endsWith(`/${page.slice(1)}`) : address.split('#')[0] === page;
    return new Map(
      questions.map(([query = '', ...wanted]) => {
        const found = searchRecords(index, query);
        return [query, found.findIndex(({ path }) => wanted.some((page) => isOf(String(path), page)))];
      }),
    );
  };
  const select = (places: ReadonlyMap<string, number>, isSelected: (place: number) => boolean): readonly string[] =>
    [...places].filter(([, place]) => isSelected(place)).map(([query]) => query);

  test('shows the page of a question first, or rarely second to fourth', () => {
    const places = search(searchQuestions.questions);
    expect(places.size).toBe(searchQuestions.questions.length);
    expect(select(places, (place) => place !== 0).length).toBeLessThanOrEqual(3);
    expect(select(places, (place) => place < 0 || place > 3)).toEqual([]);
  });

  test('shows the page of most further questions first', () => {
    const places = search(searchQuestions.furtherQuestions);
    expect(places.size).toBe(30);
    expect(select(places, (place) => place === 0).length).toBeGreaterThanOrEqual(25);
  });

  test('finds nothing for a word that is nowhere, and everything that matches for words that never occur together', () => {
    expect(search([['xyzzyquux', '/docs']]).get('xyzzyquux')).toBe(-1);
    expect(search([['kubernetes hmac', '/docs/shipping']]).get('kubernetes hmac')).toBeGreaterThanOrEqual(0);
  });
});
