import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import {
  type ConnectionOptions,
  MissingCredentials,
  RequestFailure,
  RequestRefused,
  readSandboxBase,
} from '../shared/client.ts';
import { openStream, SILENCE_LIMIT_MS } from '../shared/stream/event-stream.ts';
import { ReconnectPolicy } from '../shared/stream/reconnect-policy.ts';
import type { ServerSentEvent } from '../shared/stream/sse-parser.ts';
import { describeClockChange } from './clock-change.ts';
import type { Notice } from './reporter.ts';
import type { Clock, Watcher } from './watcher.ts';

type Messages = SandboxSchemas['ActivityMessages'];

export interface WatchSessionOptions {
  readonly client: ConnectionOptions;
  readonly watcher: Watcher;
  /** Receives each notice. */
  readonly notify: (notice: Notice) => void;
  readonly stop: AbortSignal;
  /** Real milliseconds before each reconnect. */
  readonly pausesMs: readonly number[];
}

/** Interval at which changes are read while the clock runs, in real milliseconds. */
const RUNNING_CLOCK_POLL_MS = 1000;

/**
 * Follows the activity of a sandbox until it is stopped, and connects again when the connection is lost. Rejects with
 * `RequestFailure` if the first connection fails, or if the sandbox refuses a later one for good.
 */
export class WatchSession {
  readonly #options: WatchSessionOptions;
  readonly #policy: ReconnectPolicy;
  #hasStarted = false;
  /** Whether the lists were read since the latest connection. */
  #isCaughtUp = false;
  /** Whether a lost connection was reported, and there was none since. */
  #isLost = false;
  #clock: Clock | undefined;
  /** When the clock was received, in real milliseconds. */
  #clockAtMs = 0;
  /** Whether the clock went back since the latest change, which only a reset or restart does. */
  #isClockBack = false;
  #position = 0;
  #resetPosition = 0;
  #hasChanges = false;
  /** The work so far. Each method of the watcher runs after the previous one. */
  #work: Promise<void> = Promise.resolve();

  constructor(options: WatchSessionOptions) {
    this.#options = options;
    this.#policy = new ReconnectPolicy(options.pausesMs);
  }

  async run(): Promise<void> {
    const { stop } = this.#options;
    while (!stop.aborted) {
      const reason = await this.#follow().catch((error) => this.#toReason(error));
      if (stop.aborted) return;
      if (!this.#isLost) this.#notify('lost', `${reason.replace(/\.?$/, '.')} Connecting again.`, { reason });
      this.#isLost = true;
      await this.#policy.waitBeforeReconnect(stop);
    }
  }

  /** Connects, and handles messages until the stream ends. Returns the reason. */
  async #follow(): Promise<string> {
    const { client, stop } = this.#options;
    this.#isCaughtUp = false;
    const stream = await openStream({ client, path: 'activity', silentMs: SILENCE_LIMIT_MS, stop });
    const poll = setInterval(() => {
      // A failed read is repeated; the stream itself shows whether the connection is lost.
      if (this.#clock?.state === 'running' && this.#isCaughtUp)
        this.#enqueue(() => this.#readChanges()).catch(() => {});
    }, RUNNING_CLOCK_POLL_MS);
    try {
      for await (const batch of stream.batches) {
        const end = batch.find(({ name }) => name === 'end');
        await this.#enqueue(() => this.#receive(batch));
        if (end !== undefined) return readEnd(end);
      }
    } finally {
      clearInterval(poll);
      stream.close();
    }
    return 'The sandbox closed the connection.';
  }

  #enqueue(run: () => Promise<void>): Promise<void> {
    const done = this.#work.then(run);
    this.#work = done.catch(() => undefined);
    return done;
  }

