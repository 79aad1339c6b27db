import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import { findNearestName } from '../../../../base/nearest-name.ts';
import { omitUndefined } from '../../../../base/omit-undefined.ts';
import { completeStep } from '../../../../base/slices.ts';
import type { ProblemErrorCode } from '../../../../spec/index.ts';
import { type Fault, invalidBody, MAX_FAULTS } from '../../../problems/problem.ts';
import { createUnknownMemberFault } from '../../../problems/unknown-names.ts';
import { compileAt } from '../../check/schemas.ts';
import { type AnyOperationId, allOperations, type ContractName } from '../../contract/all-operations.ts';
import {
  type ContractLocation,
  contractsByName,
  listMembers,
  readContractValue,
  resolveReference,
} from '../../contract/contract-paths.ts';
import { findBodySchema } from '../../contract/contract-schemas.ts';
import { type Call, getOperationId } from '../../exchange/call.ts';
import type { Decision, Refusal } from '../../exchange/decision.ts';
import type { Work } from '../../exchange/work-queue.ts';
import { type ArrayBounds, findExcessItems, readArrayBounds } from './array-bounds.ts';
import { keepBodies } from './bodies-only.ts';
import { getBodyOwner, hasNoBody } from './request-body.ts';

/**
 * Validates the body of a write against the contract. 422 names the invalid members. Validates a long list in parts, and lets other
 * requests run between two parts.
 *
 * A compiled schema accepts a valid body. Any other is validated by express-openapi-validator, which describes what is wrong with
 * it. Loading that validator takes 0.9 s of CPU time, and only the first invalid body of a process waits for it.
 */
export function validateBody(queue: Work): Decision {
  const validate = async (call: Call): Promise<Refusal> => {
    const operationId = getOperationId(call);
    const excess = findExcessItems(call.body, getBounds(operationId));
    if (excess !== undefined)
      return invalidBody({
        pointer: excess.pointer,
        code: 'out_of_range',
        detail: `Expected at most ${excess.most} items.`,
      });
    const isValid = getCompiledValidator(operationId);
    const parts = splitBody(call.body);
    const findRejectedPart = (): BodyPart | undefined => {
      for (let { value: part } = parts.next(); part; { value: part } = parts.next()) {
        if (!isValid(part.body)) return part;
        completeStep(); // a slice that ends here continues with the next part
      }
      return undefined;
    };
    const owner = getBodyOwner(call);
    for (let part = await queue.run(owner, findRejectedPart); part; part = await queue.run(owner, findRejectedPart)) {
      const { body, list, skipped } = part;
      const errors = (await describeBody(call, body)).slice(0, MAX_FAULTS);
      if (errors.length > 0) {
        const shifted = errors.map((error) => shiftError(error, list, skipped));
        return invalidBody(...shifted.map((error) => toFault(operationId, call.body, error)));
      }
    }
    return undefined;
  };
  return (call) => (hasNoBody(call) ? undefined : validate(call));
}

const compiled = new Map<AnyOperationId, (body: unknown) => boolean>();

/** Returns a function that accepts only valid bodies of an operation. Exported for a test. */
export function getCompiledValidator(operationId: AnyOperationId): (body: unknown) => boolean {
  const known = compiled.get(operationId);
  if (known !== undefined) return known;
  const [name = '', ...segments] = getBodySchema(operationId);
  const validate = compileAt(name, ...segments);
  compiled.set(operationId, validate);
  return validate;
}

/** Returns the errors of express-openapi-validator for a body; an empty list if it accepts the body. */
async function describeBody(call: Call, body: unknown): Promise<readonly MemberError[]> {
  const validator = await loadBodyValidator(allOperations[getOperationId(call)].contract);
  const failure = await validator(call, body);
  if (failure === undefined) return [];
  if (!isValidationFailure(failure)) throw failure;
  return failure.errors;
}

const bounds = new Map<AnyOperationId, ArrayBounds>();

function getBounds(operationId: AnyOperationId): ArrayBounds {
  const known = bounds.get(operationId) ?? readArrayBounds(getBodySchema(operationId)) ?? {};
  bounds.set(operationId, known);
  return known;
}

/** Items in one part, including those of nested lists. */
const PART_SIZE = 200;

interface BodyPart {
  readonly body: unknown;
  /** The member with the list; undefined if the body is validated as a whole. */
  readonly list?: string;
  /** Items of the list before this part. */
  readonly skipped: number;
}

/** Splits a body with a long list into parts of a few items each. */
function* splitBody(body: unknown): Generator<BodyPart, undefined> {
  const lists = Object.entries(body ?? {}).filter(([, value]) => Array.isArray(value) && value.length > 1);
  const [list, items = []] = lists.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  if (list === undefined || countItems(items) <= PART_SIZE) {
    yield { body, skipped: 0 };
    return undefined;
  }
  for (let from = 0; from < items.length; ) {
    let to = from + 1;
    for (let size = countItems([items[from]]); to < items.length; to += 1) {
      size += countItems([items[to]]);
      if (size > PART_SIZE) break;
    }
    yield { body: { ...Object(body), [list]: items.slice(from, to) }, list, skipped: from };
    from = to;
  }
  return undefined;
}

