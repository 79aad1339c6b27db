import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Choices } from '../dimensions/index.ts';

/** An event before the shape gives it a form. */
export interface WebhookEvent {
  readonly id: string;
  readonly name: string;
  readonly terminal: string;
  readonly atMs: number;
}

export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let privateKey: KeyObject | undefined;

function readPrivateKey(): KeyObject {
  privateKey ??= generateKeyPairSync('ed25519').privateKey;
  return privateKey;
}

function writeBody(event: WebhookEvent, payload: Choices['webhookPayload']): [string, string] {
  const at = new Date(event.atMs).toISOString();
  switch (payload) {
    case 'cloud-event':
      return [
        'application/cloudevents+json',
        JSON.stringify({
          specversion: '1.0',
          id: event.id,
          type: event.name,
          source: '/fleet',
          time: at,
          data: { terminal: event.terminal },
        }),
      ];
    case 'batch':
      return ['application/json', JSON.stringify([{ id: event.id, event: event.name, terminal: event.terminal, at }])];
    case 'thin':
      return ['application/json', JSON.stringify({ id: event.id, event: event.name })];
    case 'form':
      return [
        'application/x-www-form-urlencoded',
        new URLSearchParams({ id: event.id, event: event.name, terminal: event.terminal, at }).toString(),
      ];
    default:
      return [
        'application/json',
        JSON.stringify({ id: event.id, event: event.name, occurred_at: at, data: { terminal: event.terminal } }),
      ];
  }
}

/** Signs an event with a secret in the scheme of the shape. */
export function createDelivery(event: WebhookEvent, secret: string, choices: Choices): Delivery {
  const [contentType, body] = writeBody(event, choices.webhookPayload);
  const seconds = String(Math.floor(event.atMs / 1000));
  const digest = (text: string, encoding: 'hex' | 'base64') =>
    createHmac('sha256', secret).update(text).digest(encoding);
  const base = { 'Content-Type': contentType };
  switch (choices.webhookSignature) {
    case 'hmac-base64':
      return { headers: { ...base, 'X-Fleet-Hmac': digest(body, 'base64') }, body };
    case 'timestamped':
      return {
        headers: { ...base, 'Fleet-Signature': `t=${seconds},v1=${digest(`${seconds}.${body}`, 'hex')}` },
        body,
      };
    case 'standard': {
      const signature = `v1,${digest(`${event.id}.${seconds}.${body}`, 'base64')}`;
      return {
        headers: { ...base, 'webhook-id': event.id, 'webhook-timestamp': seconds, 'webhook-signature': signature },
        body,
      };
    }
    case 'ed25519': {
      const signature = sign(null, Buffer.from(`${seconds}${body}`), readPrivateKey()).toString('hex');
      return { headers: { ...base, 'X-Signature-Timestamp': seconds, 'X-Signature-Ed25519': signature }, body };
    }
    default:
      return { headers: { ...base, 'X-Signature': `sha256=${digest(body, 'hex')}` }, body };
  }
}