  async #receive(batch: readonly ServerSentEvent[]): Promise<void> {
    for (const { name, data } of batch) {
      if (this.#options.stop.aborted) return;
      // The operation streamActivity defines the data of each event name.
      if (name === 'clock') this.#receiveClock(JSON.parse(data) as Clock);
      else if (name === 'change') await this.#receiveChange(JSON.parse(data) as Messages['change']);
      else if (name === 'attempt' && this.#isCaughtUp)
        await this.#options.watcher.receiveAttempt(JSON.parse(data) as Messages['attempt']);
      else if (name === 'request' && this.#isCaughtUp)
        await this.#options.watcher.receiveRequest?.(JSON.parse(data) as Messages['request']);
    }
    if (this.#isCaughtUp && this.#hasChanges) await this.#readChanges();
  }

  async #readChanges(): Promise<void> {
    await this.#options.watcher.receiveChanges();
    this.#hasChanges = false;
  }

  #receiveClock(clock: Clock): void {
    const before = this.#clock;
    this.#clock = clock;
    this.#clockAtMs = Date.now();
    this.#isClockBack ||= before !== undefined && Date.parse(clock.now) < Date.parse(before.now);
    this.#hasChanges = true;
    const message = before === undefined ? undefined : describeClockChange(before, clock);
    if (message !== undefined) this.#notify('clock', message, { clock });
  }

  /** The first change of a connection is sent at its start, after the clock. */
  async #receiveChange({ position, reset_position: resetPosition }: Messages['change']): Promise<void> {
    const { watcher, client } = this.#options;
    const clock = this.#clock;
    if (clock === undefined) return;
    const isReset = this.#hasStarted && resetPosition !== this.#resetPosition;
    const isRestarted = this.#hasStarted && !isReset && (position < this.#position || this.#isClockBack);
    this.#isClockBack = false;
    this.#hasChanges = true;
    if (isReset || isRestarted)
      this.#notify('reset', isRestarted ? 'The sandbox was restarted with new data.' : 'The data was reset.');
    if (!this.#hasStarted) {
      await watcher.start(clock);
      const state = clock.speed === null ? 'frozen' : `running ${clock.speed} times as fast as real time`;
      const server = readSandboxBase(client);
      this.#notify('connected', `Watching ${server}, clock ${state}. Press Ctrl-C to stop.`, { server, clock });
    } else if (!this.#isCaughtUp) {
      this.#notify('connected', 'Connected again.', { clock });
      await watcher.catchUp(clock, isRestarted || isReset);
    } else if (isReset || isRestarted) await watcher.reset(clock);
    this.#position = position;
    this.#resetPosition = resetPosition;
    this.#hasStarted = true;
    if (!this.#isCaughtUp) this.#policy.recordSuccess();
    this.#isCaughtUp = true;
    this.#isLost = false;
  }

  #notify(kind: Notice['kind'], message: string, more?: Notice['more']): void {
    this.#options.notify({ kind, sandboxTime: this.#readTime(), message, ...(more === undefined ? {} : { more }) });
  }

  /** Returns the sandbox time, to the second. */
  #readTime(): string | undefined {
    if (this.#clock === undefined || this.#clock.speed === null) return this.#clock?.now;
    const passedMs = (Date.now() - this.#clockAtMs) * this.#clock.speed;
    return `${new Date(Date.parse(this.#clock.now) + passedMs).toISOString().slice(0, 19)}Z`;
  }

  /** Returns the reason for a lost connection. Rethrows an error after which it is useless to connect again. */
  #toReason(error: unknown): string {
    const { stop } = this.#options;
    if (stop.aborted) return '';
    if (!(error instanceof RequestFailure) || !this.#hasStarted || error instanceof KeyInvalid) throw error;
    if (error instanceof MissingCredentials) return 'The sandbox has probably stopped: its token file is gone.';
    if (error instanceof RequestRefused) {
      const { status } = error;
      const isPassing =
        status === 401 || status === 403 ? this.#policy.mayRetryAfterRefusal() : status === 429 || status >= 500;
      if (!isPassing) throw error;
    }
    return error.message;
  }
}

class KeyInvalid extends RequestFailure {}

/** Returns why the sandbox ended the stream. Throws if the key is no longer valid. */
function readEnd({ data }: ServerSentEvent): string {
  const { code, reason } = JSON.parse(data) as Messages['end']; // the operation streamActivity defines it
  if (code === 'key_invalid') throw new KeyInvalid(reason, 1);
  return reason;
}
