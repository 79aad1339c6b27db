/** The entry point of the worker that runs the checks. The build replaces this module by the URL in the bundle. */
export const runWorkerUrl = new URL('./run-worker.ts', import.meta.url);
