import type { Request, RequestHandler, Response } from 'express';
import type { ProblemErrorCode } from '../../../spec/index.ts';
import { nearestName, unknownMember } from '../../nearest-name.ts';
import { type Fault, invalidBody, MAX_FAULTS } from '../../problem.ts';
import { type AnyOperationId, allOperations, type ContractName } from '../all-operations.ts';
import { operationOf } from '../call.ts';
import { contracts, followed, membersAt, operationPlace, valueAt } from '../contract-places.ts';
import { hasNoBody } from '../request-body.ts';
import type { Step } from '../steps.ts';

/** Holds the body of a write to the contract with express-openapi-validator; 422 names every member at fault. */
export const validateBody: Step = async (call, request, response) => {
  if (hasNoBody(call)) return undefined;
  request.body = call.body;
  request.headers['content-type'] ??= 'application/json'; // a body that may be left out
  const validator = await bodyValidator(allOperations[operationOf(call)].contract);
  const failure = await firstFailure(validator, request, response);
  if (failure === undefined) return undefined;
  if (!isValidationFailure(failure)) throw failure;
  return invalidBody(
    ...failure.errors.slice(0, MAX_FAULTS).map((error) => faultOf(operationOf(call), call.body, error)),
  );
};

const validators = new Map<ContractName, Promise<readonly RequestHandler[]>>();

/**
 * The validator of a contract, the same for every server of a process. It takes longer to load than all the rest, so it waits for the
 * first write or for whoever has time to fetch it earlier.
 */
export function bodyValidator(contract: ContractName): Promise<readonly RequestHandler[]> {
  const known = validators.get(contract) ?? openValidator(contract);
  validators.set(contract, known);
  return known;
}

async function openValidator(contract: ContractName): Promise<readonly RequestHandler[]> {
  const { middleware } = await import('express-openapi-validator');
  return middleware({
    // The validator's own type of a document knows OpenAPI 3.0 and 3.1 apart; ours are the bundled 3.1 contracts.
    apiSpec: contracts[contract] as unknown as Parameters<typeof middleware>[0]['apiSpec'],
    validateApiSpec: false,
    validateRequests: { allErrors: true },
    validateResponses: false,
    validateSecurity: false,
    ajvFormats: { mode: 'full' },
  }) as readonly RequestHandler[];
}

/** Runs the validator's middlewares one after another; the first thing that one of them passes on ends it. */
async function firstFailure(chain: readonly RequestHandler[], request: Request, response: Response): Promise<unknown> {
  for (const middleware of chain) {
    const failure = await new Promise<unknown>((resolve, reject) => {
      Promise.resolve(middleware(request, response, resolve)).catch(reject);
    });
    if (failure !== undefined) return failure;
  }
  return undefined;
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

function faultOf(operationId: AnyOperationId, body: unknown, { path, message, errorCode = '' }: MemberError): Fault {
  const pointer = path.replace(/^\/body/, '').replace(/~(?![01])/g, '~0'); // the validator does not escape names
  const keyword = errorCode.replace(/\.openapi\.validation$/, '');
  const member = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (keyword === 'additionalProperties')
    return unknownMember(pointer, member, membersAt([...bodySchema(operationId), 'properties']));
  if (keyword === 'required') return { pointer, code: 'missing', detail: `Expected the member ${member}.` };
  const fault: Fault = { pointer, code: codeOfKeyword[keyword] ?? 'wrong_format', detail: `The value ${message}.` };
  return keyword === 'enum' ? { ...fault, ...whatIsAllowed(operationId, body, pointer.slice(1)) } : fault;
}

/** The values that a member of the body itself may have, and the one that was most likely meant. */
function whatIsAllowed(operationId: AnyOperationId, body: unknown, member: string): Pick<Fault, 'allowed' | 'nearest'> {
  const values = valueAt([...followed([...bodySchema(operationId), 'properties', member]), 'enum']);
  if (!Array.isArray(values) || body === null || typeof body !== 'object') return {};
  const allowed = values.map(String);
  const nearest = nearestName(String(Reflect.get(body, member)), allowed);
  return { allowed, ...(nearest === undefined ? {} : { nearest }) };
}

const bodySchema = (operationId: AnyOperationId) =>
  followed([...operationPlace(operationId), 'requestBody', 'content', 'application/json', 'schema']);

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
