import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { measureTextWidth } from './text-width.ts';

test.each(['', 'NW104310', 'Ämpersand & Söns', '東京', '👩‍👩‍👧', '\u001b[1mbold\u001b[22m', 'tab\there'])(
  'returns the same width of %j as string-width',
  (text) => {
    expect(measureTextWidth(text)).toBe(stringWidth(text));
  },
);
