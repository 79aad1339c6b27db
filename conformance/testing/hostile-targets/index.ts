import { hostileBodies } from './bodies.ts';
import { hostileConnections } from './connections.ts';
import { hostileDocuments } from './documents.ts';
import type { HostileTarget } from './hostile-target.ts';

export type { HostileTarget } from './hostile-target.ts';

/** Targets that try to make a run endless, or to exhaust its memory. */
export const hostileTargets: readonly HostileTarget[] = [...hostileDocuments, ...hostileBodies, ...hostileConnections];
