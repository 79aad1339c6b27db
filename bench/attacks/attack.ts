import type { Host } from './host.ts';
import { type Answer, type Client, summary } from './http.ts';

/** Keys that the README and `fleetkit tenants` publish; attackers use these. */
export const ADMIN = 'sbx-northway-admin';
export const DISPUTES = 'sbx-northway-disputes';
/** Users of other tenants, whose reads are measured. */
export const VICTIMS = ['sbx-delgado-owner', 'sbx-hostile-admin', 'sbx-meridian-admin'];
/** A terminal of the attacker's tenant. */
export const TERMINAL = 'NW104310';
/** What the operator of the attacked server sends. */
export const OPERATOR_TOKEN = 'operator-token-of-the-attack-bench';
/** An address that is neither the attacker's nor the victims'. */
export const ELSEWHERE = '127.0.0.3';

/** An attack on a running sandbox. */
export interface Attack {
  readonly id: string;
  readonly title: string;
  /** How long it may take; 30 s by default. */
  readonly limitMs?: number;
  readonly run: (arena: Arena) => Promise<void>;
  /** Runs on a restarted server with the same data. An attack with this part may end the server itself. */
  readonly afterRestart?: (arena: Arena) => Promise<void>;
}

/** What an attack has at hand. */
export interface Arena {
  readonly host: Host;
  /** Sends a request; ends without an answer when the time of the attack is over. */
  readonly ask: Client;
  /** Aborts when the time of the attack is over. */
  readonly signal: AbortSignal;
  /** Records something worth reading. */
  note(text: string): void;
  /** Records something that a host would want to be different. */
  weakness(text: string): void;
  /** Adds a row to the attack's own table. */
  row(row: Row): void;
}

export type Row = Readonly<Record<string, string | number>>;

/** Reads a member of an answer's JSON by its path; undefined where there is none. */
export function member(answer: Answer | string, ...path: readonly (string | number)[]): unknown {
  try {
    const value: unknown = JSON.parse(typeof answer === 'string' ? answer : answer.text);
    return path.reduce<unknown>((inner, name) => Object(inner)[name], value);
  } catch {
    return undefined;
  }
}

/** Ids of withdrawals of the attacker's tenant that nobody has disputed. */
export async function undisputed({ ask }: Arena, count: number): Promise<readonly string[]> {
  const transactions = member(await ask({ path: '/v1/transactions?limit=500', key: DISPUTES }), 'data');
  const { text } = await ask({ path: '/v1/disputes?limit=500', key: DISPUTES });
  return (Array.isArray(transactions) ? transactions : [])
    .filter((row) => row.transaction_type === 'withdrawal' && row.dispense_status === 'full_dispense')
    .map((row) => String(row.transaction_id))
    .filter((id) => !text.includes(id))
    .slice(0, count);
}

export const claimOf = (transactionId: string): Readonly<Record<string, string>> => ({
  transaction_id: transactionId,
  reason_code: 'cash_not_dispensed',
  amount: '20.00',
});

/** Reads pages that most facts show in; others than 200, and slow ones, are a weakness. */
export async function readPages({ ask, note, weakness }: Arena, key: string, when: string): Promise<void> {
  const paths = ['/v1/portal', '/v1/transactions?limit=50', '/v1/feeds/account.xml', '/v1/disputes', '/v1/locations'];
  const answers: Answer[] = [];
  for (const path of paths) answers.push(await ask({ path, key, timeoutMs: 5000 }));
  const isFine = answers.every(({ status, ms }) => status === 200 && ms < 1000);
  (isFine ? note : weakness)(`reads of ${key} ${when}: ${summary(answers)}`);
}
