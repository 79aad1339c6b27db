import { type Asker, allPages } from './asking.ts';

/** The parts of responses that tests read. */
export interface Row {
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
export interface Rows {
  readonly items: readonly Row[];
  readonly totals: { readonly feesCents: number; readonly cashOutCents: number };
}
export interface Portal {
  readonly me: { readonly user: { readonly id: string }; readonly customer: { readonly id: string } };
  readonly may: { readonly deriveSettlements: boolean; readonly openDisputes: boolean };
  readonly people: readonly { readonly id: string }[];
  readonly fleet: { readonly terminals: readonly { readonly id: string; readonly condition: string }[] };
}
export interface Group {
  readonly id: string;
  readonly within?: string;
  readonly terminals: readonly string[];
}
export interface Dispute {
  readonly id: string;
  readonly state: string;
  readonly transactionId: string;
  readonly terminal: string;
  readonly dueOn: string;
  readonly decision: object | null;
  readonly closedBy?: object;
}
export interface Batch {
  readonly id: string;
  readonly group: string;
  readonly entries: { readonly credits: number; readonly debits: number };
  readonly totals: { readonly credit: number; readonly debit: number; readonly payout: number };
}

/** Returns all rows of a transaction list, through all pages. */
export async function allRows(ask: Asker, role: string, query = ''): Promise<Row[]> {
  const pages = await allPages(ask, role, `/v1/transactions?limit=100${query}`);
  return pages.flatMap(({ json }) => (json as Rows).items); // the service's own shape
}

/** Returns the body of a read. */
export async function shown<Shape>(ask: Asker, role: string, path: string): Promise<Shape> {
  return (await ask(role, path)).json as Shape; // the service's own shape
}

/** Returns all rows of a bare list. */
export async function allOf<Shape>(ask: Asker, role: string, path: string): Promise<Shape[]> {
  return (await allPages(ask, role, path)).flatMap(({ json }) => json as Shape[]); // the service's own shape
}

export const terminalsOf = async (ask: Asker, role: string): Promise<string[]> =>
  (await shown<Portal>(ask, role, '/v1/portal')).fleet.terminals.map(({ id }) => id);
