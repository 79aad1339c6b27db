const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for element content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Returns the anchor of a heading, as GitHub makes it. */
export const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-');

/** Converts text with inline code between backticks to HTML. */
export const formatInline = (text: string): string =>
  escapeHtml(text).replaceAll(/`([^`]+)`/g, (_, code: string) => `<code>${code}</code>`);
