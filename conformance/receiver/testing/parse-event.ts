interface ParsedEvent {
  readonly type: string;
  /** `null` for an event without an incident. */
  readonly incident: unknown;
}

/** Returns the parsed JSON of a body if it has the members of an event; otherwise `undefined`: a receiver rejects such a body. */
export function parseEvent<Event extends ParsedEvent = ParsedEvent>(body: Uint8Array): Event | undefined {
  try {
    const event: Event | null = JSON.parse(Buffer.from(body).toString());
    return typeof event?.type === 'string' && event.incident !== undefined ? event : undefined;
  } catch {
    return undefined;
  }
}
