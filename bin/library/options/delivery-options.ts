import type { Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { duplexPair } from 'node:stream';
import { type Cidr, parseCidrs } from '../../../base/cidr.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import type { InboxStore } from '../../../server/delivery/inbox/inbox-store.ts';
import { checkUrl, type DestinationPolicy } from '../../../server/delivery/network/address-policy.ts';
import type { CheckedTarget } from '../../../server/delivery/network/check-target.ts';
import type { createSender, Send } from '../../../server/delivery/network/sender.ts';
import { DeliveryService } from '../../../server/delivery/service/delivery-service.ts';
import type { DeliveryStore } from '../../../server/delivery/store/delivery-store.ts';
import { createDeliverySource } from '../../../server/http/control/delivery-source.ts';
import type { Work } from '../../../server/http/exchange/work-queue.ts';
import type { Operations } from '../../../server/http/operations/operations.ts';
import type { Sandbox } from '../../../server/sandbox.ts';

/** Where webhooks may be sent; see the guide on webhooks. */
export interface DestinationOptions {
  /** `local`: any address, including this machine and its networks. `hosted`: only the public internet, over TLS. */
  readonly mode?: 'local' | 'hosted';
  /** Ranges, such as `10.20.0.0/16`, that `hosted` also allows. */
  readonly allow?: readonly string[];
  /** Allows destinations without TLS in `hosted` mode. */
  readonly allowHttp?: boolean;
}

/** The delivery worker, with the address policy. */
export interface DeliveryWorker {
  readonly deliveryService: DeliveryService;
  readonly findRefusal: (url: string) => string | undefined;
  /** Returns the addresses to which this server may connect for a URL, or why there are none. */
  readonly checkTarget: (url: string) => Promise<CheckedTarget>;
  /** Stops sending. Attempts in progress finish or return to the queue. */
  close(): Promise<void>;
}

export interface DeliveryWorkerOptions {
  readonly sandbox: Sandbox;
  readonly store: DeliveryStore;
  readonly queue: Work;
  /** The server of the sandbox. Its inboxes are reached without the network. */
  readonly server: Server;
  /** Undefined: the sandbox listens on no port. */
  readonly port: number | undefined;
  /** The public URL of the sandbox. */
  readonly baseUrl: string;
  /** The beginning of its path that all worlds of the server share. */
  readonly basePath: string | undefined;
  /** The beginning that the server itself expects in its place; empty if a proxy or an app in front of it removes it. */
  readonly servedPath: string;
  readonly destinations: DestinationOptions;
  readonly inboxes: InboxStore;
  /** Receives faults that no caller is waiting for. */
  readonly operations: Operations;
}

/** Starts the delivery worker. Throws a `RangeError` for an invalid address range. */
export function startDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const { sandbox, store, queue, server, port, baseUrl, basePath, servedPath, destinations, inboxes, operations } =
    options;
  const policy: DestinationPolicy = {
    mode: destinations.mode ?? 'local',
    ...(destinations.allow === undefined ? {} : { allowedCidrs: parseAllowedRanges(destinations.allow) }),
    ...omitUndefined({ allowHttp: destinations.allowHttp }),
    own: {
      port: port ?? 0,
      addresses: Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
      origins: [new URL(baseUrl).origin],
      basePath: basePath ?? '',
      servedPath,
      inboxPrefix: `${new URL(baseUrl).pathname.replace(/\/$/, '')}/sandbox/inbox/`,
    },
  };
  // Imported with the first delivery: most sandboxes start without destinations.
  let sender: Promise<ReturnType<typeof createSender>> | undefined;
  const sendUntraced: Send = async (request) => {
    sender ??= import('../../../server/delivery/network/sender.ts').then((module) =>
      module.createSender({ policy, connect: () => connectTo(server) }),
    );
    return (await sender).send(request);
  };
  const { send, beforeQueued } = operations.traceDeliveries(sendUntraced);
  const onFault = (fault: unknown): void => {
    operations.reportFault('deliveries', fault);
  };
  const source = createDeliverySource(sandbox, queue);
  const deliveryService = new DeliveryService({ store, source, send, onFault, beforeQueued, inboxes });
  sandbox.onChange(() => deliveryService.checkSoon());
  return {
    deliveryService,
    findRefusal(url) {
      const judged = checkUrl(policy, url);
      return judged.kind === 'refused' ? judged.message : undefined;
    },
    async checkTarget(url) {
      const module = await import('../../../server/delivery/network/check-target.ts');
      return module.checkTarget(policy, url);
    },
    async close() {
      await deliveryService.close();
      (await sender)?.close();
    },
  };
}

function parseAllowedRanges(allow: readonly string[]): readonly Cidr[] {
  const cidrs = parseCidrs(allow.join(','));
  if ('fault' in cidrs) throw new RangeError(cidrs.fault);
  return cidrs;
}

function connectTo(server: Server) {
  const [client, accepted] = duplexPair();
  server.emit('connection', accepted);
  return client;
}
