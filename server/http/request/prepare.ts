import type { Sandbox } from '../../sandbox.ts';
import { MAIN_WORLD } from '../../world/state/facts.ts';
import type { ReplyCheck } from '../check/reply-check.ts';
import { findRead } from '../contract/routes.ts';
import { refuseUnreadable } from '../edge/unreadable.ts';
import type { Call } from '../exchange/call.ts';
import { type Decision, decide, type Refusal } from '../exchange/decision.ts';
import type { Work } from '../exchange/work-queue.ts';
import { applyFault } from '../faults/apply-fault.ts';
import type { Admission } from './2-limits/admission.ts';
import { limitHeaders } from './2-limits/header-limits.ts';
import type { RateLimit } from './2-limits/rate-limit.ts';
import { openScopeFor, requirePrivilege, requireVisibleId } from './3-caller/access.ts';
import type { SignIn } from './3-caller/callers.ts';
import { seePast } from './4-input/as-of.ts';
import { validateBody } from './4-input/body.ts';
import { refuseConcurrentKey, requireWellFormedKey } from './4-input/idempotency.ts';
import { negotiate } from './4-input/negotiation.ts';
import { validateQuery } from './4-input/query.ts';
import { readJsonBody, requireJson } from './4-input/request-body.ts';
import { applyPreferences } from './4-input/simulated-failures.ts';

export interface DecisionParts {
  readonly sandbox: Sandbox;
  readonly check: ReplyCheck;
  /** Reads and validates large bodies in slices. */
  readonly queue: Work;
  readonly rate: RateLimit;
  readonly admission: Admission;
  readonly signIn: SignIn;
}

/**
 * The decisions about a request, from top to bottom. Limits come first. Authentication and authorisation come before validation, so that
 * a caller without a key or a privilege learns nothing about bodies or data.
 */
export class Decisions {
  /** Decisions about any request, before its path matters. */
  readonly #connection: readonly Decision[];
  /** Decisions about a request for an operation of a contract. */
  readonly #operation: readonly Decision[];
  /** Those of them that concern a read, in the same order. */
  readonly #read: readonly Decision[];

  constructor({ sandbox, check, queue, rate, admission, signIn }: DecisionParts) {
    this.#connection = [
      admission.admitAddress, // 429
      refuseUnreadable, // 400, 405, 408, 431
      limitHeaders, // 431
    ];
    const readBody = readJsonBody({ queue, isMainWorld: sandbox.world.name === MAIN_WORLD });
    const validate = validateBody(queue);
    const refuseConcurrent = refuseConcurrentKey();
    this.#operation = [
      rate.limitFailures(openScopeFor(sandbox, signIn)), // 429, 401
      admission.admitCaller, // 429
      applyFault(sandbox.faults), // the fault rule that applies to the request; 429
      requireVisibleId, // 404
      requirePrivilege(signIn.operator !== undefined), // 403
      applyPreferences(check), // status and delay that the client chose with Prefer
      negotiate, // 406
      requireJson, // 415
      readBody, // 413, 400
      requireWellFormedKey, // 400
      seePast, // 400, the moment that the client chose with Fleetkit-As-Of
      validateQuery, // 400
      validate, // 422
      refuseConcurrent, // 409
    ];
    const ofWrites = new Set([requireJson, readBody, requireWellFormedKey, validate, refuseConcurrent]);
    this.#read = this.#operation.filter((decision) => !ofWrites.has(decision));
  }

  /** Decides about any request, once. */
  admit(call: Call): Refusal | Promise<Refusal> {
    if (call.isAdmitted) return undefined;
    call.isAdmitted = true;
    return decide(this.#connection, call);
  }

  /** Decides about a request whose operation is known. */
  prepare(call: Call): Refusal | Promise<Refusal> {
    return decide(call.method === 'GET' ? this.#read : this.#operation, call);
  }

  /** Makes all decisions about a read of the service. Returns `unmatched` for any other path. */
  prepareRead(call: Call): Refusal | 'unmatched' | Promise<Refusal | 'unmatched'> {
    const continueRead = (refusal: Refusal): Refusal | 'unmatched' | Promise<Refusal> => {
      if (refusal !== undefined) return refusal;
      const found = findRead(call.path);
      if (found === undefined) return 'unmatched';
      Object.assign(call, found);
      return this.prepare(call);
    };
    const admitted = this.admit(call);
    return admitted instanceof Promise ? admitted.then(continueRead) : continueRead(admitted);
  }
}
