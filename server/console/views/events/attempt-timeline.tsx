import type { Attempt } from '../../api/types.ts';
import { summariseAttempt } from '../../format/failure-reason.ts';
import { formatDateTime, formatGap, formatMilliseconds } from '../../format/time.ts';
import { toneOfStatus, toWords } from '../../format/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { zone } from '../../parts/time.tsx';

export interface AttemptTimelineProps {
  readonly attempts: readonly Attempt[];
  /** The index of the attempt that is shown. */
  readonly selected: number;
  readonly onSelect: (attempt: Attempt) => void;
}

/** The attempts in order: when each was made, how long after the previous one, and how long its steps took. */
export function AttemptTimeline({ attempts, selected, onSelect }: AttemptTimelineProps) {
  const longestMs = Math.max(...attempts.map(({ timings_ms }) => timings_ms.total));
  return (
    <ol class="attempts" aria-label="Attempts">
      {attempts.map((attempt, index) => (
        <li key={attempt.number}>
          <button type="button" aria-pressed={index === selected} onClick={() => onSelect(attempt)}>
            <span class="attempts-title">
              {attempt.trigger === 'scheduled' ? 'Attempt' : toWords(attempt.trigger)} {attempt.number}
              <Badge tone={attempt.error === null ? 'good' : toneOfStatus(attempt.response?.status ?? null)}>
                {summariseAttempt(attempt)}
              </Badge>
            </span>
            <small class="figure">
              {formatDateTime(attempt.due_at, zone.value, true)} sandbox time
              {describeGap(attempts[index - 1], attempt)}
            </small>
            <Durations attempt={attempt} longestMs={longestMs} />
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Returns the time since the previous attempt. The fast schedule uses real time. */
function describeGap(previous: Attempt | undefined, { due_at: dueAt, sent_at: sentAt }: Attempt): string {
  if (previous === undefined) return '';
  const sandboxMs = Date.parse(dueAt) - Date.parse(previous.due_at);
  if (sandboxMs > 0) return `, ${formatGap(sandboxMs)} after the previous one`;
  return `, ${formatGap(Math.max(0, Date.parse(sentAt) - Date.parse(previous.sent_at)))} of real time after the previous one`;
}

const PARTS = [
  { name: 'dns', text: 'name lookup' },
  { name: 'connect', text: 'connection' },
  { name: 'tls', text: 'TLS' },
  { name: 'first_byte', text: 'until the first byte' },
] as const;

/** The duration as a bar of its steps, with the values as text. */
function Durations({
  attempt: { timings_ms: timings, error },
  longestMs,
}: {
  readonly attempt: Attempt;
  readonly longestMs: number;
}) {
  const parts = PARTS.flatMap(({ name, text }) => {
    const ms = timings[name];
    return ms === null ? [] : [{ name, text, ms }];
  });
  const restMs = Math.max(0, timings.total - parts.reduce((sum, { ms }) => sum + ms, 0));
  const all = [...parts, { name: 'rest', text: 'rest', ms: restMs }];
  const scale = longestMs > 0 ? 100 / longestMs : 0;
  const text = all
    .filter(({ ms }) => ms > 0)
    .map((part) => `${part.text} ${formatMilliseconds(part.ms)}`)
    .join(', ');
  return (
    <span class={error === null ? 'attempts-duration' : 'attempts-duration attempts-failed'} title={text}>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        {all.map((part, index) => (
          <rect
            key={part.name}
            class={`attempts-${part.name}`}
            x={all.slice(0, index).reduce((sum, { ms }) => sum + ms, 0) * scale}
            width={part.ms * scale}
            height="6"
          />
        ))}
      </svg>
      <small class="figure">{formatMilliseconds(timings.total)} real time</small>
    </span>
  );
}
