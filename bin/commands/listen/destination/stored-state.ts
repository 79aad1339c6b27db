import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPrivateFolder, isPrivateFolder } from '../../shared/private-folder.ts';
import type { ReceiverResponse } from '../delivery/forward.ts';

/*
 * State of `listen` between runs, in files that only their user can read: its destination and secret, and responses that
 * have not been reported to the sandbox yet.
 */

/** Identifies a destination: runs that forward from the same sandbox to the same URL share it. */
export interface ListenRoute {
  /** The address of the sandbox. */
  readonly server: string;
  readonly forwardTo: string;
  /** The value of --account, if given. */
  readonly accountId: string | undefined;
}

export interface StoredDestination {
  readonly destinationId: string;
  /** A new registration reuses this secret, because the receiver has it. */
  readonly secret: string;
}

/** An unreported response, with its delivery and attempt. */
interface StoredResponse {
  readonly deliveryId: string;
  readonly attempt: number;
  readonly answer: ReceiverResponse;
}

/** Maximum number of stored responses. Deliveries come one at a time, so older ones are never requested again. */
const MAX_RESPONSES = 100;

/** Returns the destination of a route, or undefined before the first run. */
export const readStoredDestination = (folder: string, route: ListenRoute): StoredDestination | undefined =>
  readJson<StoredDestination>(folder, routeFileName(route));

export const storeDestination = (folder: string, route: ListenRoute, kept: StoredDestination): void =>
  writeJson(folder, routeFileName(route), kept);

/**
 * Responses that were not reported. An attempt that is repeated after a lost connection is answered from here and not
 * forwarded a second time.
 */
export class UnreportedResponses {
  readonly #folder: string;
  readonly #file: string;
  #responses: readonly StoredResponse[];

  constructor(folder: string, server: string, destinationId: string) {
    this.#folder = folder;
    this.#file = `answers-${hashName(server, destinationId)}`;
    this.#responses = readJson<readonly StoredResponse[]>(folder, this.#file) ?? [];
  }

  find(deliveryId: string, attempt: number): ReceiverResponse | undefined {
    return this.#responses.find((one) => one.deliveryId === deliveryId && one.attempt === attempt)?.answer;
  }

  add(deliveryId: string, attempt: number, answer: ReceiverResponse): void {
    this.#store([...this.#without(deliveryId), { deliveryId, attempt, answer }].slice(-MAX_RESPONSES));
  }

  remove(deliveryId: string): void {
    this.#store(this.#without(deliveryId));
  }

  clear(): void {
    this.#store([]);
  }

  #without(deliveryId: string): readonly StoredResponse[] {
    return this.#responses.filter((one) => one.deliveryId !== deliveryId);
  }

  #store(answers: readonly StoredResponse[]): void {
    this.#responses = answers;
    if (answers.length > 0) writeJson(this.#folder, this.#file, answers);
    else rmSync(join(this.#folder, this.#file), { force: true });
  }
}

const routeFileName = ({ server, forwardTo, accountId = '' }: ListenRoute): string =>
  `listen-${hashName(server, forwardTo, accountId)}`;

const hashName = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);

/** Reads a file that this module wrote, so it has that form. Returns undefined if it is absent or truncated. */
function readJson<Kept>(folder: string, name: string): Kept | undefined {
  try {
    return isPrivateFolder(folder) ? (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Kept) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the file atomically. */
function writeJson(folder: string, name: string, value: unknown): void {
  createPrivateFolder(folder);
  const draft = join(folder, `${name}.${process.pid}`);
  rmSync(draft, { force: true });
  writeFileSync(draft, JSON.stringify(value), { mode: 0o600, flag: 'wx' });
  renameSync(draft, join(folder, name));
}
