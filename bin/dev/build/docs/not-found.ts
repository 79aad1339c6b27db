import type { DocumentPage } from './page.ts';

/** The page for addresses below `/docs` that have none. */
export const renderNotFound = (): DocumentPage => ({
  path: '/docs/not-found',
  title: 'There is no such page',
  lead: 'The address is misspelled, or the page has another name in this version.',
  html: '<p class="actions"><a class="action" href="/docs">All pages</a><a class="action action-quiet" href="/docs/api">API reference</a></p>',
});
