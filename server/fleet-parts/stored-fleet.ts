import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { yieldToOthers } from '../../base/real-time.ts';
import type { PlainShares } from '../../fixtures/settlements/settlement-shares.ts';
import { FLEET_FOLDER } from '../storage/fleet-folder.ts';
import type { DayStore } from '../world/books/columns/fleet-rows.ts';
import type { RowSegment } from '../world/books/columns/row-segment.ts';
import { type Content, readCheckedFile, UNFINISHED, writeCheckedFile } from './checked-file.ts';
import { readCodeHash } from './code-hash.ts';
import type { FleetSource } from './part.ts';
import { toContent, toSegments } from './segment-content.ts';
import { ShareCollector, toShares } from './share-content.ts';
import { toTextContent, toTexts } from './text-content.ts';

const SHARES_FILE = 'shares';
const ACCOUNTS_FILE = 'accounts';
/** About a hundred days of the largest fleet. */
const MOST_BYTES = 1024 ** 3;
/** This space remains for the data that cannot be computed again. */
const LEAST_FREE_BYTES = 256 * 1024 ** 2;
/** Their shares are collected in about a millisecond. */
const TERMINALS_PER_TURN = 200;
/** Characters of the key in the name of a folder. */
const NAME_LENGTH = 16;
const FOLDER_NAME = /^[0-9a-f]{16}$/;

/** The logs and the values of some terminals, as JSON. */
export interface StoredTexts {
  readonly logs: readonly string[];
  /** Undefined if those of another instant are known by now. */
  readonly values: readonly string[] | undefined;
}

export interface StoredFleetOptions {
  readonly source: FleetSource;
  /** All stored fleets of the data directory. Folders of others are deleted. */
  readonly sources?: readonly FleetSource[];
  /** The data directory. */
  readonly directory: string;
  /** Called once, when a file cannot be written. Nothing is written afterwards. */
  readonly onFailure: (error: Error) => void;
  /** For tests. */
  readonly codeHash?: string;
  readonly mostBytes?: number;
}

/**
 * The rows, settlement shares, logs and latest values of a large fleet that no user has changed, in files, so that the next start need not compute them. The
 * files depend on the code, the seed, the dates and the fleet; others are not read, and are deleted when this fleet is stored.
 */
export class StoredFleet implements DayStore {
  readonly #source: FleetSource;
  readonly #folder: string;
  readonly #name: string;
  readonly #names: ReadonlySet<string>;
  readonly #key: string;
  readonly #mostBytes: number;
  readonly #onFailure: (error: Error) => void;
  #shares: { readonly list: readonly PlainShares[] | undefined; readonly isStored: boolean } | undefined;
  #isTaken = false;
  #writing: Promise<void> = Promise.resolve();
  #onGenerated: (() => void) | undefined;
  #isReady = false;
  #bytes = 0;
  #logs: { readonly range: number; readonly list: readonly string[] | undefined } | undefined;
  /** Whether nothing is written any longer. */
  #isClosed = false;

  constructor({
    directory,
    source,
    sources = [source],
    onFailure,
    codeHash,
    mostBytes = MOST_BYTES,
  }: StoredFleetOptions) {
    const hash = codeHash ?? readCodeHash();
    this.#source = source;
    this.#folder = join(directory, FLEET_FOLDER);
    this.#key = createKey(source, hash);
    this.#name = nameFolder(this.#key);
    this.#names = new Set(sources.map((each) => nameFolder(createKey(each, hash))));
    this.#mostBytes = mostBytes;
    this.#onFailure = onFailure;
  }

  /** Sets what is called when all terminals are simulated, before their rows are stored. */
  onGenerated(listener: () => void): void {
    this.#onGenerated = listener;
  }

  /** Whether this fleet is the stored one. True once, because several worlds may have the same fleet. */
  take(source: FleetSource): boolean {
    const isOther = this.#isTaken || !isDeepStrictEqual(source, this.#source);
    this.#isTaken ||= !isOther;
    return !isOther;
  }

