import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

interface Signer {
  readonly secret: string | undefined;
  readonly tenantId: string;
  readonly userId: string;
}

/** Returns the HMAC of a text and its user, as base64url. */
export function signText(text: string, { secret, tenantId, userId }: Signer): string {
  if (secret === undefined) throw new Error('a world without a cursor secret cannot serve lists');
  return createHmac('sha256', getSigningKey(secret))
    .update(JSON.stringify([tenantId, userId, text]))
    .digest('base64url');
}

/** The key of the latest secret. Each workspace has another secret, and requests of one workspace often follow each other. */
let latestKey: { readonly secret: string; readonly key: KeyObject } | undefined;

function getSigningKey(secret: string): KeyObject {
  if (latestKey?.secret !== secret) latestKey = { secret, key: createSecretKey(secret, 'utf8') };
  return latestKey.key;
}
