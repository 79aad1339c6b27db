import http from 'node:http';
import https from 'node:https';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import type { TlsOptions } from '../../http/transport/transport.ts';
import { createTrustOptions } from '../../http/transport/trusted-authorities.ts';

/** Idle connections are closed after this time, before most servers close them: a request on a closing connection is lost. */
const IDLE_MS = 4000;
const MOST_IDLE = 256;

/** Creates the agent that keeps the connections to the upstream. */
export function createUpstreamAgent(protocol: string, tls: TlsOptions): http.Agent {
  const options = { keepAlive: true, maxFreeSockets: MOST_IDLE, timeout: IDLE_MS, scheduling: 'lifo' } as const;
  if (protocol !== 'https:') return new http.Agent(options);
  return new https.Agent({
    ...options,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: tls.isUnchecked !== true,
    ...createTrustOptions(tls.ca),
    ...omitUndefined({ cert: tls.certificate, key: tls.certificateKey }),
  });
}
