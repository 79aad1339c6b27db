import { createHash } from 'node:crypto';
import type { SandboxMs } from '../../world/state/time.ts';

/** Crockford's base 32. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Returns the id of the delivery of an event to a destination: `dlv_`, ten characters for the event's instant, sixteen
 * for both ids. Deterministic, so that no pair gets two deliveries; ids sort in the order of events.
 */
export const createDeliveryId = (eventId: string, atMs: SandboxMs, destinationId: string): string =>
  createId('dlv', atMs, `${eventId} ${destinationId}`);

/** Returns `<prefix>_`, ten characters for an instant and a hash of `matter` in sixteen characters. */
export function createId(prefix: string, atMs: SandboxMs, matter: string): string {
  const digest = createHash('sha256').update(matter).digest();
  const tail = Array.from(digest.subarray(0, 16), (byte) => ALPHABET[byte & 31]).join('');
  return `${prefix}_${encodeTime(atMs)}${tail}`;
}

function encodeTime(ms: number): string {
  let text = '';
  for (let rest = ms; text.length < 10; rest = Math.floor(rest / 32)) text = `${ALPHABET[rest % 32]}${text}`;
  return text;
}
