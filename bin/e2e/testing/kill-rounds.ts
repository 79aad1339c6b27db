import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { openSqliteJournal } from '../../../server/journal/sqlite.ts';
import { type Fact, type JournalEntry, position } from '../../../server/world/state/facts.ts';
import type { DisputeCase, TransactionRow } from '../../../spec/index.ts';
import { startSandbox } from '../../library/start-sandbox.ts';
import { spawnServe, startServe } from './serve-process.ts';

/** A dispute to open, with its own `Idempotency-Key`. */
export interface AcknowledgedDispute {
  readonly key: string;
  readonly idempotencyKey: string;
  readonly body: { readonly transaction_id: string; readonly reason_code: 'unauthorized'; readonly amount: '1.00' };
}

/** A claim with a 201 reply, and the body of the reply. */
export interface Acknowledged {
  readonly claim: AcknowledgedDispute;
  readonly disputeId: string;
  readonly text: string;
}

/** The results of one killed process. */
export interface KillRound {
  /** Time from the first acknowledgement to the kill. */
  readonly killedAfterMs: number;
  readonly acknowledged: readonly Acknowledged[];
  /** Statuses other than 201; none are expected. */
  readonly refused: readonly number[];
  /** The whole journal after it was opened again, including earlier rounds in the same directory. */
  readonly entries: readonly JournalEntry[];
  readonly reopenMs: number;
}

const WRITERS_PER_TENANT = 3;
const KEYS = ['sbx-northway-admin', 'sbx-redline-admin', 'sbx-meridian-admin'];

/** Returns at least `perTenant` claims about distinct transactions for each tenant. */
export async function gatherClaims(perTenant: number): Promise<readonly AcknowledgedDispute[][]> {
  const sandbox = await startSandbox({ port: 0 });
  try {
    const gathered: AcknowledgedDispute[][] = [];
    for (const key of KEYS) gathered.push(await listClaims(sandbox.url, key, perTenant));
    return gathered;
  } finally {
    await sandbox.close();
  }
}

