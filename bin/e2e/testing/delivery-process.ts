import { createSender } from '../../../server/delivery/network/sender.ts';
import { DeliveryDispatcher } from '../../../server/delivery/queue/dispatcher.ts';
import type { DeliveryTarget } from '../../../server/delivery/queue/target.ts';
import { createSecret } from '../../../server/delivery/signing/signer.ts';
import type { NewDelivery } from '../../../server/delivery/store/delivery-store.ts';
import { SqliteDeliveryStore } from '../../../server/delivery/store/sqlite-store.ts';
import { findTargetIn } from '../../../server/delivery/testing/targets.ts';
import { openDataDirectory } from '../../../server/storage/data-directory.ts';
import { position } from '../../../server/world/state/facts.ts';
import { realMs, sandboxMs } from '../../../server/world/state/time.ts';

const TENANT = 'acct_northway';
export const DESTINATIONS = ['dst_a', 'dst_b'];

/** Opens a delivery store in a directory and a dispatcher that sends to two destinations at `url`. The sandbox clock is frozen. */
export async function openDeliveries(directory: string, url: string) {
  const data = openDataDirectory(directory);
  const store = new SqliteDeliveryStore(data.database);
  const sender = createSender({ policy: { mode: 'local' } });
  const targets = DESTINATIONS.map((destinationId) => createTarget(destinationId, url));
  const now = () => ({ sandboxMs: sandboxMs(0), realMs: realMs(Date.now()) });
  const wereUnderWay = await store.recover(now());
  const dispatcher = new DeliveryDispatcher({
    store,
    listTargets: () => targets,
    findTarget: findTargetIn(() => targets),
    now,
    realDelayUntil: ({ clock, atMs }) => (clock === 'real' ? atMs - Date.now() : undefined),
    send: sender.send,
    reportFailures: async () => undefined,
    onFault: (fault) => {
      throw fault;
    },
  });
  const progress = { since: position(0), throughMs: sandboxMs(0), eventIdsAtThrough: [] };
  return {
    wereUnderWay,
    dispatcher,
    /** Queues events for all destinations. Resolves when they are stored durably. */
    queue: (eventIds: readonly string[]) =>
      store.fanOut(
        TENANT,
        progress,
        eventIds.flatMap((eventId) => DESTINATIONS.map((destinationId) => createDelivery(eventId, destinationId))),
      ),
    notDelivered: () => store.listPage({ states: ['pending', 'sending', 'exhausted', 'skipped'], limit: 1 }),
    async close() {
      await dispatcher.close();
      sender.close();
      data.close();
    },
  };
}

const createTarget = (destinationId: string, url: string): DeliveryTarget => ({
  key: { tenantId: TENANT, destinationId },
  kind: 'url',
  url: `${url}/${destinationId}`,
  headers: {},
  secrets: [createSecret(Buffer.alloc(32, 1))],
  profile: 'standard',
  isSending: true,
  isDisabled: false,
});

const createDelivery = (eventId: string, destinationId: string): NewDelivery => ({
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
