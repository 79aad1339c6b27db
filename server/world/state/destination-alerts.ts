import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { DisabledReason } from './destinations.ts';
import type { RealMs, SandboxMs } from './time.ts';

/** The failures of a destination that the sandbox reports to other destinations. @see gap destinations.alerts */
export interface DestinationAlert {
  readonly eventId: string;
  readonly type: SandboxSchemas['SandboxEventType'];
  readonly destinationId: string;
  readonly destinationName: string;
  readonly accountId: string;
  readonly failedAttempts: number;
  /** First failure since the last success, on both clocks. */
  readonly failingSinceMs: SandboxMs | null;
  readonly failingSinceRealMs: RealMs | null;
  /** Null while it only fails. */
  readonly disabledReason: Extract<DisabledReason, 'gone' | 'failing'> | null;
  /** One sentence. */
  readonly lastError: string | null;
  /** The instant of the latest attempt. */
  readonly atMs: SandboxMs;
}
