import { type Contender, REFERENCE } from './contenders.ts';
import { BARE_CLIENT } from './kit-costs.ts';
import { BASE } from './process-costs.ts';
import type { CommandSample, KitSample, LoadSample, Samples, SandboxSample } from './samples.ts';
import type { Workload } from './workloads.ts';

/*
 * Formats Markdown tables of medians over the rounds. A ratio is the median of the ratios within each round, because both
 * contenders run shortly after each other there, so that a changing load of the machine has the least effect.
 */

type Row = readonly string[];

/** Returns the report. Omits tables without samples. */
export function formatReport(
  samples: Samples,
  {
    contenders,
    workloads,
    connections,
  }: {
    readonly contenders: readonly Contender[];
    readonly workloads: readonly Workload[];
    readonly connections: readonly number[];
  },
): string {
  const loaded = contenders.filter(({ name }) => samples.loads.some(({ contender }) => contender === name));
  const sections = workloads.flatMap(({ name, title }) =>
    connections.map(
      (count) =>
        `${title}, ${count} ${count === 1 ? 'connection' : 'connections'}\n\n${formatLoadTable(
          samples.loads.filter(({ workload, connections: of }) => workload === name && of === count),
          loaded,
        )}`,
    ),
  );
  return [
    ...sections,
    ...(samples.starts.length > 0
      ? [`Start: spawn to the first page of transactions\n\n${formatStartTable(samples, contenders)}`]
      : []),
    ...(samples.commands.length > 0
      ? [`Client commands: CPU time of a process that ends at once\n\n${formatCommandTable(samples.commands)}`]
      : []),
    ...(samples.sandboxes.length > 0
      ? [`startSandbox() in one process, CPU ms\n\n${formatSandboxTable(samples.sandboxes)}`]
      : []),
    ...(samples.kit.length > 0 ? [`Runs of the kit with two keys\n\n${formatKitTable(samples.kit)}`] : []),
    ...(samples.memory.length > 0 ? [`Resident memory, MB\n\n${formatMemoryTable(samples, loaded)}`] : []),
  ].join('\n\n');
}

function formatLoadTable(samples: readonly LoadSample[], contenders: readonly Contender[]): string {
  const reference = samples.filter(({ contender }) => contender === REFERENCE);
  return formatTable(
    ['', 'requests/s', 'x Express', 'p50 ms', 'p99 ms', 'CPU µs', 'x Express', 'reply kB', 'failed', 'other work'],
    contenders.map(({ name, title }) => {
      const own = samples.filter(({ contender }) => contender === name);
      return [
        title,
        formatMedian(own, ({ requestsPerSecond }) => requestsPerSecond),
        formatRatio(own, reference, ({ requestsPerSecond }) => requestsPerSecond),
        formatMedian(own, ({ p50Ms }) => p50Ms, 2),
        formatMedian(own, ({ p99Ms }) => p99Ms, 2),
        formatMedian(own, ({ cpuUs }) => cpuUs),
        formatRatio(own, reference, ({ cpuUs }) => cpuUs),
        formatMedian(own, ({ bytesPerReply }) => bytesPerReply / 1000, 1),
        String(own.reduce((total, { failures }) => total + failures, 0)),
        formatOtherWork(own),
      ];
    }),
  );
}

function formatStartTable({ starts }: Samples, contenders: readonly Contender[]): string {
  const reference = starts.filter(({ contender }) => contender === REFERENCE);
  return formatTable(
    ['', 'ms', 'from', 'to', 'x Express', 'CPU ms', 'x Express', 'other work'],
    contenders.map(({ name, title }) => {
      const own = starts.filter(({ contender }) => contender === name);
      const wallsMs = own.map(({ wallMs }) => wallMs);
      return [
        title,
        formatMedian(own, ({ wallMs }) => wallMs),
        formatFigure(Math.min(...wallsMs), 0),
        formatFigure(Math.max(...wallsMs), 0),
        formatRatio(own, reference, ({ wallMs }) => wallMs),
        formatMedian(own, ({ cpuMs }) => cpuMs),
        formatRatio(own, reference, ({ cpuMs }) => cpuMs),
        formatOtherWork(own),
      ];
    }),
  );
}

