import { formatDuration } from '../format/time.ts';
import { Icon } from '../parts/icons.tsx';
import { realNow } from '../parts/time.tsx';
import { connection, currentUntilMs } from '../state/live.ts';

const CHIPS = {
  connecting: { pulse: 'pulse pulse-wait', text: 'Connecting', title: 'Connecting to the sandbox' },
  live: { pulse: 'pulse pulse-live', text: 'Live', title: 'Changes are shown as they happen' },
  limited: { pulse: 'pulse', text: '10 s', title: 'This role cannot watch activity, so data is read every 10 s' },
  lost: { pulse: 'pulse pulse-off', text: 'Offline', title: 'The sandbox does not answer' },
} as const;

export function ConnectionChip() {
  const { pulse, text, title } = CHIPS[connection.value];
  return (
    <span class="chip" title={title} role="status">
      <span class={pulse} />
      {connection.value === 'limited' ? <span class="chip-text">Every</span> : null}
      {text}
    </span>
  );
}

/** States that data is old while the connection is lost. */
export function ConnectionBanner() {
  if (connection.value !== 'lost') return null;
  const seconds = (realNow.value - currentUntilMs.value) / 1000;
  return (
    <div class="banner" role="alert">
      <Icon name="alert" />
      <span>
        The connection to the sandbox is lost. The data below is {formatDuration(seconds)} old. The page connects again
        as soon as the sandbox answers.
      </span>
    </div>
  );
}
