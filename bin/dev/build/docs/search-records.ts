import type { LinkedOperation } from './contracts.ts';
import type { DocumentPage } from './page.ts';

/** A part of a page that the search finds. `server/docs/search.ts` reads them. */
export interface SearchRecord {
  readonly path: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
  readonly kind: string;
}

/** Lists the records of all pages and operations. */
export function listSearchRecords(
  pages: readonly DocumentPage[],
  operations: readonly LinkedOperation[],
): readonly SearchRecord[] {
  return [
    ...operations.map(({ address, operationId, summary, description, method, path, kind }) => ({
      path: address,
      page: summary,
      title: summary,
      text: `${kind === 'operation' ? `${method} ${path}` : path} ${operationId}. ${description.replaceAll('`', '')}`,
      kind: kind === 'operation' ? 'Operation' : 'Webhook',
    })),
    ...pages.flatMap((page) => (page.sections ?? []).map((section) => toRecord(page, section))),
  ];
}

function toRecord(page: DocumentPage, { heading, text }: NonNullable<DocumentPage['sections']>[number]): SearchRecord {
  return {
    path: heading === undefined ? page.path : `${page.path}#${heading.anchor}`,
    page: page.title,
    title: heading?.text ?? page.title,
    text,
    kind: nameKind(page.path),
  };
}

function nameKind(path: string): string {
  if (path.startsWith('/problems')) return 'Problem';
  if (path.startsWith('/docs/decisions/')) return 'Decision';
  if (path === '/docs/gaps') return 'Choice';
  if (path === '/docs/clauses') return 'Rule';
  return path.startsWith('/docs/clients/') || path.startsWith('/docs/receivers/') ? 'Program' : 'Guide';
}
