import type { SandboxProblemCode } from '../../../../spec/sandbox-contract.ts';
import { type Fault, invalidBody, type ProblemReply, problem } from '../../../problems/problem.ts';
import { createUnknownMemberFault } from '../../../problems/unknown-names.ts';
import type { Outcome } from '../../../world/outcomes/index.ts';
import type { Obstacle, Provokable } from '../../../world/triggers/index.ts';

type ParameterSchema = Provokable['parameters']['properties'][string];

/** Converts an obstacle to a problem: 409 for a conflict with the present state, 422 for an invalid request. */
export function toObstacleProblem(
  obstacles: readonly Obstacle[],
  { parameters: { properties } }: Pick<Provokable | Outcome, 'parameters'>,
  given: Readonly<Record<string, unknown>>,
): ProblemReply<409 | 422> {
  for (const { code, detail } of obstacles) {
    const conflict = conflicts[code];
    if (conflict !== undefined) return problem(409, conflict, { detail });
  }
  return invalidBody(...obstacles.map((obstacle) => toObstacleFault(obstacle, properties, given)));
}

const conflicts: Partial<Readonly<Record<Obstacle['code'], SandboxProblemCode>>> = {
  already_open: 'already_open',
  held_back: 'held_back',
  nothing_to_resolve: 'nothing_to_resolve',
  wrong_state: 'wrong_state',
};

function toObstacleFault(
  { pointer, code, detail }: Obstacle,
  schemas: Readonly<Record<string, ParameterSchema>>,
  given: Readonly<Record<string, unknown>>,
): Fault {
  const name = (/^\/parameters\/(.*)$/.exec(pointer)?.[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
  const schema = schemas[name];
  switch (code) {
    case 'unknown_member':
      return createUnknownMemberFault(pointer, name, Object.keys(schemas));
    case 'invalid_value':
      return { pointer, detail, ...classifyFault(schema, given[name]) };
    case 'missing_target':
      return { pointer, code: 'missing', detail };
    case 'unknown_target':
      return createUnknownTargetFault(pointer, detail);
    case 'not_in_service':
    case 'cannot_serve':
    case 'has_no_end':
    case 'unknown_object':
      return { pointer, code, detail };
    case 'already_open':
    case 'held_back':
    case 'nothing_to_resolve':
    case 'wrong_state':
      throw new Error(`${code} is not a fault of the request`);
    default:
      return code satisfies never;
  }
}

/** Returns the fault for an unknown or foreign target. Both get the same fault. */
export function createUnknownTargetFault(pointer: string, detail: string): Fault {
  const codes: Readonly<Record<string, Fault['code']>> = {
    '/connector_id': 'unknown_connector',
    '/account_id': 'unknown_account',
  };
  return { pointer, code: codes[pointer] ?? 'unknown_terminal', detail };
}

/** Distinguishes an invalid value from a valid one that is not possible at present. */
function classifyFault(schema: ParameterSchema | undefined, value: unknown): Pick<Fault, 'code' | 'allowed'> {
  if (schema === undefined) return { code: 'out_of_range' };
  if ('enum' in schema) {
    const allowed: readonly (string | number)[] = schema.enum;
    if (!allowed.some((one) => one === value)) return { code: 'unknown_value', allowed: allowed.map(String) };
    return { code: 'out_of_range' };
  }
  if (schema.type === 'integer' ? !Number.isInteger(value) : typeof value !== schema.type)
    return { code: 'wrong_type' };
  if ('pattern' in schema && !new RegExp(schema.pattern).test(String(value))) return { code: 'wrong_format' };
  return { code: 'out_of_range' };
}
