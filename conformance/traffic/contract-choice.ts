import { contract as builtinContract, operations } from '../../spec/index.ts';
import { type Exchange, isSuccess } from '../http/exchange.ts';
import { type ContractJudge, createContractJudge } from '../reading/schemas/response-schemas.ts';
import { createSchemaBudget } from '../reading/schemas/schema-budget.ts';
import type { SeenExchange } from './exchanges/read-exchanges.ts';

/**
 * The contract that responses are validated against as they pass: `auto` takes the built-in one for a service whose first responses
 * keep it, and none for others. `published` leaves it to the relations of an episode, which find the document in the traffic.
 */
export type TrafficContract = 'auto' | 'builtin' | 'published' | { readonly document: unknown };

/** Finds the contract of a service. */
export interface ContractFinder {
  /** Lets the choice depend on one more response. */
  observe(seen: SeenExchange): void;
  readonly contract: ContractJudge | undefined;
  /** Whether that is the built-in contract. */
  readonly isBuiltin: boolean;
}

/** Bodies up to this size are validated against the built-in contract without a timer, which costs more than most validations. */
const SMALL_BYTES = 64 * 1024;

/** Traffic may last for days: only a single validation is limited. */
const createTrafficBudget = () => createSchemaBudget({ cpuMs: Number.POSITIVE_INFINITY });

/** Creates the judge of the built-in contract, whose patterns need linear time. */
function createBuiltinJudge(): ContractJudge {
  const timed = createContractJudge(builtinContract, createTrafficBudget());
  const untimed = createContractJudge(builtinContract, { ...createTrafficBudget(), spend: (act) => act() });
  const choose = ({ bytes, request }: Exchange): ContractJudge =>
    bytes.length <= SMALL_BYTES && (request.body ?? '').length <= SMALL_BYTES ? untimed : timed;
  return {
    ...timed,
    findProblems: (exchange) => choose(exchange).findProblems(exchange),
    findRequestProblems: (exchange) => choose(exchange).findRequestProblems(exchange),
  };
}

/** The number of responses that decide whether a service keeps the built-in contract, and the share that must. */
const DECIDING = 12;
const ENOUGH = 0.7;

export function createContractFinder(choice: TrafficContract): ContractFinder {
  if (choice === 'published') return { observe: () => undefined, contract: undefined, isBuiltin: false };
  const judge =
    typeof choice === 'object' ? createContractJudge(choice.document, createTrafficBudget()) : createBuiltinJudge();
  if (choice !== 'auto') return { observe: () => undefined, contract: judge, isBuiltin: choice === 'builtin' };
  const kept: boolean[] = [];
  const isKept = () => kept.length >= DECIDING && kept.filter(Boolean).length >= ENOUGH * kept.length;
  return {
    observe({ exchange, hasBody }) {
      if (kept.length >= DECIDING || !hasBody || !isSuccess(exchange) || exchange.request.method !== 'GET') return;
      if (!exchange.isReadable || exchange.json === undefined || operations[exchange.operation].isPublic) return;
      kept.push(judge.findProblems(exchange).length === 0);
    },
    get contract() {
      return isKept() ? judge : undefined;
    },
    get isBuiltin() {
      return isKept();
    },
  };
}
