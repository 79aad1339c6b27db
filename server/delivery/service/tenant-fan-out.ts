import { omitUndefined } from '../../../base/omit-undefined.ts';
import type { FleetEvent } from '../../world/events/events.ts';
import type { Position } from '../../world/state/facts.ts';
import type { RecordedAlert } from '../../world/state/tenant.ts';
import { DAY_MS, type SandboxMs, sandboxMs } from '../../world/state/time.ts';
import type { Delivery, Now } from '../delivery.ts';
import { alterDeliveries, type ChooseDeliveryFault } from '../queue/faulty-deliveries.ts';
import type { DeliveringTenant } from '../queue/source.ts';
import type {
  DeliveryStore,
  DestinationKey,
  FanOutProgress,
  NewDelivery,
  SharedStore,
} from '../store/delivery-store.ts';
import { presentDestinationAlert } from './destination-events.ts';
import { createDeliveries } from './fan-out.ts';

/** How long bodies are kept after their events, on the sandbox clock. */
const BODY_RETENTION_MS = 30 * DAY_MS;
/** Progress of a tenant without destinations: the first destination starts at its own registration. */
const NO_PROGRESS_MS = sandboxMs(0);

/** Events of longer periods are stored in parts of this length, so that other work can run in between. */
const PART_MS = DAY_MS;

type FanOutStep = Parameters<SharedStore['fanOutFrom']>[0];

export interface TenantFanOutOptions {
  readonly store: DeliveryStore;
  readonly now: () => Now;
  /** Returns the effect of the fault rule that applies to a new delivery. Default: there are no rules. */
  readonly chooseFault?: ChooseDeliveryFault | undefined;
  /** Whether to stop before the next part. The next start continues there. */
  readonly isStopped: () => boolean;
  /** Called with new deliveries before they are stored, because they may be sent at once. */
  readonly beforeQueued: (deliveries: readonly NewDelivery[]) => void;
}

/** Stores the deliveries of each tenant's events, once each. */
export class TenantFanOut {
  readonly #store: DeliveryStore;
  readonly #now: () => Now;
  readonly #chooseFault: ChooseDeliveryFault | undefined;
  readonly #isStopped: () => boolean;
  readonly #beforeQueued: (deliveries: readonly NewDelivery[]) => void;
  /** For each tenant, its state at the latest check. If it is unchanged, there are no new events. */
  readonly #checkedAt = new Map<string, string>();

  constructor({ store, now, chooseFault, isStopped, beforeQueued }: TenantFanOutOptions) {
    this.#store = store;
    this.#now = now;
    this.#chooseFault = chooseFault;
    this.#isStopped = isStopped;
    this.#beforeQueued = beforeQueued;
  }

  /**
   * Deletes the deliveries of a tenant that was reset after its events were fanned out. `catchUp` handles events after
   * the reset.
   */
  async dropBeforeReset({ tenantId, since }: DeliveringTenant): Promise<void> {
    const before = await this.#store.readProgress(tenantId);
    if (before === undefined || before.since >= since) return;
    await this.#write({ tenantId, before, reached: createNoProgress(since), deliveries: [] });
  }