  /** Returns the shares of all terminals, in order; undefined if they are not stored. */
  readShares(): readonly PlainShares[] | undefined {
    if (this.#shares !== undefined) return this.#shares.list;
    const content = readCheckedFile(this.#toPath(SHARES_FILE), this.#key);
    const list = content && toShares(content);
    this.#shares = { list, isStored: list?.length === this.#source.terminalCount };
    return list;
  }

  /** Releases the shares, which are taken over. */
  releaseShares(): void {
    this.#shares = { list: undefined, isStored: this.#shares?.isStored === true };
  }

  /** Without the shares, the rows are generated again, which also sums the shares. */
  read(day: number): readonly RowSegment[] | undefined {
    this.readShares();
    if (this.#shares?.isStored !== true) return undefined;
    const content = readCheckedFile(this.#toPath(nameDay(day)), this.#key);
    return content && toSegments(content);
  }

  begin(): void {
    this.#onGenerated?.();
  }

  keep(day: number, segments: readonly RowSegment[]): void {
    this.#write(nameDay(day), () => toContent(segments));
  }

  /**
   * Stores the shares of all terminals, in order. `collect` returns those of consecutive terminals before they are written; undefined if some
   * are not known.
   */
  keepShares(collect: (first: number, end: number) => readonly PlainShares[] | undefined): void {
    this.#write(SHARES_FILE, async () => {
      const collector = new ShareCollector();
      const { terminalCount } = this.#source;
      for (let first = 0; first < terminalCount; first += TERMINALS_PER_TURN) {
        const shares = collect(first, Math.min(first + TERMINALS_PER_TURN, terminalCount));
        if (shares === undefined) return undefined;
        collector.add(shares);
        await yieldToOthers();
      }
      return collector.content;
    });
  }

  /** Whether the logs of a range of terminals are stored, without reading them. */
  hasLogs(range: number): boolean {
    return existsSync(this.#toPath(nameLogs(range)));
  }

  /** Returns the logs of a range of terminals, as JSON; undefined if they are not stored. Keeps those of the latest range. */
  readLogs(range: number): readonly string[] | undefined {
    if (this.#logs?.range !== range) this.#logs = { range, list: this.#readTexts(nameLogs(range)) };
    return this.#logs.list;
  }

  /** Returns the values of a range of terminals, as JSON; undefined if those of an instant are not stored. */
  readValues(range: number, nowMs: number): readonly string[] | undefined {
    return this.#readTexts(nameValues(range), nowMs);
  }

  /** Returns the logs of all accounts, as JSON, in order; empty texts for those that are not known. */
  readAccountLogs(): readonly string[] | undefined {
    return this.#readTexts(ACCOUNTS_FILE);
  }

  /** Stores the logs and the values of a range of terminals. `collect` is called before they are written. */
  keepTerminals(range: number, nowMs: number, collect: () => StoredTexts): void {
    let known: StoredTexts | undefined;
    this.#write(nameLogs(range), () => {
      known = collect();
      return toTextContent(known.logs, null);
    });
    this.#write(nameValues(range), () => known?.values && toTextContent(known.values, nowMs));
  }

  keepAccountLogs(collect: () => readonly string[]): void {
    this.#write(ACCOUNTS_FILE, () => toTextContent(collect(), null));
  }

  #readTexts(name: string, about: unknown = null): readonly string[] | undefined {
    const content = readCheckedFile(this.#toPath(name), this.#key);
    return content !== undefined && content.description === about ? toTexts(content) : undefined;
  }

  /** Resolves when the kept rows and shares are written. */
  async settle(): Promise<void> {
    await this.#writing;
  }

  /** Completes the file that is being written, and writes no others. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
  }

  #toPath(name: string): string {
    return join(this.#folder, this.#name, name);
  }

  /** Writes one file after the other, while other work runs. */
  #write(name: string, create: () => Content | undefined | Promise<Content | undefined>): void {
    this.#writing = this.#writing.then(async () => {
      if (this.#isClosed) return;
      try {
        await this.#prepare();
        const content = await create();
        if (content !== undefined && (await this.#hasSpace(name, content)))
          await writeCheckedFile(this.#toPath(name), this.#key, content);
      } catch (error) {
        this.#isClosed = true;
        this.#onFailure(error as Error);
      }
    });
  }

  /** Creates the folder, and deletes those of other versions and incomplete files. */
  async #prepare(): Promise<void> {
    if (this.#isReady) return;
    const own = this.#toPath('');
    await mkdir(own, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#folder))
      if (FOLDER_NAME.test(name) && !this.#names.has(name))
        await rm(join(this.#folder, name), { recursive: true, force: true });
    for (const name of await readdir(own)) {
      if (name.endsWith(UNFINISHED)) await rm(join(own, name), { force: true });
      else this.#bytes += (await stat(join(own, name))).size;
    }
    this.#isReady = true;
  }

  /** Whether a file may be written. Without space for one, later ones are not written either. */
  async #hasSpace(name: string, { arrays }: Content): Promise<boolean> {
    const replaced = await stat(this.#toPath(name)).catch(() => undefined);
    const bytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.#bytes += bytes - (replaced?.size ?? 0);
    if (this.#bytes > this.#mostBytes) {
      this.#isClosed = true;
      return false;
    }
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize - bytes >= LEAST_FREE_BYTES) return true;
    throw new Error(`${this.#folder} has too little space for the rows of the fleet`);
  }
}

const nameFolder = (key: string): string => key.slice(0, NAME_LENGTH);

const nameDay = (day: number): string => `day-${day}`;
const nameLogs = (range: number): string => `logs-${range}`;
const nameValues = (range: number): string => `values-${range}`;

/** The data also depends on the version of V8 and of the time zones. */
function createKey({ seed, daysLater, terminalCount, given }: FleetSource, codeHash: string): string {
  const { v8, tz, icu } = process.versions;
  const parts = [codeHash, v8, tz, icu, endianness(), seed, terminalCount, daysLater, given];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
