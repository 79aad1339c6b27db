import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDifference, toVisibleLines } from './visible-bytes.ts';

const toBytes = (text: string) => Buffer.from(text);

test('places the caret below the first difference', () => {
  const [sent, received] = ['{"a":1,"b":2}', '{"a": 1,"b":2}'];
  expect(formatDifference(toBytes(sent), toBytes(received), 5)).toEqual([
    'sent      {"a":1,"b":2}',
    'received  {"a": 1,"b":2}',
    '               ^ byte 5',
  ]);
});

test('shows only the part of a long body around the difference', () => {
  const [sent, received] = [`${'x'.repeat(100)}A${'y'.repeat(100)}`, `${'x'.repeat(100)}B${'y'.repeat(100)}`];
  expect(formatDifference(toBytes(sent), toBytes(received), 100)).toEqual([
    `sent      …${'x'.repeat(24)}A${'y'.repeat(23)}…`,
    `received  …${'x'.repeat(24)}B${'y'.repeat(23)}…`,
    `${' '.repeat(35)}^ byte 100`,
  ]);
});

test('shows the end of a body and the bytes of a character', () => {
  expect(formatDifference(toBytes('{}'), toBytes('{}\r\n'), 2)).toEqual([
    'sent      {} (ends here)',
    'received  {}␍␊',
    '            ^ byte 2',
  ]);
  expect(formatDifference(toBytes('"é"'), toBytes('"è"'), 2)[0]).toBe('sent      "\\xc3\\xa9"');
});

test('places the caret below the first different byte of any two bodies', () => {
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
        const [first = '', second = '', caret = ''] = formatDifference(sent, received, head.length);
        const at = caret.indexOf('^');
        expect(first.slice(10, at)).toBe(second.slice(10, at));
        expect(first.slice(at)).not.toBe(second.slice(at));
        expect(`${first}${second}`).not.toMatch(/\p{Cc}/u);
      },
    ),
  );
});

test('shows line breaks and replaces control characters', () => {
  expect(toVisibleLines('a\nb\u001b[31m\r\n\u202ec')).toEqual(['a␊', 'b␛[31m␍␊', '\ufffdc']);
  expect(toVisibleLines('one')).toEqual(['one']);
});
