import { printable } from '../printable.ts';
import { isTaken, type Teller, type ToldAttempt } from './told.ts';

/** Where lines go, and how wide they may be; undefined: as wide as they are. */
export interface Screen {
  readonly out: (line: string) => void;
  readonly aside: (line: string) => void;
  readonly columns: () => number | undefined;
}

/** A line for each attempt; what else happens is said beside them. */
export function prettyTeller({ out, aside, columns }: Screen): Teller {
  return {
    attempt: (told) => {
      for (const line of laidOut(partsOf(told), columns())) out(line);
    },
    notice: (_kind, message) => aside(printable(message)),
  };
}

/** When, what, about what, how it went: each a few words that stay together. */
export function partsOf(told: ToldAttempt): readonly string[] {
  const { fetched, turn, answer, signature } = told;
  const { happened_at: at, type, terminal_id: terminal, account_id: account, event_id: id } = fetched;
  const parts = [
    at.padEnd(20),
    `${type}${turn === null ? '' : ` ${turn}`}`.padEnd(26),
    (terminal ?? account).padEnd(8),
    `evt_…${id.slice(-5)}`,
    ...marksOf(told),
    `→ ${outcomeOf(answer)}`,
    signature.message,
    ...nextOf(told),
  ];
  return parts.map(printable);
}

function marksOf({ fetched: { trigger, attempt }, isForwardedNow }: ToldAttempt): readonly string[] {
  return [
    ...(trigger === 'scheduled' ? [] : [trigger]),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(isForwardedNow ? [] : ['forwarded before, reported now']),
  ];
}

const outcomeOf = ({ status, error, total_ms: ms }: ToldAttempt['answer']): string =>
  status === undefined ? `no answer: ${error}` : `${status} in ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

/** What the sandbox makes of it. */
function nextOf({ fetched: { trigger }, delivery, answer, atMs }: ToldAttempt): readonly string[] {
  if (delivery === null) return ['not reported: the sandbox did not take the report'];
  if (trigger !== 'scheduled') return isTaken(answer) ? [] : ['not tried again'];
  if (delivery.state === 'exhausted') return ['given up'];
  if (delivery.state === 'skipped') return ['skipped'];
  if (delivery.state === 'sending') return ['next at once'];
  const next = delivery.next_attempt;
  if (next === null) return [];
  if (next.clock === 'sandbox') return [`next when its clock shows ${next.at}`];
  return [`next in ${Math.max(0, Math.round((Date.parse(next.at) - atMs) / 1000))} s`];
}

/** Fills lines with parts; what does not fit on the first goes on below it, further in. */
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
