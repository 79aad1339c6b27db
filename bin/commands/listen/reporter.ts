import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { Fetched } from './delivery.ts';
import type { ReceiverAnswer } from './forward.ts';
import type { SignatureVerdict } from './signature.ts';

/** An attempt and its results. */
export interface AttemptReport {
  readonly fetched: Fetched;
  /** The state of its incident; null for an event without incident. */
  readonly turn: string | null;
  readonly answer: ReceiverAnswer;
  readonly signature: SignatureVerdict;
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
export interface Reporter {
  attempt(attemptReport: AttemptReport): void;
  /** `more` is included in JSON only. */
  notice(kind: NoticeKind, message: string, more?: Readonly<Record<string, unknown>>): void;
}

/** Returns whether the receiver accepted it. */
export const isTaken = ({ status = 0 }: ReceiverAnswer): boolean => status >= 200 && status < 300;
