/** Passes messages to the present subscribers. */
export class Broadcast<Message> {
  readonly #subscribers = new Set<Subscriber<Message>>();
  #isOver = false;

  /** Calls `receive` for each message until the returned function is called. A subscription after the end ends at once. */
  subscribe(subscriber: Subscriber<Message>): () => void {
    if (this.#isOver) subscriber.end();
    else this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  get hasSubscribers(): boolean {
    return this.#subscribers.size > 0;
  }

  publish(message: Message): void {
    for (const { receive } of this.#subscribers) receive(message);
  }

  /** Ends all present and future subscriptions. */
  end(): void {
    this.#isOver = true;
    for (const { end } of this.#subscribers) end();
    this.#subscribers.clear();
  }
}

export interface Subscriber<Message> {
  readonly receive: (message: Message) => void;
  /** Called when no message will follow. */
  readonly end: () => void;
}
