import { expect, onTestFinished, test } from 'vitest';
import { type BodyLimits, createResponseBodies } from './response-bodies.ts';

const SIZE = 40_000;

function openBodies(limits: BodyLimits = {}) {
  const bodies = createResponseBodies(limits);
  onTestFinished(() => bodies.close());
  return bodies;
}

const createBody = (index: number): Buffer => Buffer.from(JSON.stringify({ index, text: 'a'.repeat(SIZE) }));

test('returns the same body for equal bytes', () => {
  const bodies = openBodies();
  const first = bodies.keep(createBody(1));
  expect(bodies.keep(createBody(1))).toBe(first);
  expect(bodies.keep(createBody(2))).not.toBe(first);
});

test('returns the bytes, the text and the value of bodies in memory and in the temporary file', () => {
  const bodies = openBodies({ memoryBytes: SIZE * 1.5, decodedBytes: SIZE * 2 });
  const kept = Array.from({ length: 6 }, (_, index) => bodies.keep(createBody(index)));
  for (const [index, body] of [...kept.entries(), ...kept.entries()]) {
    const expected = createBody(index);
    expect(Buffer.from(body.bytes).equals(expected)).toBe(true);
    expect(body.text).toBe(expected.toString());
    expect(body.json).toEqual({ isUnreadable: false, value: JSON.parse(expected.toString()) });
  }
  expect(bodies.listReached()).toEqual([]);
});

test('parses a body that is larger than the cache once while it is in use', () => {
  const bodies = openBodies({ decodedBytes: 100 });
  const large = bodies.keep(createBody(1));
  expect(large.json).toBe(large.json);
});

test('refuses a new body beyond the total, keeps the others, and lists the limit', () => {
  const bodies = openBodies({ totalBytes: SIZE * 2.5 });
  const [first] = [bodies.keep(createBody(1)), bodies.keep(createBody(2))];
  expect(() => bodies.keep(createBody(3))).toThrow(/responses of this run are larger than/);
  expect(bodies.keep(createBody(1))).toBe(first);
  expect(bodies.listReached()).toEqual([expect.stringContaining('1 response was not read')]);
});
