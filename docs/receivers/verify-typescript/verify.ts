// Verifies a delivery: WEBHOOK_SECRET=whsec_… node verify.ts <id> <timestamp> <signature> < body
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';

const TOLERANCE_SECONDS = 300;

export interface Delivery {
  /** The headers webhook-id, webhook-timestamp and webhook-signature. */
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  /** The bytes as received, before any parser. */
  readonly body: Uint8Array;
}

export function verify({ id, timestamp, signature, body }: Delivery, secret: string, nowSeconds: number): boolean {
  if (!/^\d+$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64'); // the key is base64-encoded
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // A secret rotation adds a second signature. Unknown versions are skipped.
  return signature.split(' ').some((one) => {
    const [version, digest = ''] = one.split(',');
    const given = Buffer.from(digest, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const [id = '', timestamp = '', signature = ''] = process.argv.slice(2);
const secret = process.env.WEBHOOK_SECRET ?? '';
const isValid = verify({ id, timestamp, signature, body: readFileSync(0) }, secret, Date.now() / 1000);
console.log(isValid ? 'valid' : 'not valid');
