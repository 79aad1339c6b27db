import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { findNearestName } from '../../../../base/nearest-name.ts';
import { omitUndefined } from '../../../../base/omit-undefined.ts';
import type { ProblemErrorCode } from '../../../../spec/index.ts';
import { type Fault, MAX_FAULTS, type ProblemReply, problem } from '../../../problems/problem.ts';
import { compileAt } from '../../check/schemas.ts';
import type { AnyOperationId } from '../../contract/all-operations.ts';
import { type ContractLocation, readContractValue, resolveReference } from '../../contract/contract-paths.ts';
import { listQueryParameters } from '../../contract/contract-schemas.ts';
import { getOperationId } from '../../exchange/call.ts';
import type { Decision } from '../../exchange/decision.ts';
import type { QueryValues } from '../../exchange/misbehaviours.ts';

/** Parses a query string without its question mark. */
export type QueryParser = (queryString: string) => { readonly values: QueryValues } | ProblemReply<400>;

interface Parameter {
  readonly name: string;
  readonly isInteger: boolean;
  readonly fallback: unknown;
  readonly allowed: readonly string[] | undefined;
  readonly expected: string;
  readonly validate: ValidateFunction;
}

/**
 * Returns the parser for the query string of an operation. It refuses unknown and repeated parameters and numbers that
 * are not in plain decimal form, and states the expected value for each.
 * @see gap query.unknown_parameter
 */
export function createQueryParser(operationId: AnyOperationId): QueryParser {
  const parameters = listDeclaredParameters(operationId);
  const names = [...parameters.keys()];
  const defaults: QueryValues = Object.fromEntries(
    [...parameters.values()]
      .filter(({ fallback }) => fallback !== undefined)
      .map(({ name, fallback }) => [name, fallback]),
  );

  return (queryString) => {
    if (queryString === '') return { values: defaults };
    const query: Record<string, unknown> = { ...defaults };
    const unknown: string[] = [];
    const faults: Fault[] = [];
    for (const [name, texts] of splitQuery(queryString)) {
      const parameter = parameters.get(name);
      if (parameter === undefined) {
        unknown.push(name);
        continue;
      }
      const value = readValue(parameter, texts);
      if ('fault' in value) faults.push(value.fault);
      else query[name] = value.value;
    }
    if (unknown.length > 0) return rejectUnknownParameters(unknown.slice(0, MAX_FAULTS), names);
    return faults.length === 0 ? { values: query } : rejectInvalidParameters(faults);
  };
}

/** Returns the decoded values of each name, in order. */
function splitQuery(queryString: string): ReadonlyMap<string, readonly string[]> {
  const given = new Map<string, string[]>();
  const add = (name: string, value: string): void => {
    const values = given.get(name);
    if (values === undefined) given.set(name, [value]);
    else values.push(value);
  };
  if (NEEDS_DECODING.test(queryString)) {
    for (const [name, value] of new URLSearchParams(queryString)) add(name, value);
    return given;
  }
  for (const pair of queryString.split('&')) {
    const end = pair.indexOf('=');
    if (pair !== '') add(end < 0 ? pair : pair.slice(0, end), end < 0 ? '' : pair.slice(end + 1));
  }
  return given;
}

/** Any other character stands for itself in a query. */
const NEEDS_DECODING = /[^\w.~&=-]/;

function readValue(parameter: Parameter, texts: readonly string[]): { value: unknown } | { fault: Fault } {
  const { name, expected } = parameter;
  const fault = (code: ProblemErrorCode, received: string): { fault: Fault } => ({
    fault: {
      parameter: name,
      code,
      detail: `Expected ${expected}; ${received}.`,
      ...(parameter.allowed === undefined ? {} : { allowed: [...parameter.allowed] }),
    },
  });

  const [text = ''] = texts;
  if (texts.length > 1) return fault('repeated_parameter', `the parameter was given ${texts.length} times`);
  if (parameter.isInteger && !/^-?(0|[1-9]\d{0,14})$/.test(text)) return fault('wrong_type', `got ${quote(text)}`);
  const value = parameter.isInteger ? Number(text) : text;
  if (!parameter.validate(value)) return fault(toErrorCode(parameter.validate.errors?.[0]), `got ${quote(text)}`);
  return { value };
}

