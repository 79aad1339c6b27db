import { createSender } from '../../../server/delivery/network/sender.ts';
import { DeliveryDispatcher } from '../../../server/delivery/queue/dispatcher.ts';
import type { DeliveryTarget } from '../../../server/delivery/queue/target.ts';
import { createSecret } from '../../../server/delivery/signing/signer.ts';
import type { NewDelivery } from '../../../server/delivery/store/delivery-store.ts';
import { openSqliteDeliveries } from '../../../server/delivery/store/sqlite-store.ts';
import { findTargetIn } from '../../../server/delivery/testing/targets.ts';
import { openDataDirectory } from '../../../server/storage/data-directory.ts';
import { position } from '../../../server/world/state/facts.ts';
import { realMs, sandboxMs } from '../../../server/world/state/time.ts';

const TENANT = 'acct_northway';
export const DESTINATIONS = ['dst_a', 'dst_b'];

/** Deliveries kept in a directory and sent to one address, by two destinations, from a frozen sandbox clock. */
export async function deliveringFrom(directory: string, url: string) {
  const data = openDataDirectory(directory);
  const store = openSqliteDeliveries(data.database);
  const sender = createSender({ policy: { mode: 'local' } });
  const targets = DESTINATIONS.map((destinationId) => targetAt(destinationId, url));
  const now = () => ({ sandboxMs: sandboxMs(0), realMs: realMs(Date.now()) });
  const wereUnderWay = await store.recover(now());
  const dispatcher = new DeliveryDispatcher({
    store,
    listTargets: () => targets,
    findTarget: findTargetIn(() => targets),
    now,
    realDelayUntil: ({ clock, atMs }) => (clock === 'real' ? atMs - Date.now() : undefined),
    send: sender.send,
    disable: async () => undefined,
    onFault: (fault) => {
      throw fault;
    },
  });
  const progress = { since: position(0), throughMs: sandboxMs(0), toldAtThrough: [] };
  return {
    wereUnderWay,
    dispatcher,
    /** Queues events for all destinations; kept when they survive the end of the process. */
    queue: (eventIds: readonly string[]) =>
      store.fanOut(
        TENANT,
        progress,
        eventIds.flatMap((eventId) => DESTINATIONS.map((destinationId) => deliveryOf(eventId, destinationId))),
      ),
    notDelivered: () => store.listPage({ states: ['pending', 'sending', 'exhausted', 'skipped'], limit: 1 }),
    async close() {
      await dispatcher.close();
      sender.close();
      data.close();
    },
  };
}

const targetAt = (destinationId: string, url: string): DeliveryTarget => ({
  key: { tenantId: TENANT, destinationId },
  kind: 'url',
  url: `${url}/${destinationId}`,
  headers: {},
  secrets: [createSecret(Buffer.alloc(32, 1))],
  profile: 'standard',
  isSending: true,
  isDisabled: false,
});

const deliveryOf = (eventId: string, destinationId: string): NewDelivery => ({
  deliveryId: `dlv_${eventId}_${destinationId}`,
  destinationId,
  event: {
    ...{ eventId, type: 'cash_low', accountId: TENANT, terminalId: 'NW104233', atMs: sandboxMs(0) },
    ...{ incidentId: null, turn: null },
  },
  isTest: false,
  body: JSON.stringify({ id: eventId, data: 'x'.repeat(600) }),
  due: { clock: 'sandbox', atMs: sandboxMs(0) },
  createdAtMs: sandboxMs(0),
});
