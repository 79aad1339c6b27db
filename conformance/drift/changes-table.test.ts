import { expect, test } from 'vitest';
import { documentChanges } from './testing/document-changes.ts';
import { schemaChanges } from './testing/schema-changes.ts';

test('the table names at least 80 kinds of change, each once', () => {
  const kinds = [...schemaChanges, ...documentChanges].map(({ kind }) => kind);
  expect(kinds.length).toBeGreaterThanOrEqual(80);
  expect(new Set(kinds).size).toBe(kinds.length);
});
