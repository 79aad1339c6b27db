import type { Destination } from '../api/types.ts';

/** Returns the token of an inbox: the last segment of its address. */
export const readInboxToken = ({ url }: Destination): string => url?.split('/').at(-1) ?? '';
