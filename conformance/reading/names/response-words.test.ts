import { expect, test } from 'vitest';
import type { Exchange } from '../../http/client.ts';
import { listTerminalsInPaths } from './response-words.ts';

test.each([
  ['the link of an item', '<link>https://fleet.test/api/v1/locations/32</link>', ['32']],
  ['an encoded id', '<link>/v1/terminals/2%3A10/status-monitoring</link>', ['2:10']],
  ['a feed', '<link>/v1/feeds/terminals/7.xml?limit=5&amp;page=2</link>', ['7']],
  ['text without a path', '<title>Transaction 32 of terminals/locations</title>', []],
])('reads the terminals in the documented paths of %s', (_, text, expected) => {
  expect([...listTerminalsInPaths({ text } as Exchange)]).toEqual(expected);
});

test('reads no terminals from the paths in JSON, whose values have places', () => {
  const json = { self: '/v1/locations/32' };
  expect([...listTerminalsInPaths({ text: JSON.stringify(json), json } as Exchange)]).toEqual([]);
});
