import type { HeaderPair } from '../../conformance/http/client.ts';
import type { SenderCheckOptions } from '../../conformance/sender/check-sender.ts';
import type { SampleSenderEvent } from './events.ts';
import type { SenderAttempt, SenderBehaviour, SenderRequest } from './sender.ts';

/** A fault of a sender. */
export interface SenderFault {
  readonly id: string;
  /** The fault, as a sentence without its subject. */
  readonly title: string;
  readonly behaviour: Partial<SenderBehaviour>;
  /** The judges that fail on it, and no others. */
  readonly kills: readonly string[];
  /** Further input that the kit needs to detect it. */
  readonly extraInput?: Pick<SenderCheckOptions, 'areTests' | 'canaries'>;
}

/** Changes every event before it is sent. */
export const changeEvents = (change: (event: SampleSenderEvent) => SampleSenderEvent): Partial<SenderBehaviour> => ({
  selectEvents: (all) => all.map(change),
});

/** Changes the events of one type. */
export const changeEventsOfType = (
  type: string,
  change: (event: SampleSenderEvent) => SampleSenderEvent,
): Partial<SenderBehaviour> => changeEvents((event) => (event.type === type ? change(event) : event));

/** Changes a request after it was signed. */
export const changeRequest = (
  change: (outgoing: SenderRequest, attempt: SenderAttempt) => Partial<SenderRequest>,
): Partial<SenderBehaviour> => ({
  prepareRequest: (outgoing, attempt) => ({ ...outgoing, ...change(outgoing, attempt) }),
});

/** Removes one header. */
export const removeHeader = (headers: readonly HeaderPair[], name: string): readonly HeaderPair[] =>
  headers.filter(([one]) => one !== name);
