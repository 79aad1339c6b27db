import { useEffect, useRef } from 'preact/hooks';
import { describeError } from '../api/request.ts';
import { notify } from '../state/notices.ts';
import { theme } from '../state/theme.ts';
import type { ChartProps } from './plot.ts';
import { zone } from './time.tsx';

/** A chart over time. Its script is loaded with the first chart. Its values are also in the text that `label` gives. */
export function Chart({ label, times, series, format, max, areDays = false }: ChartProps) {
  const box = useRef<HTMLElement>(null);
  const key = JSON.stringify([times, series.map(({ values }) => values)]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let remove: (() => void) | undefined;
    let isGone = false;
    const props = { label, times, series, format, areDays, ...(max === undefined ? {} : { max }) };
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
  return <figure ref={box} class="chart" role="img" aria-label={label} />;
}
