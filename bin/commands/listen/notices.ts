import type { Standing } from './delivery.ts';
import type { Found } from './destination.ts';
import type { Left } from './leaving.ts';
import type { Reporter } from './reporter.ts';
import type { SandboxTime } from './sandbox-time.ts';

/* Notices other than attempts, as text and as JSON. */

export function reportFound(reporter: Reporter, { destinationId, isNew, changes }: Found): void {
  const more = { destination_id: destinationId };
  if (isNew) reporter.notice('registered', `Registered ${destinationId}.`, more);
  else reporter.notice('found', `Continuing with ${destinationId} and its pending deliveries.`, more);
  if (changes.length > 0) {
    reporter.notice('changed', `Changed: ${changes.join(', ')}.`, { ...more, changes });
  }
}

export function reportRecovered(reporter: Reporter, since: string, count: number): void {
  reporter.notice('recovered', `Queued ${count} ${count === 1 ? 'delivery' : 'deliveries'} since ${since}.`, {
    since,
    queued: count,
  });
}

export function reportConnected(
  reporter: Reporter,
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
  reporter: Reporter,
  destinationId: string,
  { status, disabled_reason }: Standing,
): void {
  reporter.notice('destination', standingText(destinationId, status, disabled_reason), {
    destination_id: destinationId,
    status,
    disabled_reason,
  });
}

function standingText(id: string, status: Standing['status'], reason: string | null): string {
  if (status === 'enabled') return `${id} is enabled again.`;
  if (status === 'paused') return `${id} is paused: deliveries wait until it is resumed.`;
  return `${id} is disabled (${WHY[reason ?? ''] ?? reason}): events are skipped until it is enabled. Then forward them with --since.`;
}

const WHY: Readonly<Record<string, string>> = {
  user: 'by a user',
  gone: 'the receiver answered 410',
  failing: 'no delivery succeeded for a long time',
};

export function reportReplacedSecret(reporter: Reporter, destinationId: string): void {
  const message = `The secret of ${destinationId} was replaced. Configure the receiver with the new secret: get it with --print-secret or --secret-file.`;
  reporter.notice('secret', message, { destination_id: destinationId });
}

export function reportDisconnected(
  reporter: Reporter,
  left: Left & { readonly reason: string },
  isForGood: boolean,
): void {
  const { kind, reason } = left;
  if (isForGood) reporter.notice(kind === 'replaced' ? 'replaced' : 'ended', reason, { reason });
  else if (kind === 'gone') reporter.notice('gone', `${reason} Registering a new one.`, { reason });
  else reporter.notice('lost', `${reason} Reconnecting.`, { reason });
}
