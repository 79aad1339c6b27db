import { printable } from '../shared/printable.ts';
import { type AttemptReport, isTaken, type Reporter } from './reporter.ts';

/** The output and its line width. Undefined: no limit. */
export interface Screen {
  readonly out: (line: string) => void;
  readonly aside: (line: string) => void;
  readonly columns: () => number | undefined;
}

/** Prints a line for each attempt and each notice. */
export function textReporter({ out, aside, columns }: Screen): Reporter {
  return {
    attempt: (attemptReport) => {
      for (const line of laidOut(partsOf(attemptReport), columns())) out(line);
    },
    notice: (_kind, message) => aside(printable(message)),
  };
}

/** Returns the parts of a line: time, event, terminal, result. A part is not broken across lines. */
export function partsOf(attemptReport: AttemptReport): readonly string[] {
  const { fetched, turn, answer, signature } = attemptReport;
  const { happened_at: at, type, terminal_id: terminal, account_id: account, event_id: id } = fetched;
  const parts = [
    at.padEnd(20),
    `${type}${turn === null ? '' : ` ${turn}`}`.padEnd(26),
    (terminal ?? account).padEnd(8),
    `evt_…${id.slice(-5)}`,
    ...marksOf(attemptReport),
    `→ ${outcomeOf(answer)}`,
    signature.message,
    ...nextOf(attemptReport),
  ];
  return parts.map(printable);
}

function marksOf({ fetched: { trigger, attempt }, isForwardedNow }: AttemptReport): readonly string[] {
  return [
    ...(trigger === 'scheduled' ? [] : [trigger]),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(isForwardedNow ? [] : ['forwarded earlier, reported now']),
  ];
}

const outcomeOf = ({ status, error, total_ms: ms }: AttemptReport['answer']): string =>
  status === undefined ? `no answer: ${error}` : `${status} in ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

/** Describes the state of the delivery in the sandbox. */
function nextOf({ fetched: { trigger }, delivery, answer, atMs }: AttemptReport): readonly string[] {
  if (delivery === null) return ['not reported: the sandbox did not accept the report'];
  if (trigger !== 'scheduled') return isTaken(answer) ? [] : ['no retry'];
  if (delivery.state === 'exhausted') return ['exhausted'];
  if (delivery.state === 'skipped') return ['skipped'];
  if (delivery.state === 'sending') return ['next attempt now'];
  const next = delivery.next_attempt;
  if (next === null) return [];
  if (next.clock === 'sandbox') return [`next at sandbox time ${next.at}`];
  return [`next in ${Math.max(0, Math.round((Date.parse(next.at) - atMs) / 1000))} s`];
}

/** Joins parts into lines. Parts that do not fit continue on an indented line. */
export function laidOut(parts: readonly string[], columns = Number.POSITIVE_INFINITY): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(part);
    else if (`${last}  ${part.trimEnd()}`.length <= columns) lines[lines.length - 1] = `${last}  ${part}`;
    else lines.push(`    ${part}`);
  }
  return lines.map((line) => line.trimEnd());
}
