import { createHash } from 'node:crypto';

/** What stands for a secret where it may be seen: 8 hexadecimal digits of its SHA-256. */
export const secretFingerprint = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, 8);
