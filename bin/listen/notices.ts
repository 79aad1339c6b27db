import type { Standing } from './delivery.ts';
import type { Found } from './destination.ts';
import type { Left } from './leaving.ts';
import type { SandboxTime } from './sandbox-time.ts';
import type { Teller } from './told.ts';

/* Notices other than attempts, as text and as JSON. */

export function tellFound(teller: Teller, { destinationId, isNew, changes }: Found): void {
  const more = { destination_id: destinationId };
  if (isNew) teller.notice('registered', `Registered ${destinationId}.`, more);
  else teller.notice('found', `Continuing with ${destinationId} and its pending deliveries.`, more);
  if (changes.length > 0) {
    teller.notice('changed', `Changed: ${changes.join(', ')}.`, { ...more, changes });
  }
}

export function tellRecovered(teller: Teller, since: string, count: number): void {
  teller.notice('recovered', `Queued ${count} ${count === 1 ? 'delivery' : 'deliveries'} since ${since}.`, {
    since,
    queued: count,
  });
}

export function tellConnected(
  teller: Teller,
  { server, destinationId, time, url }: { server: string; destinationId: string; time: SandboxTime; url: URL },
): void {
  teller.notice('connected', `Connected to ${server}, clock ${time.now}: ${destinationId} → ${url}`, {
    server,
    destination_id: destinationId,
    sandbox_now: time.now,
    forward_to: url.href,
  });
}

export function tellStanding(teller: Teller, destinationId: string, { status, disabled_reason }: Standing): void {
  teller.notice('destination', standingText(destinationId, status, disabled_reason), {
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

export function tellReplacedSecret(teller: Teller, destinationId: string): void {
  const message = `The secret of ${destinationId} was replaced. Configure the receiver with the new secret: get it with --print-secret or --secret-file.`;
  teller.notice('secret', message, { destination_id: destinationId });
}

export function tellLeft(teller: Teller, left: Left & { readonly reason: string }, isForGood: boolean): void {
  const { kind, reason } = left;
  if (isForGood) teller.notice(kind === 'replaced' ? 'replaced' : 'ended', reason, { reason });
  else if (kind === 'gone') teller.notice('gone', `${reason} Registering a new one.`, { reason });
  else teller.notice('lost', `${reason} Reconnecting.`, { reason });
}
