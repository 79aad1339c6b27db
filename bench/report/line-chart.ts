/** One line of a chart. */
export interface Series {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** An axis. On a logarithmic one, all coordinates must be greater than zero; a linear one begins at zero. */
export interface Axis {
  readonly label: string;
  readonly scale: 'linear' | 'logarithmic';
}

export interface Chart {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  /** A horizontal line, such as a limit. */
  readonly limit?: { readonly y: number; readonly name: string };
}

/** Points of longer lines are not marked. */
const MOST_MARKED = 30;

const WIDTH = 770;
const HEIGHT = 380;
const FRAME = { left: 70, right: 230, top: 50, bottom: 60 };
const FONT = 'font-family="system-ui, sans-serif" font-size="13"';

/** Returns a chart as an SVG document with its own background, so that it can be read on light and dark pages. */
export function drawChart({ title, x: xAxis, y: yAxis, series, limit }: Chart): string {
  const points = series.flatMap((one) => one.points);
  const xs = createScale(
    xAxis,
    points.map(({ x }) => x),
  );
  const ys = createScale(yAxis, [...points.map(({ y }) => y), ...(limit === undefined ? [] : [limit.y])]);
  const right = WIDTH - FRAME.right;
  const bottom = HEIGHT - FRAME.bottom;
  const placeX = (x: number): number => place(xs, x, [FRAME.left, right]);
  const placeY = (y: number): number => place(ys, y, [bottom, FRAME.top]);

  const parts = [
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="#ffffff"/>`,
    drawText({ x: FRAME.left, y: 28, content: title, more: 'font-weight="600" font-size="15"' }),
    ...xs.ticks.flatMap((x) => [
      drawLine([placeX(x), FRAME.top, placeX(x), bottom], '#e3e5ec'),
      drawText({ x: placeX(x), y: bottom + 20, content: formatTick(x), more: 'text-anchor="middle"' }),
    ]),
    ...ys.ticks.flatMap((y) => [
      drawLine([FRAME.left, placeY(y), right, placeY(y)], '#e3e5ec'),
      drawText({ x: FRAME.left - 8, y: placeY(y) + 4, content: formatTick(y), more: 'text-anchor="end"' }),
    ]),
    drawText({ x: (FRAME.left + right) / 2, y: HEIGHT - 14, content: xAxis.label, more: 'text-anchor="middle"' }),
    `<g transform="translate(18 ${(FRAME.top + bottom) / 2}) rotate(-90)">${drawText({ x: 0, y: 0, content: yAxis.label, more: 'text-anchor="middle"' })}</g>`,
    ...(limit === undefined
      ? []
      : [
          drawLine([FRAME.left, placeY(limit.y), right, placeY(limit.y)], '#b42318', 'stroke-dasharray="6 4"'),
          drawText({ x: right + 10, y: placeY(limit.y) + 4, content: limit.name, more: 'fill="#b42318"' }),
        ]),
    ...series.flatMap(({ name, colour, points: own }, index) => [
      `<polyline fill="none" stroke="${colour}" stroke-width="2.5" points="${own.map(({ x, y }) => `${placeX(x).toFixed(1)},${placeY(y).toFixed(1)}`).join(' ')}"/>`,
      ...(own.length > MOST_MARKED ? [] : own).map(
        ({ x, y }) => `<circle cx="${placeX(x).toFixed(1)}" cy="${placeY(y).toFixed(1)}" r="3.5" fill="${colour}"/>`,
      ),
      `<rect x="${right + 10}" y="${HEIGHT - FRAME.bottom - 22 * (series.length - index)}" width="12" height="12" rx="2" fill="${colour}"/>`,
      drawText({
        x: right + 28,
        y: HEIGHT - FRAME.bottom - 22 * (series.length - index) + 11,
        content: name,
        more: '',
      }),
    ]),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escapeXml(title)}" ${FONT}>\n${parts.join('\n')}\n</svg>\n`;
}

/** The values of an axis. `measure` returns a coordinate that grows evenly along the axis. */
interface Scale {
  readonly ticks: readonly number[];
  readonly measure: (value: number) => number;
}

function createScale({ scale }: Axis, values: readonly number[]): Scale {
  const greatest = Math.max(...values);
  if (scale === 'linear') {
    const step = chooseStep(greatest);
    const count = Math.max(1, Math.ceil(greatest / step));
    return { ticks: Array.from({ length: count + 1 }, (_, index) => index * step), measure: (value) => value };
  }
  const from = Math.floor(Math.log10(Math.min(...values)));
  const to = Math.max(from + 1, Math.ceil(Math.log10(greatest)));
  return { ticks: Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index)), measure: Math.log10 };
}

/** Returns a round distance of ticks, so that there are about six. */
function chooseStep(greatest: number): number {
  const size = 10 ** Math.floor(Math.log10(greatest / 5));
  return [1, 2, 5, 10].map((factor) => factor * size).find((step) => greatest / step <= 7) ?? size;
}

function place({ ticks, measure }: Scale, value: number, [start, end]: readonly [number, number]): number {
  const [from, to] = [measure(ticks[0] ?? 0), measure(ticks.at(-1) ?? 1)];
  return start + ((measure(value) - from) / (to - from)) * (end - start);
}

const formatTick = (value: number): string =>
  value >= 1e6
    ? `${value / 1e6} million`
    : value >= 1
      ? value.toLocaleString('en-US')
      : String(Number(value.toFixed(6)));

const drawLine = (ends: readonly [number, number, number, number], colour: string, more = ''): string =>
  `<line x1="${ends[0].toFixed(1)}" y1="${ends[1].toFixed(1)}" x2="${ends[2].toFixed(1)}" y2="${ends[3].toFixed(1)}" stroke="${colour}" ${more}/>`;

interface Label {
  readonly x: number;
  readonly y: number;
  readonly content: string;
  /** Further attributes. */
  readonly more: string;
}

const drawText = ({ x, y, content, more }: Label): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more.includes('fill=') ? '' : 'fill="#20242c"'} ${more}>${escapeXml(content)}</text>`;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
