import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ServerSentEventParser } from './sse-parser.ts';

const STREAM =
  ': connected\nretry: 1000\n\nevent: delivery\r\nid: 7\r\ndata: {"a":1}\r\n\r\ndata:first\ndata: second\n\n: still here\n\nevent: end\rdata: {}\r\r';

const EVENTS = [
  { name: 'comment', data: '' },
  { name: 'delivery', data: '{"a":1}' },
  { name: 'message', data: 'first\nsecond' },
  { name: 'comment', data: '' },
  { name: 'end', data: '{}' },
];

test('parses names, data of several lines, and all line endings', () => {
  expect(new ServerSentEventParser().parse(`${STREAM}\n`)).toEqual(EVENTS);
});

test('parses the same events from any chunks', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: STREAM.length })), (cuts) => {
      const events = new ServerSentEventParser();
      const places = [0, ...cuts.toSorted((a, b) => a - b), STREAM.length];
      const read = places.slice(1).flatMap((place, index) => events.parse(STREAM.slice(places[index], place)));
      expect([...read, ...events.parse('\n')]).toEqual(EVENTS);
    }),
  );
});

test('buffers an incomplete event and ignores unknown fields', () => {
  const events = new ServerSentEventParser();
  expect(events.parse('event: delivery\ncolour: red\ndata: x')).toEqual([]);
  expect(events.parse('\n\n')).toEqual([{ name: 'delivery', data: 'x' }]);
  expect(events.parse('event: nothing\n\ndata: y\n\n')).toEqual([{ name: 'message', data: 'y' }]);
});

test('ignores the error of an unknown field, and throws for an event without end', () => {
  const events = new ServerSentEventParser();
  expect(() => {
    for (let megabytes = 0; megabytes < 40; megabytes += 1) events.parse(`data: ${'x'.repeat(2 ** 20)}\n`);
  }).toThrow(/buffer/i);
});
