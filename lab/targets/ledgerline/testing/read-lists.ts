import { type RequestSender, readAllPages } from './send-request.ts';

/** The parts of responses that tests read. */
export interface ListedTransaction {
  readonly id: string;
  readonly terminal: string;
  readonly happenedAt: number;
  readonly kind: string;
  readonly sequence: number;
  readonly accountKind: string;
  readonly chip?: string;
  readonly outcome: string;
  readonly requestedCents: number;
  readonly dispensedCents: number;
  readonly feeRequestedCents: number;
  readonly feeTakenCents: number;
}
export interface TransactionPage {
  readonly items: readonly ListedTransaction[];
  readonly totals: { readonly feesCents: number; readonly cashOutCents: number };
}
export interface PortalSnapshot {
  readonly me: { readonly user: { readonly id: string }; readonly customer: { readonly id: string } };
  readonly may: { readonly deriveSettlements: boolean; readonly openDisputes: boolean };
  readonly people: readonly { readonly id: string }[];
  readonly fleet: { readonly terminals: readonly { readonly id: string; readonly condition: string }[] };
}
export interface ListedGroup {
  readonly id: string;
  readonly within?: string;
  readonly terminals: readonly string[];
}
export interface ListedDispute {
  readonly id: string;
  readonly state: string;
  readonly transactionId: string;
  readonly terminal: string;
  readonly dueOn: string;
  readonly decision: object | null;
  readonly closedBy?: object;
}
export interface ListedBatch {
  readonly id: string;
  readonly group: string;
  readonly entries: { readonly credits: number; readonly debits: number };
  readonly totals: { readonly credit: number; readonly debit: number; readonly payout: number };
}

/** Returns all rows of a transaction list, through all pages. */
export async function allRows(send: RequestSender, role: string, query = ''): Promise<ListedTransaction[]> {
  const pages = await readAllPages(send, role, `/v1/transactions?limit=100${query}`);
  return pages.flatMap(({ json }) => (json as TransactionPage).items); // the service's own shape
}

/** Returns the body of a read. */
export async function readBody<TransactionShape>(
  send: RequestSender,
  role: string,
  path: string,
): Promise<TransactionShape> {
  return (await send(role, path)).json as TransactionShape; // the service's own shape
}

/** Returns all rows of a bare list. */
export async function readAllItems<TransactionShape>(
  send: RequestSender,
  role: string,
  path: string,
): Promise<TransactionShape[]> {
  return (await readAllPages(send, role, path)).flatMap(({ json }) => json as TransactionShape[]); // the service's own shape
}

export const readTerminalIds = async (send: RequestSender, role: string): Promise<string[]> =>
  (await readBody<PortalSnapshot>(send, role, '/v1/portal')).fleet.terminals.map(({ id }) => id);
