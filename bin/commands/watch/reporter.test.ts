import { expect, test } from 'vitest';
import { createJsonReporter, createTextReporter } from './reporter.ts';

function createOutput(columns?: number) {
  const [items, notices]: [string[], string[]] = [[], []];
  const reporter = createTextReporter({
    writeItem: (line) => items.push(line),
    writeNotice: (line) => notices.push(line),
    columns: () => columns,
  });
  return { reporter, items, notices };
}

const item = (cells: readonly string[], details: readonly string[] = []) => ({ cells, details, json: {} });

test('aligns the columns with the widest earlier cell, in terminal columns', () => {
  const { reporter, items } = createOutput();
  reporter.item(item(['t', '終端', 'x'], ['because']));
  reporter.item(item(['t', 'a', 'x']));
  reporter.item(item(['t', 'abcdef', 'x']));
  expect(items).toEqual(['t  終端  x  because', 't  a     x', 't  abcdef  x']);
});

test('does not widen a column for a very long cell', () => {
  const { reporter, items } = createOutput();
  reporter.item(item(['x'.repeat(90), 'y']));
  reporter.item(item(['x', 'y']));
  expect(items[1]).toBe(`x${' '.repeat(39)}  y`);
});

test('continues a long line on indented lines, and breaks no part', () => {
  const { reporter, items } = createOutput(30);
  reporter.item(item(['2026-11-02T15:01:00Z', 'A'], ['next attempt later', 'sent because of cash low']));
  expect(items).toEqual(['2026-11-02T15:01:00Z  A', '    next attempt later', '    sent because of cash low']);
});

test('replaces characters that a terminal interprets, in items and notices', () => {
  const { reporter, items, notices } = createOutput();
  reporter.item(item(['a\u001b[2J'], ['b\r\nc\u202e']));
  reporter.notice({ kind: 'lost', sandboxTime: 'T', message: 'd\u0007' });
  expect([items, notices]).toEqual([['a\u{fffd}[2J  b\u{fffd}\u{fffd}c\u{fffd}'], ['T  d\u{fffd}']]);
});

test('prints items and notices as one JSON object per line', () => {
  const lines: string[] = [];
  const reporter = createJsonReporter((line) => lines.push(line));
  reporter.item({ cells: [], details: [], json: { kind: 'event', text: 'a\nb' } });
  reporter.notice({ kind: 'ended', sandboxTime: undefined, message: 'Done.', more: { printed: 2 } });
  expect(lines).toEqual([
    '{"kind":"event","text":"a\\nb"}',
    '{"kind":"ended","sandbox_time":null,"message":"Done.","printed":2}',
  ]);
});
