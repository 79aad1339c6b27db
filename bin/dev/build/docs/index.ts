import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAssets } from './assets.ts';
import { listOperations, REFERENCE_PATHS, readContract, toTag } from './contracts.ts';
import { type Guides, renderGuides, resolveLink } from './guides.ts';
import { renderLanding } from './landing.ts';
import { renderPage } from './layout.ts';
import { type ChildPages, listNavigation } from './navigation.ts';
import type { DocumentPage } from './page.ts';
import { renderProblemPages } from './problem-pages.ts';
import { renderReferencePages } from './reference-pages.ts';
import { renderClauseRegister, renderGapRegister } from './registers.ts';
import { listSearchRecords } from './search-records.ts';
import { renderLlmsText, renderText, replaceLinks } from './text-pages.ts';

/** A file of the pages: its path in `dist/pages/`, and its content. */
export interface BuiltFile {
  readonly path: string;
  readonly content: string;
  /** The paths of the modules in a script. */
  readonly modules?: readonly string[];
}

/** Builds the documentation from the checkout at `root`. `icon` is the address of the icon. */
export async function buildDocumentation(root: string, icon: string): Promise<readonly BuiltFile[]> {
  const operations = (['service', 'sandbox'] as const).flatMap((name) =>
    listOperations(readContract(root, name), REFERENCE_PATHS[name]),
  );
  const guides = renderGuides(root);
  const problems = renderProblemPages(root, operations);
  const readText = (path: string): string =>
    replaceLinks(readFileSync(join(root, path), 'utf8'), (link) => resolveLink(link, path));
  const plain = { gaps: readText('docs/gaps.md'), clauses: readText('docs/clauses.md') };
  const register = { operations, plain };
  const texts = [...guides.pages, renderGapRegister(register), renderClauseRegister(register), ...problems];

  const assets = await buildAssets(root, listSearchRecords([renderLanding(texts), ...texts], operations));
  const addresses = new Map(assets.map(({ name, path }) => [name, `/${path}`]));
  const getAddress = (name: string): string => addresses.get(name) ?? '';
  addresses.set('icon.svg', icon);

  const groupTitles = new Map(
    (['service', 'sandbox'] as const).flatMap((name) =>
      readContract(root, name).tags.map((tag): [string, string] => [toTag(tag.name), tag.description]),
    ),
  );
  const others = [...texts, ...renderReferencePages(operations, getAddress, groupTitles)];
  const pages = [renderLanding(others), ...others];
  const navigation = listNavigation(pages, listChildren(guides, problems));
  const layout = { navigation, assets: addresses };
  return [
    ...assets,
    ...pages.flatMap((page) => toFiles(page, renderPage(page, layout))),
    { path: 'llms.txt', content: renderLlmsText(pages) },
    { path: 'docs/not-found.html', content: renderPage(renderNotFound(), layout) },
  ];
}

/** The pages that the navigation lists below others. */
const listChildren = ({ decisions, programs }: Guides, problems: readonly DocumentPage[]): ChildPages => ({
  '/docs/decisions': decisions,
  '/docs/assistants': [{ path: '/docs/agents/agents', title: 'AGENTS.md for your repository' }],
  '/docs/client': programs.filter(({ path }) => isClient(path) && !isGenerated(path)),
  '/docs/typed-clients': programs.filter(({ path }) => isClient(path) && isGenerated(path)),
  '/docs/receiving-webhooks': programs.filter(({ path }) => path.startsWith('/docs/receivers/')),
  '/docs/judging-a-deployment': programs.filter(({ path }) => path === '/docs/conformance-report'),
  '/docs/testing': programs.filter(({ path }) => isTest(path) && !isContainer(path)),
  '/docs/testcontainers': programs.filter(({ path }) => isContainer(path)),
  '/docs/config-file': programs.filter(({ path }) => path.startsWith('/docs/fleetkit.config')),
  '/problems': problems.slice(1).map(({ path, title, label }) => ({ path, title: label ?? title })),
});

const isTest = (path: string): boolean => path.startsWith('/docs/testing/');
const isContainer = (path: string): boolean => path.startsWith('/docs/testing/testcontainers/');
const isClient = (path: string): boolean => path.startsWith('/docs/clients/');
/** Whether the client of a program is made by a generator. */
const isGenerated = (path: string): boolean => /\/(openapi-typescript|orval|hey-api)$/.test(path);

function toFiles(page: DocumentPage, html: string): readonly BuiltFile[] {
  const { path, plain } = page;
  const file = path === '/docs' || path === '/problems' ? `${path.slice(1)}/index` : path.slice(1);
  const files = [{ path: `${file}.html`, content: html }];
  return plain === undefined ? files : [...files, { path: `${file}.markdown`, content: renderText(page) }];
}

/** The page for addresses below `/docs` that have none. */
const renderNotFound = (): DocumentPage => ({
  path: '/docs/not-found',
  title: 'There is no such page',
  lead: 'The address is misspelled, or the page has another name in this version.',
  html: '<p class="actions"><a class="action" href="/docs">All pages</a><a class="action action-quiet" href="/docs/api">API reference</a></p>',
});
