import { expect, test } from 'vitest';
import type { BindingsSummary, RunResult } from '../../engine/results/result.ts';
import { createRun, fullRun } from '../../testing/made-up-results.ts';
import { type ReportFormat, reports } from '../index.ts';
import { listNotes } from './notes.ts';

const plain = createRun();

test('the notes of a default run are its seed and that it was read-only', () => {
  expect(listNotes(plain)).toEqual(['seed 7', 'read-only']);
});

test.each<[string, Partial<RunResult['options']>]>([
  ['strict', { strict: true }],
  ['writes allowed', { allowWrites: true }],
  ['CERTIFICATES NOT VERIFIED', { insecure: true }],
  ['through a proxy', { viaProxy: true }],
  ['added headers: X-Gate, Accept-Language', { addedHeaders: ['X-Gate', 'Accept-Language'] }],
  ['fail-fast', { failFast: true }],
])('%s is reported', (note, options) => {
  expect(listNotes(plain)).not.toContain(note);
  expect(listNotes({ ...plain, options: { ...plain.options, ...options } })).toContain(note);
});

const listBindingNotes = (bindings: Partial<BindingsSummary>): string[] =>
  listNotes({ ...plain, bindings: { origin: 'builtin', contract: 'builtin', found: [], missing: [], ...bindings } });

test('the origin of bindings and the contract are reported', () => {
  const found = fullRun.bindings?.found ?? [];
  expect(found).toHaveLength(1);
  expect(listBindingNotes({})).toEqual(listNotes(plain));
  expect(listBindingNotes({ origin: 'inferred', found, missing: ['a', 'b'] })).toContain('inferred bindings: 1 of 3');
  expect(listBindingNotes({ origin: 'config', found })).toContain('bindings from the config: 1 of 1');
  expect(listBindingNotes({ contract: 'published' })).toContain('contract: published document');
  expect(listBindingNotes({ contract: 'file' })).toContain('contract: from file');
});

test.each(Object.keys(reports) as ReportFormat[])('the %s report states the run options and the choices', (format) => {
  const unchecked = { ...fullRun, options: { ...fullRun.options, insecure: true, addedHeaders: ['X-Gate'] } };
  const report = reports[format](unchecked);
  if (format === 'json')
    expect(JSON.parse(report).options).toMatchObject({ insecure: true, added_headers: ['X-Gate'] });
  else expect(report).toMatch(/CERTIFICATES NOT VERIFIED[\s\S]{1,40}added\s+headers:\s+X-Gate/);
  expect(report).toContain('400, ');
  expect(reports[format]({ ...unchecked, choices: [] })).not.toContain('400, ');
});

test.each(Object.keys(reports) as ReportFormat[])('the %s report lists the requests that were sent again', (format) => {
  const report = reports[format](fullRun);
  const expected = 'sent again: 3 requests, causes: status 503 (2), an incomplete response (1)';
  if (format === 'json') expect(JSON.parse(report).sent_again).toEqual(fullRun.sentAgain);
  else expect(report.replaceAll(/\s+/g, ' ')).toContain(expected);
  const { sentAgain: _, ...steady } = fullRun;
  expect(reports[format](steady)).not.toMatch(/sent\s+again:/);
});
