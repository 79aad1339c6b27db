import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { rememberTexts } from '../../../../base/caches/remember-texts.ts';
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

/** A name with a value, as a client sent them. */
interface Pair {
  readonly name: string;
  /** Undefined: the operation has no parameter of this name. */
  readonly parameter: Parameter | undefined;
  readonly value?: unknown;
  readonly fault?: Fault;
}

/** The most pairs of an operation whose values are kept. Clients repeat most of them. */
const MOST_PAIRS = 1000;

/**
 * Returns the parser for the query string of an operation. It refuses unknown and repeated parameters and numbers that
 * are not in plain decimal form, and states the expected value for each. Its values are sorted by name.
 * @see gap query.unknown_parameter
 */
export function createQueryParser(operationId: AnyOperationId): QueryParser {
  const parameters = listDeclaredParameters(operationId);
  const names = [...parameters.keys()];
  const sorted = [...parameters.values()].sort((one, other) => (one.name < other.name ? -1 : 1));

  const readPair = (name: string, text: string): Pair => {
    const parameter = parameters.get(name);
    return { name, parameter, ...(parameter && readValue(parameter, text)) };
  };
  const readPlainPair = rememberTexts((pair) => {
    const end = pair.indexOf('=');
    return end < 0 ? readPair(pair, '') : readPair(pair.slice(0, end), pair.slice(end + 1));
  }, MOST_PAIRS);
  const readPairs = (queryString: string): readonly Pair[] => {
    if (NEEDS_DECODING.test(queryString))
      return [...new URLSearchParams(queryString)].map(([name, text]) => readPair(name, text));
    const pairs: Pair[] = [];
    for (const pair of queryString.split('&')) if (pair !== '') pairs.push(readPlainPair(pair));
    return pairs;
  };

  return (queryString) => {
    const pairs = queryString === '' ? [] : readPairs(queryString);
    const values: Record<string, unknown> = {};
    let used = 0;
    for (const parameter of sorted) {
      const pair = findPair(pairs, parameter);
      const value = pair === undefined ? parameter.fallback : pair.value;
      if (value === undefined) continue;
      values[parameter.name] = value;
      if (pair !== undefined) used += 1;
    }
    return used === pairs.length ? { values } : rejectPairs(pairs, names);
  };
}

function findPair(pairs: readonly Pair[], parameter: Parameter): Pair | undefined {
  for (const pair of pairs) if (pair.parameter === parameter) return pair;
  return undefined;
}

/** Any other character stands for itself in a query. */
const NEEDS_DECODING = /[^\w.~&=-]/;

function readValue(parameter: Parameter, text: string): Pick<Pair, 'value' | 'fault'> {
  const { isInteger, validate } = parameter;
  const received = `got ${quote(text)}`;
  if (isInteger && !/^-?(0|[1-9]\d{0,14})$/.test(text))
    return { fault: describeFault(parameter, 'wrong_type', received) };
  const value = isInteger ? Number(text) : text;
  return validate(value) ? { value } : { fault: describeFault(parameter, toErrorCode(validate.errors?.[0]), received) };
}

function describeFault({ name, expected, allowed }: Parameter, code: ProblemErrorCode, received: string): Fault {
  return {
    parameter: name,
    code,
    detail: `Expected ${expected}; ${received}.`,
    ...(allowed === undefined ? {} : { allowed: [...allowed] }),
  };
}

/** Returns the refusal of pairs with an unknown, repeated or faulty one. */
function rejectPairs(pairs: readonly Pair[], known: readonly string[]): ProblemReply<400> {
  const unknown = new Set<string>();
  const faults: Fault[] = [];
  for (const [name, [first, ...others]] of Map.groupBy(pairs, (pair) => pair.name)) {
    const parameter = first?.parameter;
    if (parameter === undefined) unknown.add(name);
    else if (others.length > 0) {
      const received = `the parameter was given ${others.length + 1} times`;
      faults.push(describeFault(parameter, 'repeated_parameter', received));
    } else if (first?.fault !== undefined) faults.push(first.fault);
  }
  return unknown.size > 0
    ? rejectUnknownParameters([...unknown].slice(0, MAX_FAULTS), known)
    : rejectInvalidParameters(faults);
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
