import { randomInt } from 'node:crypto';
import { type Sandbox, startSandbox } from '../../../library/sandbox.ts';
import { drawTerminalIds, drawToken, drawWord } from './random.ts';
import type { Incoming, Reply } from './reply.ts';

/** A row of a list. */
export type Row = Readonly<Record<string, unknown>>;

/** The fleet of one lesson. */
export interface FleetPlan {
  readonly terminals: number;
  readonly timezone: string;
  /** Exact withdrawals of the first terminal. Instants are RFC 3339. */
  readonly withdrawals: readonly { readonly at: string; readonly amountCents: number; readonly isReversed?: boolean }[];
  readonly attemptsPerMonth: number;
}

export const USUAL_FLEET: FleetPlan = {
  ...{ terminals: 8, timezone: 'America/New_York', withdrawals: [], attemptsPerMonth: 60 },
};

/** From this date on, only users derive settlement batches. */
const BY_HAND_FROM = '2026-10-28';
/** The dates from then on that are closed at the start of the clock, except the last: it is the default of a derivation. */
export const DERIVABLE_DATES = ['2026-10-28', '2026-10-29'] as const;

/** The service of one lesson: a sandbox with a fleet that no client can know. */
export interface World {
  readonly sandbox: Sandbox;
  readonly key: string;
  readonly terminalIds: readonly string[];
  /** Chosen for this lesson. */
  readonly salt: string;
  /** Answers a request of the client as the service. */
  forward(incoming: Incoming): Promise<Reply>;
  /** Reads with the key of the lesson. Throws unless the status is 200. */
  read(path: string, query?: URLSearchParams): Promise<Row>;
  close(): Promise<void>;
}

/** Draws a key of a lesson. */
export const drawKey = (): string => `sbx-${drawToken(28)}`;

/** Opens a world. `publicUrl` is the address at which the client finds it. */
export async function openWorld(
  plan: FleetPlan,
  { publicUrl, key }: { readonly publicUrl: string; readonly key: string },
): Promise<World> {
  const terminalIds = drawTerminalIds(plan.terminals);
  const sandbox = await startSandbox({
    port: false,
    seed: randomInt(4_294_967_295),
    publicUrl,
    fleets: [createFleet(plan, terminalIds, key)],
  });
  const fetchReply = async (path: string, init: RequestInit): Promise<Reply> => {
    const response = await sandbox.fetch(path, init);
    return {
      status: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => !OMITTED.has(name))),
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
  return {
    ...{ sandbox, key, terminalIds, salt: drawToken(12) },
    forward({ method, path, query, headers, body }) {
      const sent = Object.entries(headers).filter(([name]) => FORWARDED.has(name));
      const target = query.size === 0 ? path : `${path}?${query}`;
      return fetchReply(target, {
        ...{ method, headers: Object.fromEntries(sent) },
        ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
      });
    },
    async read(path, query = new URLSearchParams()) {
      const { status, body } = await fetchReply(query.size === 0 ? path : `${path}?${query}`, {
        headers: { 'x-api-key': key },
      });
      if (status !== 200) throw new Error(`the sandbox answered ${status} to ${path}`);
      return JSON.parse(body.toString());
    },
    close: () => sandbox.close(),
  };
}

/** Response headers that the gateway sets. */
const OMITTED = new Set([
  'connection',
  'content-length',
  'transfer-encoding',
  'content-encoding',
  'keep-alive',
  'date',
]);
/** Request headers with a meaning for the service. The gateway compresses and closes connections itself. */
const FORWARDED = new Set([
  ...['accept', 'content-type', 'idempotency-key', 'if-modified-since', 'if-none-match', 'prefer', 'x-api-key'],
]);

function createFleet(
  { timezone, withdrawals, attemptsPerMonth }: FleetPlan,
  terminalIds: readonly string[],
  key: string,
): object {
  const name = `${drawWord()} ${drawWord()}`;
  const suffix = drawToken(10);
  const attempts = withdrawals.map(({ at, amountCents, isReversed }) => ({
    ...{ at, amount_cents: amountCents },
    ...(isReversed === true ? { reversed_after_seconds: 45 } : {}),
  }));
  return {
    name,
    tenant_id: `acct_${suffix}`,
    timezone,
    users: [{ user_id: `usr_${suffix}`, role: 'iso_admin', keys: [key] }],
    settlement: { by_hand_from: BY_HAND_FROM },
    defaults: { demand: { attempts_per_month: attemptsPerMonth }, location: { timezone } },
    terminals: terminalIds.map((terminalId, place) => ({
      terminal_id: terminalId,
      ...(place === 0 && attempts.length > 0 ? { edges: { attempts } } : {}),
    })),
  };
}
