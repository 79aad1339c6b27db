import type { Connection } from './connection.ts';

/** A JSON Schema of an object, for the arguments of a tool. */
export interface ArgumentSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** The declaration of a tool. Arguments are validated before `run`. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: ArgumentSchema;
  /** Whether it changes nothing in the sandbox. */
  readonly isReadOnly: boolean;
  /** Whether it needs seconds of processor time, so that only one such call runs at a time. */
  readonly isHeavy?: true;
  /** Returns the result as data. Throws `ToolRefusal` or `RequestFailure` for the client. */
  run(given: never, connection: Connection): Promise<unknown>;
}

/** Returns the definition with the type of its arguments, which its schema states. */
export const defineTool = <Given>(
  definition: Omit<ToolDefinition, 'run'> & { run(given: Given, connection: Connection): Promise<unknown> },
): ToolDefinition => definition;

/* The parts of argument schemas that several tools use. */

export const text = (description: string, maxLength = 200): Readonly<Record<string, unknown>> => ({
  type: 'string',
  minLength: 1,
  maxLength,
  description,
});

export const wholeNumber = (
  description: string,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): Readonly<Record<string, unknown>> => ({ type: 'integer', minimum, maximum, description });

export const texts = (
  description: string,
  { most, maxLength = 100 }: { readonly most: number; readonly maxLength?: number },
): Readonly<Record<string, unknown>> => ({
  type: 'array',
  minItems: 1,
  maxItems: most,
  items: { type: 'string', minLength: 1, maxLength },
  description,
});

export const timeLimit = (defaultSeconds: number): Readonly<Record<string, unknown>> =>
  wholeNumber(`Maximum time in seconds. Default: ${defaultSeconds}.`, { minimum: 5, maximum: 300 });

export const flag = (description: string): Readonly<Record<string, unknown>> => ({ type: 'boolean', description });

/** Returns the schema of the arguments. All are optional except those in `required`. */
export const takes = (properties: ArgumentSchema['properties'], required: readonly string[] = []): ArgumentSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...(required.length === 0 ? {} : { required }),
});
