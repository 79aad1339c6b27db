import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMetrics } from '../../../server/http/operations/metrics.ts';
import { Operations } from '../../../server/http/operations/operations.ts';

const docs = join(import.meta.dirname, '../../../docs');
const names = createMetrics(new Operations(), '0').listNames();

/** Returns the names of metrics in a text, without the suffixes of histograms. */
const listMetrics = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:fleetkit|nodejs|process)_[a-z0-9_]+\b/g)].map(([name]) => name.replace(/_bucket$/, ''));

test('the dashboard queries only metrics that the server has, and shows each metric of fleetkit', () => {
  const dashboard = JSON.parse(readFileSync(join(docs, 'operations/grafana-dashboard.json'), 'utf8')) as {
    readonly panels: readonly { readonly id: number; readonly targets: readonly { readonly expr: string }[] }[];
  };
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const used = new Set(expressions.flatMap(listMetrics));
  expect([...used].filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name) => name.startsWith('fleetkit_') && !used.has(name))).toEqual([]);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  for (const expression of expressions) expect(expression).toContain('{job=~"$job",instance=~"$instance"');
});

test('the guide names only metrics that the server has, and lists each metric of fleetkit', () => {
  const guide = readFileSync(join(docs, 'operating.md'), 'utf8');
  expect(listMetrics(guide).filter((name) => !names.includes(name))).toEqual([]);
  const rows = guide
    .split('\n')
    .flatMap((line) => /^\| `(fleetkit_\w+)` \| (counter|gauge|histogram) \|/.exec(line)?.[1] ?? []);
  expect(rows.toSorted()).toEqual(names.filter((name) => name.startsWith('fleetkit_')).toSorted());
});
