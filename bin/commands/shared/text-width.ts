import { createRequire } from 'node:module';
import type StringWidth from 'string-width';

/**
 * Returns the number of columns that a text takes in a terminal. Loads `string-width` only for a text that is not printable ASCII,
 * because the expression that it compiles takes longer than most commands.
 */
export function measureTextWidth(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : loadStringWidth()(text);
}

const load = createRequire(import.meta.url);

function loadStringWidth(): typeof StringWidth {
  return (load('string-width') as { readonly default: typeof StringWidth }).default;
}
