import { drawChart } from './line-chart.ts';

/** The state of a sandbox at one time of a long run. */
export interface SoakSample {
  readonly minute: number;
  readonly rssMb: number;
  /** Open file descriptors of the server. */
  readonly handles: number;
  /** Requests since the start. */
  readonly requests: number;
  /** Of the requests since the sample before. */
  readonly p99Ms: number;
  readonly failures: number;
}

/** Returns a chart of the resident memory by time. */
export const drawMemory = (samples: readonly SoakSample[]): string =>
  drawChart({
    title: 'Resident memory under moderate load',
    x: { label: 'minutes', scale: 'linear' },
    y: { label: 'MB', scale: 'linear' },
    series: [{ name: 'RSS', colour: '#4f46e5', points: samples.map(({ minute, rssMb }) => ({ x: minute, y: rssMb })) }],
  });
