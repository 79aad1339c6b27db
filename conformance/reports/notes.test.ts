import { expect, test } from 'vitest';
import type { BindingsSummary } from '../result.ts';
import { shapeInWords } from './notes.ts';

const found = (name: string, confidence: 'certain' | 'guess') =>
  ({ name, value: '/x', confidence, from: ['names'], evidence: [] }) as const;

const inferred: BindingsSummary = {
  origin: 'inferred',
  contract: 'published',
  found: [found('transactions.id', 'certain'), found('portal.documents', 'guess')],
  missing: ['portal.dns_state'],
};

test('a shape that was found out is told with what is guessed, what is not known, and how to write it down', () => {
  expect(shapeInWords(inferred)).toBe(
    '1 binding found out, 1 guessed (portal.documents), 1 not known (portal.dns_state); "conform init" writes them to a file',
  );
});

test('a shape from a config is told as such', () => {
  expect(shapeInWords({ ...inferred, origin: 'config', found: [found('transactions.id', 'certain')] })).toBe(
    '1 binding from the config, 1 not known (portal.dns_state)',
  );
});

test("nothing is told of a service in the shape of the kit's own contract", () => {
  expect(shapeInWords({ ...inferred, origin: 'builtin' })).toBeUndefined();
});
