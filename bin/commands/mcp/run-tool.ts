import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { findNearestName } from '../../../base/nearest-name.ts';
import { RequestFailure } from '../shared/client.ts';
import { formatBounded } from './core/bound-value.ts';
import type { Connection } from './core/connection.ts';
import type { ToolDefinition } from './core/tool.ts';
import { ToolRefusal } from './core/tool-refusal.ts';

/** The result of a call as text for the client. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** Calls a tool by its name. Never rejects. */
export type CallTool = (name: string, given: unknown) => Promise<ToolResult>;

/** More calls at the same time are refused. */
const MAX_CALLS = 16;
/** The maximum size of the arguments of a call as JSON, in characters. */
const MAX_ARGUMENTS = 100_000;

/** Returns the function that calls `tools`. Validates arguments, limits concurrent calls, and redacts each result. */
export function createCallTool(tools: readonly ToolDefinition[], connection: Connection): CallTool {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  const validators = new Map<ToolDefinition, ValidateFunction>();
  let running = 0;
  let isHeavyRunning = false;

  function findFault(tool: ToolDefinition, given: unknown): string | undefined {
    if (JSON.stringify(given).length > MAX_ARGUMENTS)
      return `The arguments are too large. Expected at most ${MAX_ARGUMENTS} characters of JSON.`;
    const validate = validators.get(tool) ?? ajv.compile(tool.arguments);
    validators.set(tool, validate);
    return validate(given) ? undefined : describeFaults(tool, validate.errors ?? []);
  }

  async function run(tool: ToolDefinition, given: object): Promise<ToolResult> {
    if (running >= MAX_CALLS)
      return refuse(`${MAX_CALLS} calls are in progress. Wait for one of them, and repeat this call.`);
    if (tool.isHeavy === true && isHeavyRunning)
      return refuse('A check is in progress, and only one runs at a time. Wait for its result, and repeat this call.');
    running += 1;
    if (tool.isHeavy === true) isHeavyRunning = true;
    try {
      return { text: formatBounded(await tool.run(given as never, connection)), isError: false }; // validated before
    } finally {
      running -= 1;
      if (tool.isHeavy === true) isHeavyRunning = false;
    }
  }

  return async (name, given) => {
    const tool = tools.find((one) => one.name === name);
    const result =
      tool === undefined
        ? refuse(describeUnknownTool(name, tools))
        : await attempt(tool, given ?? {}, { findFault, run });
    return { ...result, text: connection.redact(result.text) };
  };
}

interface Steps {
  readonly findFault: (tool: ToolDefinition, given: unknown) => string | undefined;
  readonly run: (tool: ToolDefinition, given: object) => Promise<ToolResult>;
}

async function attempt(tool: ToolDefinition, given: unknown, { findFault, run }: Steps): Promise<ToolResult> {
  try {
    const fault = findFault(tool, given);
    return fault === undefined ? await run(tool, given as object) : refuse(fault); // the schema requires an object
  } catch (thrown) {
    if (thrown instanceof ToolRefusal || thrown instanceof RequestFailure) return refuse(thrown.message);
    process.stderr.write(`fleetkit mcp: ${tool.name} failed with an internal error. ${describeDefect(thrown)}\n`);
    return refuse(
      'The tool failed with an internal error. Report it as a bug; the log of fleetkit mcp has the details.',
    );
  }
}

const describeDefect = (thrown: unknown): string => (thrown instanceof Error ? (thrown.stack ?? '') : String(thrown));

/** The maximum length of a message, in characters. */
const MAX_MESSAGE = 4000;

const refuse = (message: string): ToolResult => ({ text: message.slice(0, MAX_MESSAGE), isError: true });

function describeUnknownTool(name: string, tools: readonly ToolDefinition[]): string {
  const names = tools.map((tool) => tool.name);
  const nearest = findNearestName(name, names);
  return `There is no tool ${name.slice(0, 100)}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`} Expected one of: ${names.join(', ')}.`;
}

const MAX_FAULTS = 8;

function describeFaults({ arguments: schema }: ToolDefinition, errors: readonly ErrorObject[]): string {
  const known = Object.keys(schema.properties);
  const lines = errors.slice(0, MAX_FAULTS).map((error) => `  ${describeFault(error, known)}`);
  return ['The arguments are not valid:', ...lines].join('\n');
}

function describeFault(
  { instancePath, keyword, params, message = 'is not valid' }: ErrorObject,
  known: readonly string[],
): string {
  const place = instancePath === '' ? 'the arguments' : instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties') {
    const name = String(params.additionalProperty).slice(0, 100);
    const nearest = instancePath === '' ? findNearestName(name, known) : undefined;
    return `${place}: unknown member ${name}. ${nearest === undefined ? `Expected: ${known.join(', ')}` : `Did you mean ${nearest}?`}`;
  }
  if (keyword === 'required') return `${place}: expected the member ${params.missingProperty}`;
  if (keyword === 'enum') return `${place}: expected one of ${params.allowedValues.join(', ')}`;
  return `${place}: ${message.replace(/^must /, 'expected to ')}`;
}
