import { expect, test } from 'vitest';
import type { BindingsSummary, RunResult } from '../result.ts';
import { everything, runOf } from '../testing/made-up-results.ts';
import { type ReportFormat, reports } from './index.ts';
import { notesOf } from './notes.ts';

const plain = runOf();

test('a plain run has no more to say than its seed, and that nothing was written', () => {
  expect(notesOf(plain)).toEqual(['seed 7', 'read-only']);
});

test.each<[string, Partial<RunResult['options']>]>([
  ['strict', { strict: true }],
  ['writes allowed', { allowWrites: true }],
  ['CERTIFICATES NOT CHECKED', { insecure: true }],
  ['through a proxy', { viaProxy: true }],
  ['headers added: X-Gate, Accept-Language', { addedHeaders: ['X-Gate', 'Accept-Language'] }],
  ['up to the first failure', { failFast: true }],
])('%s is told', (note, options) => {
  expect(notesOf(plain)).not.toContain(note);
  expect(notesOf({ ...plain, options: { ...plain.options, ...options } })).toContain(note);
});

const bound = (bindings: Partial<BindingsSummary>): string[] =>
  notesOf({ ...plain, bindings: { origin: 'builtin', contract: 'builtin', found: [], missing: [], ...bindings } });

test('how names were found is told, and what answers were held against', () => {
  const found = everything.bindings?.found ?? [];
  expect(found).toHaveLength(1);
  expect(bound({})).toEqual(notesOf(plain));
  expect(bound({ origin: 'inferred', found, missing: ['a', 'b'] })).toContain('names found by looking: 1 of 3');
  expect(bound({ origin: 'config', found })).toContain('names from the config: 1 of 1');
  expect(bound({ contract: 'published' })).toContain('held against its own document');
  expect(bound({ contract: 'file' })).toContain('held against a document of yours');
});

test.each(Object.keys(reports) as ReportFormat[])('the %s report says how it was made, and the choices', (format) => {
  const unchecked = { ...everything, options: { ...everything.options, insecure: true, addedHeaders: ['X-Gate'] } };
  const report = reports[format](unchecked);
  if (format === 'json')
    expect(JSON.parse(report).options).toMatchObject({ insecure: true, added_headers: ['X-Gate'] });
  else expect(report).toMatch(/CERTIFICATES NOT CHECKED[\s\S]{1,40}headers added: X-Gate/);
  expect(report).toContain('400, ');
  expect(reports[format]({ ...unchecked, choices: [] })).not.toContain('400, ');
});