/** Quotes the input, shortened and in printable characters, so that it cannot affect a log or a terminal. */
export function quote(text: string): string {
  const printable = text.replace(/[^\x20-\x7e]/g, '\u{fffd}');
  return printable.length > 40 ? `"${printable.slice(0, 40)}…" (${text.length} characters)` : `"${printable}"`;
}

function rejectUnknownParameters(unknown: readonly string[], known: readonly string[]): ProblemReply<400> {
  const list = known.length === 0 ? 'It has no parameters.' : `It accepts ${known.join(', ')}.`;
  const errors = unknown.map((name): Fault => {
    const nearest = findNearestName(name, known);
    const hint = nearest === undefined ? list : `Did you mean ${nearest}?`;
    return {
      parameter: name.slice(0, 64),
      code: 'unknown_parameter',
      detail: `This operation has no parameter ${quote(name)}. ${hint}`,
      ...(known.length === 0 ? {} : { allowed: [...known] }),
      ...omitUndefined({ nearest }),
    };
  });
  return problem(400, 'unknown_parameter', { detail: errors.map(({ detail }) => detail).join(' '), errors });
}

function rejectInvalidParameters(errors: readonly Fault[]): ProblemReply<400> {
  const detail = errors.map((fault) => `${fault.parameter}: ${fault.detail}`).join(' ');
  return problem(400, 'invalid_parameter', { detail, errors: [...errors] });
}

function toErrorCode(error: ErrorObject | undefined): ProblemErrorCode {
  switch (error?.keyword) {
    case 'enum':
    case 'const':
      return 'unknown_value';
    case 'minimum':
    case 'maximum':
      return 'out_of_range';
    case 'maxLength':
      return 'too_long';
    default:
      return 'wrong_format';
  }
}

interface ParameterSchema {
  readonly type?: string;
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

/** Returns the query parameters that the contract declares for an operation, by name. */
function listDeclaredParameters(operationId: AnyOperationId): ReadonlyMap<string, Parameter> {
  const parameters = new Map<string, Parameter>();
  for (const place of listQueryParameters(operationId)) {
    const parameter = readParameter(place);
    parameters.set(parameter.name, parameter);
  }
  return parameters;
}

function readParameter(place: ContractLocation): Parameter {
  const [contract = '', ...segments] = place;
  const name = String(readContractValue([...place, 'name']));
  const schema = readContractValue(resolveReference([...place, 'schema'])) as ParameterSchema; // its form is checked by the contract's lint
  return {
    name,
    isInteger: schema.type === 'integer',
    fallback: readContractValue([...place, 'schema', 'default']) ?? schema.default,
    allowed: schema.enum,
    expected: describeExpected(name, schema),
    validate: compileAt(contract, ...segments, 'schema'),
  };
}

interface ParameterSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

function describeExpected(name: string, schema: ParameterSchema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  if (schema.type === 'integer') return `a whole number from ${schema.minimum ?? 'any'} to ${schema.maximum ?? 'any'}`;
  if (schema.format === 'date') return 'a date in the form YYYY-MM-DD';
  if (name === 'cursor') return 'an unchanged next_cursor of an earlier page';
  return 'an id: 1 to 64 letters, digits, _ and -';
}

const parsers = new Map<AnyOperationId, QueryParser>();

/** Validates the query against the contract and converts its values. 400 names every invalid parameter. */
export const validateQuery: Decision = (call) => {
  const operationId = getOperationId(call);
  const parse = parsers.get(operationId) ?? createQueryParser(operationId);
  parsers.set(operationId, parse);
  const query = parse(call.queryString);
  if ('problem' in query) return query;
  call.query = query.values;
  return undefined;
};
