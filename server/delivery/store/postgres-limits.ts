import type { PostgresConnection } from '../../storage/postgres/connection.ts';
import type { Retention } from './delivery-store.ts';

/** After this many additions the size of a tenant is summed again, because other processes add deliveries too. */
const ADDITIONS_PER_SUM = 500;
/** Rows that are considered for deletion in one statement. */
const MAX_DELETED = 1000;

/** An upper estimate for one process, with the additions since it was exact. */
interface Estimate {
  readonly amount: number;
  readonly additions: number;
}

/**
 * Deletes the deliveries of a workspace beyond its limits. Exact numbers are expensive, so each process keeps estimates, and
 * queries the database when one exceeds its limit or has become old.
 */
export class PostgresLimits {
  readonly #connection: PostgresConnection;
  readonly #workspace: string;
  readonly #retention: Retention;
  #ended: Estimate | undefined;
  readonly #bytesByTenant = new Map<string, Estimate>();

  constructor(connection: PostgresConnection, workspace: string, retention: Retention) {
    this.#connection = connection;
    this.#workspace = workspace;
    this.#retention = retention;
  }

  /** Call after deliveries have ended. Deletes the longest ended ones if there are too many. */
  async addEnded(count: number): Promise<void> {
    const { endedDeliveries, batch } = this.#retention;
    const most = endedDeliveries + batch;
    const known = this.#ended;
    if (known !== undefined && known.amount + count <= most && known.additions + count < batch) {
      this.#ended = { amount: known.amount + count, additions: known.additions + count };
      return;
    }
    const exact = await this.#countEnded();
    if (exact > most) await this.#deleteLongestEnded(endedDeliveries);
    this.#ended = { amount: Math.min(exact, exact > most ? endedDeliveries : exact), additions: 0 };
  }

  /** Call after bytes were added to a tenant. Deletes its most dispensable deliveries if there are too many bytes. */
  async addBytes(tenantId: string, bytes: number): Promise<void> {
    const { bytesPerTenant: most } = this.#retention;
    if (most === undefined || bytes === 0) return;
    const known = this.#bytesByTenant.get(tenantId);
    if (known !== undefined && known.amount + bytes <= most && known.additions < ADDITIONS_PER_SUM) {
      this.#bytesByTenant.set(tenantId, { amount: known.amount + bytes, additions: known.additions + 1 });
      return;
    }
    let exact = await this.#sumBytes(tenantId);
    if (exact > most) exact = await this.#deleteMostDispensable(tenantId, most);
    this.#bytesByTenant.set(tenantId, { amount: exact, additions: 0 });
  }

  /** Call after a tenant's deliveries were deleted. */
  forget(tenantId: string): void {
    this.#ended = undefined;
    this.#bytesByTenant.delete(tenantId);
  }

  async #countEnded(): Promise<number> {
    const [row] = await this.#connection.query<{ ended: number }>(
      'SELECT count(*) AS ended FROM fleetkit.deliveries WHERE workspace = $1 AND ended_at_ms IS NOT NULL',
      [this.#workspace],
    );
    return row?.ended ?? 0;
  }

  /** Counts again under a lock, so that two processes do not delete for the same excess. */
  async #deleteLongestEnded(rest: number): Promise<void> {
    await this.#connection.transaction(async (query) => {
      await query(LOCK, [`${this.#workspace} ended`]);
      await query(
        `DELETE FROM fleetkit.deliveries WHERE workspace = $1 AND sequence IN (
           SELECT sequence FROM fleetkit.deliveries WHERE workspace = $1 AND ended_at_ms IS NOT NULL
           ORDER BY ended_at_ms DESC, sequence DESC OFFSET $2)`,
        [this.#workspace, rest],
      );
    });
  }

  async #sumBytes(tenantId: string): Promise<number> {
    const [row] = await this.#connection.query<{ bytes: number }>(SUM_BYTES, [this.#workspace, tenantId]);
    return row?.bytes ?? 0;
  }

  /** Deletes the longest ended deliveries, then the oldest waiting ones. Returns the remaining size. */
  async #deleteMostDispensable(tenantId: string, most: number): Promise<number> {
    return this.#connection.transaction(async (query) => {
      await query(LOCK, [`${this.#workspace} ${tenantId}`]);
      const [row] = await query<{ bytes: number }>(SUM_BYTES, [this.#workspace, tenantId]);
      let bytes = row?.bytes ?? 0;
      while (bytes > most) {
        const dispensable = await query<{ sequence: number; bytes: number }>(
          `SELECT sequence, bytes FROM fleetkit.deliveries
           WHERE workspace = $1 AND tenant = $2 AND (ended_at_ms IS NOT NULL OR state = 'pending')
           ORDER BY ended_at_ms NULLS LAST, sequence LIMIT ${MAX_DELETED} FOR UPDATE SKIP LOCKED`,
          [this.#workspace, tenantId],
        );
        const deleted: number[] = [];
        for (const one of dispensable) {
          if (bytes <= most) break;
          bytes -= one.bytes;
          deleted.push(one.sequence);
        }
        if (deleted.length === 0) return bytes;
        await query('DELETE FROM fleetkit.deliveries WHERE workspace = $1 AND sequence = ANY($2)', [
          this.#workspace,
          deleted,
        ]);
      }
      return bytes;
    });
  }
}

const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
const SUM_BYTES =
  'SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM fleetkit.deliveries WHERE workspace = $1 AND tenant = $2';