function formatMemoryTable({ memory }: Samples, contenders: readonly Contender[]): string {
  const reference = memory.filter(({ contender }) => contender === REFERENCE);
  return formatTable(
    ['', 'idle', 'after load', 'x Express'],
    contenders.map(({ name, title }) => {
      const own = memory.filter(({ contender }) => contender === name);
      return [
        title,
        formatMedian(own, ({ idleMb }) => idleMb),
        formatMedian(own, ({ loadedMb }) => loadedMb),
        formatRatio(own, reference, ({ loadedMb }) => loadedMb),
      ];
    }),
  );
}

function formatCommandTable(samples: readonly CommandSample[]): string {
  const reference = samples.filter(({ command }) => command === BASE);
  return formatTable(
    ['', 'CPU ms', 'x bare', 'ms'],
    [...new Set(samples.map(({ command }) => command))].map((command) => {
      const own = samples.filter((sample) => sample.command === command);
      return [
        command,
        formatMedian(own, ({ cpuMs }) => cpuMs),
        formatRatio(own, reference, ({ cpuMs }) => cpuMs),
        formatMedian(own, ({ wallMs }) => wallMs),
      ];
    }),
  );
}

function formatKitTable(samples: readonly KitSample[]): string {
  const reference = samples.filter(({ title }) => title === BARE_CLIENT);
  return formatTable(
    ['', 'requests', 's', 'CPU ms per request', 'x bare client', 'CPU ms of the server per request'],
    [...new Set(samples.map(({ title }) => title))].map((title) => {
      const own = samples.filter((sample) => sample.title === title);
      return [
        title,
        formatMedian(own, ({ requests }) => requests),
        formatMedian(own, ({ wallMs }) => wallMs / 1000, 1),
        formatMedian(own, ({ cpuMs, requests }) => cpuMs / requests, 1),
        formatRatio(own, reference, ({ cpuMs, requests }) => cpuMs / requests),
        formatMedian(own, ({ serverCpuMs, requests }) => serverCpuMs / requests, 1),
      ];
    }),
  );
}

const formatSandboxTable = (samples: readonly SandboxSample[]): string =>
  formatTable(
    ['', 'CPU ms'],
    [
      ['the first one', formatMedian(samples, ({ firstMs }) => firstMs, 1)],
      [
        'each later one',
        formatMedian(
          samples.flatMap(({ laterMs }) => laterMs),
          (ms) => ms,
          1,
        ),
      ],
      ['ten in parallel, together', formatMedian(samples, ({ tenMs }) => tenMs, 1)],
      ...(samples[0]?.uses ?? []).map(([title], index) => [
        title,
        formatMedian(samples, ({ uses }) => uses[index]?.[1] ?? Number.NaN, 1),
      ]),
    ],
  );

const formatMedian = <T>(samples: readonly T[], measure: (sample: T) => number, decimals = 0): string =>
  formatFigure(computeMedian(samples.map(measure)), decimals);

/** Returns the median over the rounds of a contender's figure divided by that of the reference in the same round. */
function formatRatio<T extends { readonly round: number }>(
  own: readonly T[],
  reference: readonly T[],
  measure: (sample: T) => number,
): string {
  const ratios = own.flatMap((sample) =>
    reference.filter(({ round }) => round === sample.round).map((other) => measure(sample) / measure(other)),
  );
  const spread = `${formatFigure(Math.min(...ratios), 2)} to ${formatFigure(Math.max(...ratios), 2)}`;
  return `${formatFigure(computeMedian(ratios), 2)} (${spread})`;
}

/** Formats the CPU use of other processes: the median and the maximum, in cores. */
const formatOtherWork = (samples: readonly { readonly foreignCores: number }[]): string => {
  const cores = samples.map(({ foreignCores }) => foreignCores);
  return `${formatFigure(computeMedian(cores), 2)}, at most ${formatFigure(Math.max(...cores), 2)}`;
};

function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return middle.reduce((total, value) => total + value, 0) / middle.length;
}

const formatFigure = (value: number, decimals: number): string =>
  Number.isFinite(value) ? value.toFixed(decimals) : '-';

/** Formats a table with aligned columns: the first to the left, the others to the right. */
function formatTable(head: Row, rows: readonly Row[]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: Row): string =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
