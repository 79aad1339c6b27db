import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

interface Signer {
  readonly secret: string | undefined;
  readonly tenantId: string;
  readonly userId: string;
}

/** Returns a function that signs texts for a user: the HMAC of the text and the user, as base64url. */
export function createSigner({ secret, tenantId, userId }: Signer): (text: string) => string {
  return (text) => {
    if (secret === undefined) throw new Error('a world without a cursor secret cannot serve lists');
    return createHmac('sha256', getSigningKey(secret))
      .update(JSON.stringify([tenantId, userId, text]))
      .digest('base64url');
  };
}

/** The key of the latest secret. Each workspace has another secret, and requests of one workspace often follow each other. */
let latestKey: { readonly secret: string; readonly key: KeyObject } | undefined;

function getSigningKey(secret: string): KeyObject {
  if (latestKey?.secret !== secret) latestKey = { secret, key: createSecretKey(secret, 'utf8') };
  return latestKey.key;
}
