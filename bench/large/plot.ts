import { type Chart, drawChart } from '../report/line-chart.ts';
import type { FleetResult, PageTimes } from './measure-fleet.ts';

/** Returns a chart of the time of a page by the number of rows. */
export function drawGrowth(results: readonly FleetResult[]): string {
  const points = (user: PageTimes['user'], measure: (pages: readonly PageTimes[]) => number) =>
    results.map(({ rows, pages }) => ({ x: rows, y: measure(pages.filter((page) => page.user === user)) }));
  const median = (pages: readonly PageTimes[]): number =>
    pages.map(({ p50Ms }) => p50Ms).toSorted((one, other) => one - other)[Math.floor(pages.length / 2)] ?? 0;
  const slowest = (pages: readonly PageTimes[]): number => Math.max(...pages.map(({ p50Ms }) => p50Ms));
  const chart: Chart = {
    title: 'Time of a sorted page of 50 rows',
    x: { label: 'transactions of the fleet', scale: 'logarithmic' },
    y: { label: 'p50, ms', scale: 'logarithmic' },
    limit: { y: 5, name: 'aim: 5 ms' },
    series: [
      { name: 'administrator, slowest key', colour: '#c2410c', points: points('administrator', slowest) },
      { name: 'administrator, median key', colour: '#4f46e5', points: points('administrator', median) },
      { name: 'user of one terminal', colour: '#0f766e', points: points('one terminal', median) },
    ],
  };
  return drawChart(chart);
}
