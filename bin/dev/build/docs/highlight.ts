import { createRequire } from 'node:module';
import { escapeHtml } from './html.ts';

/** The part of highlight.js that is used here. Its own types add those of browsers to the whole project. */
interface Highlighter {
  registerLanguage(name: string, language: unknown): void;
  getLanguage(name: string): unknown;
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string };
}

const require = createRequire(import.meta.url);
const hljs = require('highlight.js/lib/core') as Highlighter;
for (const name of ['bash', 'go', 'java', 'javascript', 'json', 'php', 'python', 'typescript', 'xml', 'yaml'])
  hljs.registerLanguage(name, require(`highlight.js/lib/languages/${name}`));

/** Names of languages that readers see. */
const NAMES: Readonly<Record<string, string>> = {
  bash: 'Shell',
  sh: 'Shell',
  go: 'Go',
  java: 'Java',
  js: 'JavaScript',
  json: 'JSON',
  mjs: 'JavaScript',
  php: 'PHP',
  py: 'Python',
  text: 'Text',
  ts: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
};

/** A piece of code and its language, as in a fence of Markdown or in the extension of a file. */
export interface CodeBlock {
  readonly code: string;
  readonly language: string;
}

/** Returns code as HTML with classes for its syntax, and a button that copies it. */
export function formatCode({ code, language }: CodeBlock): string {
  const text = code.trimEnd();
  const isKnown = hljs.getLanguage(language) !== undefined;
  const content = isKnown ? hljs.highlight(text, { language, ignoreIllegals: true }).value : escapeHtml(text);
  const name = NAMES[language] ?? 'Text';
  return [
    '<figure class="code">',
    `<figcaption><span>${name}</span><button type="button" class="copy" hidden>Copy</button></figcaption>`,
    `<pre tabindex="0" aria-label="${name}"><code>${content}</code></pre>`,
    '</figure>\n',
  ].join('');
}
