import { hash, timingSafeEqual } from 'node:crypto';

/** SHA-256 digest of an operator's token. */
export type TokenDigest = Buffer;

/** Returns the digest of a token. Tokens are long and random, so that a fast digest is enough. */
export const digestToken = (token: string): TokenDigest => hash('sha256', token, 'buffer');

/** Compares a token with a digest in constant time. */
export const isTokenOf = (digest: TokenDigest, token: string): boolean => timingSafeEqual(digestToken(token), digest);
