/**
 * Returns the stored logs of a tenant as JSON, in the format of `StoredLogs`; undefined if there are none. The sources have none.
 * The build replaces this module by one that reads the files of the package (`bin/dev/build/stored-logs.ts`).
 */
export const readStoredFile = (_tenantId: string): string | undefined => undefined;
