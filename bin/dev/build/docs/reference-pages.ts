import type { LinkedOperation } from './contracts.ts';
import { escapeHtml } from './html.ts';
import type { DocumentPage } from './page.ts';

/** The addresses of the files that the reference loads, by the names of their assets. */
type Addresses = (name: string) => string;

const ASSETS = ['docs-reference.css', 'swagger-ui.js', 'docs-reference.js'];

const LEGEND = `<details class="legend"><summary>Documented and assumed parts</summary>
<p><span class="badge badge-documented">documented</span> The interface document states it. The badge links to the <a href="/docs/clauses">rule</a>.</p>
<p><span class="badge badge-assumed">assumed</span> The document leaves it open, and it is our choice. The badge links to the <a href="/docs/gaps">question</a>. Another service may choose differently.</p>
<p><label><input type="checkbox" id="marks" checked> Show the badges of parameters, responses and members</label></p></details>`;

const SANDBOX_NOTE =
  '<p class="legend">All of the control plane is <span class="badge badge-assumed">ours</span>: only a sandbox has it, and the interface document does not describe it. Each operation links to the <a href="/docs/gaps#10-the-control-plane-of-the-sandbox">question</a> that it answers.</p>';

/** Returns the two pages of the reference. */
export function renderReferencePages(
  operations: readonly LinkedOperation[],
  getAddress: Addresses,
  /** The titles of the groups by tag, in the order of the reference. */
  groupTitles: ReadonlyMap<string, string>,
): readonly DocumentPage[] {
  const list = (page: string): readonly LinkedOperation[] =>
    operations.filter(({ address }) => address.startsWith(`${page}#`));
  return [
    {
      path: '/docs/api',
      title: 'API reference',
      lead: 'The Terminal Fleet Portal Data Service. Choose a user, open an operation and execute it against this sandbox.',
      width: 'wide',
      assets: ASSETS,
      data: { contract: getAddress('contract-service.json'), users: getAddress('docs-users.json') },
      html: `${LEGEND}\n${renderReference(list('/docs/api'), groupTitles)}`,
      plain: formatPlain('API reference', '/v1/integrations/public-openapi.json', list('/docs/api')),
    },
    {
      path: '/docs/api/sandbox',
      title: 'Control plane reference',
      lead: 'The operations that only a sandbox has: move its clock, cause events, manage destinations, read deliveries and requests.',
      width: 'wide',
      assets: ASSETS,
      data: {
        contract: getAddress('contract-sandbox.json'),
        users: getAddress('docs-users.json'),
        operator: 'true',
      },
      html: `${SANDBOX_NOTE}\n${renderReference(list('/docs/api/sandbox'), groupTitles)}`,
      plain: formatPlain('Control plane reference', 'npx fleetkit spec --sandbox', list('/docs/api/sandbox')),
    },
  ];
}

/** The container of the reference, beside a list of the operations. Without scripts, the list is the content. */
function renderReference(operations: readonly LinkedOperation[], titles: ReadonlyMap<string, string>): string {
  return `<form class="keys" aria-labelledby="keys-title" hidden><h2 id="keys-title">Credentials</h2></form>
<h2 id="operations-title">Operations</h2>
<noscript><p>To see the parameters and to try operations, enable JavaScript. The contract is at /v1/integrations/public-openapi.json.</p></noscript>
<div class="reference-frame">
<nav class="operation-index" aria-label="Operations" tabindex="0">
<div class="operation-filter" hidden><label for="operation-words">Filter operations</label><input type="search" id="operation-words" autocomplete="off"><output></output></div>
${renderGroups(operations, titles)}
</nav>
<div id="reference"><p class="loading" role="status">The reference is loading.</p></div>
</div>`;
}

function renderGroups(operations: readonly LinkedOperation[], titles: ReadonlyMap<string, string>): string {
  const groups = Map.groupBy(operations, ({ address }) => /#\/([^/]+)\//.exec(address)?.[1] ?? '');
  return [...titles, ['webhooks', 'Webhooks'] as const]
    .map(([tag, title]) => {
      const members = groups.get(tag);
      if (members === undefined) return '';
      const items = members.map(
        ({ address, kind, method, path, summary }) =>
          `<li><a href="${escapeHtml(address)}">${escapeHtml(summary)} <code>${kind === 'webhook' ? 'event' : method} ${escapeHtml(path)}</code></a></li>`,
      );
      return `<section><h3>${escapeHtml(title)}</h3><ul>${items.join('')}</ul></section>`;
    })
    .join('\n');
}

function formatPlain(title: string, source: string, operations: readonly LinkedOperation[]): string {
  const lines = operations.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`);
  return `# ${title}\n\nThe contract (OpenAPI 3.1): ${source}\n\n${lines.join('\n')}\n`;
}
