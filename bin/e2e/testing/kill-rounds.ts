import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { openSqliteJournal } from '../../../server/journal/sqlite.ts';
import { type Fact, type JournalEntry, position } from '../../../server/world/state/facts.ts';
import type { DisputeCase, TransactionRow } from '../../../spec/index.ts';
import { startSandbox } from '../../library/start-sandbox.ts';
import { serveIn, spawnServe } from './serve-process.ts';

/** A case that somebody wants to open, under an `Idempotency-Key` of its own. */
export interface Claim {
  readonly key: string;
  readonly idempotencyKey: string;
  readonly body: { readonly transaction_id: string; readonly reason_code: 'unauthorized'; readonly amount: '1.00' };
}

/** A claim that was answered with 201, and the whole answer. */
export interface Acknowledged {
  readonly claim: Claim;
  readonly disputeId: string;
  readonly text: string;
}

/** What one killed process left. */
export interface KillRound {
  /** From the first acknowledgement to the kill. */
  readonly killedAfterMs: number;
  readonly acknowledged: readonly Acknowledged[];
  /** Answers other than 201; there should be none. */
  readonly refused: readonly number[];
  /** Everything in the journal after it was opened again, earlier rounds in the same directory included. */
  readonly entries: readonly JournalEntry[];
  readonly reopenMs: number;
}

const WRITERS_PER_TENANT = 3;
const KEYS = ['sbx-northway-admin', 'sbx-redline-admin', 'sbx-meridian-admin'];

/** Claims about distinct transactions, by tenant: as many as one long run could use up. */
export async function gatherClaims(perTenant: number): Promise<readonly Claim[][]> {
  const sandbox = await startSandbox({ port: 0 });
  try {
    const gathered: Claim[][] = [];
    for (const key of KEYS) gathered.push(await claimsOf(sandbox.url, key, perTenant));
    return gathered;
  } finally {
    await sandbox.close();
  }
}

async function claimsOf(url: string, key: string, wanted: number): Promise<Claim[]> {
  const headers = { 'X-API-Key': key };
  const read = async <Row>(path: string): Promise<{ data: Row[]; page: { next_cursor: string | null } }> =>
    (await (await fetch(url + path, { headers })).json()) as { data: Row[]; page: { next_cursor: string | null } };
  const { data: cases } = await read<DisputeCase>('/v1/disputes?limit=500');
  const disputed = new Set(cases.map(({ transaction_id }) => transaction_id));

  const claims: Claim[] = [];
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
 * Starts a sandbox in a process of its own, writes to it from several sides at once, kills it with SIGKILL at a random
 * instant, and opens what it left. Takes the claims that it tried from `claims`.
 */
export async function runKillRound(
  directory: string,
  claims: readonly Claim[][],
  atMostMs: number,
): Promise<KillRound> {
  const { child, url } = await serveIn(directory);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const acknowledged: Acknowledged[] = [];
  const refused: number[] = [];
  const first = Promise.withResolvers<void>();

  const write = async (queue: Claim[]): Promise<void> => {
    for (let claim = queue.shift(); claim !== undefined; claim = queue.shift()) {
      const answer = await post(url, claim);
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
  const entries = await entriesIn(directory);
  return { killedAfterMs, acknowledged, refused, entries, reopenMs: performance.now() - startedMs };
}

/** The status and the whole body of an answer, or `gone` when the process ended before all of it had come. */
export async function post(url: string, { key, idempotencyKey, body }: Claim) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey };
  try {
    const response = await fetch(`${url}/v1/disputes`, { method: 'POST', headers, body: JSON.stringify(body) });
    const replayed = response.headers.get('idempotent-replayed');
    return { status: response.status, replayed, text: await response.text() };
  } catch {
    return 'gone';
  }
}

/** Starts a sandbox on `directory` and kills it while it makes its file; gives what lay there, and what can be read. */
export async function killWhileStarting(directory: string, atMostMs: number) {
  const child = spawnServe(directory);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!existsSync(join(directory, 'fleetkit.lock')) && child.exitCode === null) await nextTurn();
  await wait(Math.random() * atMostMs);
  child.kill('SIGKILL');
  await ended;
  const left = readdirSync(directory).sort();
  return { left, entries: await entriesIn(directory) };
}

/** Has a process append without a pause and kills it; gives what it had acknowledged, and what can be read then. */
export async function killWhileAppending(directory: string, atMostMs: number) {
  const script = join(import.meta.dirname, 'append-for-ever.ts');
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
  return { acknowledged, entries: await entriesIn(directory) };
}

/** Every journal entry in a directory that nobody has open. */
async function entriesIn(directory: string): Promise<readonly JournalEntry[]> {
  const journal = openSqliteJournal(directory, { defaultSeed: 1 });
  try {
    return await journal.readAfter(position(0));
  } finally {
    await journal.close();
  }
}

/** Acknowledged writes of which the journal lacks the case, or the reply for a repetition. */
export function missingFrom(
  entries: readonly JournalEntry[],
  acknowledged: readonly Acknowledged[],
): readonly Acknowledged[] {
  const facts = entries.flatMap((entry) => entry.facts);
  const opened = new Set(facts.flatMap((fact) => (fact.type === 'dispute-opened' ? [fact.dispute.disputeId] : [])));
  const kept = new Set(facts.flatMap((fact) => (isKeptCase(fact) ? [keptName(fact)] : [])));
  return acknowledged.filter(
    ({ claim, disputeId }) => !opened.has(disputeId) || !kept.has(`${claim.idempotencyKey} ${disputeId}`),
  );
}

type KeptCase = Extract<Fact, { readonly type: 'reply-kept' }>;
const isKeptCase = (fact: Fact): fact is KeptCase => fact.type === 'reply-kept';

function keptName({ kept: { idempotencyKey, reply } }: KeptCase): string {
  const caseId = 'body' in reply ? (reply.body as DisputeCase).dispute_id : 'refused'; // only cases were asked for
  return `${idempotencyKey} ${caseId}`;
}

/** Whether the facts stand at 1, 2, 3 ... without a gap. */
export function isGapless(entries: readonly JournalEntry[]): boolean {
  let next = 1;
  for (const entry of entries) {
    if (entry.position !== next) return false;
    next += entry.facts.length;
  }
  return true;
}
