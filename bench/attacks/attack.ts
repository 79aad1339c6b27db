import type { AttackedServer } from './host.ts';
import { type AttackClient, type AttackResponse, formatSummary } from './http.ts';

/** Keys in the README and in `fleetkit tenants`. Attackers use these. */
export const ADMIN = 'sbx-northway-admin';
export const DISPUTES = 'sbx-northway-disputes';
/** Users of other tenants, whose reads are measured. */
export const VICTIMS = ['sbx-delgado-owner', 'sbx-hostile-admin', 'sbx-meridian-admin'];
/** A terminal of the attacker's tenant. */
export const ATTACKED_TERMINAL = 'NW104310';
/** A client address other than those of the attacker and the victims. */
export const ELSEWHERE = '127.0.0.3';

/** An attack on a running sandbox. */
export interface Attack {
  readonly id: string;
  readonly title: string;
  /** Time limit; 30 s by default. */
  readonly limitMs?: number;
  readonly run: (context: AttackContext) => Promise<void>;
  /** Runs on a restarted server with the same data. `run` may stop the server before it. */
  readonly afterRestart?: (context: AttackContext) => Promise<void>;
}

/** The tools of an attack. */
export interface AttackContext {
  readonly host: AttackedServer;
  /** Sends a request. Stops without a response at the time limit of the attack. */
  readonly send: AttackClient;
  /** Aborts at the time limit of the attack. */
  readonly signal: AbortSignal;
  /** Records an observation. */
  note(text: string): void;
  /** Records a weakness of the server. */
  weakness(text: string): void;
  /** Adds a row to the table of the attack. */
  row(row: AttackRow): void;
}

export type AttackRow = Readonly<Record<string, string | number>>;

/** Returns a member of a JSON response by its path, or undefined. */
export function readMember(answer: AttackResponse | string, ...path: readonly (string | number)[]): unknown {
  try {
    const value: unknown = JSON.parse(typeof answer === 'string' ? answer : answer.text);
    return path.reduce<unknown>((inner, name) => Object(inner)[name], value);
  } catch {
    return undefined;
  }
}

/** Returns the ids of `count` withdrawals of the attacker's tenant without a dispute. */
export async function listUndisputed({ send }: AttackContext, count: number): Promise<readonly string[]> {
  const transactions = readMember(await send({ path: '/v1/transactions?limit=500', key: DISPUTES }), 'data');
  const { text } = await send({ path: '/v1/disputes?limit=500', key: DISPUTES });
  return (Array.isArray(transactions) ? transactions : [])
    .filter((row) => row.transaction_type === 'withdrawal' && row.dispense_status === 'full_dispense')
    .map((row) => String(row.transaction_id))
    .filter((id) => !text.includes(id))
    .slice(0, count);
}

export const createClaim = (transactionId: string): Readonly<Record<string, string>> => ({
  transaction_id: transactionId,
  reason_code: 'cash_not_dispensed',
  amount: '20.00',
});

/** Reads the pages that depend on most facts. Records a status other than 200 or a slow response as a weakness. */
export async function readPages({ send, note, weakness }: AttackContext, key: string, when: string): Promise<void> {
  const paths = ['/v1/portal', '/v1/transactions?limit=50', '/v1/feeds/account.xml', '/v1/disputes', '/v1/locations'];
  const answers: AttackResponse[] = [];
  for (const path of paths) answers.push(await send({ path, key, timeoutMs: 5000 }));
  const isFine = answers.every(({ status, ms }) => status === 200 && ms < 1000);
  (isFine ? note : weakness)(`reads of ${key} ${when}: ${formatSummary(answers)}`);
}
