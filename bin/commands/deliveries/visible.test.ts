import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differenceLines, visibleLines } from './visible.ts';

const bytes = (text: string) => Buffer.from(text);

test('a space after a colon stands above the caret', () => {
  const [sent, received] = ['{"a":1,"b":2}', '{"a": 1,"b":2}'];
  expect(differenceLines(bytes(sent), bytes(received), 5)).toEqual([
    'sent      {"a":1,"b":2}',
    'received  {"a": 1,"b":2}',
    '               ^ byte 5',
  ]);
});

test('of long bodies only what is near is shown', () => {
  const [sent, received] = [`${'x'.repeat(100)}A${'y'.repeat(100)}`, `${'x'.repeat(100)}B${'y'.repeat(100)}`];
  expect(differenceLines(bytes(sent), bytes(received), 100)).toEqual([
    `sent      …${'x'.repeat(24)}A${'y'.repeat(23)}…`,
    `received  …${'x'.repeat(24)}B${'y'.repeat(23)}…`,
    `${' '.repeat(35)}^ byte 100`,
  ]);
});

test('where one ends, and half a letter, are seen', () => {
  expect(differenceLines(bytes('{}'), bytes('{}\r\n'), 2)).toEqual([
    'sent      {} (ends here)',
    'received  {}␍␊',
    '            ^ byte 2',
  ]);
  expect(differenceLines(bytes('"é"'), bytes('"è"'), 2)[0]).toBe('sent      "\\xc3\\xa9"');
});

test('the caret points at the first byte of both lines that differs, whatever came before', () => {
  const any = fc.uint8Array({ maxLength: 60 });
  fc.assert(
    fc.property(
      any,
      fc.uint8Array({ minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 255 }),
      (head, tail, change) => {
        const sent = Buffer.concat([head, tail]);
        const received = Buffer.from(sent);
        received[head.length] = ((sent[head.length] ?? 0) + change) % 256;
        const [first = '', second = '', caret = ''] = differenceLines(sent, received, head.length);
        const at = caret.indexOf('^');
        expect(first.slice(10, at)).toBe(second.slice(10, at));
        expect(first.slice(at)).not.toBe(second.slice(at));
        expect(`${first}${second}`).not.toMatch(/\p{Cc}/u);
      },
    ),
  );
});

test('line breaks are seen, and controls do nothing', () => {
  expect(visibleLines('a\nb\u001b[31m\r\n\u202ec')).toEqual(['a␊', 'b␛[31m␍␊', '\ufffdc']);
  expect(visibleLines('one')).toEqual(['one']);
});
