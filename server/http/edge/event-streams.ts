import { clearInterval, setImmediate, setInterval } from '../../../base/real-time.ts';
import type { HttpResponse } from '../exchange/middleware.ts';

/** Interval of the empty comment lines that let both ends detect a broken connection, in real milliseconds. */
export const HEARTBEAT_MS = 15_000;

/** A client that has not read this many bytes is disconnected. */
const MAX_UNREAD_BYTES = 1_048_576;

/**
 * The event streams of a server. They share one budget of bytes that clients have not read yet: beyond it, the streams with the
 * most are cut.
 */
export class EventStreams {
  readonly #maxBytes: number;
  readonly #open = new Set<EventStream>();
  /** The sum of what each stream had at its last write. */
  #unreadBytes = 0;
  #cuts = 0;
  #check: NodeJS.Immediate | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Number of open streams. */
  get count(): number {
    return this.#open.size;
  }

  /** Number of streams that were cut because their clients read too slowly. */
  get cuts(): number {
    return this.#cuts;
  }

  /** Returns the bytes that clients have not read yet. */
  measureUnreadBytes(): number {
    this.#unreadBytes = 0;
    for (const stream of this.#open) this.#unreadBytes += stream.measureUnreadBytes();
    return this.#unreadBytes;
  }

  /** Begins a stream. `onHeartbeat` is called at intervals, and `onClose` when the stream is over. */
  open(response: HttpResponse, listeners: StreamListeners): EventStream {
    const stream = new EventStream(response, {
      ...listeners,
      onClose: () => {
        this.#forget(stream);
        listeners.onClose(stream);
      },
      onUnread: (change) => {
        this.#unreadBytes += change;
        if (this.#unreadBytes > this.#maxBytes) this.#checkSoon();
      },
      onCut: () => {
        this.#cuts += 1;
        this.#forget(stream); // its connection closes later
      },
    });
    this.#open.add(stream);
    stream.begin();
    return stream;
  }

  #forget(stream: EventStream): void {
    if (this.#open.delete(stream)) this.#unreadBytes -= stream.knownUnreadBytes;
  }

  /** Checks the budget when the bytes that were just written have reached the connections that accept them. */
  #checkSoon(): void {
    this.#check ??= setImmediate(() => {
      this.#check = undefined;
      if (this.measureUnreadBytes() > this.#maxBytes) this.#cutSlowest();
    });
  }

  #cutSlowest(): void {
    const slowest = [...this.#open].toSorted((one, other) => other.knownUnreadBytes - one.knownUnreadBytes);
    for (const stream of slowest) {
      if (this.#unreadBytes <= this.#maxBytes) return;
      stream.cut();
    }
  }
}

export interface StreamListeners {
  readonly onHeartbeat: () => void;
  readonly onClose: (stream: EventStream) => void;
}

interface OwnerListeners extends StreamListeners {
  /** Receives the change of the unread bytes, before each write. */
  readonly onUnread: (change: number) => void;
  readonly onCut: () => void;
}

/** One client that receives server-sent events. A client that reads too slowly is disconnected. */
export class EventStream {
  readonly #response: HttpResponse;
  readonly #listeners: OwnerListeners;
  #heartbeat: NodeJS.Timeout | undefined;
  #isOver = false;
  #knownUnreadBytes = 0;
  /** Whether something was unread at the last heartbeat. */
  #wasBehind = false;

  constructor(response: HttpResponse, listeners: OwnerListeners) {
    this.#response = response;
    this.#listeners = listeners;
  }

  /** The unread bytes before the last write. The bytes of that write are not counted, since no client could have read them. */
  get knownUnreadBytes(): number {
    return this.#knownUnreadBytes;
  }

  /** Whether nothing more can be sent. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Sends the head. */
  begin(): void {
    const response = this.#response;
    response.statusCode = 200;
    setStreamHeaders(response);
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS);
    const close = (): void => {
      this.#finish();
      this.#listeners.onClose(this);
    };
    if (response.destroyed) {
      close(); // the client has left during the steps before
      return;
    }
    response.on('close', close);
    this.write(': connected\nretry: 1000\n\n');
  }

  /** Sends bytes or text: whole events or comments. Does nothing when the stream is over. */
  write(part: string | Buffer): void {
    if (this.#isOver) return;
    const before = this.#knownUnreadBytes;
    this.#listeners.onUnread(this.measureUnreadBytes() - before);
    if (this.#knownUnreadBytes > MAX_UNREAD_BYTES) this.cut();
    if (!this.#isOver) this.#response.write(part); // it may have been cut
  }

  /** Sends the last event and ends the stream. A second call has no effect. */
  end(lastEvent: string): void {
    if (this.#isOver) return;
    this.write(lastEvent);
    this.#finish();
    this.#response.end();
  }

  /** Ends the connection of a client that reads too slowly, and drops what it has not read. */
  cut(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#listeners.onCut();
    this.#response.destroy();
  }

  /** Returns the bytes that the client has not read yet. */
  measureUnreadBytes(): number {
    this.#knownUnreadBytes = this.#response.writableLength;
    return this.#knownUnreadBytes;
  }

  #beat(): void {
    const isBehind = this.#response.writableLength > 0;
    if (isBehind && this.#wasBehind) {
      this.cut();
      return;
    }
    this.#wasBehind = isBehind;
    this.write(': still here\n\n');
    this.#listeners.onHeartbeat();
  }

  #finish(): void {
    this.#isOver = true;
    clearInterval(this.#heartbeat);
  }
}

/** Sets the headers of an event stream. */
export function setStreamHeaders(response: HttpResponse): void {
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.setHeader('X-Accel-Buffering', 'no');
}

/** Returns an event as it is sent. */
export const formatStreamEvent = (name: string, data: object): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
