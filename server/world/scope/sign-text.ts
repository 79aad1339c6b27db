import { createHmac, hash } from 'node:crypto';

interface Signer {
  readonly secret: string | undefined;
  readonly tenantId: string;
  readonly userId: string;
}

/**
 * Returns a function that signs texts for a user, in base64url. The key of the user is an HMAC of their ids. A signature is a hash of the
 * text between two copies of that key, so that a text cannot be extended without it. An HMAC for each text takes three times as long,
 * because Node.js creates several objects for it.
 */
export function createSigner({ secret, tenantId, userId }: Signer): (text: string) => string {
  let key: string | undefined;
  return (text) => {
    if (secret === undefined) throw new Error('a world without a cursor secret cannot serve lists');
    key ??= createHmac('sha256', secret)
      .update(JSON.stringify([tenantId, userId]))
      .digest('base64url');
    return hash('sha256', key + text + key, 'base64url');
  };
}
