import { neutralised } from '../screen.ts';

/** HTML that is fit to stand in a page. `html` makes it; by hand it is made only of what is our own. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | readonly Part[];

/**
 * HTML with values in it. Whatever is no `Markup` is text: it is escaped, for content and quoted attributes alike, and
 * what would act in it is made visible.
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(strings.reduce((text, literal, place) => text + rendered(parts[place - 1] ?? '') + literal));

/** Nothing, where there might be something. */
export const nothing = new Markup('');

/** A sentence of our own, in which backticks set off code. */
export const sentence = (text: string): Markup =>
  html`${text.split('`').map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** Text of several lines, with the lines kept. */
export const lines = (text: string): Markup => new Markup(text.split('\n').map(escaped).join('\n'));

function rendered(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(rendered).join('');
  return escaped(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

const escaped = (text: string): string =>
  neutralised(text).replaceAll(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