  /** Fans out the events since the last call, up to the current time. Returns the destinations with new deliveries. */
  async catchUp(tenant: DeliveringTenant): Promise<readonly DestinationKey[]> {
    const { tenantId, position, since, destinations } = tenant;
    const now = this.#now();
    const place = `${position} ${now.sandboxMs}`;
    if (this.#checkedAt.get(tenantId) === place) return [];
    const queuedFor = new Set<string>();
    const before = await this.#store.readProgress(tenantId);
    // Another process has read a later reset, or its clock is ahead: it works on this tenant.
    if (before !== undefined && (before.since > since || (before.since === since && before.throughMs > now.sandboxMs)))
      return [];
    if (destinations.length === 0) {
      const isKnown = before === undefined || (before.since === since && before.throughMs === NO_PROGRESS_MS);
      if (
        !isKnown &&
        (await this.#write({ tenantId, before, reached: createNoProgress(since), deliveries: [] })) === 'behind'
      )
        return [];
    } else {
      let stored = before;
      let progress = await this.#findStart(tenant, before, now.sandboxMs);
      do {
        if (this.#isStopped()) return [];
        const part = await this.#fanOutPart(tenant, { stored, progress }, now);
        if (part === 'behind') return this.catchUp(tenant); // another process was faster: continue where it stopped
        progress = part.reached;
        stored = part.reached;
        for (const { destinationId } of part.queued) queuedFor.add(destinationId);
      } while (progress.throughMs < now.sandboxMs);
      await this.#dropOldBodies(before?.throughMs, now.sandboxMs);
    }
    this.#checkedAt.set(tenantId, place);
    return [...queuedFor].map((destinationId) => ({ tenantId, destinationId }));
  }

  async #fanOutPart(
    tenant: DeliveringTenant,
    { stored, progress }: { readonly stored: FanOutProgress | undefined; readonly progress: FanOutProgress },
    now: Now,
  ): Promise<{ readonly reached: FanOutProgress; readonly queued: readonly Delivery[] } | 'behind'> {
    const { tenantId, since, destinations, isWithin } = tenant;
    const throughMs = sandboxMs(Math.min(now.sandboxMs, progress.throughMs + PART_MS));
    const emitted = new Set(progress.eventIdsAtThrough);
    const all = await tenant.eventsBetween(progress.throughMs, throughMs);
    const events = all.filter(({ id }) => !emitted.has(id));
    const alerts = listAlertsAfter(tenant.alerts, progress.alertsThrough);
    const reached = {
      since,
      throughMs,
      eventIdsAtThrough: [
        ...(progress.throughMs === throughMs ? progress.eventIdsAtThrough : []),
        ...events.filter((event) => parseTimestamp(event) === throughMs).map(({ id }) => id),
      ],
      ...omitUndefined({ alertsThrough: alerts.at(-1)?.position ?? progress.alertsThrough }),
    };
    const alertEvents = alerts.map(({ alert }) => presentDestinationAlert(alert));
    const planned = createDeliveries({ events: [...events, ...alertEvents], destinations, now, isWithin });
    const deliveries = this.#chooseFault === undefined ? planned : alterDeliveries(planned, this.#chooseFault);
    if (deliveries.length > 0) this.#beforeQueued(deliveries);
    const queued = await this.#write({ tenantId, before: stored, reached, deliveries });
    return queued === 'behind' ? queued : { reached, queued };
  }

  /** Stores the progress and the new deliveries, unless another process has stored a later progress than `before`. */
  async #write(step: FanOutStep): Promise<readonly Delivery[] | 'behind'> {
    const { shared } = this.#store;
    return shared === undefined
      ? this.#store.fanOut(step.tenantId, step.reached, step.deliveries)
      : shared.fanOutFrom(step);
  }

  /**
   * Returns where to continue: at the stored progress, but not before the first destination existed. Events at the
   * exact instant of the first registration can be determined only at that instant, so they are recorded then.
   */
  async #findStart(
    tenant: DeliveringTenant,
    before: FanOutProgress | undefined,
    nowMs: SandboxMs,
  ): Promise<FanOutProgress> {
    const firstMs = sandboxMs(Math.min(...tenant.destinations.map(({ createdAtMs }) => createdAtMs)));
    if (before !== undefined && before.since === tenant.since && before.throughMs >= firstMs) return before;
    const emittedBefore = firstMs === nowMs ? (await tenant.eventsBetween(firstMs, firstMs)).map(({ id }) => id) : [];
    return { since: tenant.since, throughMs: firstMs, eventIdsAtThrough: emittedBefore };
  }

  /** Drops the bodies of old events, once per day of the sandbox clock. */
  async #dropOldBodies(beforeMs: SandboxMs | undefined, nowMs: SandboxMs): Promise<void> {
    const toDay = (ms: number): number => Math.floor(ms / DAY_MS);
    if (beforeMs === undefined || toDay(beforeMs) === toDay(nowMs)) return;
    await this.#store.dropBodies(sandboxMs(nowMs - BODY_RETENTION_MS));
  }
}

/** Alerts are fanned out by position: a running clock may pass the instant of an alert before its fact is appended. */
const listAlertsAfter = (alerts: Iterable<RecordedAlert>, after: Position | undefined): readonly RecordedAlert[] =>
  [...alerts].filter(({ position }) => after === undefined || position > after);

const createNoProgress = (since: Position): FanOutProgress => ({
  since,
  throughMs: NO_PROGRESS_MS,
  eventIdsAtThrough: [],
});

const parseTimestamp = ({ timestamp }: FleetEvent): number => Date.parse(timestamp);
