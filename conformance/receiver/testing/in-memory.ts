import type { HeaderPair } from '../../http/client.ts';
import { SCHEMES } from '../../webhooks/scheme.ts';
import { verifySignature } from '../../webhooks/signature.ts';
import { checkReceiver } from '../check-receiver.ts';
import type { Answer, Courier } from '../courier.ts';
import type { ReceiverResult } from '../result.ts';
import { SECRET } from './check-one.ts';

/** What a receiver in memory is told of a delivery. */
export interface Came {
  readonly isGenuine: boolean;
  readonly method: string;
  readonly headers: readonly HeaderPair[];
  readonly body: string;
}

export const NOW_MS = 1_793_631_600_000;

/** An answer with this status, after some milliseconds. */
export const answer = (status: number, { tookMs = 3, text = '' } = {}): Answer => ({
  kind: 'answered',
  status,
  headers: [],
  text,
  tookMs,
});

/** The result of a run, at one instant, against a receiver that is a function. */
export function resultOf(
  receiver: (came: Came) => Answer,
  { url = 'https://hooks.example/in?token=t0ken', seed = 1 } = {},
): Promise<ReceiverResult> {
  const send: Courier = async ({ method, headers, pieces }) => {
    const body = Buffer.concat(pieces);
    const signed = { headers, body, secrets: [SECRET], nowMs: NOW_MS, toleranceSeconds: 300 };
    const verdict = verifySignature(SCHEMES['standard-webhooks'], signed);
    return receiver({ isGenuine: verdict.kind === 'valid', method, headers, body: body.toString() });
  };
  return checkReceiver({ url, secret: SECRET, send, seed, now: () => NOW_MS });
}
