import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveTransport } from '../../../../conformance/testing/serve.ts';
import { HONEST_KEYS, honestTarget } from '../../../../lab/targets/honest-target.ts';
import type { Surroundings } from './tasks.ts';

/** A signing secret that no other test uses, so that tests find it in outputs. */
export const HANDLER_SECRET = 'whsec_bWNwLWNhbmFyeS1zZWNyZXQtMDEyMzQ1Njc4OWFi';

/** The variables of the command with the secrets of the programs. */
export const SECRET_VARIABLES = {
  FLEETKIT_WEBHOOK_SECRET: HANDLER_SECRET,
  FLEETKIT_KEYS: [...HONEST_KEYS].map(([name, key]) => `${name}=${key}`).join(','),
} as const;

/** Starts a receiver, a handler that accepts every delivery, and a service. */
export async function startSurroundings(): Promise<Surroundings & { close(): Promise<void> }> {
  const receiver = await listen((request, response) => {
    request.resume();
    response.writeHead(Number(request.url?.slice(1))).end('The receiver is not ready.');
  });
  const handler = await listen((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  const service = await serveTransport(honestTarget());
  return {
    receiver: (status) => `${receiver.url}/${status}`,
    handlerUrl: `${handler.url}/hooks`,
    serviceUrl: service.url,
    async close() {
      await Promise.all([receiver.close(), handler.close(), service.close()]);
    },
  };
}

async function listen(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listens on TCP, so it has one
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
