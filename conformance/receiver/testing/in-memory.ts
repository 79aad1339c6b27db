import type { HeaderPair } from '../../http/client.ts';
import { SCHEMES } from '../../webhooks/scheme.ts';
import { verifySignature } from '../../webhooks/signature.ts';
import { checkReceiver } from '../check-receiver.ts';
import type { ReceiverResult } from '../core/result.ts';
import type { DeliveryResponse, SendDelivery } from '../sending/delivery-response.ts';
import { SECRET } from './check-one.ts';

/** A delivery to a receiver in memory. */
export interface InMemoryRequest {
  readonly isGenuine: boolean;
  readonly method: string;
  readonly headers: readonly HeaderPair[];
  readonly body: string;
}

export const NOW_MS = 1_793_631_600_000;

/** Returns a response with this status and response time. */
export const respondWith = (status: number, { tookMs = 3, text = '' } = {}): DeliveryResponse => ({
  kind: 'answered',
  status,
  headers: [],
  text,
  tookMs,
});

/** Checks a receiver that is a function, at one instant. */
export function checkInMemory(
  receiver: (request: InMemoryRequest) => DeliveryResponse,
  { url = 'https://hooks.example/in?token=t0ken', seed = 1 } = {},
): Promise<ReceiverResult> {
  const send: SendDelivery = async ({ method, headers, pieces }) => {
    const body = Buffer.concat(pieces);
    const signed = { headers, body, secrets: [SECRET], nowMs: NOW_MS, toleranceSeconds: 300 };
    const verdict = verifySignature(SCHEMES['standard-webhooks'], signed);
    return receiver({ isGenuine: verdict.kind === 'valid', method, headers, body: body.toString() });
  };
  return checkReceiver({ url, secret: SECRET, send, seed, now: () => NOW_MS, wait: async () => undefined });
}
