import { basePath } from '../base-path.ts';
import { replaceDeepLink } from './deep-link.ts';
import { foldHeaders, foldResponses } from './fold-responses.ts';
import { replaceHighlighter } from './highlight.ts';
import { showKeys } from './keys.ts';
import { completeLabels } from './labels.ts';
import { createLayout } from './layout.ts';
import { replaceMarkdown } from './markdown.ts';
import { followOperations, toBlockId } from './operation-list.ts';
import { resolvePart } from './resolve.ts';
import { showSamples } from './sample-tabs.ts';

/* Shows the contract of the page with Swagger UI, which the page has loaded before. */

const container = document.getElementById('reference');
if (container !== null) void showReference(container);

/** Parses the contract. Its links and requests begin with the base path. */
const readContract = (text: string): object => ({
  ...JSON.parse(text.replaceAll('](/', `](${basePath}/`)),
  servers: [{ url: `${basePath}/` }],
});

async function showReference(node: HTMLElement): Promise<void> {
  const response = await fetch(document.body.dataset.contract ?? '').catch(() => undefined);
  if (!response?.ok || window.SwaggerUIBundle === undefined) {
    node.textContent = 'The reference could not be loaded. Is the sandbox running? Load the page again.';
    return;
  }
  const hide = () => () => null;
  const contract = readContract(await response.text());
  const system = window.SwaggerUIBundle({
    domNode: node,
    spec: contract,
    layout: 'ReferenceLayout',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    defaultModelExpandDepth: 2,
    displayRequestDuration: true,
    filter: false,
    syntaxHighlight: false,
    tryItOutEnabled: true,
    validatorUrl: null,
    supportedSubmitMethods: ['get', 'put', 'post', 'delete', 'patch'],
    plugins: [
      createLayout,
      {
        fn: { resolveSubtree: async (part: unknown, path: readonly string[]) => resolvePart(part, path) },
        wrapComponents: {
          Markdown: replaceMarkdown,
          DeepLink: replaceDeepLink,
          SyntaxHighlighter: replaceHighlighter,
          response: foldResponses,
          headers: foldHeaders,
          parameters: showSamples(contract),
          authorizeBtn: hide,
          authorizeOperationBtn: hide,
        },
      },
    ],
    onComplete: () => void showKeys(system),
  });
  completeLabels(node);
  addEventListener('hashchange', () => openAddressed(node));
  showMarks(node);
  const list = document.querySelector<HTMLElement>('.operation-index');
  if (list !== null) followOperations(list, () => openAddressed(node));
}

/** Opens and shows the operation of the address, such as `#/clock/getClock`, after a link on this page has changed it. */
function openAddressed(node: HTMLElement): void {
  const operation = node.querySelector(`#${CSS.escape(toBlockId(location.hash))}`);
  if (operation === null) return;
  if (!operation.classList.contains('is-open'))
    operation.querySelector<HTMLElement>('.opblock-summary-control')?.click();
  operation.scrollIntoView();
}

/** Shows or hides the badges of elements. */
function showMarks(node: HTMLElement): void {
  const box = document.querySelector<HTMLInputElement>('#marks');
  box?.addEventListener('change', () => node.classList.toggle('no-marks', !box.checked));
}
