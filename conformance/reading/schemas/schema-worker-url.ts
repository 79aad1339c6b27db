/** The entry point of the worker that validates schemas. The build replaces this module by the URL in the bundle. */
export const schemaWorkerUrl = new URL('./schema-worker.ts', import.meta.url);
