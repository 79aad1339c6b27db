import uPlot from 'uplot';
import { formatDateTime } from '../format/time.ts';
import { zone } from './time.tsx';

/** A series of a chart. */
export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly form: 'line' | 'bars' | 'dashed';
  /** The name of a colour of the style sheet. Default: the accent. */
  readonly color?: string;
}

export interface ChartProps {
  /** Describes the chart for screen readers. */
  readonly label: string;
  /** Instants in epoch milliseconds, ascending. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  readonly max?: number;
  /** Whether each time is noon of a day in UTC, which represents the local day. Default: false. */
  readonly areDays?: boolean;
}

/** A time of a chart that a person points at, with its values. */
export interface ChartPoint {
  readonly index: number;
  readonly text: string;
}

export interface PlotProps extends ChartProps {
  /** Called when a person points at another time, with undefined when the pointer leaves the chart. */
  readonly onPoint: (point: ChartPoint | undefined) => void;
}

/** The height at the usual size of the text, in pixels. */
const HEIGHT = 176;
const USUAL_TEXT = 14;
/** The width of the vertical axis with its labels, the space at the right, and that of a label of the time, in pixels. */
const AXIS_WIDTH = 52;
const PADDING_RIGHT = 28;
const LABEL_SPACE = 72;
const DAY_S = 86_400;

/** Draws a chart into an element. Returns a function that removes it. */
export function drawPlot(element: HTMLElement, props: PlotProps): () => void {
  const { times, series } = props;
  const plot = new uPlot(
    createOptions(props, element),
    [times.map((ms) => ms / 1000), ...series.map(({ values }) => values)] as uPlot.AlignedData,
    element,
  );
  const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
  observer.observe(element);
  const move = (event: KeyboardEvent): void => {
    const last = times.length - 1;
    const now = plot.cursor.idx ?? undefined;
    const next = {
      ArrowLeft: now === undefined ? last : Math.max(0, now - 1),
      ArrowRight: now === undefined ? last : Math.min(last, now + 1),
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    plot.setCursor({ left: plot.valToPos((times[next] ?? 0) / 1000, 'x'), top: 0 });
  };
  element.addEventListener('keydown', move);
  return () => {
    element.removeEventListener('keydown', move);
    observer.disconnect();
    plot.destroy();
  };
}

/** Formats the time that a bar represents. `at` is its middle. */
const formatSpan = (at: number, lengthMs: number): string =>
  `${formatDateTime(at - lengthMs / 2, zone.value)} to ${formatDateTime(at + lengthMs / 2, zone.value).slice(-5)}`;

/** Describes the values at a time; those that were not read are named as such. */
function describePoint({ times, series, format, areDays = false }: ChartProps, index: number): ChartPoint {
  const at = times[index] ?? 0;
  const time = areDays
    ? formatDateTime(at, 'UTC').split(',')[0]
    : series[0]?.form === 'bars'
      ? formatSpan(at, (times[1] ?? at) - (times[0] ?? at))
      : formatDateTime(at, zone.value);
  const values = series.map(({ name, values: all }) => {
    const value = all[index];
    return `${name} ${value === null || value === undefined ? 'not known' : format(value)}`;
  });
  return { index, text: `${time}: ${values.join(', ')}` };
}

function createOptions(props: PlotProps, element: HTMLElement): uPlot.Options {
  const { times, series, format, max, areDays = false, onPoint } = props;
  const colors = getComputedStyle(element);
  const readColor = (name: string): string => resolveColor(colors.getPropertyValue(`--${name}`), element);
  const axis = { stroke: readColor('text-3'), grid: { stroke: readColor('border'), width: 1 }, ticks: { show: false } };
  const scale = readScale(element);
  const font = `${11 * scale}px system-ui, sans-serif`;
  return {
    width: element.clientWidth,
    height: HEIGHT * scale,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 * scale } },
    hooks: {
      setCursor: [({ cursor: { idx } }) => onPoint(typeof idx === 'number' ? describePoint(props, idx) : undefined)],
    },
    padding: [10 * scale, PADDING_RIGHT * scale, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), zone.value),
    scales: {
      x: { range: (_, low, high) => padRange(low, high, { series, areDays }) },
      y: { range: (_, low, high) => [Math.min(0, low), max ?? Math.max(1, high * 1.08)] },
    },
    axes: [
      {
        ...axis,
        font,
        grid: { show: false },
        space: LABEL_SPACE * scale,
        size: 28 * scale,
        ...(areDays ? { splits: (plot: uPlot) => chooseDays(times, countLabels(plot.width, scale)) } : {}),
        values: (_, seconds) => formatTimes(seconds, areDays),
      },
      {
        ...axis,
        font,
        size: AXIS_WIDTH * scale,
        values: (_, values) => values.map((value) => (value === null ? '' : format(value))),
      },
    ],
    series: [
      {},
      ...series.map(({ name, form, color = 'accent' }): uPlot.Series => {
        const stroke = readColor(color);
        return {
          label: name,
          stroke,
          width: form === 'bars' ? 0 : 2,
          points: { show: false },
          spanGaps: false,
          ...(form === 'dashed' ? { dash: [6, 5] } : {}),
          ...(form === 'line' ? { fill: `color-mix(in srgb, ${stroke} 12%, transparent)` } : {}),
          ...(form === 'bars' ? { fill: stroke, paths: createBars() } : {}),
        };
      }),
    ],
  };
}

