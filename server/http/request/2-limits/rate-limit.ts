import { type Budgets, type CreateBudgets, createLocalBudgets, type Spending } from '../../../../base/budgets.ts';
import { type ProblemReply, problem } from '../../../problems/problem.ts';
import type { RealMs } from '../../../world/state/time.ts';
import type { Call } from '../../exchange/call.ts';
import type { Decision, Refusal } from '../../exchange/decision.ts';
import type { HeaderList } from '../../exchange/final-reply.ts';

/** Multiple of the user limit that one address may spend on requests without a valid credential. */
const ADDRESS_FACTOR = 10;

/** How many accepted pairs of address and credential are remembered. */
const MAX_ACCEPTED = 20_000;

/** Name for requests of this process, which have no address. */
const IN_PROCESS = 'in process';

/** The decisions that limit requests per minute. Gap limits.rate. */
export interface RateLimit {
  /** Refuses an address that sends too much, before any other work. */
  readonly limitAddress: Decision;
  /**
   * Wraps the decision that checks credentials: refuses an address that failed too often, before it tries another credential.
   * A credential that was accepted from the address before is checked all the same, so that one client with a wrong key
   * does not lock out the others behind the same address.
   */
  limitFailures(authenticate: Decision): Decision;
  /** Takes back what `limitAddress` counted, because the credential is valid. */
  refundAddress(call: Call): void;
  /** Counts a request of a user, of the operator or, for public operations without a caller, of an address. */
  countCaller(call: Call, caller: string | undefined): CountedRequest;
}

/** A request that was counted. */
export interface CountedRequest {
  /** Headers that report the limit. */
  readonly headers: HeaderList;
  /** Set if the limit is exceeded. */
  readonly refusal: Refusal;
}

const UNCOUNTED: CountedRequest = { headers: [], refusal: undefined };

/** Counts what addresses send, for all worlds of a server together. */
export interface AddressBudgets {
  readonly address: Budgets;
  readonly failures: Budgets;
  readonly anonymous: Budgets;
  /** Pairs of address and credential that were accepted. */
  readonly accepted: RecentSet;
}

/** Creates the budgets of addresses for a limit of `perMinute` requests of a user. */
export const createAddressBudgets = (perMinute: number, createBudgets: CreateBudgets): AddressBudgets => ({
  address: createBudgets('address', perMinute * ADDRESS_FACTOR),
  failures: createBudgets('failures', perMinute),
  anonymous: createBudgets('anonymous', perMinute),
  accepted: new RecentSet(MAX_ACCEPTED),
});

/** Parts of a limit that worlds of a server share. By default, they share nothing. */
export interface RateLimitParts {
  /** The name of the world in shared counts. */
  readonly world?: string;
  readonly createBudgets?: CreateBudgets | undefined;
  readonly addresses?: AddressBudgets | undefined;
}

/**
 * Limits each user and the operator to `perMinute` requests, and addresses to multiples of that. Undefined disables all
 * limits.
 */
