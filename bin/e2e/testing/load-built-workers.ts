import { replaceWorker } from './replace-module.ts';

/*
 * Starts the workers of the kit from a current bundle, because to load the sources takes most of the processor time of a run of few
 * checks. A setup file of vitest; `npm run verify` starts the sources.
 */

replaceWorker('conformance/isolated/run-worker-url.ts', 'runWorkerUrl', 'conformance/run-worker.js');
replaceWorker('conformance/proxy/live/live-worker-url.ts', 'liveWorkerUrl', 'conformance/live-worker.js');
replaceWorker('conformance/reading/schemas/schema-worker-url.ts', 'schemaWorkerUrl', 'conformance/schema-worker.js');
