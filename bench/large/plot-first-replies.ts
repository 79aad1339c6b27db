import { type Chart, drawChart } from '../report/line-chart.ts';
import type { FirstReplies } from './measure-first-replies.ts';

const COLOURS = ['#c2410c', '#4f46e5', '#0f766e', '#a16207'];
const TERMINALS = { label: 'terminals of the fleet', scale: 'logarithmic' } as const;
const LEAST_SECONDS = 0.01;

/** Returns a chart of the time until all first replies, and until the same ones after a second start. */
export function drawTimes(results: readonly FirstReplies[]): string {
  const points = (measure: (result: FirstReplies) => number) =>
    results.map((result) => ({ x: result.terminals, y: Math.max(LEAST_SECONDS, measure(result)) }));
  const sum = (replies: FirstReplies['first'], count: number): number =>
    replies.slice(0, count).reduce((total, { seconds }) => total + seconds, 0);
  const moved = results.flatMap(({ terminals, advance }) =>
    advance === undefined ? [] : [{ x: terminals, y: advance.seconds }],
  );
  const chart: Chart = {
    title: 'Time of the first replies about a fleet',
    x: TERMINALS,
    y: { label: 'seconds', scale: 'logarithmic' },
    series: [
      { name: 'list, settlements, portal, feed', points: points(({ first }) => sum(first, 4)) },
      { name: 'list and settlements', points: points(({ first }) => sum(first, 2)) },
      { name: 'all four, second start', points: points(({ second }) => sum(second, 4)) },
      ...(moved.length === 0 ? [] : [{ name: 'a day with its events', points: moved }]),
    ].map((one, index) => ({ ...one, colour: COLOURS[index] as string })),
  };
  return drawChart(chart);
}

/** Returns a chart of the resident memory. */
export function drawMemory(results: readonly FirstReplies[]): string {
  const points = (measure: (result: FirstReplies) => number) =>
    results.map((result) => ({ x: result.terminals, y: measure(result) }));
  const chart: Chart = {
    title: 'Resident memory with the first replies about a fleet',
    x: TERMINALS,
    y: { label: 'MB', scale: 'linear' },
    series: [
      { name: 'at most', colour: '#c2410c', points: points(({ peakRssMb }) => peakRssMb) },
      { name: 'after the list', colour: '#4f46e5', points: points(({ first }) => first[0]?.rssMb ?? Number.NaN) },
      {
        name: 'all four, second start',
        colour: '#0f766e',
        points: points(({ second }) => second.at(-1)?.rssMb ?? Number.NaN),
      },
    ],
  };
  return drawChart(chart);
}
