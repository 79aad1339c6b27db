import type { SearchRecord } from '../../../../server/docs/search-index.ts';
import type { LinkedOperation } from './contracts.ts';
import { GROUPS } from './navigation.ts';
import type { DocumentPage } from './page.ts';

const SANDBOX = '/docs/api/sandbox#';
const entries = new Map(GROUPS.flatMap((group) => group.entries.map((entry) => [entry.path, entry])));

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
      text: `${kind === 'operation' ? `${method} ${path}` : path}. ${description.replaceAll('`', '')}`,
      keywords: `${operationId} ${splitWords(operationId)}`,
      kind: kind === 'webhook' ? 'Webhook' : address.startsWith(SANDBOX) ? 'Sandbox operation' : 'Operation',
    })),
    ...pages.flatMap((page) => listSections(page).map((section) => toRecord(page, section))),
  ];
}

/** Returns `list transactions` for `listTransactions`. */
const splitWords = (name: string): string => name.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase();

type PageSection = NonNullable<DocumentPage['sections']>[number];

/** Lists the sections of a page. The first one is the page itself, with its summary on the first page. */
function listSections({ path, lead, sections = [] }: DocumentPage): readonly PageSection[] {
  const [first, ...others] = sections[0]?.heading === undefined ? sections : [undefined, ...sections];
  const text = [entries.get(path)?.summary, lead, first?.text].filter(Boolean).join(' ');
  return [{ ...first, heading: undefined, text }, ...others.filter((section) => section !== undefined)];
}

function toRecord(page: DocumentPage, { heading, text, keywords }: PageSection): SearchRecord {
  return {
    path: heading === undefined ? page.path : `${page.path}#${heading.anchor}`,
    page: page.title,
    title: heading?.text ?? page.title,
    text,
    ...(keywords === undefined ? {} : { keywords }),
    kind: page.kind ?? nameKind(page.path, heading === undefined),
  };
}

/** An entry of a register is no guide, but the register is one. */
function nameKind(path: string, isWholePage: boolean): string {
  if (path.startsWith('/problems')) return 'Problem';
  if (path.startsWith('/docs/decisions')) return 'Decision';
  if (path === '/docs/gaps' && !isWholePage) return 'Choice';
  if (path === '/docs/clauses' && !isWholePage) return 'Rule';
  if (/^\/docs\/(clients|receivers|testing)\//.test(path)) return 'Program';
  return entries.get(path)?.isBackground === true ? 'Background' : 'Guide';
}
