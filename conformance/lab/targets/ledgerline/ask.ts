import type { HeaderPair } from '../../../http/client.ts';
import type { FaultName } from './faults.ts';
import type { Books, Customer, User } from './records.ts';

/** How far a look reaches: what the user sees, all of the customer's, or everybody's. Correct answers look at their own. */
export type Reach = 'own' | 'customer' | 'everyone';

/** What the owner of a key may see. */
export interface View {
  readonly user: User;
  readonly customer: Customer;
  sees(terminalId: string, reach?: Reach): boolean;
}

/** A request whose caller is known, as handlers see it. */
export interface Ask {
  readonly books: Books;
  readonly view: View;
  /** The values of the placeholders in the path, by name. */
  readonly values: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The absolute address that was asked, without its query. */
  readonly address: string;
  readonly body: string | undefined;
  readonly contentType: string;
  /** Which request of this service's life it is, from 1. */
  readonly turn: number;
  /** Whether a fault was planted. */
  readonly broken: (fault: FaultName) => boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: string;
}

export type Handler = (ask: Ask) => Answer;

export const json = (value: unknown, status = 200, headers: readonly HeaderPair[] = []): Answer => ({
  status,
  headers: [['Content-Type', 'application/json'], ...headers],
  body: JSON.stringify(value),
});

/** An error, as all of this service's errors are: one sentence. */
export const refusal = (status: number, error: string, headers: readonly HeaderPair[] = []): Answer =>
  json({ error }, status, headers);

/** What is asked is out of scope, or has never existed: the answer does not say which. */
export const notYours = ({ broken }: Pick<Ask, 'broken'>, isThere: boolean): Answer => {
  if (broken('errors-as-html')) {
    const body = '<html><body><h1>Forbidden</h1></body></html>';
    return { status: 403, headers: [['Content-Type', 'text/html']], body };
  }
  if (broken('errors-tell-foreign-from-nothing') && !isThere) return refusal(404, 'there is no such thing');
  return refusal(403, 'this key does not open that');
};

/** Looks through the eyes of a user; a fault may show another customer's things instead. */
export function viewOf(user: User, { customers, terminals }: Books, customerId = user.customerId): View {
  const customer = customers.find(({ id }) => id === customerId);
  if (customer === undefined) throw new Error(`no customer ${customerId}`);
  const ofCustomer = new Set(terminals.filter((terminal) => terminal.customerId === customer.id).map(({ id }) => id));
  const own = customer.id === user.customerId ? user.terminalIds : ofCustomer;
  return {
    user,
    customer,
    sees(terminalId, reach = 'own') {
      if (reach === 'everyone') return true;
      return (reach === 'customer' ? ofCustomer : own).has(terminalId);
    },
  };
}
