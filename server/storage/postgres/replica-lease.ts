import { clearTimeout, setTimeout } from '../../../base/real-time.ts';
import type { PostgresConnection } from './connection.ts';

/** Intervals in real milliseconds. */
export interface LeaseTimes {
  /** How long a replica may be silent before the others take over its deliveries. */
  readonly leaseMs: number;
  readonly renewalMs: number;
}

const DEFAULT_TIMES: LeaseTimes = { leaseMs: 15_000, renewalMs: 3000 };

/** A workspace in which deliveries of a dead replica were requeued. */
export type OnRequeued = (workspace: string) => void;

export interface ReplicaLeaseOptions {
  /** Called for each workspace in which deliveries were requeued. */
  readonly onRequeued: OnRequeued;
  /** Called when another replica has ended, in one of the replicas that are left. */
  readonly onReplicaLost: () => void;
  readonly onFault: (fault: unknown) => void;
  readonly times?: LeaseTimes;
}

/**
 * Keeps this replica registered, with an expiry on the clock of the database. A claim of a delivery is valid as long as its
 * replica is registered, so one renewal covers all attempts in flight. Requeues the deliveries of expired replicas.
 *
 * After the database was away, all replicas have expired. So a replica takes over only after it has been registered for the
 * length of a lease without interruption, which gives the others time to register again. A replica that was closed is known to have
 * ended, so its work is taken over at the next renewal of another one.
 */
export class ReplicaLease {
  readonly #connection: PostgresConnection;
  readonly #options: ReplicaLeaseOptions;
  readonly #times: LeaseTimes;
  #timer: NodeJS.Timeout | undefined;
  #starting: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();
  /** Renewals since the last interruption. */
  #renewals = 0;
  #isClosed = false;

  constructor(connection: PostgresConnection, options: ReplicaLeaseOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#times = options.times ?? DEFAULT_TIMES;
  }

  /** Registers this replica, once. After a failure, the next call tries again. Must come before the first claim. */
  start(): Promise<void> {
    this.#starting ??= this.#renew().then(
      () => this.#schedule(),
      (fault: unknown) => {
        this.#starting = undefined;
        throw fault;
      },
    );
    return this.#starting;
  }

  /** Marks this replica as ended. Another one requeues what it has not released. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
    if (this.#starting === undefined) return;
    await this.#starting.catch(() => undefined);
    await this.#connection
      .query("UPDATE fleetkit.replicas SET expires_at = '-infinity' WHERE replica = $1", [this.#connection.replicaId])
      .catch(() => undefined); // it expires
  }

  /** Renews the registration, and takes over the deliveries of replicas that have ended. */
  async run(): Promise<void> {
    await this.#renew();
    await this.takeOver(this.#renewals * this.#times.renewalMs > this.#times.leaseMs);
  }

  /** Requeues the deliveries of closed replicas, and those of expired ones if this one is steady. */
  async takeOver(isSteady = true): Promise<void> {
    const ended = await this.#connection.query<{ replica: string }>(
      `DELETE FROM fleetkit.replicas WHERE expires_at = '-infinity' OR ($1 AND expires_at < clock_timestamp())
       RETURNING replica`,
      [isSteady],
    );
    const requeued = await this.#connection.query<{ workspace: string }>(
      `WITH requeued AS (
         UPDATE fleetkit.deliveries SET state = 'pending', lease_owner = NULL
         WHERE state = 'sending' AND (lease_owner = ANY($1) OR ($2
           AND NOT EXISTS (SELECT FROM fleetkit.replicas WHERE replica = lease_owner AND expires_at >= clock_timestamp())))
         RETURNING workspace
       )
       UPDATE fleetkit.delivery_heads SET changes = changes + 1
       WHERE workspace IN (SELECT workspace FROM requeued) RETURNING workspace`,
      [ended.map(({ replica }) => replica), isSteady],
    );
    for (const { workspace } of requeued) this.#options.onRequeued(workspace);
    if (ended.length > 0) this.#options.onReplicaLost();
  }

  async #renew(): Promise<void> {
    const { leaseMs } = this.#times;
    const [row] = await this.#connection.query<{ wasValid: boolean }>(
      `WITH before AS (SELECT expires_at FROM fleetkit.replicas WHERE replica = $1)
       INSERT INTO fleetkit.replicas (replica, expires_at)
       VALUES ($1, clock_timestamp() + make_interval(secs => $2::double precision / 1000))
       ON CONFLICT (replica) DO UPDATE SET expires_at = excluded.expires_at
       RETURNING coalesce((SELECT expires_at >= clock_timestamp() FROM before), false) AS "wasValid"`,
      [this.#connection.replicaId, leaseMs],
    );
    this.#renewals = row?.wasValid === true ? this.#renewals + 1 : 0;
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#running = this.run()
        .catch((fault: unknown) => {
          if (!this.#connection.isAway) this.#options.onFault(fault);
        })
        .finally(() => this.#schedule());
    }, this.#times.renewalMs).unref();
  }
}