/** Returns the size of the text, as a multiple of the usual size. */
const readScale = (element: HTMLElement): number => Number.parseFloat(getComputedStyle(element).fontSize) / USUAL_TEXT;

/** Adds half a bar at both ends, so that the first and the last bar are complete. A single day is as wide as a day. */
function padRange(
  low: number,
  high: number,
  { series, areDays }: Required<Pick<ChartProps, 'series' | 'areDays'>>,
): [number, number] {
  const [{ form, values } = { form: 'line', values: [] }] = series;
  if (low === high) return [low - DAY_S / 2, high + DAY_S / 2];
  const half = form === 'bars' || areDays ? (high - low) / (values.length - 1) / 2 : 0;
  return [low - half, high + half];
}

/** Returns how many labels of days fit beside each other below a chart of this width in pixels. */
const countLabels = (width: number, scale: number): number =>
  Math.max(1, Math.floor((width / scale - AXIS_WIDTH - PADDING_RIGHT) / LABEL_SPACE));

/** Chooses at most `count` days at equal distances, in epoch seconds, so that each is labelled once. */
function chooseDays(times: readonly number[], count: number): number[] {
  const step = Math.ceil(times.length / count);
  return times.filter((_, index) => (times.length - 1 - index) % step === 0).map((ms) => ms / 1000);
}

/** Labels of the axis: days, or times of the day if they are within two days. A day is labelled once. */
function formatTimes(seconds: readonly number[], areDays: boolean): string[] {
  const isShort = !areDays && (seconds.at(-1) ?? 0) - (seconds[0] ?? 0) < 2 * DAY_S;
  const labels = seconds.map((second) => {
    const text = formatDateTime(second * 1000, areDays ? 'UTC' : zone.value);
    return isShort ? text.slice(-5) : (text.split(',')[0] ?? '');
  });
  return labels.map((label, index) => (!isShort && label === labels[index - 1] ? '' : label));
}

function createBars(): uPlot.Series.PathBuilder {
  const bars = uPlot.paths.bars;
  if (bars === undefined) throw new Error('uPlot has no bars');
  return bars({ size: [0.62, 28], radius: 0.2 });
}

/** Resolves `light-dark()` of a custom property, which a canvas does not accept. */
function resolveColor(value: string, element: HTMLElement): string {
  const probe = document.createElement('i');
  probe.style.color = value;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
