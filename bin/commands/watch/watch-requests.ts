import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { CallOperation, OperationInput } from '../../control/control-plane.ts';
import { describeProblem } from '../../control/format-request.ts';
import type { WatchedItem } from './reporter.ts';
import type { Clock, Watcher } from './watcher.ts';

type Exchange = SandboxSchemas['Exchange'];
type Filters = NonNullable<OperationInput<'listRequests'>['query']>;

export interface RequestWatchOptions {
  readonly call: CallOperation;
  readonly filters: Filters;
  readonly print: (item: WatchedItem) => void;
}

/** How many requests are remembered, so that none is printed twice. More than the sandbox lists. */
const MAX_SEEN = 1000;

/** Prints requests. */
export class RequestWatch implements Watcher {
  readonly #call: CallOperation;
  readonly #filters: Filters;
  readonly #print: (item: WatchedItem) => void;
  readonly #seen = new Set<string>();

  constructor({ call, filters, print }: RequestWatchOptions) {
    this.#call = call;
    this.#filters = filters;
    this.#print = print;
  }

  async start(): Promise<void> {
    for (const exchange of await this.#read()) this.#remember(exchange);
  }

  async catchUp(_clock: Clock, isOtherSandbox: boolean): Promise<void> {
    if (isOtherSandbox) this.#seen.clear();
    for (const exchange of await this.#read()) this.#printNew(exchange);
  }

  async reset(): Promise<void> {
    // The list of requests is not reset.
  }

  async receiveAttempt(): Promise<void> {
    // Attempts are deliveries.
  }

  async receiveChanges(): Promise<void> {
    // Requests are received as they are answered.
  }

  async receiveRequest(exchange: Exchange): Promise<void> {
    if (matchesFilters(exchange, this.#filters)) this.#printNew(exchange);
  }

  /** Returns the matching requests, oldest first. */
  async #read(): Promise<readonly Exchange[]> {
    return (await this.#call('listRequests', { query: this.#filters })).data.toReversed();
  }

  #printNew(exchange: Exchange): void {
    if (this.#remember(exchange)) this.#print(createRequestItem(exchange));
  }

  /** Returns whether the request is new. Clients may repeat an id. */
  #remember({ request_id: id, answered_at: at, duration_ms: durationMs }: Exchange): boolean {
    const key = `${id} ${at} ${durationMs}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    const [oldest] = this.#seen;
    if (this.#seen.size > MAX_SEEN && oldest !== undefined) this.#seen.delete(oldest);
    return true;
  }
}

const matchesFilters = ({ operation_id: operationId, status, method }: Exchange, filters: Filters): boolean =>
  (filters.operation === undefined || filters.operation === operationId) &&
  (filters.status === undefined || filters.status === status) &&
  (filters.method === undefined || filters.method === method);

function createRequestItem(exchange: Exchange): WatchedItem {
  const { sandbox_at: at, status, method, path, operation_id: operation, user_id: user, problem } = exchange;
  const caller = user ?? (exchange.is_operator ? 'operator' : 'no valid key');
  return {
    cells: [at, String(status), `${method} ${path}`, operation ?? 'no operation', caller],
    details: problem === null ? [] : [describeProblem(problem)],
    json: { kind: 'request', sandbox_time: at, request: exchange },
  };
}
