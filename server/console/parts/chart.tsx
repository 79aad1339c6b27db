import { useEffect, useRef, useState } from 'preact/hooks';
import { describeError } from '../api/request.ts';
import { notify } from '../state/notices.ts';
import { theme } from '../state/theme.ts';
import type { ChartPoint, ChartProps } from './plot.ts';
import { zone } from './time.tsx';

/** A chart over time. Its script is loaded with the first chart. The pointer and the arrow keys choose a time, whose values are a text. */
export function Chart({ label, times, series, format, max, areDays = false }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [point, setPoint] = useState<ChartPoint>();
  const key = JSON.stringify([times, series.map(({ values }) => values)]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let remove: (() => void) | undefined;
    let isGone = false;
    const props = { label, times, series, format, areDays, ...(max === undefined ? {} : { max }), onPoint: setPoint };
    import('./plot.ts').then(
      ({ drawPlot }) => {
        if (!isGone) remove = drawPlot(element, props);
      },
      (error: unknown) => notify('failed', `The charts could not be loaded. ${describeError(error)}`),
    );
    return () => {
      isGone = true;
      remove?.();
    };
  }, [key, theme.value, zone.value]);
  return (
    <div>
      <div
        ref={box}
        class="chart"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, times.length)}
        aria-valuenow={(point?.index ?? 0) + 1}
        aria-valuetext={point?.text}
      />
      <output class="chart-value figure">{point?.text ?? 'Values: pointer or arrow keys'}</output>
    </div>
  );
}
