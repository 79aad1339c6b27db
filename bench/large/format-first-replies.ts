import type { FirstReplies, Reply } from './measure-first-replies.ts';

/** Formats results as two Markdown tables: the replies, then the moves of the clock. */
export function formatFirstReplies(results: readonly FirstReplies[]): string {
  const rows = results.flatMap(({ terminals, first, second }) =>
    first.map((reply) =>
      formatReply(
        terminals,
        reply,
        second.find(({ title }) => title === reply.title),
      ),
    ),
  );
  const moves = results.flatMap(({ terminals, advance }) =>
    advance === undefined
      ? []
      : [
          `| ${[
            String(terminals),
            `${advance.seconds.toFixed(1)} s`,
            `${advance.cpuSeconds.toFixed(1)} s`,
            String(advance.events),
            `${advance.othersP50Ms.toFixed(1)} ms`,
            `${advance.othersP99Ms.toFixed(1)} ms`,
          ].join(' | ')} |`,
        ],
  );
  return [
    '| Terminals | Request | Time, first start | CPU, first start | RSS | Time, second start | CPU, second start |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    '| Terminals | A day with its events | CPU | Events | Others, p50 | Others, p99 |',
    '|---|---|---|---|---|---|',
    ...moves,
  ].join('\n');
}

function formatReply(terminals: number, first: Reply, second: Reply | undefined): string {
  const format = (seconds: number | undefined): string => (seconds === undefined ? '' : `${seconds.toFixed(1)} s`);
  const { title, seconds, cpuSeconds, rssMb } = first;
  const cells = [String(terminals), title, format(seconds), format(cpuSeconds), `${rssMb.toFixed(0)} MB`];
  return `| ${[...cells, format(second?.seconds), format(second?.cpuSeconds)].join(' | ')} |`;
}
