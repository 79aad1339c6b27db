import { createHash } from 'node:crypto';

const LENGTH = 8;

/** Returns the name of a key that the user did not name: the beginning of its digest, by which a replay recognises the key. */
export const formatKeyFingerprint = (key: string): string =>
  `key-${createHash('sha256').update(`fleetkit recording\n${key}`).digest('hex').slice(0, LENGTH)}`;
