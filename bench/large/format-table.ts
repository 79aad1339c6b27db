import type { FleetResult, PageTimes } from './measure-fleet.ts';

/** Formats results as two Markdown tables: the sizes, then the pages by sort key. */
export function formatTables(results: readonly FleetResult[]): string {
  const sizes = results.map((result) => [
    String(result.terminals),
    String(result.rows),
    `${result.readyMs.toFixed(0)} ms`,
    `${(result.firstListMs / 1000).toFixed(1)} s`,
    `${result.rssMb.toFixed(0)} MB`,
    result.rssMbPerMillionRows.toFixed(0),
    result.usedMbPerMillionRows.toFixed(0),
    `${(result.advanceMs / 1000).toFixed(2)} s`,
    `${(result.listAfterAdvanceMs / 1000).toFixed(2)} s`,
    result.eventsPerSecond === null ? 'not measured' : result.eventsPerSecond.toFixed(1),
  ]);
  const pages = results.flatMap(({ rows, pages: times }) => times.map((one) => formatPage(rows, one)));
  return [
    formatTable(
      [
        'Terminals',
        'Rows',
        'Ready',
        'First list',
        'RSS',
        'RSS, MB per million rows',
        'In use, MB per million rows',
        'A day of the clock',
        'List after it',
        'Events per second',
      ],
      sizes,
    ),
    '',
    formatTable(['Rows', 'User', 'Sorted by', 'First', 'p50', 'p99'], pages),
  ].join('\n');
}

const formatPage = (rows: number, { user, sortBy, firstMs, p50Ms, p99Ms }: PageTimes): readonly string[] => [
  String(rows),
  user,
  sortBy,
  ...[firstMs, p50Ms, p99Ms].map((ms) => `${ms.toFixed(1)} ms`),
];

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const toLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [toLine(head), toLine(head.map(() => '---')), ...rows.map(toLine)].join('\n');
}
