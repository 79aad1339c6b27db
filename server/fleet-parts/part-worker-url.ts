/** The entry point of the workers that compute parts of fleets. The build replaces this module by the URL in the bundle. */
export const partWorkerUrl = new URL('./part-worker.ts', import.meta.url);
