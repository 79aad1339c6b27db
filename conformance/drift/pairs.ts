import type { Writer } from './change.ts';
import type { Part } from './nodes.ts';
import type { NormalSchema, SchemaParts } from './normal-schema.ts';

/** Two versions of a part. */
export interface Pair {
  readonly old: Part;
  readonly now: Part;
}

/** Two versions of an operation, and of the path that contains it. */
export interface OperationPair extends Pair {
  readonly paths: Pair;
  /** The templates of the path, for the names of its parameters. */
  readonly templates?: readonly [string, string];
  /** Who sends the request: the service sends webhooks. */
  readonly caller: Writer;
}

export interface SchemaPair {
  readonly old: SchemaParts;
  readonly now: SchemaParts;
  readonly writer: Writer;
  /** Whether values are sent as text, in which a number is a text like any other. */
  readonly isText?: boolean;
}

export interface ReadPair {
  readonly a: NormalSchema;
  readonly b: NormalSchema;
  readonly writer: Writer;
  readonly isText: boolean;
}
