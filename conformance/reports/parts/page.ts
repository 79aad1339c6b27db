import { styleText } from 'node:util';
import { neutralised } from './screen.ts';

/* The layout of text reports. */

export type Style = 'red' | 'yellow' | 'green' | 'bold' | 'dim';

/** The layout of a text report. */
export interface TextPage {
  /** In columns. */
  readonly width: number;
  /** Neutralises a text line by line, and puts it into a style. */
  paint(style: Style, text: string): string;
}

const WIDTH = 100;
const NARROWEST = 40;
const WIDEST = 120;

/** The indent of detail lines. */
export const INDENT = '    ';
/** The width of labels in columns. */
export const LABEL = 10;

/** A page of `width` columns, kept from 40 to 120; 100 by default. Without `colour`, no styles are used. */
export function createPage({
  colour = false,
  width = WIDTH,
}: {
  readonly colour?: boolean;
  readonly width?: number;
}): TextPage {
  return {
    width: Math.min(Math.max(width, NARROWEST), WIDEST),
    paint: (style, text) => {
      const safe = text.split('\n').map(neutralised).join('\n');
      return colour ? styleText(style, safe, { validateStream: false }) : safe;
    },
  };
}