async function listClaims(url: string, key: string, wanted: number): Promise<AcknowledgedDispute[]> {
  const headers = { 'X-API-Key': key };
  const read = async <Row>(path: string): Promise<{ data: Row[]; page: { next_cursor: string | null } }> =>
    (await (await fetch(url + path, { headers })).json()) as { data: Row[]; page: { next_cursor: string | null } };
  const { data: cases } = await read<DisputeCase>('/v1/disputes?limit=500');
  const disputed = new Set(cases.map(({ transaction_id }) => transaction_id));

  const claims: AcknowledgedDispute[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: TransactionRow[]; page: { next_cursor: string | null } } = await read(
      `/v1/transactions?limit=500${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    for (const { transaction_id, transaction_type, dispense_status } of page.data) {
      if (transaction_type !== 'withdrawal' || dispense_status !== 'full_dispense' || disputed.has(transaction_id))
        continue;
      claims.push({
        key,
        idempotencyKey: `claim-${claims.length}`,
        body: { transaction_id, reason_code: 'unauthorized', amount: '1.00' },
      });
    }
    cursor = page.page.next_cursor;
  } while (cursor !== null && claims.length < wanted);
  return claims;
}

/**
 * Starts a sandbox in a separate process, sends concurrent writes, kills it with SIGKILL at a random instant, and reads its
 * journal. Removes the sent claims from `claims`.
 */
export async function runKillRound(
  directory: string,
  claims: readonly AcknowledgedDispute[][],
  atMostMs: number,
): Promise<KillRound> {
  const { child, url } = await startServe(directory);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const acknowledged: Acknowledged[] = [];
  const refused: number[] = [];
  const first = Promise.withResolvers<void>();

  const write = async (queue: AcknowledgedDispute[]): Promise<void> => {
    for (let claim = queue.shift(); claim !== undefined; claim = queue.shift()) {
      const answer = await postClaim(url, claim);
      if (answer === 'gone') return;
      if (answer.status === 201) {
        acknowledged.push({ claim, disputeId: (JSON.parse(answer.text) as DisputeCase).dispute_id, text: answer.text });
        first.resolve();
      } else refused.push(answer.status);
    }
  };
  const writers = claims.flatMap((queue) => Array.from({ length: WRITERS_PER_TENANT }, () => write(queue)));
  await Promise.race([first.promise, Promise.all(writers)]);
  const killedAfterMs = Math.random() * atMostMs;
  await wait(killedAfterMs);
  child.kill('SIGKILL');
  await Promise.all([ended, ...writers]);

  const startedMs = performance.now();
  const entries = await readEntries(directory);
  return { killedAfterMs, acknowledged, refused, entries, reopenMs: performance.now() - startedMs };
}

/** Returns the status and the body of the reply, or `gone` if the process ended before the reply was complete. */
export async function postClaim(url: string, { key, idempotencyKey, body }: AcknowledgedDispute) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey };
  try {
    const response = await fetch(`${url}/v1/disputes`, { method: 'POST', headers, body: JSON.stringify(body) });
    const replayed = response.headers.get('idempotent-replayed');
    return { status: response.status, replayed, text: await response.text() };
  } catch {
    return 'gone';
  }
}

/** Starts a sandbox on `directory` and kills it while it creates its file. Returns the files and the journal entries. */
export async function killWhileStarting(directory: string, atMostMs: number) {
  const child = spawnServe(directory);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!existsSync(join(directory, 'fleetkit.lock')) && child.exitCode === null) await nextTurn();
  await wait(Math.random() * atMostMs);
  child.kill('SIGKILL');
  await ended;
  const left = readdirSync(directory).sort();
  return { left, entries: await readEntries(directory) };
}

/** Starts a process that appends continuously, and kills it. Returns the acknowledged entries and the journal. */
export async function killWhileAppending(directory: string, atMostMs: number) {
  const script = join(import.meta.dirname, 'append-endlessly.ts');
  const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  await wait(Math.random() * atMostMs);
  child.kill('SIGKILL');
  await ended;
  const lines = output.slice(0, output.lastIndexOf('\n')).split('\n');
  const acknowledged = lines.map((line) => {
    const [first = 0, facts = 0] = line.split(' ').map(Number);
    return { position: first, facts };
  });
  return { acknowledged, entries: await readEntries(directory) };
}

/** Reads all journal entries of a directory that no process has open. */
async function readEntries(directory: string): Promise<readonly JournalEntry[]> {
  const journal = openSqliteJournal(directory, { defaultSeed: 1 });
  try {
    return await journal.readAfter(position(0));
  } finally {
    await journal.close();
  }
}

/** Returns the acknowledged writes whose dispute or stored reply is missing in the journal. */
export function findMissing(
  entries: readonly JournalEntry[],
  acknowledged: readonly Acknowledged[],
): readonly Acknowledged[] {
  const facts = entries.flatMap((entry) => entry.facts);
  const opened = new Set(facts.flatMap((fact) => (fact.type === 'dispute-opened' ? [fact.dispute.disputeId] : [])));
  const kept = new Set(facts.flatMap((fact) => (isKeptCase(fact) ? [toKeptKey(fact)] : [])));
  return acknowledged.filter(
    ({ claim, disputeId }) => !opened.has(disputeId) || !kept.has(`${claim.idempotencyKey} ${disputeId}`),
  );
}

type KeptCase = Extract<Fact, { readonly type: 'reply-kept' }>;
const isKeptCase = (fact: Fact): fact is KeptCase => fact.type === 'reply-kept';

function toKeptKey({ kept: { idempotencyKey, reply } }: KeptCase): string {
  const caseId = 'body' in reply ? (reply.body as DisputeCase).dispute_id : 'refused'; // only disputes were opened
  return `${idempotencyKey} ${caseId}`;
}

/** Returns whether the facts have the positions 1, 2, 3 ... without a gap. */
export function isGapless(entries: readonly JournalEntry[]): boolean {
  let next = 1;
  for (const entry of entries) {
    if (entry.position !== next) return false;
    next += entry.facts.length;
  }
  return true;
}
