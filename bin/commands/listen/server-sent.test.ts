import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SentEvents } from './server-sent.ts';

const STREAM =
  ': connected\nretry: 1000\n\nevent: delivery\r\nid: 7\r\ndata: {"a":1}\r\n\r\ndata:first\ndata: second\n\n: still here\n\nevent: end\rdata: {}\r\r';

const EVENTS = [
  { name: 'comment', data: '' },
  { name: 'delivery', data: '{"a":1}' },
  { name: 'message', data: 'first\nsecond' },
  { name: 'comment', data: '' },
  { name: 'end', data: '{}' },
];

test('reads events by name, over several lines of data, with any ends of lines', () => {
  expect(new SentEvents().take(`${STREAM}\n`)).toEqual(EVENTS);
});

test('reads the same however the text is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: STREAM.length })), (cuts) => {
      const events = new SentEvents();
      const places = [0, ...cuts.toSorted((a, b) => a - b), STREAM.length];
      const read = places.slice(1).flatMap((place, index) => events.take(STREAM.slice(places[index], place)));
      expect([...read, ...events.take('\n')]).toEqual(EVENTS);
    }),
  );
});

test('keeps what is not complete, and ignores fields that it does not know', () => {
  const events = new SentEvents();
  expect(events.take('event: delivery\ncolour: red\ndata: x')).toEqual([]);
  expect(events.take('\n\n')).toEqual([{ name: 'delivery', data: 'x' }]);
  expect(events.take('event: nothing\n\ndata: y\n\n')).toEqual([{ name: 'message', data: 'y' }]);
});
