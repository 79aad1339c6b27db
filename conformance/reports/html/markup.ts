import { neutralised } from '../parts/screen.ts';

/** HTML that is safe in a page. Created with `html`; created directly only from constant text. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | readonly Part[];

/**
 * Creates HTML with values. Values other than `Markup` are escaped, for content and quoted attributes, and
 * control characters are made visible.
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(strings.reduce((text, literal, place) => text + renderPart(parts[place - 1] ?? '') + literal));

/** Empty markup. */
export const nothing = new Markup('');

/** Formats a sentence of the kit; backticks mark code. */
export const renderSentence = (text: string): Markup =>
  html`${text.split('`').map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** Formats multi-line text for the content of an element, not for an attribute: it keeps line breaks and quotes. */
export const renderLines = (text: string): Markup => new Markup(text.split('\n').map(escapeContent).join('\n'));

function renderPart(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(renderPart).join('');
  return escapeText(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

const escapeContent = (text: string): string =>
  neutralised(text).replaceAll(/[&<>`]/g, (character) => ENTITIES[character] ?? '');

const escapeText = (text: string): string =>
  neutralised(text).replaceAll(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
