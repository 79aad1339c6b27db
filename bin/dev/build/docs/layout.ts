import { escapeHtml, formatInline } from './html.ts';
import { listNeighbours } from './navigation.ts';
import type { DocumentPage, NavigationGroup, NavigationLink } from './page.ts';
import { toTextPath } from './text-pages.ts';

/** The parts that all pages share. */
export interface Layout {
  readonly navigation: readonly NavigationGroup[];
  /** The addresses of the assets, by their names. */
  readonly assets: ReadonlyMap<string, string>;
}

/** Returns the HTML of a page. */
export function renderPage(page: DocumentPage, { navigation, assets }: Layout): string {
  const asset = (name: string): string => assets.get(name) ?? missing(name);
  const extra = page.assets ?? [];
  const headings = (page.headings ?? []).filter(({ level }) => level === 2 || level === 3);
  const hasList = page.width === undefined && headings.length > 1;
  const data = { search: asset('docs-search.js'), records: asset('docs-search.json'), ...page.data };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(page.path === '/docs' ? 'fleetkit documentation' : `${page.title} · fleetkit`)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${page.plain === undefined ? '' : `<link rel="alternate" href="${toTextPath(page.path)}" type="text/markdown">\n`}<link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${asset('docs.css')}">
${extra
  .filter((name) => name.endsWith('.css'))
  .map((name) => `<link rel="stylesheet" href="${asset(name)}">\n`)
  .join('')}<script src="${asset('docs-theme.js')}"></script>
${extra
  .filter((name) => name.endsWith('.js'))
  .map((name) => `<script ${name.startsWith('swagger') ? 'defer' : 'type="module"'} src="${asset(name)}"></script>\n`)
  .join('')}<script type="module" src="${asset('docs.js')}"></script>
</head>
<body${Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('')}>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button type="button" class="icon-button menu" aria-label="Pages" aria-expanded="false" aria-controls="side" hidden>${MENU_ICON}</button>
<a class="brand" href="/docs"><img src="${asset('icon.svg')}" alt="" width="26" height="26"><span>fleetkit</span><span class="brand-part">Docs</span></a>
<button type="button" class="search-button" aria-label="Search" aria-keyshortcuts="/" hidden>${SEARCH_ICON}<span>Search</span><kbd>/</kbd></button>
<a class="top-link" href="/docs/api"${page.path === '/docs/api' ? ' aria-current="page"' : ''}>API</a>
<a class="top-link" href="/">Console</a>
<button type="button" class="icon-button theme" aria-label="Switch between light and dark colours" hidden>${THEME_ICON}</button>
</header>
<div class="frame${page.width === 'wide' ? ' frame-wide' : ''}">
<nav class="side" id="side" aria-label="Pages">
${navigation.map((group) => renderGroup(group, page.path)).join('\n')}
</nav>
<main id="content" tabindex="-1">
<article class="${page.width === 'wide' ? 'article wide' : 'article'}">
<header class="head">
${renderPlace(navigation, page)}<h1>${formatInline(page.title)}</h1>
${page.lead === undefined ? '' : `<p class="lead">${formatInline(page.lead)}</p>\n`}</header>
<div class="prose">
${page.html}
</div>
</article>
${renderNeighbours(navigation, page.path)}
</main>
${hasList ? `<aside class="contents"><nav aria-labelledby="contents-title"><h2 id="contents-title">On this page</h2><ul>${headings.map(({ level, anchor, text }) => `<li class="level-${level}"><a href="#${anchor}">${escapeHtml(text)}</a></li>`).join('')}</ul></nav></aside>` : ''}
</div>
</body>
</html>
`;
}

const missing = (name: string): never => {
  throw new Error(`There is no asset ${name}.`);
};

function renderGroup({ title, pages }: NavigationGroup, current: string): string {
  return `<section><h2>${escapeHtml(title)}</h2><ul>${pages.map((page) => renderLink(page, current)).join('')}</ul></section>`;
}

function renderLink({ path, title, children = [] }: NavigationLink, current: string): string {
  const isOpen = path === current || children.some((child) => child.path === current);
  const below =
    isOpen && children.length > 0 ? `<ul>${children.map((child) => renderLink(child, current)).join('')}</ul>` : '';
  const mark = path === current ? ' aria-current="page"' : '';
  return `<li><a href="${path}"${mark}>${formatInline(title)}</a>${below}</li>`;
}

/** The group of the page, above its title. */
function renderPlace(navigation: readonly NavigationGroup[], { path }: DocumentPage): string {
  const group = navigation.find(({ pages }) => pages.some((page) => isIn(page, path)));
  const parent = group?.pages.find((page) => page.path !== path && isIn(page, path));
  const link = parent === undefined ? '' : ` / <a href="${parent.path}">${formatInline(parent.title)}</a>`;
  return group === undefined ? '' : `<p class="place">${escapeHtml(group.title)}${link}</p>\n`;
}

const isIn = ({ path, children = [] }: NavigationLink, wanted: string): boolean =>
  path === wanted || children.some((child) => child.path === wanted);

function renderNeighbours(navigation: readonly NavigationGroup[], path: string): string {
  const { previous, next } = listNeighbours(navigation, path);
  const link = (page: NavigationLink | undefined, label: string): string =>
    page === undefined
      ? ''
      : `<a class="neighbour neighbour-${label.toLowerCase()}" href="${page.path}"><span>${label}</span><strong>${formatInline(page.title)}</strong></a>`;
  if (previous === undefined && next === undefined) return '';
  return `<nav class="neighbours" aria-label="Previous and next page">${link(previous, 'Previous')}${link(next, 'Next')}</nav>`;
}

const icon = (path: string): string =>
  `<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`;
const MENU_ICON = icon('<path d="M4 7h16M4 12h16M4 17h16"/>');
const SEARCH_ICON = icon('<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>');
const THEME_ICON = icon('<circle cx="12" cy="12" r="8"/><path d="M12 4v16a8 8 0 0 0 0-16z" fill="currentColor"/>');
