import type { Destination } from '../../api/types.ts';
import { isSandboxType } from '../../format/delivered-types.ts';

/** Returns the destinations that would receive an event. */
export const listReceivers = (
  destinations: readonly Destination[],
  { type, terminalId }: { readonly type: string; readonly terminalId: string | null },
): readonly Destination[] =>
  destinations.filter(
    ({ status, subscriptions }) =>
      status !== 'disabled' &&
      subscriptions.some(
        ({ types, terminal_id: only }) =>
          (types === null ? !isSandboxType(type) : (types as readonly string[]).includes(type)) &&
          (only === null || only === terminalId),
      ),
  );
