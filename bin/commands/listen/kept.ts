import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOwn, makeOwn } from '../shared/own-folder.ts';
import type { ReceiverAnswer } from './forward.ts';

/*
 * State of `listen` between runs, in files that only their user can read: its destination and secret, and responses that
 * have not been reported to the sandbox yet.
 */

/** Identifies a destination: runs that forward from the same sandbox to the same URL share it. */
export interface Route {
  /** The address of the sandbox. */
  readonly server: string;
  readonly forwardTo: string;
  /** The value of --account, if given. */
  readonly accountId: string | undefined;
}

export interface KeptDestination {
  readonly destinationId: string;
  /** A new registration reuses this secret, because the receiver has it. */
  readonly secret: string;
}

/** An unreported response, with its delivery and attempt. */
interface KeptAnswer {
  readonly deliveryId: string;
  readonly attempt: number;
  readonly answer: ReceiverAnswer;
}

/** Maximum number of stored responses. Deliveries come one at a time, so older ones are never requested again. */
const ANSWERS_KEPT = 100;

/** Returns the destination of a route, or undefined before the first run. */
export const keptDestination = (folder: string, route: Route): KeptDestination | undefined =>
  read<KeptDestination>(folder, routeFile(route));

export const keepDestination = (folder: string, route: Route, kept: KeptDestination): void =>
  write(folder, routeFile(route), kept);

/**
 * Responses that were not reported. An attempt that is repeated after a lost connection is answered from here and not
 * forwarded a second time.
 */
export class Unreported {
  readonly #folder: string;
  readonly #file: string;
  #answers: readonly KeptAnswer[];

  constructor(folder: string, server: string, destinationId: string) {
    this.#folder = folder;
    this.#file = `answers-${nameOf(server, destinationId)}`;
    this.#answers = read<readonly KeptAnswer[]>(folder, this.#file) ?? [];
  }

  find(deliveryId: string, attempt: number): ReceiverAnswer | undefined {
    return this.#answers.find((one) => one.deliveryId === deliveryId && one.attempt === attempt)?.answer;
  }

  add(deliveryId: string, attempt: number, answer: ReceiverAnswer): void {
    this.#keep([...this.#without(deliveryId), { deliveryId, attempt, answer }].slice(-ANSWERS_KEPT));
  }

  remove(deliveryId: string): void {
    this.#keep(this.#without(deliveryId));
  }

  clear(): void {
    this.#keep([]);
  }

  #without(deliveryId: string): readonly KeptAnswer[] {
    return this.#answers.filter((one) => one.deliveryId !== deliveryId);
  }

  #keep(answers: readonly KeptAnswer[]): void {
    this.#answers = answers;
    if (answers.length > 0) write(this.#folder, this.#file, answers);
    else rmSync(join(this.#folder, this.#file), { force: true });
  }
}

const routeFile = ({ server, forwardTo, accountId = '' }: Route): string =>
  `listen-${nameOf(server, forwardTo, accountId)}`;

const nameOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);

/** Reads a file that this module wrote, so it has that form. Returns undefined if it is absent or truncated. */
function read<Kept>(folder: string, name: string): Kept | undefined {
  try {
    return isOwn(folder) ? (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Kept) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the file atomically. */
function write(folder: string, name: string, value: unknown): void {
  makeOwn(folder);
  const draft = join(folder, `${name}.${process.pid}`);
  rmSync(draft, { force: true });
  writeFileSync(draft, JSON.stringify(value), { mode: 0o600, flag: 'wx' });
  renameSync(draft, join(folder, name));
}
