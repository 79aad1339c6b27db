import { toPrintable } from '../../shared/printable.ts';
import { wrapParts } from '../../shared/wrap-parts.ts';
import { isAcceptedAttempt, type ListenReporter, type ReportedAttempt } from './reporter.ts';

/** The output and its line width. Undefined: no limit. */
export interface TextOutput {
  readonly writeAttempt: (line: string) => void;
  readonly writeNotice: (line: string) => void;
  readonly columns: () => number | undefined;
}

/** Prints a line for each attempt and each notice. */
export function createTextReporter({ writeAttempt: out, writeNotice: aside, columns }: TextOutput): ListenReporter {
  return {
    attempt: (attemptReport) => {
      for (const line of wrapParts(formatParts(attemptReport), columns())) out(line);
    },
    notice: (_kind, message) => aside(toPrintable(message)),
  };
}

/** Returns the parts of a line: time, event, terminal, result. A part is not broken across lines. */
export function formatParts(attemptReport: ReportedAttempt): readonly string[] {
  const { fetched, incidentState: turn, answer, signature } = attemptReport;
  const { happened_at: at, type, terminal_id: terminal, account_id: account, event_id: id } = fetched;
  const parts = [
    at.padEnd(20),
    `${type}${turn === null ? '' : ` ${turn}`}`.padEnd(26),
    (terminal ?? account).padEnd(8),
    `evt_…${id.slice(-5)}`,
    ...formatMarks(attemptReport),
    `→ ${formatOutcome(answer)}`,
    signature.message,
    ...formatDeliveryState(attemptReport),
  ];
  return parts.map(toPrintable);
}

function formatMarks({ fetched: { trigger, attempt }, isForwardedNow }: ReportedAttempt): readonly string[] {
  return [
    ...(trigger === 'scheduled' ? [] : [trigger]),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(isForwardedNow ? [] : ['forwarded earlier, reported now']),
  ];
}

const formatOutcome = ({ status, error, total_ms: ms }: ReportedAttempt['answer']): string =>
  status === undefined ? `no answer: ${error}` : `${status} in ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

/** Describes the state of the delivery in the sandbox. */
function formatDeliveryState({ fetched: { trigger }, delivery, answer, atMs }: ReportedAttempt): readonly string[] {
  if (delivery === null) return ['not reported: the sandbox did not accept the report'];
  if (trigger !== 'scheduled') return isAcceptedAttempt(answer) ? [] : ['no retry'];
  if (delivery.state === 'exhausted') return ['exhausted'];
  if (delivery.state === 'skipped') return ['skipped'];
  if (delivery.state === 'sending') return ['next attempt now'];
  const next = delivery.next_attempt;
  if (next === null) return [];
  if (next.clock === 'sandbox') return [`next at sandbox time ${next.at}`];
  return [`next in ${Math.max(0, Math.round((Date.parse(next.at) - atMs) / 1000))} s`];
}
