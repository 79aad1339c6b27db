import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contract, type Schemas } from '../../../spec/index.ts';
import { openScope } from '../../world/scope/scope.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import { sandboxMs } from '../../world/state/time.ts';
import { DEFAULT_SEED, EPOCH_MS, generateWorld } from '../../world/state/world.ts';

/* Shared by tests of handlers: the generated world, and validation against the contract's schemas. */

export const BASE_URL = 'https://sandbox.example';
export const CURSOR_SECRET = 'a secret for tests of handlers';
export const world = generateWorld(DEFAULT_SEED, { baseUrl: BASE_URL, cursorSecret: CURSOR_SECRET });

/** Opens the scope of a fixture key at `nowMs`. */
export function openTestScope(key: string, nowMs: number = EPOCH_MS): Scope {
  const scope = openScope(world, key, sandboxMs(nowMs));
  if (scope === undefined) throw new Error(`no active key ${key} in the fixtures`);
  return scope;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');
const validators = new Map<keyof Schemas, ValidateFunction>();

/** Returns why a value does not match a schema of the contract, or undefined. */
export function findSchemaFault(name: keyof Schemas, value: unknown): string | undefined {
  const validate = validators.get(name) ?? ajv.compile({ $ref: `contract#/components/schemas/${name}` });
  validators.set(name, validate);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

/** Returns the body of a successful reply. Throws for a problem. */
export function unwrapBody<Body>(
  reply: { readonly body: Body } | { readonly problem: { readonly code: string } },
): Body {
  if ('problem' in reply) throw new Error(`expected a body, got the problem ${reply.problem.code}`);
  return reply.body;
}
