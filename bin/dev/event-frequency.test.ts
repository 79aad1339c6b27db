import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { valuesOf } from '../../spec/index.ts';
import { isThorough } from '../../spec/testing/depth.ts';
import { formatQuarterTable, usualSeeds } from './event-frequency.ts';

test.runIf(isThorough)('matches the table in docs/fleets.md', () => {
  const page = readFileSync(new URL('../../docs/fleets.md', import.meta.url), 'utf8');
  const table = formatQuarterTable(usualSeeds);
  expect(table.split('\n')).toHaveLength(valuesOf('EventType').length + 2);
  expect(page).toContain(table);
});
