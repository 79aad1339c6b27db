import { expect, test } from 'vitest';
import { clauses, gaps } from '../../spec/index.ts';
import { listRules } from '../engine/check.ts';
import { checks } from './index.ts';

test('every checkable clause has a check', () => {
  const covered = new Set<string>(checks.flatMap(listRules));
  expect(clauses.length).toBeGreaterThan(80);
  expect(
    clauses.filter(({ id, unchecked }) => unchecked === undefined && !covered.has(id)).map(({ id }) => id),
  ).toEqual([]);
});

test('every check refers to a checkable clause, except the one about the config', () => {
  const known = new Set<string>(
    [...clauses.filter(({ unchecked }) => unchecked === undefined), ...gaps].map(({ id }) => id),
  );
  expect(checks.filter(({ clause }) => typeof clause !== 'string' || !known.has(clause)).map(({ id }) => id)).toEqual([
    'scope/keys-see-what-is-expected',
  ]);
});

test('check ids never change; new ones are added to this golden file', async () => {
  const ids = checks.map(({ id }) => id).sort();
  expect(new Set(ids).size).toBe(ids.length);
  await expect(`${ids.join('\n')}\n`).toMatchFileSnapshot('golden/check-ids.txt');
});
