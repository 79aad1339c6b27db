import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { Fetched } from './delivery.ts';
import type { ReceiverAnswer } from './forward.ts';
import type { SignatureVerdict } from './signature.ts';

/** An attempt, and all that came of it. */
export interface ToldAttempt {
  readonly fetched: Fetched;
  /** The turn of its incident; null for what is told once. */
  readonly turn: string | null;
  readonly answer: ReceiverAnswer;
  readonly signature: SignatureVerdict;
  /** `false`: an earlier run, or the connection before, had forwarded it and could not report. */
  readonly isForwardedNow: boolean;
  /** The delivery after the report; null where the report was not taken (yet). */
  readonly delivery: SandboxSchemas['Delivery'] | null;
  /** When it was dealt with, on the real clock. */
  readonly atMs: number;
}

/** What happens besides. */
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

/** Shows what happens, for people or for programs. */
export interface Teller {
  attempt(told: ToldAttempt): void;
  /** `more` is for programs. */
  notice(kind: NoticeKind, message: string, more?: Readonly<Record<string, unknown>>): void;
}

/** Whether the receiver took it. */
export const isTaken = ({ status = 0 }: ReceiverAnswer): boolean => status >= 200 && status < 300;