export function createRateLimit(
  perMinute: number | undefined,
  realNow: () => RealMs,
  { world = '', createBudgets = createLocalBudgets(realNow), addresses }: RateLimitParts = {},
): RateLimit {
  if (perMinute === undefined) {
    return {
      limitAddress: () => undefined,
      limitFailures: (authenticate) => authenticate,
      refundAddress: () => undefined,
      countCaller: () => UNCOUNTED,
    };
  }
  const { accepted, ...shared } = addresses ?? createAddressBudgets(perMinute, createBudgets);
  const budgets = { ...shared, callers: createBudgets(`${world} callers`, perMinute) };
  const refundAddress = ({ countedAs }: Call): void => {
    if (countedAs !== undefined) budgets.address.refund(countedAs);
  };

  return {
    limitAddress(call) {
      const { address } = call;
      if (address === undefined) return undefined;
      const pair = formatPair(call);
      call.countedAs = accepted.has(pair) ? pair : address; // other clients behind the address do not use up this client's budget
      const spending = budgets.address.spend(call.countedAs);
      return spending.isExceeded ? refuse(call, { policy: 'address', budget: budgets.address, spending }) : undefined;
    },

    limitFailures: (authenticate) => (call) => {
      const { address = IN_PROCESS } = call;
      const pair = formatPair(call);
      // Counted before the credential is checked, so that parallel requests cannot get past the limit.
      const spending = accepted.has(pair) ? undefined : budgets.failures.spend(address);
      if (spending?.isExceeded) return refuse(call, { policy: 'failures', budget: budgets.failures, spending });

      const settle = (refusal: Refusal): Refusal => {
        const isFailure = refusal?.status === 401;
        if (isFailure && spending === undefined) budgets.failures.spend(address);
        if (!isFailure && spending !== undefined) budgets.failures.refund(address);
        if (isFailure) accepted.delete(pair);
        else if (call.isOperator || call.scope !== undefined) accepted.add(pair);
        return refusal;
      };
      const giveUp = (fault: unknown): never => {
        // The storage failed, so it is not known whether the credential is valid.
        if (spending !== undefined) budgets.failures.refund(address);
        refundAddress(call);
        throw fault;
      };
      try {
        const refusal = authenticate(call);
        return refusal instanceof Promise ? refusal.then(settle, giveUp) : settle(refusal);
      } catch (fault) {
        return giveUp(fault);
      }
    },

    refundAddress,

    countCaller({ address = IN_PROCESS }, caller) {
      const budget = caller === undefined ? budgets.anonymous : budgets.callers;
      const spending = budget.spend(caller ?? address);
      const charge = { policy: 'default', budget, spending } as const;
      return { headers: formatHeaders(charge), refusal: spending.isExceeded ? createRefusal(charge) : undefined };
    },
  };
}

/** Returns a key for the address and the credential of a call. */
const formatPair = ({ address = IN_PROCESS, headers }: Call): string =>
  `${address} ${headers.authorization ?? headers['x-api-key'] ?? ''}`;

type Policy = 'default' | 'address' | 'failures';

const LIMIT_TEXTS: Readonly<Record<Policy, (limit: number) => string>> = {
  default: (limit) => `${limit} requests a minute are allowed.`,
  address: (limit) => `${limit} requests a minute without a valid key are allowed from one address.`,
  failures: (limit) => `${limit} requests a minute with a wrong key or token, or none, are allowed from one address.`,
};

/** A request that was counted under a policy. */
interface Charge {
  readonly policy: Policy;
  readonly budget: Budgets;
  readonly spending: Spending;
}

function refuse(call: Call, charge: Charge): ProblemReply<429> {
  call.replyHeaders.push(...formatHeaders(charge));
  return createRefusal(charge);
}

function createRefusal({ policy, budget, spending }: Charge): ProblemReply<429> {
  return problem(429, 'rate_limited', {
    detail: `${LIMIT_TEXTS[policy](budget.limit)} Send the next one in ${spending.seconds} s.`,
    retry_after_seconds: spending.seconds,
  });
}

const formatHeaders = ({
  policy,
  budget: { limit, windowSeconds },
  spending: { remaining, seconds },
}: Charge): HeaderList => [
  ...['RateLimit-Policy', `"${policy}";q=${limit};w=${windowSeconds}`],
  ...['RateLimit', `"${policy}";r=${remaining};t=${seconds}`],
];

/** A bounded set that drops the oldest entry. */
export class RecentSet {
  readonly #members = new Set<string>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  has(member: string): boolean {
    return this.#members.has(member);
  }

  add(member: string): void {
    this.#members.add(member);
    for (const oldest of this.#members) {
      if (this.#members.size <= this.#most) break;
      this.#members.delete(oldest);
    }
  }

  delete(member: string): void {
    this.#members.delete(member);
  }
}
