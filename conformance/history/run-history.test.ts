import { describe, expect, test } from 'vitest';
import type { BindingsSummary, RunResult } from '../engine/results/result.ts';
import { formatJsonReport } from '../reports/json.ts';
import { createRun, failedCheck, HOSTILE, passedCheck } from '../testing/made-up-results.ts';
import { histories } from './format-history.ts';
import { readHistory } from './run-history.ts';

/** Control characters except line feeds, and characters that change how text is displayed. */
const ACTING = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const check = (outcome: 'pass' | 'fail') => ({
  ...(outcome === 'fail' ? failedCheck : passedCheck),
  id: 'topic/check',
  outcome,
  decides: true,
});

/** The file of a run on a day of January. */
const file = (day: number, outcome: 'pass' | 'fail', more: Partial<RunResult> = {}) => ({
  name: `${day}.json`,
  text: formatJsonReport({
    ...createRun(check(outcome)),
    startedAt: `2026-01-${String(day).padStart(2, '0')}T10:00:00.000Z`,
    ...more,
  }),
});

const choice = (reading: string) => ({
  id: 'limit.zero',
  title: 'Response to `limit=0`',
  gap: 'limit',
  reading,
  evidence: [],
});

describe('a history', () => {
  test('of equal runs has no change, in any order of the files', () => {
    const history = readHistory([3, 1, 2].map((day) => file(day, 'pass', { durationMs: day * 100 })));
    expect(history.exitCode).toBe(0);
    expect(history.targets).toMatchObject([{ steps: [], unstable: [], runs: [{}, {}, {}] }]);
    expect(history.targets[0]?.runs.map(({ file: name }) => name)).toEqual(['1.json', '2.json', '3.json']);
    expect(histories.text(history)).toContain('3 runs, nothing changed');
  });

  test('names the run in which a check failed first, and exits with 1 only if the latest run is worse', () => {
    const history = readHistory([file(1, 'pass'), file(2, 'fail'), file(3, 'fail')]);
    expect(history.targets[0]?.steps).toMatchObject([{ changes: [{ id: 'topic/check', kind: 'regressed' }] }]);
    expect(history.exitCode).toBe(0);
    expect(readHistory([file(1, 'pass'), file(2, 'fail')]).exitCode).toBe(1);
  });

  test('lists a check that changed at least twice with its outcome in each run', () => {
    const history = readHistory([file(1, 'pass'), file(2, 'fail'), file(3, 'pass')]);
    expect(history.targets[0]?.unstable).toEqual([{ id: 'topic/check', outcomes: ['pass', 'fail', 'pass'] }]);
    expect(histories.text(history)).toContain('.F.  topic/check');
  });

  test('shows changed places of values and choices of the target', () => {
    const bindings = (value: string): BindingsSummary => ({
      origin: 'inferred',
      contract: 'published',
      found: [{ name: 'transactions.rows', value, confidence: 'certain', from: ['experiment'], evidence: [] }],
      missing: [],
    });
    const history = readHistory([
      file(1, 'pass', { bindings: bindings('/data'), choices: [choice('a refusal')] }),
      file(2, 'pass', { bindings: bindings('/rows'), choices: [choice('no rows')] }),
    ]);
    expect(history.targets[0]?.steps).toMatchObject([
      {
        changes: [],
        details: [
          { kind: 'binding', name: 'transactions.rows', before: '/data', after: '/rows' },
          { kind: 'choice', name: 'limit.zero', before: 'a refusal', after: 'no rows' },
        ],
      },
    ]);
  });

  test('compares a run with the last one that did not end early', () => {
    const stopped = file(2, 'pass', { stopped: 'connection refused', exitCode: 3, results: [] });
    const history = readHistory([file(1, 'pass'), stopped, file(3, 'fail')]);
    expect(history.targets[0]?.steps).toMatchObject([
      { before: '2026-01-01T10:00:00.000Z', changes: [{ kind: 'regressed' }] },
    ]);
    expect(readHistory([file(1, 'pass'), stopped])).toMatchObject({ exitCode: 1, targets: [{ steps: [] }] });
    for (const write of Object.values(histories)) expect(write(history)).toContain('connection refused');
  });

  test('compares only runs of the same target', () => {
    const history = readHistory([file(1, 'pass'), file(2, 'fail', { target: 'https://other.example' })]);
    expect(history).toMatchObject({ exitCode: 0, targets: [{ steps: [] }, { steps: [] }] });
  });

  test('skips files that are no whole reports, and names them', () => {
    const whole = file(1, 'pass');
    const history = readHistory([
      whole,
      { name: 'half.json', text: whole.text.slice(0, 500) },
      { name: 'other.json', text: '{"schema_version":2}' },
    ]);
    expect(history.targets[0]?.runs).toHaveLength(1);
    expect(history.skipped.map(({ file: name }) => name)).toEqual(['half.json', 'other.json']);
    for (const write of Object.values(histories)) expect(write(history)).toContain('half.json');
  });

  test('without reports states how to write one', () => {
    expect(histories.text(readHistory([]))).toContain('--history DIR');
  });
});

test.each(Object.entries(histories))('the %s form shows hostile texts of a target as text', (format, write) => {
  const hostile = { target: `https://target.example/${HOSTILE}` };
  const written = write(readHistory([file(1, 'pass', hostile), file(2, 'fail', hostile)]));
  expect(written).not.toMatch(ACTING);
  if (format === 'html') expect(written).not.toMatch(/<script|<img/);
});
