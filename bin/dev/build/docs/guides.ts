import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { formatCode } from './highlight.ts';
import { formatInline } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import type { DocumentPage, NavigationLink } from './page.ts';
import { replaceLinks } from './text-pages.ts';

/** The documents that are written by hand, as pages. */
export interface Guides {
  readonly pages: readonly DocumentPage[];
  readonly decisions: readonly NavigationLink[];
  readonly programs: readonly NavigationLink[];
}

/** Documents with pages that are not made from their Markdown. */
const REGISTERS = ['docs/gaps.md', 'docs/clauses.md'];

/** The programs that the guides describe, and the JSON schema of reports. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'docs/clients/fleetkit-client.ts': 'Tasks with the client',
  'docs/clients/node/client.ts': 'Client in plain Node.js',
  'docs/clients/python/client.py': 'Client in Python',
  'docs/clients/go/client.go': 'Client in Go',
  'docs/clients/java/Client.java': 'Client in Java',
  'docs/clients/php/client.php': 'Client in PHP',
  'docs/clients/openapi-typescript.ts': 'Client with openapi-typescript',
  'docs/clients/orval.ts': 'Client with orval',
  'docs/clients/hey-api.ts': 'Client with Hey API',
  'docs/receivers/node-plain/receiver.mjs': 'Receiver in plain Node.js',
  'docs/receivers/node-express/receiver.mjs': 'Receiver with Express',
  'docs/receivers/python/receiver.py': 'Receiver in Python',
  'docs/receivers/go/main.go': 'Receiver in Go',
  'docs/receivers/verify-typescript/verify.ts': 'Verify a signature in TypeScript',
  'docs/receivers/verify-python/verify.py': 'Verify a signature in Python',
  'docs/receivers/verify-go/verify.go': 'Verify a signature in Go',
  'docs/receivers/verify-java/Verify.java': 'Verify a signature in Java',
  'docs/receivers/verify-php/verify.php': 'Verify a signature in PHP',
  'docs/testing/vitest/fleet.ts': 'Fixture for vitest',
  'docs/testing/vitest/terminals.spec.ts': 'Tests with vitest',
  'docs/testing/vitest/vitest.config.ts': 'Configuration of vitest',
  'docs/testing/jest-commonjs/terminals.test.js': 'Tests with jest, CommonJS',
  'docs/testing/jest-commonjs/jest.config.js': 'Configuration of jest, CommonJS',
  'docs/testing/jest-esm/terminals.test.mjs': 'Tests with jest, ES modules',
  'docs/testing/jest-esm/jest.config.mjs': 'Configuration of jest, ES modules',
  'docs/testing/node-test/terminals.test.mjs': 'Tests with node:test',
  'docs/testing/playwright/fleet.ts': 'Fixture for Playwright',
  'docs/testing/playwright/portal.spec.ts': 'Tests with Playwright',
  'docs/testing/playwright/playwright.config.ts': 'Configuration of Playwright',
  'docs/testing/testcontainers/java/FleetTest.java': 'Test with a container in Java',
  'docs/testing/testcontainers/go/fleet_test.go': 'Test with a container in Go',
  'docs/testing/testcontainers/python/test_fleet.py': 'Test with a container in Python',
  'docs/conformance-report.schema.json': 'Schema of the JSON report',
  'docs/fleetkit.config.schema.json': 'Schema of config files',
};

/** Renders the documents of the checkout at `root`. */
export function renderGuides(root: string): Guides {
  const paths = [...globSync('docs/**/*.md', { cwd: root }), 'CHANGELOG.md']
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !REGISTERS.includes(path))
    .sort();
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const guides = paths.map((path) => renderGuide(path, read));
  const programs = Object.entries(PROGRAMS).map(([path, title]) => renderProgram({ path, title }, read(path)));
  const decisions = guides.filter(({ path }) => path.startsWith('/docs/decisions/')).map(toLink);
  return {
    pages: [...guides, renderDecisionList(decisions), ...programs],
    decisions,
    programs: programs.map(toLink),
  };
}

const toLink = ({ path, title }: DocumentPage): NavigationLink => ({ path, title });

function renderGuide(path: string, read: (path: string) => string): DocumentPage {
  const source = read(path);
  const { title, html, headings, sections } = renderMarkdown(
    source,
    (link) => resolveLink(link, path),
    (image) => toDataUrl(read(posix.join(posix.dirname(path), image)), image),
  );
  const plain = replaceLinks(source, (link) => resolveLink(link, path));
  return { path: toPagePath(path), title, html, headings, sections, plain };
}

/** Returns an image as a part of its page. Throws for anything except an SVG, since no other image is in a document. */
function toDataUrl(content: string, path: string): string {
  if (!path.endsWith('.svg')) throw new Error(`the image ${path} is not an SVG`);
  return `data:image/svg+xml;base64,${Buffer.from(content).toString('base64')}`;
}

function renderProgram({ path, title }: { readonly path: string; readonly title: string }, code: string): DocumentPage {
  const language = posix.extname(path).slice(1);
  return {
    path: toPagePath(path),
    title,
    lead: `The file \`${path}\` of the package.`,
    html: formatCode({ code, language }),
    plain: `# ${title}\n\nThe file \`${path}\` of the package.\n\n\`\`\`${language}\n${code.trimEnd()}\n\`\`\`\n`,
    width: 'wide',
    sections: [{ heading: undefined, text: code.replaceAll(/\s+/g, ' ').slice(0, 600) }],
  };
}

function renderDecisionList(decisions: readonly NavigationLink[]): DocumentPage {
  const items = decisions.map(({ path, title }) => `<li><a href="${path}">${formatInline(title)}</a></li>`);
  return {
    path: '/docs/decisions',
    title: 'Decisions',
    lead: 'Choices that a reader of the code would question, and their reasons.',
    html: `<ul class="plain-list">${items.join('')}</ul>`,
    plain: `# Decisions\n\n${decisions.map(({ path, title }) => `- [${title}](${path})`).join('\n')}\n`,
  };
}

/** Returns the address of the page of a document, program or folder of `docs`. */
export function toPagePath(path: string): string {
  if (path === 'CHANGELOG.md') return '/docs/changelog';
  if (/^docs\/(receivers|clients\/\w+)\//.test(path)) return `/${posix.dirname(path)}`;
  return `/${path.replace(/(\.schema)?\.\w+$/, '').toLowerCase()}`;
}

/** Resolves a link of the document at `from`. Throws if no page is made from its target. */
export function resolveLink(link: string, from: string): string {
  if (/^(#|[a-z]+:)/.test(link)) return link;
  const [target = '', anchor] = link.split('#');
  const path = posix.join(posix.dirname(from), target);
  const isPage =
    path === 'CHANGELOG.md' || path === 'docs/decisions' || path in PROGRAMS || /^docs\/.*\.md$/.test(path);
  if (!isPage) throw new Error(`${from} links to ${link}, which is no page of the documentation.`);
  return toPagePath(path) + (anchor === undefined ? '' : `#${anchor}`);
}
