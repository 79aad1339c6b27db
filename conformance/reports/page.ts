import { styleText } from 'node:util';
import { neutralised } from './screen.ts';

/* How reports for people are laid out, whatever they are about. */

export type Style = 'red' | 'yellow' | 'green' | 'bold' | 'dim';

/** The layout of a report for people. */
export interface Page {
  /** In columns. */
  readonly width: number;
  /** Neutralises a text line by line, and puts it into a style. */
  paint(style: Style, text: string): string;
}

const WIDTH = 100;
const NARROWEST = 40;
const WIDEST = 120;

/** What stands before the lines that belong to another one. */
export const INDENT = '    ';
/** Columns that the name of a value takes. */
export const LABEL = 10;

/** A page of `width` columns, kept from 40 to 120; 100 by default. Without `colour` nothing is painted. */
export function pageFor({
  colour = false,
  width = WIDTH,
}: {
  readonly colour?: boolean;
  readonly width?: number;
}): Page {
  return {
    width: Math.min(Math.max(width, NARROWEST), WIDEST),
    paint: (style, text) => {
      const safe = text.split('\n').map(neutralised).join('\n');
      return colour ? styleText(style, safe, { validateStream: false }) : safe;
    },
  };
}
