/** Folders with more source files than allowed, and their number, which may only decrease. */
export const LARGE_FOLDER_EXCEPTIONS: ReadonlyMap<string, number> = new Map();

/** Folders that import each other, as `folder other-folder`. The list may only shrink. */
export const FOLDER_PAIR_EXCEPTIONS: ReadonlySet<string> = new Set([
  'server server/serialisers',
  'server server/world/scope',
  'server server/world/state',
  'server/console/api server/console/state',
  'server/console/shell server/console/views/sign-in',
  'server/console/views/destinations server/console/views/events',
  'server/console/views/fleet server/console/views/terminal',
  'server/delivery server/delivery/signing',
  'server/delivery/queue server/delivery/queue/listeners',
  'server/delivery/queue server/delivery/signing',
  'server/delivery/queue server/delivery/store',
  'server/handlers server/handlers/portal',
  'server/handlers server/handlers/terminals',
  'server/handlers/feeds server/handlers/terminals',
]);
