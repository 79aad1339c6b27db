import type { HeaderPair } from '../../../../conformance/http/client.ts';
import type { Customer, DataSet, User } from '../data/model.ts';
import type { LedgerlineFaultName } from '../faults/index.ts';

/** The extent of a query: the user's scope, the whole customer, or everything. Correct handlers use the scope. */
export type ViewExtent = 'own' | 'customer' | 'everyone';

/** The data that the user of a key may see. */
export interface UserView {
  readonly user: User;
  readonly customer: Customer;
  sees(terminalId: string, extent?: ViewExtent): boolean;
}

/** A request of a known caller, as handlers receive it. */
export interface HandlerRequest {
  readonly data: DataSet;
  readonly view: UserView;
  /** The values of the placeholders in the path, by name. */
  readonly values: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The absolute URL of the request, without the query. */
  readonly address: string;
  readonly body: string | undefined;
  readonly contentType: string;
  /** The number of the request since the start of the service, from 1. */
  readonly turn: number;
  /** Whether a fault was injected. */
  readonly hasFault: (fault: LedgerlineFaultName) => boolean;
}

/** A request to a public path; it may carry a key. */
export type PublicRequest = Pick<HandlerRequest, 'hasFault'> & { readonly view: UserView | undefined };

export interface HandlerResponse {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: string;
}

export type LedgerlineHandler = (request: HandlerRequest) => HandlerResponse;

export const json = (value: unknown, status = 200, headers: readonly HeaderPair[] = []): HandlerResponse => ({
  status,
  headers: [['Content-Type', 'application/json'], ...headers],
  body: JSON.stringify(value),
});

/** Returns an error in the format of this service: one sentence. */
export const respondWithError = (status: number, error: string, headers: readonly HeaderPair[] = []): HandlerResponse =>
  json({ error }, status, headers);

/** Returns the response for an id that is out of scope or unknown, without revealing which. */
export const respondNotVisible = (
  { hasFault }: Pick<HandlerRequest, 'hasFault'>,
  isThere: boolean,
): HandlerResponse => {
  if (hasFault('errors-as-html')) {
    const body = '<html><body><h1>Forbidden</h1></body></html>';
    return { status: 403, headers: [['Content-Type', 'text/html']], body };
  }
  if (hasFault('errors-tell-foreign-from-nothing') && !isThere) return respondWithError(404, 'there is no such thing');
  return respondWithError(403, 'this key does not open that');
};

/** Opens the view of a user; a fault may open another customer's data instead. */
export function openUserView(user: User, { customers, terminals }: DataSet, customerId = user.customerId): UserView {
  const customer = customers.find(({ id }) => id === customerId);
  if (customer === undefined) throw new Error(`no customer ${customerId}`);
  const ofCustomer = new Set(terminals.filter((terminal) => terminal.customerId === customer.id).map(({ id }) => id));
  const own = customer.id === user.customerId ? user.generateTerminalIds : ofCustomer;
  return {
    user,
    customer,
    sees(terminalId, extent = 'own') {
      if (extent === 'everyone') return true;
      return (extent === 'customer' ? ofCustomer : own).has(terminalId);
    },
  };
}
