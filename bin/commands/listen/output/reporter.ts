import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import type { StreamedDelivery } from '../connection/stream-events.ts';
import type { ReceiverResponse } from '../delivery/forward.ts';
import type { ListenSignatureVerdict } from '../delivery/verify-signature.ts';

/** An attempt and its results. */
export interface ReportedAttempt {
  readonly fetched: StreamedDelivery;
  /** The state of its incident; null for an event without incident. */
  readonly incidentState: string | null;
  readonly answer: ReceiverResponse;
  readonly signature: ListenSignatureVerdict;
  /** `false`: forwarded by an earlier run or connection, which could not report it. */
  readonly isForwardedNow: boolean;
  /** The delivery after the report; null if the report was not accepted (yet). */
  readonly delivery: SandboxSchemas['Delivery'] | null;
  /** When it was handled, by the real clock. */
  readonly atMs: number;
}

/** Notices other than attempts. */
export type NoticeKind =
  | 'registered'
  | 'found'
  | 'changed'
  | 'recovered'
  | 'connected'
  | 'lost'
  | 'destination'
  | 'secret'
  | 'gone'
  | 'replaced'
  | 'ended';

/** Prints attempts and notices, as text or as JSON. */
export interface ListenReporter {
  attempt(attemptReport: ReportedAttempt): void;
  /** `more` is included in JSON only. */
  notice(kind: NoticeKind, message: string, more?: Readonly<Record<string, unknown>>): void;
}

/** Returns whether the receiver accepted it. */
export const isAcceptedAttempt = ({ status = 0 }: ReceiverResponse): boolean => status >= 200 && status < 300;
