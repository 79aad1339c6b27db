import { formatCode } from './highlight.ts';
import { escapeHtml, formatInline } from './html.ts';
import { GROUPS } from './navigation.ts';
import type { DocumentPage } from './page.ts';

const FIRST_STEPS = `npx fleetkit serve
curl -H 'X-API-Key: sbx-northway-admin' \\
  http://127.0.0.1:4400/v1/portal`;

/** Builds the first page of the documentation, which links to all others. */
export function renderLanding(pages: readonly DocumentPage[]): DocumentPage {
  const titles = new Map(pages.map(({ path, title }) => [path, title]));
  const groups = GROUPS.map(({ title, entries }) => ({
    title,
    links: entries.map(({ path, summary }) => ({ path, summary, title: titles.get(path) ?? path })),
  }));
  const cards = groups.map(
    ({ title, links }) =>
      `<section class="card-group"><h2>${escapeHtml(title)}</h2><ul class="cards">${links
        .map(
          (link) =>
            `<li><a class="card" href="${link.path}"><strong>${escapeHtml(link.title)}</strong><span>${formatInline(link.summary)}</span></a></li>`,
        )
        .join('')}</ul></section>`,
  );
  const plain = groups.map(
    ({ title, links }) =>
      `## ${title}\n\n${links.map((link) => `- [${link.title}](${link.path}): ${link.summary}`).join('\n')}\n`,
  );
  return {
    path: '/docs',
    title: 'Documentation',
    lead: 'A sandbox and a conformance kit for the Terminal Fleet Portal Data Service: payment terminals, their transactions, settlements, disputes and webhooks.',
    width: 'wide',
    html: [
      '<div class="start">',
      '<div class="start-text"><h2>Start</h2>',
      '<p>The first command serves six generated fleets. The second one reads one of them. All keys are public, because all data is made up.</p>',
      '<p class="actions"><a class="action" href="/docs/api">Try the API</a><a class="action action-quiet" href="/docs/using-the-sandbox">Read the guide</a></p></div>',
      formatCode({ code: FIRST_STEPS, language: 'sh' }),
      '</div>',
      ...cards,
    ].join('\n'),
    plain: `# fleetkit\n\nThe documentation of this sandbox. Each page is Markdown at its address with \`.md\` at the end.\n\n${plain.join('\n')}`,
  };
}
