import { workerData } from 'node:worker_threads';
import { parseJson } from '../../http/bodies/json-text.ts';
import { createSchemaValidator } from './schema-validation.ts';
import type { SchemaWorkerData, ValidationReply, ValidationRequest } from './schema-worker-messages.ts';

/*
 * The entry point of a schema worker: compiles and applies the schemas of one untrusted document. Its owner limits its memory
 * and ends it when a reply takes too long.
 */

const { document, port } = workerData as SchemaWorkerData; // `openSchemaWorker` is the only one to start it
const validate = createSchemaValidator(document, true);

port.on('message', ({ pointer, text }: ValidationRequest) => {
  const parsed = parseJson(text);
  const reply: ValidationReply = parsed.isUnreadable ? { problems: [parsed.reason] } : validate(pointer, parsed.value);
  port.postMessage(reply);
});
port.postMessage('ready');
