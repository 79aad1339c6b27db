import { expect, it } from 'vitest';
import { toTextContent, toTexts } from './text-content.ts';

it.each([{ texts: [] }, { texts: [''] }, { texts: ['one', '', 'Straße – 10 €', '{"a":1}'] }])(
  'returns the texts $texts that were stored',
  ({ texts }) => expect(toTexts(toTextContent(texts, null))).toEqual(texts),
);
