import type { AppOptions } from '../../../server/http/app.ts';
import type { ServerLimits } from '../../../server/http/edge/limits.ts';
import type { Operations } from '../../../server/http/operations/operations.ts';
import type { Quotas } from '../../../server/workspaces/workspace.ts';
import type { DestinationOptions } from './delivery-options.ts';

/** Options of a sandbox. The defaults suit a developer's machine. */
export interface SandboxOptions {
  /** 0 picks a free port. False listens on no port: only `fetch` reaches the sandbox. Default 4400. */
  readonly port?: number | false;
  /** Address to listen on. Default 127.0.0.1, reachable from this machine only. */
  readonly host?: string;
  /**
   * Whole number from 0 to 4294967295. Equal seeds give byte-identical replies, except for cursors, which `cursorSecret`
   * signs. Default: the seed stored in `data`, otherwise 1.
   */
  readonly seed?: number;
  /**
   * The start of the sandbox clock: `today` (00:00 UTC of the current date), `now` (the current minute) or an instant from 2010 to 2099.
   * The history is before it, and holidays and time changes are those of the real calendar. The same seed and start give the same
   * replies. `today` and `now` apply to a new sandbox only; one in `data` or `database` keeps its start. Default: the stored start,
   * otherwise 2026-11-02T15:00:00Z, for which the documents are written.
   */
  readonly start?: string;
  /**
   * Adds the tenant Atlas with this number of terminals, 1 to 20000, for tests of clients with large fleets. Default: the
   * number stored in `data`, otherwise no such tenant.
   */
  readonly terminals?: number;
  /**
   * Own fleets: paths of fleet files, or their contents as objects. They come before the six fleets of the sandbox. Default: the files
   * stored in `data`, otherwise none.
   */
  readonly fleets?: readonly (string | object)[];
  /**
   * A document that `fleetkit journal export` wrote, as a path or as its contents: the sandbox begins with its seed, its fleets, its
   * changes and its clock. `data`, if given, must be without changes. Requires an operator. Default: none.
   */
  readonly journal?: string | object;
  /**
   * Threads that compute parts of a large fleet while the server answers other requests, 0 to 64. Default: one less than the processors,
   * at most 4; none for fewer than 500 terminals.
   */
  readonly fleetThreads?: number;
  /**
   * Called while data of a fleet is computed, with the parts that are done and their total; with undefined when it is done, or if the
   * total is unknown.
   */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number } | undefined) => void;
  /**
   * Whether the amount of a new dispute and the memo of a derived batch can choose its outcome, by a table in docs/outcomes.md.
   * Default: false.
   */
  readonly magicAmounts?: boolean;
  /**
   * Directory in which changes are stored, created if absent. The next start continues from there. One sandbox at a time
   * uses it. Default: none, changes are lost when the process ends.
   */
  readonly data?: string;
  /**
   * The URL of a PostgreSQL database in which changes are stored, instead of `data`. Several sandboxes with the same database
   * are replicas of one: each sees the changes of the others. Default: none.
   */
  readonly database?: string;
  /** The URL at which clients reach the sandbox, for absolute links. Default: the address it listens on, with `basePath`. */
  readonly publicUrl?: string;
  /** The path with which every path of the sandbox begins, the control plane included, such as `/fleet`. Default: `/`. */
  readonly basePath?: string;
  /**
   * Speaks TLS with a certificate that is made for this machine. Clients must trust its authority, which is in `caFile` of the sandbox.
   * The private key is stored below `data`; without it, in a folder for caches of this user. Default: false.
   */
  readonly tls?: boolean;
  /** Speaks TLS with the certificate in this file, in PEM, followed by those of its authorities. Requires `tlsKey`. */
  readonly tlsCert?: string;
  /** The file with the private key of `tlsCert`, in PEM, without a passphrase. */
  readonly tlsKey?: string;
  /**
   * Origins of web pages that may send credentials, such as `https://portal.example`. Pages of other origins may read no reply then.
   * Default: pages of any origin may read replies, and send no credentials.
   */
  readonly corsOrigins?: readonly string[];
  /**
   * Serves a public address: the published keys are not valid, destinations are `hosted`, and all limits apply. Requires
   * `publicUrl`, `operatorToken`, `data` or `database`, and `trustProxy`. Default: false.
   */
  readonly hosted?: boolean;
  /** Quotas of workspaces that choose none, and their maximum. Default: `DEFAULT_QUOTAS`. */
  readonly quotas?: Quotas;
  /** Maximum number of workspaces. Default 10000. */
  readonly maxWorkspaces?: number;
  /** Requests per minute for each user. Default: no limit on a loopback address, 120 on any other. */
  readonly ratePerMinute?: number;
  /**
   * Trusted proxies whose `X-Forwarded-For` names the client: their number, or their addresses and ranges. Default: none.
   */
  readonly trustProxy?: number | readonly string[];
  /** Maximum concurrent connections. Except on loopback, one client address gets at most a tenth. Default 2000. */
  readonly maxConnections?: number;
  /** Limits for tests of the limits. */
  readonly limits?: Partial<ServerLimits>;
  /** The operator's token for the control plane. Default: random on a loopback address, none on any other. */
  readonly operatorToken?: string;
  /**
   * Where webhooks may be sent. Default: `local` on a loopback address, `hosted` on any other.
   */
  readonly destinations?: DestinationOptions;
  /**
   * Signs the `next_cursor` of lists, at least 16 characters. Sandboxes with the same secret accept each other's cursors
   * and give equal ones. Default: the secret stored in `data`, otherwise a random one.
   */
  readonly cursorSecret?: string;
  /**
   * Keeps the query, the headers and the body of each of the latest requests to the service, without credentials and card numbers, for
   * `sandbox.requests` and `GET /sandbox/requests`. Default: false.
   */
  readonly recordRequests?: boolean;
  /**
   * Whether the operator may run the conformance kit through the server, as a process on this machine. Never with `database`, and never
   * without a port. Default: true on a loopback address without `hosted`, false on any other.
   */
  readonly conformanceRuns?: boolean;
  /** Real time in epoch milliseconds, for the rate limit, a running clock and the timestamps of deliveries. Default: the system clock. */
  readonly realNow?: () => number;
  readonly log?: AppOptions['log'];
  /** Health, metrics and traces of the process. Default: health only; faults are written to standard error. */
  readonly operations?: Operations;
  /** Called when the contract is invalid. Default: prints the error to standard error and exits with 70. */
  readonly onFault?: (fault: Error) => void;
}
