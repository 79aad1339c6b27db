import type { MessagePort } from 'node:worker_threads';
import type { SchemaFinding } from './schema-validation.ts';

/** The data that a schema worker starts with. */
export interface SchemaWorkerData {
  /** The untrusted OpenAPI document. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly port: MessagePort;
}

/** A JSON text to validate against the schema at a pointer. */
export interface ValidationRequest {
  readonly pointer: string;
  readonly text: string;
}

export type ValidationReply = SchemaFinding;
