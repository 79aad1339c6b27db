/** The entry point of the worker that judges traffic. The build replaces this module by the URL in the bundle. */
export const liveWorkerUrl = new URL('./live-worker.ts', import.meta.url);