/** Returns the number of items of a list, including nested lists. */
const countItems = (items: readonly unknown[]): number =>
  items.reduce<number>(
    (sum, item) =>
      sum + Object.values(item ?? {}).reduce((inner, value) => inner + (Array.isArray(value) ? value.length : 0), 1),
    0,
  );

/** Returns the error with its place in the whole body. */
function shiftError(error: MemberError, list: string | undefined, skipped: number): MemberError {
  if (list === undefined) return error;
  const start = `/body/${list}/`;
  const path = error.path.startsWith(start)
    ? error.path.replace(/(?<=^\/body\/[^/]*\/)\d+/, (index) => String(Number(index) + skipped))
    : error.path;
  return { ...error, path };
}

/** Validates the body of a call. Resolves with the first failure. */
type BodyValidator = (call: Call, body: unknown) => Promise<unknown>;

const validators = new Map<ContractName, Promise<BodyValidator>>();

/** Returns the validator of a contract, shared by all servers of a process. Loading it is slow. */
function loadBodyValidator(contract: ContractName): Promise<BodyValidator> {
  const known = validators.get(contract) ?? openValidator(contract);
  validators.set(contract, known);
  return known;
}

async function openValidator(contract: ContractName): Promise<BodyValidator> {
  const [{ default: express }, { middleware }] = await Promise.all([
    import('express'),
    import('express-openapi-validator'),
  ]);
  const app = express().disable('x-powered-by').disable('query parser');
  app.use(
    middleware({
      // The validator's types distinguish OpenAPI 3.0 from 3.1; the bundled contracts are 3.1.
      apiSpec: keepBodies(contractsByName[contract]) as Parameters<typeof middleware>[0]['apiSpec'],
      validateApiSpec: false,
      validateRequests: { allErrors: true },
      validateResponses: false,
      validateSecurity: false,
      ajvFormats: { mode: 'full' },
    }),
  );
  // Its request is a value with what it reads, because the body was read and parsed before.
  return ({ method, path }, body) =>
    new Promise((resolve) => {
      const headers = { 'content-type': 'application/json' };
      const request = { method, url: path, originalUrl: path, headers, body } as ExpressRequest; // Express adds its prototype
      app(request, {} as ExpressResponse, resolve);
    });
}

interface MemberError {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string;
}

function isValidationFailure(failure: unknown): failure is { readonly errors: readonly MemberError[] } {
  const { status, errors } = failure as { status?: unknown; errors?: unknown };
  return status === 400 && Array.isArray(errors) && errors.length > 0;
}

function toFault(operationId: AnyOperationId, body: unknown, { path, message, errorCode = '' }: MemberError): Fault {
  const pointer = path.replace(/^\/body/, '').replace(/~(?![01])/g, '~0'); // the validator does not escape names
  const keyword = errorCode.replace(/\.openapi\.validation$/, '');
  const member = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (keyword === 'additionalProperties')
    return createUnknownMemberFault(
      pointer,
      member,
      listMembers([...findParentSchema(operationId, pointer), 'properties']),
    );
  if (keyword === 'required') return { pointer, code: 'missing', detail: `Expected the member ${member}.` };
  const fault: Fault = { pointer, code: codeOfKeyword[keyword] ?? 'wrong_format', detail: `The value ${message}.` };
  return keyword === 'enum' ? { ...fault, ...listAllowed(operationId, body, pointer.slice(1)) } : fault;
}

/** Returns the schema of the object that contains a member of the body. */
function findParentSchema(operationId: AnyOperationId, pointer: string): ContractLocation {
  let place = getBodySchema(operationId);
  for (const name of pointer.split('/').slice(1, -1))
    place = resolveReference([...place, ...(/^\d+$/.test(name) ? ['items'] : ['properties', name])]);
  return place;
}

/** Returns the allowed values of a member of the body, and the closest one to the given value. */
function listAllowed(operationId: AnyOperationId, body: unknown, member: string): Pick<Fault, 'allowed' | 'nearest'> {
  const values = readContractValue([
    ...resolveReference([...getBodySchema(operationId), 'properties', member]),
    'enum',
  ]);
  if (!Array.isArray(values) || body === null || typeof body !== 'object') return {};
  const allowed = values.map(String);
  const nearest = findNearestName(String(Reflect.get(body, member)), allowed);
  return { allowed, ...omitUndefined({ nearest }) };
}

function getBodySchema(operationId: AnyOperationId): ContractLocation {
  const schema = findBodySchema(operationId);
  if (schema === undefined) throw new Error(`the contract declares no body for ${operationId}`);
  return schema;
}

const codeOfKeyword: Readonly<Record<string, ProblemErrorCode>> = {
  type: 'wrong_type',
  enum: 'unknown_value',
  const: 'unknown_value',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  minItems: 'out_of_range',
  maxItems: 'out_of_range',
  minLength: 'out_of_range',
  maxLength: 'too_long',
};
