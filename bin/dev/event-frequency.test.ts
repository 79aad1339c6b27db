import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isThorough } from '../../base/testing/depth.ts';
import { getEnumValues } from '../../spec/index.ts';
import { formatQuarterTable, usualSeeds } from './event-frequency.ts';

const page = readFileSync(new URL('../../docs/fleets.md', import.meta.url), 'utf8');

test('docs/fleets.md states when each event opens, and how often', () => {
  for (const type of getEnumValues('EventType')) expect(page.split(`\`${type}\``).length, type).toBeGreaterThan(2);
});

test.runIf(isThorough)('matches the table in docs/fleets.md', () => {
  const table = formatQuarterTable(usualSeeds);
  expect(table.split('\n')).toHaveLength(getEnumValues('EventType').length + 2);
  expect(page).toContain(table);
});
