import type { Disconnect } from '../connection/disconnect-reason.ts';
import type { StreamDestinationStatus } from '../connection/stream-events.ts';
import type { ListenDestination } from '../destination/find-destination.ts';
import type { SandboxTime } from '../destination/missed-since.ts';
import type { ListenReporter } from './reporter.ts';

/* Notices other than attempts, as text and as JSON. */

export function reportFound(reporter: ListenReporter, { destinationId, isNew, changes }: ListenDestination): void {
  const more = { destination_id: destinationId };
  if (isNew) reporter.notice('registered', `Registered ${destinationId}.`, more);
  else reporter.notice('found', `Continuing with ${destinationId} and its pending deliveries.`, more);
  if (changes.length > 0) {
    reporter.notice('changed', `Changed: ${changes.join(', ')}.`, { ...more, changes });
  }
}

export function reportRecovered(reporter: ListenReporter, since: string, count: number): void {
  reporter.notice('recovered', `Queued ${count} ${count === 1 ? 'delivery' : 'deliveries'} since ${since}.`, {
    since,
    queued: count,
  });
}

export function reportConnected(
  reporter: ListenReporter,
  { server, destinationId, time, url }: { server: string; destinationId: string; time: SandboxTime; url: URL },
): void {
  reporter.notice('connected', `Connected to ${server}, clock ${time.now}: ${destinationId} → ${url}`, {
    server,
    destination_id: destinationId,
    sandbox_now: time.now,
    forward_to: url.href,
  });
}

export function reportDestinationStatus(
  reporter: ListenReporter,
  destinationId: string,
  { status, disabled_reason }: StreamDestinationStatus,
): void {
  reporter.notice('destination', formatDestinationStatus(destinationId, status, disabled_reason), {
    destination_id: destinationId,
    status,
    disabled_reason,
  });
}

function formatDestinationStatus(id: string, status: StreamDestinationStatus['status'], reason: string | null): string {
  if (status === 'enabled') return `${id} is enabled again.`;
  if (status === 'paused') return `${id} is paused: deliveries wait until it is resumed.`;
  return `${id} is disabled (${DISABLED_REASONS[reason ?? ''] ?? reason}): events are skipped until it is enabled. Then forward them with --since.`;
}

const DISABLED_REASONS: Readonly<Record<string, string>> = {
  user: 'by a user',
  gone: 'the receiver answered 410',
  failing: 'no delivery succeeded for a long time',
};

export function reportReplacedSecret(reporter: ListenReporter, destinationId: string): void {
  const message = `The secret of ${destinationId} was replaced. Configure the receiver with the new secret: get it with --print-secret or --secret-file.`;
  reporter.notice('secret', message, { destination_id: destinationId });
}

export function reportDisconnected(
  reporter: ListenReporter,
  left: Disconnect & { readonly reason: string },
  isForGood: boolean,
): void {
  const { kind, reason } = left;
  if (isForGood) reporter.notice(kind === 'replaced' ? 'replaced' : 'ended', reason, { reason });
  else if (kind === 'gone') reporter.notice('gone', `${reason} Registering a new one.`, { reason });
  else reporter.notice('lost', `${reason} Reconnecting.`, { reason });
}
