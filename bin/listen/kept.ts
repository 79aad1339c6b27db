import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOwn, makeOwn } from '../own-folder.ts';
import type { ReceiverAnswer } from './forward.ts';

/*
 * What `listen` remembers between two runs, in files that only their user can read: which destination is its own, with
 * which secret, and what receivers answered that the sandbox has not been told yet.
 */

/** Which runs share a destination: those that forward from the same sandbox to the same place. */
export interface Route {
  /** Where the sandbox is. */
  readonly server: string;
  readonly forwardTo: string;
  /** The account that was named, if one was. */
  readonly accountId: string | undefined;
}

export interface KeptDestination {
  readonly destinationId: string;
  /** Registered anew, it is given the same secret: the receiver has that one. */
  readonly secret: string;
}

/** An answer that is still to be reported, and to which attempt of which delivery. */
interface KeptAnswer {
  readonly deliveryId: string;
  readonly attempt: number;
  readonly answer: ReceiverAnswer;
}

/** Deliveries come one at a time; what is older than so many never comes again. */
const ANSWERS_KEPT = 100;

/** The destination of a route, undefined before the first time. */
export const keptDestination = (folder: string, route: Route): KeptDestination | undefined =>
  read<KeptDestination>(folder, routeFile(route));

export const keepDestination = (folder: string, route: Route, kept: KeptDestination): void =>
  write(folder, routeFile(route), kept);

/**
 * Answers that the sandbox has not been told: an attempt that comes again after a cut is answered with them, and not
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

/** A file that this module wrote, so that it has that form; undefined where there is none, or it was cut. */
function read<Kept>(folder: string, name: string): Kept | undefined {
  try {
    return isOwn(folder) ? (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Kept) : undefined;
  } catch {
    return undefined;
  }
}

/** All of it or nothing, whenever the process ends. */
function write(folder: string, name: string, value: unknown): void {
  makeOwn(folder);
  const draft = join(folder, `${name}.${process.pid}`);
  rmSync(draft, { force: true });
  writeFileSync(draft, JSON.stringify(value), { mode: 0o600, flag: 'wx' });
  renameSync(draft, join(folder, name));
}
